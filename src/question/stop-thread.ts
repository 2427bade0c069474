import type { ThreadKey } from '../model/place.js';
import { hasEnded, type Question } from '../model/question.js';
import type { MayStop } from '../policy/may-stop.js';
import type { AcceptedQuestionStore } from '../store/accepted-questions.js';
import {
  type FlaggedQuestion,
  NewerQuestion,
  type QuestionStore,
  skipNewer,
} from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { WaitingQuestionStore } from '../store/waiting-questions.js';
import { questionAt } from './question-at.js';
import type { Stop, StopRequest } from './stop.js';

export interface StopThreadOptions {
  readonly questions: Pick<QuestionStore, 'load' | 'loadWithFlags' | 'setFlag' | 'ownerOf'>;
  readonly threads: Pick<ThreadStore, 'queue'>;
  readonly waiting: Pick<WaitingQuestionStore, 'of'>;
  readonly acceptedQuestions: Pick<AcceptedQuestionStore, 'upTo'>;
  readonly mayStop: MayStop;
  readonly stop: Stop;
}

type Stopped = 'stopped' | 'nothing' | 'others';

export type StopThread = ReturnType<typeof createStopThread>;

/** Stops what was asked in a thread before the request; `others`: all that is open runs with somebody else's account. */
export function createStopThread(options: StopThreadOptions) {
  const { questions, threads, waiting, acceptedQuestions, stop } = options;

  /**
   * Questions that no worker has taken up yet start as stopped. On a retry they may
   * have ended already: what this request stopped still counts.
   */
  async function stopAhead(thread: ThreadKey, request: StopRequest): Promise<boolean> {
    const accepted = await acceptedQuestions.upTo(thread, request.at);
    const known = await Promise.all(accepted.map(recordOf));
    const ahead = accepted.filter((_, i) => known[i] === undefined);
    for (const id of ahead) await questions.setFlag(id, 'stop', request);
    return ahead.length > 0 || known.some((record) => isStoppedBy(request, record));
  }

  async function recordOf(id: string): Promise<FlaggedQuestion | 'newer' | undefined> {
    try {
      return await questions.loadWithFlags(id);
    } catch (error) {
      if (error instanceof NewerQuestion) return 'newer';
      throw error;
    }
  }

  /** What waits for an account of whoever stops it is not in the queue, nor what begins the thread just now. */
  async function openBefore(
    thread: ThreadKey,
    { by: user, at }: Pick<StopRequest, 'by' | 'at'>,
  ): Promise<Question[]> {
    const { workspace, channel, threadTs: ts } = thread;
    const [first, queued, held] = await Promise.all([
      questionAt(questions, { workspace, channel, ts, user, beginsThread: true }),
      threads.queue(thread),
      waiting.of({ workspace, user }),
    ]);
    const ids = new Set([...(first === undefined ? [] : [first]), ...queued, ...held]);
    const found = await Promise.all([...ids].map((id) => questions.load(id).catch(skipNewer)));
    return found
      .filter((question) => question !== undefined)
      .filter((question) => isIn(thread, question))
      .filter((question) => !hasEnded(question) && question.askedAt <= at);
  }

  return async (thread: ThreadKey, request: StopRequest, signal: AbortSignal): Promise<Stopped> => {
    const ahead = await stopAhead(thread, request);
    const by = { workspace: thread.workspace, user: request.by };
    const found = await openBefore(thread, request);
    const allowed = await Promise.all(found.map((question) => options.mayStop(question, by)));
    const open = found.filter((_, i) => allowed[i]);
    // The queued ones first, so that none starts when the running one ends.
    for (const question of open.reverse()) await stop(question, request, signal);
    if (ahead || open.length > 0) return 'stopped';
    return found.length > 0 ? 'others' : 'nothing';
  };
}

function isStoppedBy({ by, at }: StopRequest, record: FlaggedQuestion | 'newer' | undefined) {
  if (record === undefined || record === 'newer') return false;
  const { stop } = record.flags;
  return stop?.by === by && stop.at === at;
}

function isIn({ channel, threadTs }: ThreadKey, { place, posts }: Question): boolean {
  return place.channel === channel && (place.threadTs ?? posts.root?.ts) === threadTs;
}
