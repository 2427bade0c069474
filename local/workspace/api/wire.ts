import type { Ref } from './directory.js';

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
export interface Delivery {
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

export type FaultEffect =
  | { readonly kind: 'ratelimited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The effect happens, the reply never arrives: the connection is destroyed. */
  | { readonly kind: 'lost-reply' }
  /** No effect, and no reply until the workspace stops or the caller gives up. */
  | { readonly kind: 'hang' }
  /** The effect happens, and no reply until the caller gives up. */
  | { readonly kind: 'hang-after' }
  | { readonly kind: 'error'; readonly error: string }
  /** No effect; the connection is destroyed. */
  | { readonly kind: 'reset' };

export type Fault = FaultEffect & {
  /** `chat.postMessage`, …; `response_url` and `upload` for those; `'*'` for all. */
  readonly method: string;
  readonly channel?: Ref;
  /** How many calls it hits; without it, all until removed. */
  readonly times?: number;
  /** Only calls whose arguments this accepts. */
  readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
};

export interface FaultHandle {
  remove(): void;
  readonly hits: number;
}

export interface Gate {
  /** The first call that the gate holds. */
  readonly reached: Promise<Call>;
  /** How many calls it holds now. */
  readonly held: number;
  /** Lets every held call go on (its effect happens even if the caller is gone) and opens the gate. */
  release(): void;
  /** Destroys the connections of the held calls (no effect, where the gate is `before`) and opens it. */
  drop(): void;
}

export interface Sockets {
  readonly connections: number;
  /** Resolves once at least `count` are connected. */
  connected(count?: number): Promise<void>;
  /** Sends each connection Slack's `disconnect` message, then closes it. */
  disconnectAll(reason?: 'warning' | 'refresh_requested' | 'link_disabled'): void;
  /** Cuts the connections without a word. */
  dropAll(): void;
  /** No pings, pongs, envelopes or answers any more, over connections that stay open. */
  silence(): void;
  /** Ends `silence`. */
  speak(): void;
}
