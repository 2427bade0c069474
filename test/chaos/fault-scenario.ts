import { type Harness, type HarnessOptions, startHarness } from './harness.js';
import type { QuestionOptions } from './question-load.js';
import type { ReportRow } from './report.js';
import { faultsOf, waitUntilDone } from './wait-until-done.js';

/** A fault that is injected while questions are being asked. */
export interface FaultScenario {
  readonly name: string;
  /** What is injected, and what the row's note says: one sentence for the reader of the table. */
  readonly says: string;
  readonly harness?: Omit<HarnessOptions, 'seed'>;
  /** The bot's Redis, if it is anything but a single server. */
  readonly redis?: () => Promise<RedisSetup>;
  /** What is asked; whatever it leaves out is random. */
  question?(harness: Harness): QuestionOptions;
  /** How many questions are asked unless the command line says otherwise; default 100. */
  readonly questions?: number;
  /** Questions per second; default 10. */
  readonly perSecond?: number;
  /** Part of `npm test`: quick, and independent of the machine's speed. */
  readonly short?: true;
  /** Redis may lose its last writes, so a message may be posted twice: counted, but not a fault. */
  readonly forgets?: true;
  /** Runs while questions are asked; the fault is over when it resolves. */
  inject(context: FaultContext): Promise<void>;
  /** Added to the row's note once every question has ended. */
  summarize?(harness: Harness): Promise<string> | string;
}

export interface RedisSetup {
  readonly redisUrl: string;
  inject(): Promise<void>;
  stop(): Promise<void>;
}

export interface FaultContext {
  readonly harness: Harness;
  readonly questions: number;
  readonly redis: RedisSetup | undefined;
  /** Resolves once this share of the questions, 0 to 1, has been asked. */
  at(share: number): Promise<void>;
  /** Puts something into the row's note. */
  note(text: string): void;
}

export interface ScenarioRunOptions {
  /** Default: the scenario's own number. */
  readonly questions?: number | undefined;
  readonly seed: number;
}

/** How many questions a scenario asks by default. */
export function questionsOf({ questions = 100 }: FaultScenario): number {
  return questions;
}

/** Runs one scenario with a harness of its own. */
export async function runScenario(
  scenario: FaultScenario,
  runOptions: ScenarioRunOptions,
): Promise<ReportRow> {
  const { seed, questions = questionsOf(scenario) } = runOptions;
  const redis = await scenario.redis?.();
  try {
    const options = redis === undefined ? {} : { redisUrl: redis.redisUrl };
    const harness = await startHarness({ ...scenario.harness, ...options, seed });
    try {
      return { ...(await askThroughFaults(scenario, { harness, questions, redis })), seed };
    } finally {
      await harness.close();
    }
  } finally {
    await redis?.stop();
  }
}

type RunContext = Pick<FaultContext, 'harness' | 'questions' | 'redis'>;

/** Asks while the fault is injected, and waits until every question has ended. */
async function askThroughFaults(
  scenario: FaultScenario,
  context: RunContext,
): Promise<Omit<ReportRow, 'seed'>> {
  const { harness, questions } = context;
  const notes: string[] = [];
  const load = harness.askMany(questions, scenario.perSecond ?? 10, scenario.question?.(harness));
  const injection = scenario.inject({
    ...context,
    at: (share) => harness.reached(Math.ceil(questions * share)),
    note: (text) => void notes.push(text),
  });
  await Promise.all([injection, load]);
  const overAt = Date.now();
  const result = await waitUntilDone(harness, timeoutFor(scenario, questions));
  const endedMs = Date.now() - overAt;
  if (scenario.summarize !== undefined) notes.push(await scenario.summarize(harness));
  const movedMs = movedAfter(harness, overAt);
  const faults = scenario.forgets === true ? [] : faultsOf(harness, result);
  const { name } = scenario;
  const times = { endedMs, ...(movedMs === undefined ? {} : { movedMs }) };
  return { name, ...result, ...times, note: notes.join('; '), faults };
}

/**
 * With Slack's limits, each question uses at least one of the 38 updates a minute that the bot allows
 * itself per workspace: 1.6 s each, doubled for safety. Without them, only slow machines matter.
 */
function timeoutFor({ harness }: FaultScenario, questions: number): number {
  return 180_000 + questions * (harness?.limits === true ? 3_200 : 200);
}

/** ms until Slack next accepted a message of the bot. */
function movedAfter({ observer }: Harness, since: number): number | undefined {
  const at = observer.nextMessageAt(since);
  return at && at - since;
}
