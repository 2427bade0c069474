import type { DeliveryAttempt, WebApiCall } from '../api/workspace.js';

const MAX_ENTRIES = 10_000;

export type OpenCall = { -readonly [K in keyof WebApiCall]: WebApiCall[K] };

/** The latest Web API calls and delivery attempts. */
export class TrafficLog {
  readonly calls: OpenCall[] = [];
  readonly deliveries: DeliveryAttempt[] = [];

  constructor(private readonly onChange: () => void) {}

  /** Logs the start of a call, to be completed with `close`. */
  call(entry: WebApiCall): OpenCall {
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
