import type { TrafficLog } from '../state/traffic-log.js';
import {
  type Attempt,
  type Delivery,
  type DeliveryOutcome,
  succeeded,
  type Transport,
} from './delivery.js';

export interface OutboxOptions {
  /** In order of preference: the first one that is ready is used. */
  readonly transports: readonly Transport[];
  readonly delaysMs: readonly number[];
  readonly now: () => number;
  readonly traffic: TrafficLog;
}

const NOT_CONNECTED: DeliveryOutcome = {
  via: 'http',
  status: 0,
  ms: 0,
  body: '',
  reason: 'connection_failed',
};

/** Delivers payloads to the app, and retries events that were not acknowledged. */
export class Outbox {
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(private readonly options: OutboxOptions) {}

  /** Resolves with the first attempt's outcome; retries of an event happen in the background. */
  async send(delivery: Delivery): Promise<DeliveryOutcome> {
    const outcome = await this.attempt(delivery, { number: 1 });
    if (delivery.kind === 'event') this.retryLater(delivery, { number: 1 }, outcome);
    return outcome;
  }

  async attempt(delivery: Delivery, attempt: Attempt): Promise<DeliveryOutcome> {
    const at = this.options.now();
    const transport = this.options.transports.find((it) => it.ready);
    const outcome = (await transport?.send(delivery, attempt)) ?? NOT_CONNECTED;
    const { via, status, ms } = outcome;
    const { kind, id, name, payload } = delivery;
    if (!this.stopped) {
      const entry = { kind, via, id, name, attempt: attempt.number, at, status, ms, payload };
      this.options.traffic.delivery(entry);
    }
    return outcome;
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private retryLater(delivery: Delivery, previous: Attempt, outcome: DeliveryOutcome): void {
    const delay = this.options.delaysMs[previous.number - 1];
    if (this.stopped || succeeded(outcome) || outcome.noRetry || delay === undefined) return;
    const next: Attempt = { number: previous.number + 1, reason: outcome.reason ?? 'http_error' };
    const timer = setTimeout(async () => {
      this.timers.delete(timer);
      this.retryLater(delivery, next, await this.attempt(delivery, next));
    }, delay);
    this.timers.add(timer);
  }
}
