import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from './timeout.js';

/** Job counts: queue → state (`waiting`, `active`, `delayed`, `failed`) → count. */
export type QueueDepths = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A call to another system. `outcome`: `ok` or an error code. */
export interface CallResult {
  readonly outcome: string;
  readonly ms: number;
}

/** Durations are passed in ms, and exported in seconds as Prometheus expects. */
export interface Metrics {
  readonly registry: Registry;
  /** An event from Slack: how it asks (`mention`, `command`, …), what else it is for, or `ignored`. */
  eventReceived(kind: string): void;
  /** A question's outcome, such as `completed`, was shown. */
  questionFinished(outcome: string): void;
  /** Something was refused because of a limit: `person`, `channel`, `workspace`, `requests`, … */
  limited(limit: string): void;
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
  /** A call waited for a token of this rate-limit bucket. */
  rateLimitWaited(bucket: string, ms: number): void;
  /** Call what it returns when the job ends. */
  jobStarted(queue: string): () => void;
  /** How many stored secrets no key can decrypt. */
  unreadableSecrets(count: number): void;
  /** `read` runs at each scrape. Where it fails or takes over a second, the counts are left out. */
  watchQueues(read: () => Promise<QueueDepths>): void;
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
    jobStarted: jobGauge(make),
    unreadableSecrets: secretGauge(make),
    watchQueues: (read) => watchQueues(registry, read),
  };
}

function questionMetrics({ counter, seconds }: MetricFactory) {
  const events = counter('events_total', 'Events from Slack, by what they ask for', ['kind']);
  const finished = counter('questions_total', 'Finished questions, by outcome', ['outcome']);
  const limited = counter('limited_total', 'Refused because of a limit', ['limit']);
  const votes = counter('feedback_total', 'Votes on answers', ['vote']);
  const acks = seconds('ack_seconds', 'Time to acknowledge a request from Slack', ['kind']);
  const status = seconds('status_shown_seconds', 'Time from question to status message', []);
  const shown = seconds(
    'outcome_shown_seconds',
    'Time from the end on the instance to the outcome in Slack',
    [],
  );
  return {
    eventReceived: (kind: string) => events.inc({ kind }),
    questionFinished: (outcome: string) => finished.inc({ outcome }),
    limited: (limit: string) => limited.inc({ limit }),
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

function jobGauge({ gauge }: MetricFactory) {
  const inFlight = gauge('jobs_in_flight', 'Jobs that this process is running', ['queue']);
  return (queue: string) => {
    inFlight.inc({ queue });
    return () => inFlight.dec({ queue });
  };
}

function secretGauge({ gauge }: MetricFactory) {
  const help = 'Stored secrets that no key in ENCRYPTION_KEY can decrypt';
  const unreadable = gauge('unreadable_secrets', help, []);
  return (count: number) => unreadable.set({}, count);
}

function watchQueues(registry: Registry, read: () => Promise<QueueDepths>): void {
  new Gauge({
    name: 'deepsearch_slack_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [queue, states] of Object.entries(await readWithinASecond(read))) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
      }
    },
  });
}

async function readWithinASecond(read: () => Promise<QueueDepths>): Promise<QueueDepths> {
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
    seconds: <L extends string>(name: string, help: string, labels: L[]) =>
      new Histogram({ ...shared(name, help, labels), buckets: BUCKETS }),
  };
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10, 30];
