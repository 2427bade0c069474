import type { DeepSearch } from '../deepsearch/deep-search.js';
import type { RecordAudit } from '../model/audit.js';
import type { Message } from '../render/blocks/message.js';
import { renderDeleteQuestion, renderResult } from '../render/conversations/result.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { ClaimStore } from '../store/claims.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ConversationAccess } from './access.js';
import { conversationEntry } from './audit-entry.js';
import type { CredentialOf, OpenedConversation } from './open.js';
import type { RequestContext } from './request-context.js';

export interface DeleteOptions {
  readonly access: Pick<ConversationAccess, 'mayDelete'>;
  readonly conversations: Pick<ConversationStore, 'forget'>;
  readonly claims: Pick<ClaimStore, 'recordDone'>;
  readonly instance: Pick<DeepSearch, 'delete'>;
  readonly credentialOf: CredentialOf;
  readonly audit: RecordAudit;
}

export type DeleteConversation = ReturnType<typeof createDeleteConversation>;

/** Deletes a conversation on the instance and our record of it; `confirmed` false: asks first. */
export function createDeleteConversation(options: DeleteOptions) {
  const { access, conversations, claims, instance, credentialOf } = options;

  return async (
    { accessible, conversation }: OpenedConversation,
    context: RequestContext,
    confirmed: boolean,
  ): Promise<Message> => {
    const { user, requestId, signal } = context;
    const { id, title, users } = accessible.record;
    if (!(await access.mayDelete(accessible, user))) {
      return renderResult({ text: conversationTexts.mayNotDelete, id });
    }
    if (!confirmed) {
      const questions = conversation.questions.length;
      return renderDeleteQuestion({
        id,
        title,
        questions,
        askers: users.map((asker) => asker.user),
      });
    }
    const record = (outcome: 'begun' | 'done') =>
      options.audit(conversationEntry('conversation.deleted', context, { id, outcome }));
    // A job that is cut off in between does not find it again.
    await record('begun');
    await instance.delete({ token: await credentialOf(accessible.record, user), id, signal });
    await conversations.forget(id);
    await record('done');
    await claims.recordDone(requestId);
    return renderResult({ text: conversationTexts.deleted(title) });
  };
}
