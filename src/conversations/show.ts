import type { ConversationCommand } from '../model/conversation-request.js';
import type { Policy } from '../policy/policy.js';
import type { Message } from '../render/blocks/message.js';
import { renderResult } from '../render/conversations/result.js';
import { conversationPages, renderPage, renderShared } from '../render/conversations/show.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ConversationAccess } from './access.js';
import type { OpenConversation } from './open.js';
import type { RequestContext } from './request-context.js';

export interface ShowOptions {
  readonly openConversation: OpenConversation;
  readonly access: Pick<ConversationAccess, 'threadLink'>;
  readonly conversations: Pick<ConversationStore, 'starred'>;
  readonly policy: Pick<Policy, 'isAdmin'>;
  readonly baseUrl: string;
}

export type ShowPages = ReturnType<typeof createShowPages>;

/** Shows a conversation page by page; one that was shared from elsewhere as the notes that fit. */
export function createShowPages(options: ShowOptions) {
  const { openConversation, access, conversations, policy, baseUrl } = options;
  return async (
    { conversation: reference, page }: ConversationCommand & { kind: 'show' },
    context: RequestContext,
  ): Promise<readonly Message[]> => {
    const result = await openConversation(reference, context);
    if (result.kind === 'not-found') {
      return [renderResult({ text: conversationTexts.notFound(result.byReadToken) })];
    }
    const pages = conversationPages(result.conversation.questions, baseUrl);
    if (result.kind === 'shared') return renderShared(pages);
    const { workspace, user } = context.user;
    const { record, isAsker } = result.accessible;
    const stars = await conversations.starred(context.user);
    const message = renderPage(pages, {
      id: record.id,
      at: record.updatedAt,
      ...(await access.threadLink(result.accessible)),
      page,
      starred: stars.includes(record.id),
      mayDelete: isAsker || (await policy.isAdmin(workspace, user)),
    });
    return [message];
  };
}
