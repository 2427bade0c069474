import type { DeepSearch } from '../deepsearch/deep-search.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand, ConversationReference } from '../model/conversation-request.js';
import type { Policy } from '../policy/policy.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderDeleteQuestion, renderResult } from '../render/conversations/result.js';
import { absoluteUrl } from '../render/markdown/link.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { ConversationStore } from '../store/conversations.js';
import type { OpenConversation, OpenedConversation } from './open.js';
import type { RequestContext } from './request-context.js';

export interface ManageOptions {
  readonly openConversation: OpenConversation;
  readonly conversations: Pick<ConversationStore, 'star' | 'unstar' | 'forget'>;
  readonly instance: Pick<DeepSearch, 'delete'>;
  readonly policy: Pick<Policy, 'isAdmin'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<string>;
  readonly baseUrl: string;
  readonly now: () => number;
}

export type ManageCommand = ConversationCommand & {
  readonly kind: 'star' | 'unstar' | 'share' | 'delete';
};

export type ManageConversation = ReturnType<typeof createManageConversation>;

type Action = (opened: OpenedConversation, context: RequestContext) => Promise<Message>;

/** Stars, shares or deletes one conversation that the user may read. */
export function createManageConversation(options: ManageOptions) {
  const { openConversation, conversations, now } = options;

  async function withOpened(
    reference: ConversationReference,
    context: RequestContext,
    action: Action,
  ): Promise<Message> {
    const result = await openConversation(reference, context);
    if (result.kind === 'not-found') {
      return renderResult({ text: conversationTexts.notFound(result.byReadToken) });
    }
    return result.kind === 'accessible'
      ? action(result, context)
      : note(conversationTexts.notOwned);
  }

  const star: Action = async ({ accessible: { record } }, { user }) => {
    await conversations.star(user, record.id, now());
    return renderResult({
      text: conversationTexts.starred(record.title),
      id: record.id,
      starred: true,
    });
  };

  const unstar: Action = async ({ accessible: { record } }, { user }) => {
    await conversations.unstar(user, record.id);
    return renderResult({
      text: conversationTexts.unstarred(record.title),
      id: record.id,
      starred: false,
    });
  };

  const share: Action = async ({ accessible: { record }, conversation }) => {
    const link = absoluteUrl(conversation.shareUrl ?? '', options.baseUrl);
    if (link === undefined) {
      return renderResult({ text: conversationTexts.noShareLink, id: record.id });
    }
    const text = conversationTexts.shareLinkNote(record.title, link);
    return renderResult({ text, id: record.id });
  };

  async function mayDelete(
    { accessible: { isAsker } }: OpenedConversation,
    { user: { workspace, user } }: RequestContext,
  ): Promise<boolean> {
    return isAsker || options.policy.isAdmin(workspace, user);
  }

  const askToDelete: Action = async (opened, context) => {
    const { id, title, users } = opened.accessible.record;
    if (!(await mayDelete(opened, context))) return deleteRefused(id);
    const questions = opened.conversation.questions.length;
    return renderDeleteQuestion({ id, title, questions, askers: users.map(({ user }) => user) });
  };

  const deleteForGood: Action = async (opened, context) => {
    const { id, title } = opened.accessible.record;
    if (!(await mayDelete(opened, context))) return deleteRefused(id);
    const token = await options.credentialFor(context.user);
    await options.instance.delete({ token, id, signal: context.signal });
    await conversations.forget(id);
    return renderResult({ text: conversationTexts.deleted(title) });
  };

  return (command: ManageCommand, context: RequestContext): Promise<Message> => {
    switch (command.kind) {
      case 'star':
        return withOpened(command.conversation, context, star);
      case 'unstar':
        return withOpened(command.conversation, context, unstar);
      case 'share':
        return withOpened(command.conversation, context, share);
      case 'delete':
        return withOpened(
          command.conversation,
          context,
          command.confirmed ? deleteForGood : askToDelete,
        );
    }
  };
}

function deleteRefused(id: number): Message {
  return renderResult({ text: conversationTexts.mayNotDelete, id });
}
