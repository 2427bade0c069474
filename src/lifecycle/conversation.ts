import type { QuestionRef } from '../model/answer.js';
import type { QuestionState } from '../model/conversation-record.js';
import type { Outcome } from '../model/outcome.js';
import { type ThreadKey, threadOf } from '../model/place.js';
import { askerOf, type Question } from '../model/question.js';
import type { ConversationStore, ConversationUpdate } from '../store/conversations.js';
import type { ThreadStore } from '../store/threads.js';

/** Stores who asked in a conversation, and where. */
export type ConversationRecorder = Pick<ConversationStore, 'record' | 'load'>;

/** When a question was asked, as a Slack timestamp. */
export function questionTs({ messageTs, askedAt }: Question): string {
  return messageTs ?? (askedAt / 1000).toFixed(6);
}

/** It is the root of its thread, so nothing was said there before. */
export function isRoot({ place, messageTs }: Question): boolean {
  return messageTs !== undefined && place.threadTs === messageTs;
}

/** The conversation that a question continues; `new`: none, because a user asked for a new one. */
export async function conversationOf(
  question: Question,
  threads: Pick<
    ThreadStore,
    'conversation' | 'startsNewConversation' | 'newConversationSince' | 'accountConversation'
  >,
): Promise<number | 'new' | undefined> {
  const thread = threadOf(question);
  if (thread === undefined) return undefined;
  if (question.newConversation === true) return 'new';
  if (question.account === 'own') return ownConversation(question, thread, threads);
  const [startsNew, conversation] = await Promise.all([
    threads.startsNewConversation(thread, question.askedAt),
    threads.conversation(thread),
  ]);
  return startsNew ? 'new' : conversation;
}

/** Others of the thread have conversations of their own: nobody asks with somebody else's account. */
async function ownConversation(
  { askedAt, user }: Question,
  thread: ThreadKey,
  threads: Pick<ThreadStore, 'newConversationSince' | 'accountConversation'>,
): Promise<number | 'new' | undefined> {
  const [startsNew, own] = await Promise.all([
    threads.newConversationSince(thread, askedAt),
    threads.accountConversation(thread, user),
  ]);
  if (own === undefined) return undefined;
  return startsNew !== undefined && startsNew > Number(own.saidTs) * 1000
    ? 'new'
    : own.conversationId;
}

/** Names the account that a question runs with, in its thread; undefined where everyone shares one. */
export function threadAccount({ account, user }: Question): string | undefined {
  return account === 'own' ? user : account;
}

/** Later questions of its thread begin a new conversation, also those that were asked before now and wait. */
export async function leaveConversation(
  question: Question,
  threads: Pick<ThreadStore, 'setConversation' | 'forgetAccountConversation'>,
): Promise<void> {
  const thread = threadOf(question);
  const account = threadAccount(question);
  if (thread === undefined) return;
  if (account !== undefined) await threads.forgetAccountConversation(thread, account);
  if (question.account !== 'own') await threads.setConversation(thread, undefined);
}

/** What is stored of a question in its conversation. `ended`: what was shown as its outcome, with the answer's title. */
export function conversationUpdate(
  question: Question,
  { conversationId, questionId }: QuestionRef,
  ended?: { readonly outcome: Outcome; readonly title?: string | undefined },
): ConversationUpdate {
  const { user, place, askedAt: at, text: asked, subject } = question;
  const thread = threadOf(question);
  // One that moves once it has an outcome has ended already.
  const outcome = ended?.outcome ?? question.outcome;
  const state = outcome === undefined ? 'running' : stateAfter(outcome);
  const title = ended?.title;
  return {
    ...(question.account === 'own' ? { account: askerOf(question) } : {}),
    id: conversationId,
    user: { workspace: place.workspace, user },
    at,
    asked,
    ...(subject === undefined ? {} : { truncated: true as const }),
    ...(thread === undefined ? {} : { thread: { ...thread, direct: place.direct } }),
    question: { id: questionId, channel: place.channel, direct: place.direct, state },
    ...(title === undefined ? {} : { title }),
  };
}

function stateAfter({ kind }: Outcome): QuestionState {
  if (kind === 'completed') return 'answered';
  return kind === 'cancelled' ? 'stopped' : 'unanswered';
}
