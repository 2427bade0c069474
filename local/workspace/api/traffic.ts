/** One Web API call. `outcome` is missing until the call is done. */
export interface WebApiCall {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly token?: string;
  /** `ok`, an error code, `ratelimited`, `status 503`, `lost-reply`, `reset`, `hang`, `dropped`. */
  readonly outcome?: string;
  readonly ms?: number;
  /** `ts` of the message that the call created or changed. */
  readonly ts?: string;
}

/** One attempt to deliver a payload to the app. */
export interface DeliveryAttempt {
  readonly kind: 'event' | 'command' | 'interaction' | 'verification' | 'raw';
  readonly via: 'http' | 'socket';
  /** `event_id`, `trigger_id` or the envelope's id. */
  readonly id: string;
  /** `message`, `app_mention`, `/deepsearch`, `block_actions`, … */
  readonly name: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly at: number;
  /** 0: connection refused, or no acknowledgement in time. */
  readonly status: number;
  readonly ms: number;
  readonly payload: unknown;
}
