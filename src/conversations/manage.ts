import type { RecordAudit } from '../model/audit.js';
import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderResult } from '../render/conversations/result.js';
import { absoluteUrl } from '../render/markdown/link.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { ClaimStore } from '../store/claims.js';
import type { ConversationStore } from '../store/conversations.js';
import { conversationEntry } from './audit-entry.js';
import type { DeleteConversation } from './delete.js';
import type { OpenConversation, OpenedConversation } from './open.js';
import type { RequestContext } from './request-context.js';

export interface ManageOptions {
  readonly openConversation: OpenConversation;
  readonly deleteConversation: DeleteConversation;
  readonly conversations: Pick<ConversationStore, 'star' | 'unstar'>;
  readonly claims: Pick<ClaimStore, 'isDone'>;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly audit: RecordAudit;
  readonly now: () => number;
}

export type ManageCommand = ConversationCommand & {
  readonly kind: 'star' | 'unstar' | 'share' | 'delete';
};

export type ManageConversation = ReturnType<typeof createManageConversation>;

/** Stars, shares or deletes one conversation that the user may read. */
export function createManageConversation(options: ManageOptions) {
  const { openConversation, deleteConversation, conversations, claims, baseUrl, now } = options;

  async function star({ id, title }: ConversationRecord, user: WorkspaceUser): Promise<Message> {
    await conversations.star(user, id, now());
    return renderResult({ text: conversationTexts.starred(title), id, starred: true });
  }

  async function unstar({ id, title }: ConversationRecord, user: WorkspaceUser): Promise<Message> {
    await conversations.unstar(user, id);
    return renderResult({ text: conversationTexts.unstarred(title), id, starred: false });
  }

  async function share(opened: OpenedConversation, context: RequestContext): Promise<Message> {
    const { text, link } = shareLink(opened, baseUrl);
    const { id } = opened.accessible.record;
    if (link) await options.audit(conversationEntry('conversation.shared', context, { id }));
    return renderResult({ text, id });
  }

  function run(command: ManageCommand, opened: OpenedConversation, context: RequestContext) {
    const { record } = opened.accessible;
    switch (command.kind) {
      case 'star':
        return star(record, context.user);
      case 'unstar':
        return unstar(record, context.user);
      case 'share':
        return share(opened, context);
      case 'delete':
        return deleteConversation(opened, context, command.confirmed);
    }
  }

  return async (command: ManageCommand, context: RequestContext): Promise<Message> => {
    const purpose = command.kind === 'share' ? 'share' : 'manage';
    const result = await openConversation(command.conversation, context, purpose);
    if (result.kind === 'not-found') {
      // The job that deleted it runs again, since its result was not shown.
      if (command.kind === 'delete' && (await claims.isDone(context.requestId))) {
        return renderResult({ text: conversationTexts.deletedBefore });
      }
      return renderResult({ text: conversationTexts.notFound(result.why) });
    }
    if (result.kind === 'shared') return note(conversationTexts.notOwned);
    return run(command, result, context);
  };
}

/** The link goes to the user alone: whoever has it can read the conversation. `link`: they get one. */
function shareLink(
  { accessible, conversation }: OpenedConversation,
  baseUrl: string,
): { readonly text: string; readonly link: boolean } {
  const { title, withdrawn } = accessible.record;
  if (withdrawn.length > 0) return { text: conversationTexts.sharesDeleted, link: false };
  if (!accessible.readsAll) return { text: conversationTexts.mayNotShare, link: false };
  const link = absoluteUrl(conversation.shareUrl ?? '', baseUrl);
  if (link === undefined) return { text: conversationTexts.noShareLink, link: false };
  return { text: conversationTexts.shareLinkNote(title, link), link: true };
}
