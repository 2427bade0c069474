import { setTimeout as sleep } from 'node:timers/promises';
import { createEventSender, mentionEvent, messageEvent, type Subscription } from './app-events.js';
import type { PlanResult, QuestionPlan } from './protocol.js';
import type { ScriptedService } from './scripted-service.js';
import type { ScriptedSlack } from './scripted-slack.js';
import type { ShownOutcomes } from './shown-outcomes.js';
import { APP, channelId, userId } from './slack-messages.js';

export interface FarSide {
  readonly slack: ScriptedSlack;
  readonly service: ScriptedService;
  readonly outcomes: ShownOutcomes;
}

interface AskedQuestion {
  readonly mark: string;
  readonly at: number;
  /** Of its events; infinite until their replies are there. */
  readonly acks: readonly number[];
}

const NEVER = Number.POSITIVE_INFINITY;
const LOOK_MS = 50;
/** After the last change that is waited for: what the program still writes down counts as well. */
const FINISH_MS = 500;
/** Spreads consecutive numbers evenly over 0 to 1. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Asks what is planned, in numbers that no earlier plan used, and waits for what is to come of it. */
export function createAsker(farSide: FarSide) {
  let numbers = 0;
  return async (plan: QuestionPlan, subscription: Subscription): Promise<PlanResult> => {
    const { slack, service } = farSide;
    const before = { ...service.counts(), refusals: slack.refusals() };
    const [least, most] = plan.workMs;
    service.work((n) => least + ((n * GOLDEN_RATIO) % 1) * (most - least));
    const sender = createEventSender(subscription);
    const stopEvents =
      subscription.events === 'messages' ? sendOwnMessages(slack, sender) : NOTHING;
    const startedAt = Date.now();
    try {
      const asked: AskedQuestion[] = [];
      for (let i = 0; i < plan.questions; i++) {
        await sleepUntil(startedAt + (i * plan.withinMs) / plan.questions);
        asked.push(ask(farSide, { n: numbers++, plan, subscription, sender }));
      }
      await waitFor(() => isDone(farSide, plan, asked), startedAt + plan.limitMs);
      const settled = () => plan.until !== undefined || !isCancelLeft(farSide, asked);
      await waitFor(settled, Date.now() + plan.settleMs);
      await sleep(FINISH_MS);
      return resultOf(farSide, asked, { ...before, startedAt });
    } finally {
      stopEvents();
      sender.stop();
    }
  };
}

const NOTHING = () => undefined;
type Sender = ReturnType<typeof createEventSender>;

/** Slack tells an app of its own messages too. */
function sendOwnMessages({ messages }: ScriptedSlack, sender: Sender): () => void {
  let stopped = false;
  messages.watchMessages((change) => {
    const isOwn = (change.message ?? change.previous)?.bot_id !== undefined;
    if (isOwn && !stopped) void sender.send(messageEvent(change));
  });
  return () => {
    stopped = true;
  };
}

interface Asking {
  readonly n: number;
  readonly plan: QuestionPlan;
  readonly subscription: Subscription;
  readonly sender: Sender;
}

/** A mention comes as two events to who subscribes to messages as well. */
function ask({ slack }: FarSide, { n, plan, subscription, sender }: Asking): AskedQuestion {
  const mark = `q${n}q`;
  const at = Date.now();
  const message = slack.messages.add({
    channel: channelId(n % plan.channels),
    user: userId(n % plan.channels),
    text: `<@${APP.botUser}> where do we retry, ${mark}?`,
  });
  const { channel, ts } = message;
  const events = [mentionEvent(message)];
  if (subscription.events === 'messages') events.push(messageEvent({ at, channel, ts, message }));
  const acks = events.map(() => NEVER);
  for (const [index, event] of events.entries()) {
    void sender.send(event).then((ms) => {
      acks[index] = ms;
    });
  }
  return { mark, at, acks };
}

function isDone(
  { service, outcomes }: FarSide,
  plan: QuestionPlan,
  asked: readonly AskedQuestion[],
) {
  const { until } = plan;
  return asked.every(({ mark }) =>
    until === 'created' ? service.record(mark) !== undefined : outcomes.shownAt(mark) !== undefined,
  );
}

function isCancelLeft({ outcomes }: FarSide, asked: readonly AskedQuestion[]): boolean {
  return asked.some(({ mark }) => !Number.isFinite(outcomes.cancelLeftMs(mark)));
}

interface Before {
  readonly reads: number;
  readonly refusals: number;
  readonly startedAt: number;
}

function resultOf(
  { slack, service, outcomes }: FarSide,
  asked: readonly AskedQuestion[],
  before: Before,
): PlanResult {
  const shownAt = asked.map(({ mark }) => outcomes.shownAt(mark) ?? NEVER);
  const { reads, mostOpen } = service.counts();
  const twice = asked.filter(
    ({ mark }) => outcomes.shownTwice(mark) || (service.record(mark)?.times ?? 0) > 1,
  );
  return {
    acks: asked.flatMap(({ acks }) => acks),
    created: asked.map(({ mark, at }) => (service.record(mark)?.createdAt ?? NEVER) - at),
    shown: asked.map(
      ({ mark }, i) => (shownAt[i] ?? NEVER) - (service.record(mark)?.finishedAt ?? 0),
    ),
    cancelLeft: asked.map(({ mark }) => outcomes.cancelLeftMs(mark)),
    lost: shownAt.filter((at) => at === NEVER).length,
    twice: Math.max(twice.length, outcomes.overlaps()),
    reads: reads - before.reads,
    mostOpen,
    refusals: slack.refusals() - before.refusals,
    tookMs: Math.max(...shownAt) - before.startedAt,
  };
}

async function waitFor(done: () => boolean, deadline: number): Promise<void> {
  while (!done() && Date.now() < deadline) await sleep(LOOK_MS);
}

async function sleepUntil(at: number): Promise<void> {
  const ms = at - Date.now();
  if (ms > 0) await sleep(ms);
}
