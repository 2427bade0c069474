import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** How many jobs stand where: queue → state (`waiting`, `active`, `delayed`, `failed`) → count. */
export type QueueDepths = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A call to a far side. `outcome`: `ok`, or the stable code of what went wrong. */
export interface Call {
  readonly outcome: string;
  readonly ms: number;
}

/** Times are in ms here and in seconds on the page, as Prometheus wants them. */
export interface Metrics {
  readonly registry: Registry;
  /** Slack said something: how it asks (`mention`, `command`, …), what else it wants, or `ignored`. */
  heard(what: string): void;
  /** A question came to its visible end, such as `completed`. */
  questionEnded(ending: string): void;
  /** Somebody found an answer good (`up`) or bad (`down`), or has changed their mind. */
  voted(vote: string): void;
  /** Slack's request of this kind (`event`, `command`, `action`, …) was acked. */
  acked(kind: string, ms: number): void;
  /** From the question to the status message that stands in its thread. */
  statusShown(ms: number): void;
  /** From the service's end of a question to its ending in the thread. */
  endingShown(ms: number): void;
  slackCalled(method: string, call: Call): void;
  /** `route` is a pattern without ids, such as `GET /{id}`. */
  serviceCalled(route: string, call: Call): void;
  /** `tool`: a code tool by the name that the document gives it. */
  toolCalled(tool: string, call: Call): void;
  /** Something waited for its share of what Slack allows. */
  budgetWaited(budget: string, ms: number): void;
  /** Call what it returns when the job ends. */
  jobStarted(queue: string): () => void;
  /** Asked at each scrape. Where it fails or takes over a second, the depths are left out. */
  watchQueues(read: () => Promise<QueueDepths>): void;
}

/** Meters in a registry of their own, with the process's own beside them. */
export function createMetrics({ version }: { readonly version: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const make = maker(registry);
  make
    .gauge('build_info', 'Always 1; the labels say what runs', ['version', 'node'])
    .set({ version, node: process.version }, 1);
  return {
    registry,
    ...questionMeters(make),
    ...callMeters(make),
    jobStarted: jobMeter(make),
    watchQueues: (read) => watchQueues(registry, read),
  };
}

function questionMeters({ counter, seconds }: Make) {
  const heard = counter('heard_total', 'What Slack said, by what it wants of us', ['what']);
  const ended = counter('questions_total', 'Questions by their ending', ['ending']);
  const votes = counter('feedback_total', 'Votes on answers', ['vote']);
  const acks = seconds('ack_seconds', 'Time to the ack of a request of Slack', ['kind']);
  const status = seconds('status_shown_seconds', 'From question to status message', []);
  const shown = seconds('ending_shown_seconds', 'From end on the service to end in Slack', []);
  return {
    heard: (what: string) => heard.inc({ what }),
    questionEnded: (ending: string) => ended.inc({ ending }),
    voted: (vote: string) => votes.inc({ vote }),
    acked: (kind: string, ms: number) => acks.observe({ kind }, ms / 1000),
    statusShown: (ms: number) => status.observe(ms / 1000),
    endingShown: (ms: number) => shown.observe(ms / 1000),
  };
}

function callMeters({ seconds }: Make) {
  const slack = seconds('slack_call_seconds', 'Slack Web API calls', ['method', 'outcome']);
  const service = seconds('service_call_seconds', 'Calls of the service', ['route', 'outcome']);
  const tools = seconds('tool_call_seconds', 'Calls of the code tools', ['tool', 'outcome']);
  const waits = seconds('budget_wait_seconds', "Waits for a share of Slack's limits", ['budget']);
  return {
    slackCalled: (method: string, { outcome, ms }: Call) =>
      slack.observe({ method, outcome }, ms / 1000),
    serviceCalled: (route: string, { outcome, ms }: Call) =>
      service.observe({ route, outcome }, ms / 1000),
    toolCalled: (tool: string, { outcome, ms }: Call) =>
      tools.observe({ tool, outcome }, ms / 1000),
    budgetWaited: (budget: string, ms: number) => waits.observe({ budget }, ms / 1000),
  };
}

function jobMeter({ gauge }: Make) {
  const inFlight = gauge('jobs_in_flight', 'Jobs that this process runs right now', ['queue']);
  return (queue: string) => {
    inFlight.inc({ queue });
    return () => inFlight.dec({ queue });
  };
}

function watchQueues(registry: Registry, read: () => Promise<QueueDepths>): void {
  new Gauge({
    name: 'deepsearch_slack_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [queue, states] of Object.entries(await withinASecond(read))) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
      }
    },
  });
}

async function withinASecond(read: () => Promise<QueueDepths>): Promise<QueueDepths> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<QueueDepths>((resolve) => {
    timer = setTimeout(resolve, 1000, {});
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

type Make = ReturnType<typeof maker>;

function maker(registry: Registry) {
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
