import type { RecordAudit } from '../model/audit.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import type { Message } from '../render/blocks/message.js';
import { renderResult } from '../render/conversations/result.js';
import { conversationPages, renderPage, renderShared } from '../render/conversations/show.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ConversationAccess } from './access.js';
import { conversationEntry } from './audit-entry.js';
import type { OpenConversation } from './open.js';
import type { RequestContext } from './request-context.js';

export interface ShowOptions {
  readonly openConversation: OpenConversation;
  readonly access: Pick<ConversationAccess, 'mayDelete' | 'threadLink'>;
  readonly conversations: Pick<ConversationStore, 'starred'>;
  readonly baseUrl: string;
  readonly audit: RecordAudit;
}

export type ShowPages = ReturnType<typeof createShowPages>;

/** Shows a conversation page by page; one that was shared from elsewhere as the notes that fit. */
export function createShowPages(options: ShowOptions) {
  const { openConversation, access, conversations, baseUrl } = options;
  return async (
    { conversation: reference, page }: ConversationCommand & { kind: 'show' },
    context: RequestContext,
  ): Promise<readonly Message[]> => {
    const result = await openConversation(reference, context);
    if (result.kind === 'not-found') {
      return [renderResult({ text: conversationTexts.notFound(result.why) })];
    }
    await options.audit(conversationEntry('conversation.shown', context, result.conversation));
    const pages = conversationPages(result.conversation.questions, baseUrl);
    if (result.kind === 'shared') return renderShared(pages);
    const { accessible } = result;
    const { record } = accessible;
    const stars = await conversations.starred(context.user);
    const message = renderPage(pages, {
      id: record.id,
      at: record.updatedAt,
      ...(await access.threadLink(accessible)),
      page,
      starred: stars.includes(record.id),
      mayDelete: await access.mayDelete(accessible, context.user),
    });
    return [message];
  };
}
