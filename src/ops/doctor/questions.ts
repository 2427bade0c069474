import type { Question } from '../../model/question.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** How the work stands. Times in ms since the epoch. */
export interface Workload {
  /** Workers that are connected; absent where Redis does not say. */
  readonly workers?: number;
  readonly open: number;
  /** The longest open ones, in that order. */
  readonly oldest: readonly Question[];
  /** What was said or pressed and is not taken up yet. */
  readonly waiting: number;
  readonly waitingSince?: number;
  readonly failed: number;
}

/** What Redis and the queues can tell. */
export interface WorkSource {
  readonly questions: {
    open(limit: number): Promise<string[]>;
    countOpen(): Promise<number>;
    load(id: string): Promise<Question | undefined>;
  };
  /** Those that hold what came in from people. */
  readonly queues: readonly {
    getJobCounts(...states: ['waiting', 'failed']): Promise<Record<string, number>>;
    getWaiting(start: number, end: number): Promise<readonly { timestamp: number }[]>;
    getWorkers(): Promise<readonly { [name: string]: string }[]>;
  }[];
}

const LOOKED_AT = 100;

export async function readWorkload({ questions, queues }: WorkSource): Promise<Workload> {
  const [ids, open, perQueue] = await Promise.all([
    questions.open(LOOKED_AT),
    questions.countOpen(),
    Promise.all(queues.map(readQueue)),
  ]);
  const oldest = await Promise.all(ids.map((id) => questions.load(id)));
  const since = perQueue.flatMap(({ waitingSince }) => waitingSince ?? []);
  const workers = perQueue.flatMap((queue) => queue.workers ?? []);
  return {
    open,
    oldest: oldest.filter((question) => question !== undefined),
    waiting: sum(perQueue.map(({ waiting }) => waiting)),
    failed: sum(perQueue.map(({ failed }) => failed)),
    ...(since.length > 0 ? { waitingSince: Math.min(...since) } : {}),
    ...(workers.length > 0 ? { workers: Math.max(...workers) } : {}),
  };
}

async function readQueue(queue: WorkSource['queues'][number]) {
  const [counts, [first], workers] = await Promise.all([
    queue.getJobCounts('waiting', 'failed'),
    queue.getWaiting(0, 0),
    // Some managed servers forbid the list of clients: then nobody knows.
    queue.getWorkers().catch(() => undefined),
  ]);
  const unknown = workers?.some(({ id }) => id === undefined) ?? true;
  return {
    waiting: counts['waiting'] ?? 0,
    failed: counts['failed'] ?? 0,
    waitingSince: first?.timestamp,
    workers: unknown ? undefined : workers?.length,
  };
}

const TAKEN_UP_IN_MS = 30_000;
const SILENT_MS = 5 * 60_000;

/** Whether what people asked goes on. */
export function checkWorkload(work: Workload, now: number): Findings {
  const { open, waiting, workers } = work;
  if (workers === 0 && open + waiting > 0) {
    return problem(
      `${open} questions are open and ${waiting} wait, but no worker is connected`,
      'start one: node dist/main.js worker (or node dist/main.js for both roles)',
    );
  }
  const findings = [...judgeLag(work, now), ...judgeSilence(work, now), ...judgeFailed(work)];
  return findings.length > 0 ? findings : ok(describe(work));
}

function judgeLag({ waiting, waitingSince }: Workload, now: number): Findings {
  const lag = now - (waitingSince ?? now);
  if (lag < TAKEN_UP_IN_MS) return [];
  return problem(
    `${waiting} wait to be taken up, the longest for ${duration(lag)}`,
    'see in the log of the worker what holds it up; raise WORKER_CONCURRENCY, or start another worker',
  );
}

function judgeSilence({ oldest }: Workload, now: number): Findings {
  const silent = firstOfThreads(oldest).filter((question) => isSilent(question, now));
  const [first] = silent;
  if (first === undefined) return [];
  const trouble =
    first.transientError === undefined ? '' : ` (the service: ${first.transientError.kind})`;
  return warning(
    `${silent.length} open questions make no progress; the oldest, ${first.id}, for ${duration(now - lastSign(first))}${trouble}`,
    first.transientError === undefined
      ? `look for ${first.id} in the log of the worker`
      : 'see what the check of the service says; the questions wait for it',
  );
}

function judgeFailed({ failed }: Workload): Findings {
  if (failed === 0) return [];
  return warning(`${failed} jobs failed`, 'see why at /queues on the ops port, and in the log');
}

/** Others of a thread wait for its first one, and so are silent for good reason. */
function firstOfThreads(questions: readonly Question[]): Question[] {
  const seen = new Set<string>();
  return questions.filter(({ place }) => {
    const thread = JSON.stringify(place);
    const first = place.threadTs === undefined || !seen.has(thread);
    seen.add(thread);
    return first;
  });
}

/** The longer a question runs, the rarer its signs of life. */
function isSilent(question: Question, now: number): boolean {
  return now - lastSign(question) > Math.max(SILENT_MS, (now - question.askedAt) / 5);
}

function lastSign(question: Question): number {
  const { askedAt, attempt, processingAt, shown, cancelSentAt, overdueAskedAt, endedAt } = question;
  const posted = Object.values(question.posts).flatMap((post) => post?.at ?? []);
  const signs = [attempt?.at, processingAt, shown?.at, cancelSentAt, overdueAskedAt, endedAt];
  return Math.max(askedAt, ...posted, ...signs.filter((at) => at !== undefined));
}

function describe({ open, waiting, workers }: Workload): string {
  const who = workers === undefined ? '' : `; ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  if (open + waiting === 0) return `nothing is open${who}`;
  return `${open} open, ${waiting} to be taken up, all in time${who}`;
}

function duration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return `${Math.round(ms / 1000)} s`;
  return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
