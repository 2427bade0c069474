import type { DeliveryAttempt, WebApiCall, Workspace } from '../../local/workspace/workspace.js';

/** Records all traffic with Slack: the workspace's own log keeps only the latest. */
export interface SlackObserver {
  /** Whether the bot acknowledged the event of the message with this `ts`. */
  acknowledged(ts: string): boolean;
  /** Whether Slack has given up delivering the message with this `ts`. */
  undelivered(ts: string): boolean;
  /** When Slack had accepted the answer with this mark, ms since the epoch. */
  answeredAt(mark: string): number | undefined;
  /** How many messages of the bot said that the question waits for the service. */
  waiting(): number;
  /** When Slack next accepted a message of the bot, from `since` on. */
  nextMessageAt(since: number): number | undefined;
  stop(): void;
}

const LOOK_MS = 500;
const POST_METHODS = new Set(['chat.postMessage', 'chat.update']);

/** Starts recording; `attempts`: how often Slack delivers an event. */
export function createSlackObserver(workspace: Workspace, attempts: number): SlackObserver {
  const nextCalls = tailOf(() => workspace.calls);
  const nextDeliveries = tailOf(() => workspace.deliveries);
  const acknowledged = new Set<string>();
  const undelivered = new Set<string>();
  const answered = new Map<string, number>();
  const waiting = new Set<string>();
  const sentAt: number[] = [];
  let open: readonly WebApiCall[] = [];

  function recordDelivery(delivery: DeliveryAttempt): void {
    const ts = saidIn(delivery);
    if (ts !== undefined && delivery.status === 200) acknowledged.add(ts);
    else if (ts !== undefined && delivery.attempt >= attempts) undelivered.add(ts);
  }

  function recordCall({ method, outcome, args, at, ts = '', ms = 0 }: WebApiCall): void {
    if (outcome !== 'ok' || !POST_METHODS.has(method)) return;
    const says = JSON.stringify(args);
    sentAt.push(at);
    if (says.includes('is not answering right now')) waiting.add(ts);
    for (const [, mark] of says.matchAll(/(?:answer|section)-(q\d+q)/g)) {
      if (mark !== undefined && !answered.has(mark)) answered.set(mark, at + ms);
    }
  }

  function update(): void {
    nextDeliveries().forEach(recordDelivery);
    const calls = [...open, ...nextCalls()];
    open = calls.filter(({ outcome }) => outcome === undefined);
    calls.forEach(recordCall);
  }

  const looking = setInterval(update, LOOK_MS);
  const known = <T>(find: () => T) => {
    update();
    return find();
  };
  return {
    acknowledged: (ts) => known(() => acknowledged.has(ts)),
    undelivered: (ts) => known(() => undelivered.has(ts)),
    answeredAt: (mark) => known(() => answered.get(mark)),
    waiting: () => known(() => waiting.size),
    nextMessageAt: (since) => known(() => sentAt.find((at) => at >= since)),
    stop: () => clearInterval(looking),
  };
}

/** Reads a list that grows at its end and may lose its beginning: each call gives the new items. */
function tailOf<T>(list: () => readonly T[]): () => readonly T[] {
  let last: T | undefined;
  return () => {
    const fresh = list().slice(last === undefined ? 0 : list().lastIndexOf(last) + 1);
    last = fresh.at(-1) ?? last;
    return fresh;
  };
}

function saidIn({ kind, payload }: DeliveryAttempt): string | undefined {
  if (kind !== 'event') return undefined;
  const { event } = payload as { readonly event?: { readonly ts?: string; subtype?: string } };
  return event?.subtype === undefined ? event?.ts : undefined;
}
