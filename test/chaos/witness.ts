import type { Call, DeliveryAttempt, Workspace } from '../../local/workspace/workspace.js';

/** What went over Slack's wires, of everything: the workspace's own log keeps but the latest. */
export interface Witness {
  /** The `ts` of all messages that the bot has acknowledged. */
  heard(ts: string): boolean;
  /** Whether Slack has sent the message with this `ts` for the last time, in vain. */
  lapsed(ts: string): boolean;
  /** When Slack had taken what answers this mark, ms since the epoch. */
  answeredAt(mark: string): number | undefined;
  /** How many messages of the bot have said that the question waits for the service. */
  waiting(): number;
  /** When the bot next spoke from `since` on and Slack took it. */
  spokeAt(since: number): number | undefined;
  stop(): void;
}

const LOOK_MS = 500;
const SPEAKS = new Set(['chat.postMessage', 'chat.update']);

/** Sees all that goes out and comes in; `attempts`: how often Slack sends an event. */
export function createWitness(workspace: Workspace, attempts: number): Witness {
  const nextCalls = tailOf(() => workspace.calls);
  const nextDeliveries = tailOf(() => workspace.deliveries);
  const heard = new Set<string>();
  const lapsed = new Set<string>();
  const answered = new Map<string, number>();
  const waiting = new Set<string>();
  const spoke: number[] = [];
  let open: readonly Call[] = [];

  function see(delivery: DeliveryAttempt): void {
    const ts = saidIn(delivery);
    if (ts !== undefined && delivery.status === 200) heard.add(ts);
    else if (ts !== undefined && delivery.attempt >= attempts) lapsed.add(ts);
  }

  function hear({ method, outcome, args, at, ts = '', ms = 0 }: Call): void {
    if (outcome !== 'ok' || !SPEAKS.has(method)) return;
    const says = JSON.stringify(args);
    spoke.push(at);
    if (says.includes('is not answering right now')) waiting.add(ts);
    for (const [, mark] of says.matchAll(/(?:answer|section)-(q\d+q)/g)) {
      if (mark !== undefined && !answered.has(mark)) answered.set(mark, at + ms);
    }
  }

  function look(): void {
    nextDeliveries().forEach(see);
    const calls = [...open, ...nextCalls()];
    open = calls.filter(({ outcome }) => outcome === undefined);
    calls.forEach(hear);
  }

  const looking = setInterval(look, LOOK_MS);
  const known = <T>(find: () => T) => {
    look();
    return find();
  };
  return {
    heard: (ts) => known(() => heard.has(ts)),
    lapsed: (ts) => known(() => lapsed.has(ts)),
    answeredAt: (mark) => known(() => answered.get(mark)),
    waiting: () => known(() => waiting.size),
    spokeAt: (since) => known(() => spoke.find((at) => at >= since)),
    stop: () => clearInterval(looking),
  };
}

/** Reads a list that grows at its end and may lose its beginning: each call gives what is new. */
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
