import type { Call, DeliveryAttempt } from '../api/workspace.js';

const MAX_ENTRIES = 10_000;

export type OpenCall = { -readonly [K in keyof Call]: Call[K] };

/** What went over the wire, both ways; the latest of it. */
export class TrafficLog {
  readonly calls: OpenCall[] = [];
  readonly deliveries: DeliveryAttempt[] = [];

  constructor(private readonly onChange: () => void) {}

  /** Enters a call; the caller fills in its outcome with `close`. */
  call(entry: Call): OpenCall {
    const open = { ...entry };
    append(this.calls, open);
    this.onChange();
    return open;
  }

  close(call: OpenCall, outcome: string, now: number): void {
    call.outcome = outcome;
    call.ms = now - call.at;
    this.onChange();
  }

  delivery(entry: DeliveryAttempt): void {
    append(this.deliveries, entry);
    this.onChange();
  }
}

function append<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > MAX_ENTRIES) list.splice(0, MAX_ENTRIES / 10);
}
