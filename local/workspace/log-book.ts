import type { Call, Delivery } from './workspace-api.js';

const KEPT = 10_000;

export type OpenCall = { -readonly [K in keyof Call]: Call[K] };

/** What went over the wire, both ways; the latest of it. */
export class LogBook {
  readonly calls: OpenCall[] = [];
  readonly deliveries: Delivery[] = [];

  constructor(private readonly changed: () => void) {}

  /** Enters a call; the caller fills in its outcome with `close`. */
  call(entry: Call): OpenCall {
    const open = { ...entry };
    keep(this.calls, open);
    this.changed();
    return open;
  }

  close(call: OpenCall, outcome: string, now: number): void {
    call.outcome = outcome;
    call.ms = now - call.at;
    this.changed();
  }

  delivery(entry: Delivery): void {
    keep(this.deliveries, entry);
    this.changed();
  }
}

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > KEPT) list.splice(0, KEPT / 10);
}
