import { randomBytes } from 'node:crypto';
import { type ThreadKey, threadOf } from '../model/place.js';
import { CONTEXT_SECTIONS, type QuestionSubject, writePrompt } from '../model/prompt.js';
import type { Note, Question } from '../model/question.js';
import { repositoriesIn } from '../model/repository-scope.js';
import { MASK, maskSecrets } from '../secret-patterns.js';
import { isSlackError, SlackBusy } from '../slack/errors.js';
import type { ListQuery } from '../slack/message-lists.js';
import type { SlackMessages } from '../slack/messages.js';
import { mrkdwnToText } from '../slack/mrkdwn.js';
import type { QuestionHandle } from '../store/questions.js';
import type { SettingsStore } from '../store/settings.js';
import type { ThreadStore } from '../store/threads.js';
import { conversationOf, questionTs, threadAccount } from './conversation.js';
import { contextMessages, threadSections } from './thread-context.js';

export interface PromptOptions {
  readonly messages: Pick<SlackMessages, 'listAllowed'>;
  readonly threads: Pick<
    ThreadStore,
    | 'conversation'
    | 'startsNewConversation'
    | 'newConversationSince'
    | 'accountConversation'
    | 'sideMessages'
    | 'origin'
  >;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly nameOf: (workspace: string, user: string) => Promise<string>;
}

/** The longest wait for Slack to list a thread; beyond this, the context is left out, ms. */
const WORTH_WAITING_MS = 20_000;

/**
 * The prompt of a question. The first question in a thread includes the thread's earlier messages; a
 * follow-up includes the messages between users since the previous question. Those that Slack does
 * not list are left out, and the answer says so.
 */
export function createPrompt({ messages, threads, settings, nameOf }: PromptOptions) {
  async function contextOf(held: QuestionHandle, ask: Wanted): Promise<Line[]> {
    const { question } = held;
    const { place } = question;
    const listed = await messages.listAllowed(place, { ...ask.range, limit: 1_000 });
    if (!listed.complete) await note(held, 'context-shortened');
    const said = contextMessages(listed.messages, questionTs(question)).filter(
      ({ ts }) => (ask.only?.has(ts) ?? true) && Number(ts) > Number(ask.after ?? 0),
    );
    return Promise.all(
      said.map(async ({ user, text }) => ({
        who: user === undefined ? 'somebody' : await nameOf(place.workspace, user),
        // Before it is cut: half a secret would not be recognized.
        text: maskSecrets(mrkdwnToText(text)).text,
      })),
    );
  }

  /** Since the account's last question, if others asked since then with theirs: it knows nothing of that. */
  async function saidSince(
    question: Question,
    thread: ThreadKey,
  ): Promise<{ oldest: string; latest: string } | undefined> {
    const account = threadAccount(question);
    const { messageTs: latest } = question;
    if (account === undefined || latest === undefined) return undefined;
    const own = await threads.accountConversation(thread, account);
    return own?.othersAsked ? { oldest: own.saidTs, latest } : undefined;
  }

  /** Which messages go into the prompt; undefined if there are none. */
  async function wantedBy(question: Question): Promise<Wanted | undefined> {
    const thread = threadOf(question);
    if (thread === undefined || isRoot(question)) return undefined;
    const { threadTs } = thread;
    const before = await conversationOf(question, threads);
    if (before === 'new') return undefined;
    if (before === undefined) {
      const { messageTs: latest } = question;
      return latest === undefined ? undefined : { range: { threadTs, latest } };
    }
    const since = await saidSince(question, thread);
    if (since !== undefined) return { range: { threadTs, ...since }, after: since.oldest };
    const asides = await threads.sideMessages(thread, questionTs(question));
    const [oldest, latest] = [asides[0], asides.at(-1)];
    if (oldest === undefined || latest === undefined) return undefined;
    return { range: { threadTs, oldest, latest }, only: new Set(asides) };
  }

  async function earlierMessages(held: QuestionHandle): Promise<string[]> {
    const wanted = await wantedBy(held.question);
    if (wanted === undefined) return [];
    try {
      return threadSections(await contextOf(held, wanted));
    } catch (error) {
      if (!isSlackError(error)) throw error;
      if (error instanceof SlackBusy && error.retryAfterMs < WORTH_WAITING_MS) throw error;
      await note(held, 'context-skipped');
      return [];
    }
  }

  return async function promptFor(held: QuestionHandle): Promise<string> {
    const { text, subject } = held.question;
    if (await followsMovedAnswer(held.question, threads)) await note(held, 'moved-conversation');
    const sections = [
      ...(await settingsSections(held.question, { threads, settings })),
      ...subjectSections(subject),
      ...(await earlierMessages(held)),
    ];
    const marker = randomBytes(16).toString('base64url');
    const prompt = writePrompt(text, { marker, sections });
    if (prompt.includes(MASK)) await note(held, 'secrets-masked');
    return prompt;
  };
}

/** The settings are those of the channel that it was asked in, also for private answers. */
async function settingsSections(
  question: Question,
  { threads, settings }: Pick<PromptOptions, 'threads' | 'settings'>,
): Promise<string[]> {
  const { place, askedIn, text } = question;
  const thread = threadOf(question);
  const origin = askedIn ?? (thread && (await threads.origin(thread)));
  const set = await settings.load(place.workspace, origin ?? place.channel);
  const { language, instructions } = set;
  return [
    ...(language === undefined ? [] : [CONTEXT_SECTIONS.language(language)]),
    ...repositorySections(text),
    ...(instructions === undefined ? [] : [CONTEXT_SECTIONS.instructions(instructions)]),
  ];
}

function repositorySections(text: string): string[] {
  const names = repositoriesIn(text);
  return names.length === 0 ? [] : [CONTEXT_SECTIONS.repositories(names)];
}

function subjectSections({ message, files }: QuestionSubject = { message: '', files: [] }) {
  return [
    ...(message === '' ? [] : [CONTEXT_SECTIONS.message(message)]),
    ...files.map(({ name, text }) => CONTEXT_SECTIONS.file(name, text)),
  ];
}

/**
 * Whether it replies to an answer that moved from a channel to this direct message. That answer's
 * conversation stays the channel's, since others may read it, and so the reply starts a new one.
 */
async function followsMovedAnswer(
  question: Question,
  threads: PromptOptions['threads'],
): Promise<boolean> {
  const thread = threadOf(question);
  if (thread === undefined || question.askedIn !== undefined) return false;
  const [conversation, origin] = await Promise.all([
    conversationOf(question, threads),
    threads.origin(thread),
  ]);
  return conversation === undefined && origin !== undefined;
}

/** Written under the answer. */
async function note(held: QuestionHandle, added: Note): Promise<void> {
  await held.save({ notes: [...new Set([...(held.question.notes ?? []), added])] });
}

interface Wanted {
  readonly range: ListQuery;
  /** Only the messages with these `ts`; absent: all of them. */
  readonly only?: ReadonlySet<string>;
  /** Only messages after this `ts`. */
  readonly after?: string;
}

interface Line {
  readonly who: string;
  readonly text: string;
}

/** It is the root of its thread, so there are no earlier messages. */
function isRoot({ place, messageTs }: Question): boolean {
  return messageTs !== undefined && place.threadTs === messageTs;
}
