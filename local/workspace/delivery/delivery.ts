/** Something to hand to the app, whichever way it goes. */
export interface Delivery {
  readonly kind: 'event' | 'command' | 'interaction';
  /** `event_id` or `trigger_id`. */
  readonly id: string;
  readonly what: string;
  /** As a socket carries it; over HTTP it is JSON (events) or a form. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  readonly number: number;
  /** Why the one before it failed. */
  readonly reason?: string;
  /** Over a socket: under the envelope id that the parcel had before. */
  readonly sameEnvelope?: boolean;
}

/** What came of an attempt. `status` 0: no connection, or no answer in time. */
export interface DeliveryOutcome {
  readonly via: 'http' | 'socket';
  readonly status: number;
  readonly ms: number;
  /** Of the answer: an acknowledgement may carry a message. */
  readonly body: string;
  /** `http_timeout`, `connection_failed`, `http_error`, …: what Slack says in X-Slack-Retry-Reason. */
  readonly reason?: string;
  /** The app asked for no further attempts. */
  readonly noRetry?: boolean;
}

export function succeeded(outcome: DeliveryOutcome): boolean {
  return outcome.status >= 200 && outcome.status < 300;
}

/** Hands over a parcel once. Never throws. */
export interface Transport {
  readonly ready: boolean;
  send(delivery: Delivery, attempt: Attempt): Promise<DeliveryOutcome>;
}
