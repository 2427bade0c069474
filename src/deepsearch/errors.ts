import { DeepSearchSlackError } from '../model/error.js';
import type { Refusal } from '../model/outcome.js';

/** A request as it may be shown: without query and headers. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
}

/**
 * Base of all errors of calls to the instance, except the caller's own abort. There is a subclass
 * for each way to react.
 */
export abstract class ServiceError extends DeepSearchSlackError {
  /** True if the request may have taken effect although no reply says so. */
  abstract readonly maybeTookEffect: boolean;

  constructor(request: RequestLine, detail: string, cause?: unknown) {
    const options = cause === undefined ? undefined : { cause };
    super(`${request.method} ${request.path}: ${detail}`, options);
  }
}

/** The instance refused, and would refuse again: tell the person. */
export class Refused extends ServiceError {
  readonly code = 'deepsearch-refused';
  readonly maybeTookEffect = false;

  constructor(
    request: RequestLine,
    readonly refusal: Refusal,
    detail: string = refusal.message,
  ) {
    super(request, detail);
  }
}

/**
 * Somebody's own account is needed, and they have connected none (`absent`), or the instance does not
 * accept its token any more (`refused`): they are asked to connect it.
 */
export class NotConnected extends Refused {
  constructor(readonly why: 'absent' | 'refused') {
    const detail = why === 'absent' ? 'no account is connected' : 'the token is not accepted';
    super(
      { method: "a call with a person's own", path: 'account' },
      { reason: 'account', message: '' },
      detail,
    );
  }
}

/** 429. `retryAfterMs` is at most an hour, undefined if the reply does not say how long to wait. */
export class Busy extends ServiceError {
  readonly code = 'deepsearch-busy';
  readonly maybeTookEffect = false;
  readonly retryAfterMs: number | undefined;
  /** A quota is used up, so the wait may last until it resets. */
  readonly quota: boolean;
  /** The message of the instance, which may be shown. */
  readonly serverMessage: string;

  constructor(
    request: RequestLine,
    reply: {
      detail: string;
      serverMessage: string;
      retryAfterMs: number | undefined;
      quota: boolean;
    },
  ) {
    super(request, reply.detail);
    this.serverMessage = reply.serverMessage;
    this.retryAfterMs = reply.retryAfterMs;
    this.quota = reply.quota;
  }
}

/** 5xx: the instance failed; a later attempt may succeed. `retryAfterMs` as in {@link Busy}. */
export class ServerFailed extends ServiceError {
  readonly code = 'deepsearch-server-failed';
  readonly maybeTookEffect = true;
  readonly retryAfterMs: number | undefined;

  constructor(
    request: RequestLine,
    readonly status: number,
    reply: { detail: string; retryAfterMs: number | undefined },
  ) {
    super(request, reply.detail);
    this.retryAfterMs = reply.retryAfterMs;
  }
}

export type InvalidReplyReason =
  | 'html'
  | 'redirect'
  | 'shape'
  | 'truncated'
  | 'too-large'
  | 'not-http';

/** A reply, but not of the conversation API: often a proxy or a sign-in page in front of it. */
export class InvalidReply extends ServiceError {
  readonly code = 'deepsearch-invalid-reply';
  readonly maybeTookEffect = true;

  constructor(
    request: RequestLine,
    readonly reason: InvalidReplyReason,
    reply: { detail: string; cause?: unknown },
  ) {
    super(request, reply.detail, reply.cause);
  }
}

/** No reply. `maybeTookEffect` is false if not one byte of the request was sent. */
export class Unreachable extends ServiceError {
  readonly code = 'deepsearch-unreachable';
  readonly maybeTookEffect: boolean;

  constructor(
    request: RequestLine,
    failure: { detail: string; maybeTookEffect: boolean; cause?: unknown },
  ) {
    super(request, failure.detail, failure.cause);
    this.maybeTookEffect = failure.maybeTookEffect;
  }
}

/** Whether a call to the instance failed, or exceeded one of our time limits. */
export function isServiceFailure(error: unknown): boolean {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return error instanceof ServiceError || isTimeout;
}
