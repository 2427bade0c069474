import type { Conversation } from '../deepsearch/deep-search.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import type { Place, ThreadKey } from '../model/place.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderResult } from '../render/conversations/result.js';
import * as checkTexts from '../render/texts/check.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { AccessibleConversation, ConversationAccess } from './access.js';
import { type CitedFile, citedFiles } from './cited-files.js';
import type { OpenConversation } from './open.js';
import { createDefaultReference, type DefaultReferenceOptions } from './reference.js';
import type { RequestContext } from './request-context.js';

export interface CheckTargetOptions extends DefaultReferenceOptions {
  readonly openConversation: OpenConversation;
  readonly access: Pick<ConversationAccess, 'threadLink'>;
  /** Of the instance. */
  readonly baseUrl: string;
}

export type CheckCommand = ConversationCommand & {
  readonly kind: 'check' | 'owners' | 'ask-again';
};

/** The conversation that a check command is about. */
export interface CheckTarget {
  /** Absent if only its share link opens it. */
  readonly id?: number;
  /** Raw. */
  readonly title: string;
  readonly lastQuestion?: string;
  /** The request came from a thread that the conversation has questions in. */
  readonly inOwnThread: boolean;
  readonly files: readonly CitedFile[];
  /** The command named no conversation, so the newest in the channel was taken; `link`: to its thread. */
  readonly assumed?: { readonly link?: string };
}

export type FindCheckTarget = ReturnType<typeof createFindCheckTarget>;

/** Finds the conversation of a check command, or the note that says why there is none. */
export function createFindCheckTarget(options: CheckTargetOptions) {
  const { openConversation, access, baseUrl } = options;
  const defaultReference = createDefaultReference(options);

  /** Without a reference or a thread, the user is told which conversation was assumed. */
  async function assumption(
    { conversation }: CheckCommand,
    { place }: RequestContext,
    accessible: AccessibleConversation,
  ): Promise<Pick<CheckTarget, 'assumed'>> {
    if (conversation !== undefined || place.threadTs !== undefined) return {};
    const { threads } = accessible.record;
    const thread = threads.find(({ channel }) => channel === place.channel);
    return { assumed: await access.threadLink(thread === undefined ? accessible : { thread }) };
  }

  return async (command: CheckCommand, context: RequestContext): Promise<CheckTarget | Message> => {
    const reference = command.conversation ?? (await defaultReference(context));
    if (reference === undefined) return note(checkTexts.noConversation);
    const result = await openConversation(reference, context);
    if (result.kind === 'not-found') {
      return renderResult({ text: conversationTexts.notFound(result.why) });
    }
    const { id, questions } = result.conversation;
    const content = {
      ...lastQuestion(result.conversation),
      files: citedFiles(questions, baseUrl),
    };
    if (result.kind === 'shared') return { title: '', inOwnThread: false, ...content };
    const { accessible } = result;
    const { title, threads } = accessible.record;
    return {
      id,
      title,
      inOwnThread: threads.some((thread) => isThreadAt(thread, context.place)),
      ...content,
      ...(await assumption(command, context, accessible)),
    };
  };
}

function isThreadAt(thread: ThreadKey, { workspace, channel, threadTs }: Place): boolean {
  const isSameChannel = thread.workspace === workspace && thread.channel === channel;
  return isSameChannel && thread.threadTs === threadTs;
}

function lastQuestion({ questions }: Conversation): Pick<CheckTarget, 'lastQuestion'> {
  const [newest] = [...questions].sort((a, b) => b.createdAt - a.createdAt);
  return newest === undefined ? {} : { lastQuestion: newest.text };
}
