import { DeepSearchSlackError } from '../model/error.js';
import type { Refusal } from '../model/outcome.js';

/** What was asked of the service, in the form that may be shown: no query, no headers. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
}

/**
 * The base of what a call to the instance can throw, besides the caller's own abort. A subclass
 * stands for a reaction.
 */
export abstract class ServiceError extends DeepSearchSlackError {
  /** True where the service may have done what was asked although no answer says so. */
  abstract readonly maybeTookEffect: boolean;

  constructor(asked: RequestLine, says: string, cause?: unknown) {
    super(`${asked.method} ${asked.path}: ${says}`, cause === undefined ? undefined : { cause });
  }
}

/** It said no, and would say so again: tell the person. */
export class Refused extends ServiceError {
  readonly code = 'deepsearch-refused';
  readonly maybeTookEffect = false;

  constructor(
    asked: RequestLine,
    readonly refusal: Refusal,
    says: string = refusal.message,
  ) {
    super(asked, says);
  }
}

/** 429: it asks us to wait, for `retryAfterMs` where it says how long (at most an hour). */
export class Busy extends ServiceError {
  readonly code = 'deepsearch-busy';
  readonly maybeTookEffect = false;
  readonly retryAfterMs: number | undefined;
  /** It says that a quota is used up: the wait may last until that is filled again. */
  readonly quota: boolean;
  /** The service's own words, which may be shown. */
  readonly said: string;

  constructor(
    asked: RequestLine,
    reply: { says: string; said: string; retryAfterMs: number | undefined; quota: boolean },
  ) {
    super(asked, reply.says);
    this.said = reply.said;
    this.retryAfterMs = reply.retryAfterMs;
    this.quota = reply.quota;
  }
}

/** 5xx: something on its side failed; later may go better. `retryAfterMs` as in {@link Busy}. */
export class ServerFailed extends ServiceError {
  readonly code = 'deepsearch-broken';
  readonly maybeTookEffect = true;
  readonly retryAfterMs: number | undefined;

  constructor(
    asked: RequestLine,
    readonly status: number,
    reply: { says: string; retryAfterMs: number | undefined },
  ) {
    super(asked, reply.says);
    this.retryAfterMs = reply.retryAfterMs;
  }
}

export type InvalidReplyReason = 'html' | 'redirect' | 'shape' | 'cut' | 'too-large' | 'not-http';

/** Something replied, but not the conversation API: often a proxy or a sign-in page before it. */
export class InvalidReply extends ServiceError {
  readonly code = 'deepsearch-not-an-answer';
  readonly maybeTookEffect = true;

  constructor(
    asked: RequestLine,
    readonly reason: InvalidReplyReason,
    reply: { says: string; cause?: unknown },
  ) {
    super(asked, reply.says, reply.cause);
  }
}

/** No reply came. `maybeTookEffect` is false where not one byte of the request was sent. */
export class Unreachable extends ServiceError {
  readonly code = 'deepsearch-unreached';
  readonly maybeTookEffect: boolean;

  constructor(
    asked: RequestLine,
    how: { says: string; maybeTookEffect: boolean; cause?: unknown },
  ) {
    super(asked, how.says, how.cause);
    this.maybeTookEffect = how.maybeTookEffect;
  }
}

/** The service failed, or did not answer within a time limit of ours. */
export function isServiceFailure(error: unknown): boolean {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return error instanceof ServiceError || isTimeout;
}
