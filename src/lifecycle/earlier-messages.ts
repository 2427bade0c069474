import { type Place, type ThreadKey, threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { maskSecrets } from '../secret-patterns.js';
import { isSlackError, SlackBusy } from '../slack/errors.js';
import type { ListQuery } from '../slack/message-lists.js';
import type { SlackMessages } from '../slack/messages.js';
import { mrkdwnToText } from '../slack/mrkdwn.js';
import type { QuestionHandle } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import { addNote } from './add-note.js';
import { conversationOf, isRoot, questionTs, threadAccount } from './conversation.js';
import { contextMessages } from './thread-context.js';

export interface EarlierMessagesOptions {
  readonly messages: Pick<SlackMessages, 'listAllowed'>;
  readonly threads: Pick<
    ThreadStore,
    | 'conversation'
    | 'startsNewConversation'
    | 'newConversationSince'
    | 'accountConversation'
    | 'sideMessages'
  >;
  readonly nameOf: (workspace: string, user: string) => Promise<string>;
}

/** The longest wait for Slack to list a thread; beyond this, the context is left out, ms. */
const WORTH_WAITING_MS = 20_000;

/**
 * The messages of the thread that go along with a question, oldest first: all of them with its first question, and
 * those between users since the previous question with a follow-up. What Slack does not list is left out, and the
 * answer says so.
 */
export function createEarlierMessages({ messages, threads, nameOf }: EarlierMessagesOptions) {
  async function contextOf(held: QuestionHandle, ask: Wanted): Promise<Line[]> {
    const { question } = held;
    const place = askedPlace(question);
    const listed = await messages.listAllowed(place, { ...ask.range, limit: 1_000 });
    if (!listed.complete) await addNote(held, 'context-shortened');
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
    if (isAskedElsewhere(question)) return beforePrivate(question);
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

  return async function earlierMessages(held: QuestionHandle): Promise<Line[]> {
    const wanted = await wantedBy(held.question);
    if (wanted === undefined) return [];
    try {
      return await contextOf(held, wanted);
    } catch (error) {
      if (!isSlackError(error)) throw error;
      if (error instanceof SlackBusy && error.retryAfterMs < WORTH_WAITING_MS) throw error;
      await addNote(held, 'context-skipped');
      return [];
    }
  };
}

interface Wanted {
  readonly range: ListQuery;
  /** Only the messages with these `ts`; absent: all of them. */
  readonly only?: ReadonlySet<string>;
  /** Only messages after this `ts`. */
  readonly after?: string;
}

/** What somebody said; secrets are masked. */
export interface Line {
  readonly who: string;
  readonly text: string;
}

function isAskedElsewhere({ privately, askedInThread }: Question): boolean {
  return privately === true && askedInThread !== undefined;
}

/** Of a private question in a thread, what people said there before. */
function beforePrivate({ askedInThread: threadTs, messageTs: latest }: Question) {
  if (threadTs === undefined || latest === undefined || latest === threadTs) return undefined;
  return { range: { threadTs, latest } };
}

/** Where it was said: a private answer is elsewhere, and what people said in its thread is about the same. */
function askedPlace({ place, askedIn }: Question): Place {
  return askedIn === undefined ? place : { ...place, channel: askedIn, direct: false };
}
