import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from './timeout.js';

/** What all processes share in Redis. What could not be read is absent. */
export interface StoredState {
  /** Queue → state (`waiting`, `active`, `delayed`, `failed`) → jobs. */
  readonly jobs?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Queue → since when its oldest job has waited for a worker, ms. Only where jobs wait. */
  readonly oldestWaitingMs?: Readonly<Record<string, number>>;
  /** How long ago they were asked (`under_1m`, …) → open questions. */
  readonly openQuestions?: Readonly<Record<string, number>>;
  /** Entries that wait to be sealed into the audit trail. */
  readonly auditWaiting?: number;
  /** Bytes that Redis uses, of all its servers together. */
  readonly redisBytes?: number;
}

/** A call to another system. `outcome`: `ok` or an error code. */
export interface CallResult {
  readonly outcome: string;
  readonly ms: number;
}

/** Which budget: `person`, `channel` or `workspace`; of a `day` or a `month`; of `questions` or `credits`. */
interface BudgetLabels {
  readonly scope: string;
  readonly period: string;
  readonly measure: string;
}

/** Durations are passed in ms, and exported in seconds as Prometheus expects. */
export interface Metrics {
  readonly registry: Registry;
  /** An event from Slack: how it asks (`mention`, `command`, …), what else it is for, or `ignored`. */
  eventReceived(kind: string): void;
  /** A question's outcome, such as `completed`, was shown so long after it was asked. */
  questionFinished(outcome: string, ms: number): void;
  /** Something was refused because of a limit: `person`, `channel`, `workspace`, `requests`, … */
  limited(limit: string): void;
  /** A question was refused: this budget of a person, a channel or a workspace is used up. */
  budgetUsedUp(budget: BudgetLabels): void;
  /** A question cost so much, as the instance says. */
  creditsUsed(credits: number): void;
  /** An entry is in the log only, and the audit trail has a gap. */
  auditEntryLost(): void;
  /** A new or changed vote on an answer: `up` or `down`. */
  voted(vote: string): void;
  /** Slack's request of this kind (`event`, `command`, `action`, …) was acknowledged after `ms`. */
  acked(kind: string, ms: number): void;
  /** Time from the question to its status message. */
  statusShown(ms: number): void;
  /** Time from the end of a question on the instance to its outcome in the thread. */
  outcomeShown(ms: number): void;
  slackCalled(method: string, call: CallResult): void;
  /** `route` is a pattern without ids, such as `GET /{id}`. */
  serviceCalled(route: string, call: CallResult): void;
  /** `tool`: a code tool by its name in the API document. */
  toolCalled(tool: string, call: CallResult): void;
  /** A reply of the instance announced the end of an API. `endsAt`: ms since the epoch. */
  apiDeprecated(found: { readonly api: string; readonly endsAt?: number }): void;
  /** A call waited for a token of this rate-limit bucket. */
  rateLimitWaited(bucket: string, ms: number): void;
  /** What Slack is taken to accept of these calls (`post`, `update`) in a workspace, per minute. */
  rateLearned(bucket: string, perMinute: number): void;
  /** Whether calls to the instance are withheld because it does not respond. */
  circuitBreakerOpen(isOpen: boolean): void;
  /** Call what it returns when the job ends. */
  jobStarted(queue: string): () => void;
  /** How many stored secrets no key can decrypt. */
  unreadableSecrets(count: number): void;
  /** `read` runs at each scrape. What it does not give within a second is left out. */
  watchStored(read: () => Promise<StoredState>): void;
}

/** The bot's metrics, with those of the Node process, in their own registry. */
export function createMetrics({ version }: { readonly version: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const make = createFactory(registry);
  make
    .gauge('build_info', 'Always 1; the labels show the running version', ['version', 'node'])
    .set({ version, node: process.version }, 1);
  return {
    registry,
    ...questionMetrics(make),
    ...callMetrics(make),
    ...stateGauges(make),
    apiDeprecated: deprecationMetrics(make),
    jobStarted: jobGauge(make),
    watchStored: (read) => watchStored(make, read),
  };
}

function questionMetrics({ counter, seconds }: MetricFactory) {
  const events = counter('events_total', 'Events from Slack, by what they ask for', ['kind']);
  const finished = counter('questions_total', 'Finished questions, by outcome', ['outcome']);
  const limited = counter('limited_total', 'Refused because of a limit', ['limit']);
  const budgets = counter('budget_refusals_total', 'Questions refused because of a budget', [
    'scope',
    'period',
    'measure',
  ]);
  const spent = counter(
    'credits_total',
    'Credits that questions cost, as the instance reports',
    [],
  );
  const lost = counter('audit_lost_total', 'Entries that the audit trail does not have', []);
  const votes = counter('feedback_total', 'Votes on answers', ['vote']);
  const acks = seconds('ack_seconds', 'Time to acknowledge a request from Slack', ['kind']);
  const status = seconds('status_shown_seconds', 'Time from question to status message', []);
  const shown = seconds(
    'outcome_shown_seconds',
    'Time from the end on the instance to the outcome in Slack',
    [],
  );
  const took = seconds('question_seconds', 'Time from a question to its outcome in Slack', [
    'outcome',
  ]);
  return {
    eventReceived: (kind: string) => events.inc({ kind }),
    questionFinished: (outcome: string, ms: number) => {
      finished.inc({ outcome });
      took.observe({ outcome }, ms / 1000);
    },
    limited: (limit: string) => limited.inc({ limit }),
    budgetUsedUp: ({ scope, period, measure }: BudgetLabels) =>
      budgets.inc({ scope, period, measure }),
    creditsUsed: (credits: number) => spent.inc(credits),
    auditEntryLost: () => lost.inc(),
    voted: (vote: string) => votes.inc({ vote }),
    acked: (kind: string, ms: number) => acks.observe({ kind }, ms / 1000),
    statusShown: (ms: number) => status.observe(ms / 1000),
    outcomeShown: (ms: number) => shown.observe(ms / 1000),
  };
}

function callMetrics({ seconds }: MetricFactory) {
  const slack = seconds('slack_call_seconds', 'Slack Web API calls', ['method', 'outcome']);
  const service = seconds('service_call_seconds', 'Calls to the Deep Search instance', [
    'route',
    'outcome',
  ]);
  const tools = seconds('tool_call_seconds', 'Calls to the code tools', ['tool', 'outcome']);
  const waits = seconds('rate_limit_wait_seconds', "Waits because of Slack's rate limits", [
    'bucket',
  ]);
  return {
    slackCalled: (method: string, { outcome, ms }: CallResult) =>
      slack.observe({ method, outcome }, ms / 1000),
    serviceCalled: (route: string, { outcome, ms }: CallResult) =>
      service.observe({ route, outcome }, ms / 1000),
    toolCalled: (tool: string, { outcome, ms }: CallResult) =>
      tools.observe({ tool, outcome }, ms / 1000),
    rateLimitWaited: (bucket: string, ms: number) => waits.observe({ bucket }, ms / 1000),
  };
}

function deprecationMetrics({ counter, gauge }: MetricFactory) {
  const replies = counter(
    'api_deprecated_replies_total',
    'Replies of the instance that announce the end of an API',
    ['api'],
  );
  const end = gauge(
    'api_end_timestamp_seconds',
    'When an API of the instance ends, as it announces; 0 or absent if it does not say',
    ['api'],
  );
  return ({ api, endsAt = 0 }: { readonly api: string; readonly endsAt?: number }) => {
    replies.inc({ api });
    end.set({ api }, endsAt / 1000);
  };
}

function jobGauge({ gauge }: MetricFactory) {
  const inFlight = gauge('jobs_in_flight', 'Jobs that this process is running', ['queue']);
  return (queue: string) => {
    inFlight.inc({ queue });
    return () => inFlight.dec({ queue });
  };
}

function stateGauges({ gauge }: MetricFactory) {
  const unreadable = gauge(
    'unreadable_secrets',
    'Stored secrets that no key in ENCRYPTION_KEY can decrypt',
    [],
  );
  const rate = gauge(
    'slack_rate_limit_per_minute',
    'What Slack is taken to accept per minute, in the workspace of the last call',
    ['bucket'],
  );
  const circuit = gauge(
    'circuit_breaker_open',
    '1 while calls to the instance are withheld because it does not respond',
    [],
  );
  circuit.set(0);
  return {
    unreadableSecrets: (count: number) => unreadable.set({}, count),
    rateLearned: (bucket: string, perMinute: number) => rate.set({ bucket }, perMinute),
    circuitBreakerOpen: (isOpen: boolean) => circuit.set(isOpen ? 1 : 0),
  };
}

/** All processes report the same numbers: take their maximum, not their sum. */
function watchStored({ collected }: MetricFactory, read: () => Promise<StoredState>): void {
  let reading: Promise<StoredState> | undefined;
  // A scrape collects all of these at the same time.
  const current = () => {
    reading ??= readWithinASecond(read).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const jobsHelp = 'Jobs by queue and state';
  collected({ name: 'queue_jobs', help: jobsHelp, labels: ['queue', 'state'] }, async (gauge) => {
    for (const [queue, states] of Object.entries((await current()).jobs ?? {})) {
      for (const [state, count] of Object.entries(states)) gauge.set({ queue, state }, count);
    }
  });
  const oldest = 'How long the oldest waiting job has waited for a worker';
  collected({ name: 'queue_oldest_seconds', help: oldest, labels: ['queue'] }, async (gauge) => {
    for (const [queue, ms] of Object.entries((await current()).oldestWaitingMs ?? {})) {
      gauge.set({ queue }, ms / 1000);
    }
  });
  const openHelp = 'Open questions, by how long ago they were asked';
  collected({ name: 'open_questions', help: openHelp, labels: ['age'] }, async (gauge) => {
    for (const [age, count] of Object.entries((await current()).openQuestions ?? {})) {
      gauge.set({ age }, count);
    }
  });
  const waiting = 'Entries that wait to be sealed into the audit trail';
  collected({ name: 'audit_waiting', help: waiting, labels: [] }, async (gauge) => {
    gauge.set((await current()).auditWaiting ?? 0);
  });
  const memory = 'Memory that Redis uses; 0 if it is not known';
  collected({ name: 'redis_memory_bytes', help: memory, labels: [] }, async (gauge) => {
    gauge.set((await current()).redisBytes ?? 0);
  });
}

async function readWithinASecond(read: () => Promise<StoredState>): Promise<StoredState> {
  const none = () => ({});
  return withTimeout(read(), 1000, none).catch(none);
}

type MetricFactory = ReturnType<typeof createFactory>;

function createFactory(registry: Registry) {
  const shared = <L extends string>(name: string, help: string, labelNames: L[]) => ({
    name: `deepsearch_slack_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    counter: <L extends string>(name: string, help: string, labels: L[]) =>
      new Counter(shared(name, help, labels)),
    gauge: <L extends string>(name: string, help: string, labels: L[]) =>
      new Gauge(shared(name, help, labels)),
    /** `collect` runs at each scrape. */
    collected: <L extends string>(
      { name, help, labels }: { name: string; help: string; labels: L[] },
      collect: (gauge: Gauge<L>) => Promise<void>,
    ) =>
      new Gauge<L>({
        ...shared(name, help, labels),
        async collect() {
          this.reset();
          await collect(this);
        },
      }),
    seconds: <L extends string>(name: string, help: string, labels: L[]) =>
      new Histogram({ ...shared(name, help, labels), buckets: BUCKETS }),
  };
}

/** From an ack to a question that takes ten minutes. */
const BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10, 30, 60, 120, 300, 600,
];
