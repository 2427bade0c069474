import type { LogBook } from '../log-book.js';
import { type Attempt, type Carrier, type Outcome, type Parcel, succeeded } from './parcel.js';

export interface OutboxOptions {
  /** In order of preference: the first that is ready carries. */
  readonly carriers: readonly Carrier[];
  readonly delaysMs: readonly number[];
  readonly now: () => number;
  readonly book: LogBook;
}

const NOWHERE: Outcome = {
  via: 'http',
  status: 0,
  ms: 0,
  body: '',
  reason: 'connection_failed',
};

/** Hands parcels to the app, and events again when they were not acknowledged. */
export class Outbox {
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(private readonly options: OutboxOptions) {}

  /** Resolves with the first attempt's outcome; an event's further attempts follow by themselves. */
  async send(parcel: Parcel): Promise<Outcome> {
    const outcome = await this.attempt(parcel, { number: 1 });
    if (parcel.kind === 'event') this.retryLater(parcel, { number: 1 }, outcome);
    return outcome;
  }

  async attempt(parcel: Parcel, attempt: Attempt): Promise<Outcome> {
    const at = this.options.now();
    const carrier = this.options.carriers.find((it) => it.ready);
    const outcome = (await carrier?.carry(parcel, attempt)) ?? NOWHERE;
    const { via, status, ms } = outcome;
    const { kind, id, what, payload } = parcel;
    if (!this.stopped) {
      const entry = { kind, via, id, what, attempt: attempt.number, at, status, ms, payload };
      this.options.book.delivery(entry);
    }
    return outcome;
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private retryLater(parcel: Parcel, last: Attempt, outcome: Outcome): void {
    const delay = this.options.delaysMs[last.number - 1];
    if (this.stopped || succeeded(outcome) || outcome.noRetry || delay === undefined) return;
    const next: Attempt = { number: last.number + 1, reason: outcome.reason ?? 'http_error' };
    const timer = setTimeout(async () => {
      this.timers.delete(timer);
      this.retryLater(parcel, next, await this.attempt(parcel, next));
    }, delay);
    this.timers.add(timer);
  }
}
