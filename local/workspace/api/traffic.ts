/** One call of the Web API. `outcome` is missing while it is in hand. */
export interface Call {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly token?: string;
  /** `ok`, an error code, `ratelimited`, `status 503`, `lost-reply`, `reset`, `hang`, `dropped`. */
  readonly outcome?: string;
  readonly ms?: number;
  /** Of the message that it made or changed. */
  readonly ts?: string;
}

/** One attempt to hand a payload to the app. */
export interface DeliveryAttempt {
  readonly kind: 'event' | 'command' | 'interaction' | 'verification' | 'raw';
  readonly via: 'http' | 'socket';
  /** `event_id`, `trigger_id` or the envelope's id. */
  readonly id: string;
  /** `message`, `app_mention`, `/deepsearch`, `block_actions`, … */
  readonly what: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly at: number;
  /** 0: refused connection, or no answer in time. */
  readonly status: number;
  readonly ms: number;
  readonly payload: unknown;
}
