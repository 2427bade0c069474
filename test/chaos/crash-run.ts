import type { ApiCall as ServiceCall } from '../../local/service/service.js';
import type { Channel, Person } from '../../local/workspace/workspace.js';
import { audit } from './audit.js';
import type { CrashScenario } from './crash-points.js';
import { type Harness, until } from './harness.js';
import { type AnswerPlan, QUESTION_MARK } from './planned-engine.js';
import type { AskedQuestion } from './question-load.js';

/** One question, in a channel and by a person of its own, at which the process is killed. */
export interface CrashRun {
  readonly harness: Harness;
  readonly point: { readonly name: string; readonly scenario: CrashScenario };
  readonly when: 'before' | 'after';
  readonly by: Person;
  readonly channel: Channel;
  /** Of the question that reaches the crash point. */
  readonly mark: string;
}

/** Only a guard against hanging. */
export const ENDED_TIMEOUT_MS = 180_000;

/** Asks what the scenario needs; resolves once everything has been sent. */
export async function askQuestion(run: CrashRun): Promise<void> {
  const { harness, by, channel, mark, point } = run;
  const first = { by, channel, way: 'mention', stop: false, plan: { workMs: 0 } } as const;
  const question = { ...first, mark };
  const afterKill = (workMs: number) => ({ workMs, until: harness.answersGate.opened });
  switch (point.scenario) {
    case 'follow-up': {
      const after = await harness.ask(first);
      await until(() => hasEnded(harness, after.mark), ENDED_TIMEOUT_MS);
      return void (await harness.ask({ ...question, way: 'follow-up', after }));
    }
    case 'away':
      await harness.stack.workspace.kick({ channel, user: harness.stack.workspace.app.botUserId });
      return void (await harness.ask({ ...question, way: 'command' }));
    case 'command':
      return void (await harness.ask({ ...question, way: 'command' }));
    // Answered only after the kill, however slow the machine is: the stop or the time limit comes first.
    case 'stopped':
    case 'stopping':
      return cancelWhileWorking(run, await harness.ask({ ...question, plan: afterKill(30_000) }));
    case 'withdrawn':
      return harness.deleteMessage(await harness.ask({ ...question, plan: afterKill(30_000) }));
    case 'overdue':
      return void (await harness.ask({ ...question, plan: afterKill(0) }));
    case 'kept':
      return harness.pressKeepWaiting(await harness.ask({ ...question, plan: afterKill(0) }));
    default:
      return void (await harness.ask({ ...question, plan: PLANS[point.scenario] }));
  }
}

/** A question is cancelled on the service only once its conversation is known. */
async function cancelWhileWorking(run: CrashRun, asked: AskedQuestion): Promise<void> {
  const { service } = run.harness.stack;
  const isRead = (call: ServiceCall) => call.route === 'read' && isServiceCallAbout(run, call);
  await service.waitFor(() => service.calls.some(isRead));
  await run.harness.pressStop(asked);
}

type PlainScenario = Exclude<
  CrashScenario,
  'follow-up' | 'away' | 'command' | 'stopped' | 'stopping' | 'withdrawn' | 'overdue' | 'kept'
>;

const PLANS: Readonly<Record<PlainScenario, AnswerPlan>> = {
  quick: { workMs: 0 },
  unsure: { workMs: 0 },
  working: { workMs: 15_000 },
  late: { workMs: 11_000 },
  long: { workMs: 0, long: true },
  'late-long': { workMs: 11_000, long: true },
  expired: { workMs: 60_000 },
};

/** Whether a call to Slack concerns this run's channel or person. */
export function isSlackCallAbout(
  { harness, by, channel }: CrashRun,
  args: Readonly<Record<string, unknown>>,
) {
  const places = [channel.id, harness.stack.workspace.dm(by).id];
  return places.includes(String(args['channel'])) || args['users'] === by.id;
}

export function isServiceCallAbout(
  { harness, mark }: CrashRun,
  { path, body }: ServiceCall,
): boolean {
  const text = JSON.stringify(body ?? '');
  if (text.match(QUESTION_MARK)?.[0] === mark) return true;
  const its = harness.stack.service
    .conversations()
    .find(({ questions }) =>
      questions.some(({ question }) => question.match(QUESTION_MARK)?.[0] === mark),
    );
  return its !== undefined && new RegExp(`/v1/${its.id}\\b`).test(path);
}

/** `true` or `undefined`, as `until` expects. */
export function hasEnded(harness: Harness, mark: string): true | undefined {
  const asked = harness.asked.find((it) => it.mark === mark);
  const { lost, left } = audit(harness);
  if (asked === undefined || harness.willBeRedelivered(asked)) return undefined;
  const isOpen = [...lost, ...left].some((fault) => fault.startsWith(`${mark} `));
  return isOpen ? undefined : true;
}
