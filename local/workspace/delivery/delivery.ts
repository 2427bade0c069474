/** A payload to deliver to the app, over HTTP or Socket Mode. */
export interface Delivery {
  readonly kind: 'event' | 'command' | 'interaction';
  /** `event_id` or `trigger_id`. */
  readonly id: string;
  readonly name: string;
  /** As Socket Mode sends it; over HTTP it becomes JSON (events) or a form. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  readonly number: number;
  /** Why the previous attempt failed. */
  readonly reason?: string;
  /** In Socket Mode: reuse the envelope id of the previous attempt. */
  readonly sameEnvelope?: boolean;
}

/** The result of an attempt. `status` 0: no connection, or no acknowledgement in time. */
export interface DeliveryOutcome {
  readonly via: 'http' | 'socket';
  readonly status: number;
  readonly ms: number;
  /** Body of the acknowledgement, which may contain a response message. */
  readonly body: string;
  /** `http_timeout`, `connection_failed`, `http_error`, …: the value of X-Slack-Retry-Reason. */
  readonly reason?: string;
  /** The app sent X-Slack-No-Retry. */
  readonly noRetry?: boolean;
}

export function succeeded(outcome: DeliveryOutcome): boolean {
  return outcome.status >= 200 && outcome.status < 300;
}

/** Sends a delivery once. Never throws. */
export interface Transport {
  readonly ready: boolean;
  send(delivery: Delivery, attempt: Attempt): Promise<DeliveryOutcome>;
}
