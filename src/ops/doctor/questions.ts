import type { Question } from '../../model/question.js';
import { roughly } from '../../render/format/amounts.js';
import { NewerQuestion } from '../../store/questions.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** The state of questions and queues. Times in ms since the epoch. */
export interface Workload {
  /** Connected workers; absent if Redis does not tell. */
  readonly workers?: number;
  readonly open: number;
  /** Open questions, oldest first. */
  readonly oldest: readonly Question[];
  /** How many of the oldest a newer version accepted, which this one cannot read. */
  readonly newer: number;
  /** Jobs from Slack events that no worker has started yet. */
  readonly waiting: number;
  readonly waitingSince?: number;
  readonly failed: number;
}

export interface WorkloadSource {
  readonly questions: {
    open(limit: number): Promise<string[]>;
    countOpen(): Promise<number>;
    load(id: string): Promise<Question | undefined>;
  };
  /** The queues with the jobs from Slack events. */
  readonly queues: readonly {
    getJobCounts(...states: ['waiting', 'failed']): Promise<Record<string, number>>;
    getWaiting(start: number, end: number): Promise<readonly { timestamp: number }[]>;
    getWorkers(): Promise<readonly { [name: string]: string }[]>;
  }[];
}

const MAX_CHECKED = 100;
const NEWER = 'newer';

export async function readWorkload({ questions, queues }: WorkloadSource): Promise<Workload> {
  const [ids, open, perQueue] = await Promise.all([
    questions.open(MAX_CHECKED),
    questions.countOpen(),
    Promise.all(queues.map(readQueue)),
  ]);
  const oldest = await Promise.all(ids.map((id) => questions.load(id).catch(newerQuestion)));
  const since = perQueue.flatMap(({ waitingSince }) => waitingSince ?? []);
  const workers = perQueue.flatMap((queue) => queue.workers ?? []);
  return {
    open,
    oldest: oldest.filter((question) => question !== undefined && question !== NEWER),
    newer: oldest.filter((question) => question === NEWER).length,
    waiting: sum(perQueue.map(({ waiting }) => waiting)),
    failed: sum(perQueue.map(({ failed }) => failed)),
    ...(since.length > 0 ? { waitingSince: Math.min(...since) } : {}),
    ...(workers.length > 0 ? { workers: Math.max(...workers) } : {}),
  };
}

function newerQuestion(error: unknown): typeof NEWER {
  if (error instanceof NewerQuestion) return NEWER;
  throw error;
}

async function readQueue(queue: WorkloadSource['queues'][number]) {
  const [counts, [first], workers] = await Promise.all([
    queue.getJobCounts('waiting', 'failed'),
    queue.getWaiting(0, 0),
    // Some managed servers forbid `CLIENT LIST`.
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

const MAX_WAIT_MS = 30_000;
const STALLED_MS = 5 * 60_000;

/** Whether questions are being worked on. */
export function checkWorkload(work: Workload, now: number): Findings {
  const { open, waiting, workers } = work;
  if (workers === 0 && open + waiting > 0) {
    return problem(
      `no worker is connected, but ${open} questions are open and ${waiting} jobs are waiting`,
      'start the app with the role "worker", or with none for both roles; "deepsearch-slack --help" says how',
    );
  }
  const findings = [
    ...checkWaiting(work, now),
    ...checkProgress(work, now),
    ...checkFailed(work),
    ...checkNewer(work),
  ];
  return findings.length > 0 ? findings : ok(describe(work));
}

function checkNewer({ newer }: Workload): Findings {
  if (newer === 0) return [];
  return warning(
    `${newer} of the oldest open questions were accepted by a newer version of the app, and wait for it`,
    'start a worker of that version; it may run beside this one',
  );
}

function checkWaiting({ waiting, waitingSince }: Workload, now: number): Findings {
  const wait = now - (waitingSince ?? now);
  if (wait < MAX_WAIT_MS) return [];
  return problem(
    `${waiting} jobs are waiting to be started, the oldest for ${roughly(wait)}`,
    "see the worker's log for what delays it; raise WORKER_CONCURRENCY, or start another worker",
  );
}

function checkProgress({ oldest }: Workload, now: number): Findings {
  const stalled = firstOfThreads(oldest).filter((question) => isStalled(question, now));
  const [first] = stalled;
  if (first === undefined) return [];
  const { id, transientError } = first;
  const cause = transientError === undefined ? '' : ` (the instance: ${transientError.kind})`;
  return warning(
    `${stalled.length} open questions make no progress; the oldest, ${id}, for ${roughly(now - lastActivity(first))}${cause}`,
    transientError === undefined
      ? `look for ${id} in the log of the worker`
      : 'see the finding about the service: the questions are waiting for it',
  );
}

function checkFailed({ failed }: Workload): Findings {
  if (failed === 0) return [];
  return warning(
    `${failed} jobs failed`,
    'see the reason at /queues on OPS_PORT, and in the log of the worker',
  );
}

/** Further questions of a thread wait for its first one, so they make no progress. */
function firstOfThreads(questions: readonly Question[]): Question[] {
  const seen = new Set<string>();
  return questions.filter(({ place }) => {
    const thread = JSON.stringify(place);
    const first = place.threadTs === undefined || !seen.has(thread);
    seen.add(thread);
    return first;
  });
}

/** The longer a question runs, the rarer its updates. */
function isStalled(question: Question, now: number): boolean {
  return now - lastActivity(question) > Math.max(STALLED_MS, (now - question.askedAt) / 5);
}

function lastActivity(question: Question): number {
  const { askedAt, attempt, processingAt, shown, cancelSentAt, overdueAskedAt, endedAt } = question;
  const posted = Object.values(question.posts).flatMap((post) => post?.at ?? []);
  const times = [attempt?.at, processingAt, shown?.at, cancelSentAt, overdueAskedAt, endedAt];
  return Math.max(askedAt, ...posted, ...times.filter((at) => at !== undefined));
}

function describe({ open, waiting, workers }: Workload): string {
  const who = workers === undefined ? '' : `; ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  if (open + waiting === 0) return `no open questions${who}`;
  return `${open} open, ${waiting} waiting to be started, none overdue${who}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
