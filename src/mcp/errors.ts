import { DeepSearchSlackError } from '../model/error.js';

/** A longer message of the server or a tool is cut. */
export const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Base of all errors of calls to the tool server, except the caller's own abort. There is a
 * subclass for each way to react. Messages name the tool but no argument, which may be private.
 */
export abstract class ToolServerError extends DeepSearchSlackError {}

/**
 * Why there are no tools for this caller. `off`: turned off, or an instance before 6.8; both reply
 * the same. `too-old`: the address does not exist, so the instance is before 6.8. `account`: the token of
 * somebody's own account is not accepted.
 */
export type DeniedReason = 'off' | 'too-old' | 'permission' | 'token' | 'account';

/** The server refused all tools, and would refuse again: tell the person and the operator. */
export class ToolsDenied extends ToolServerError {
  readonly code = 'mcp-denied';

  constructor(
    readonly reason: DeniedReason,
    /** The reply of the server, which may be shown. */
    readonly serverMessage: string,
  ) {
    super(`the tool server replied ${serverMessage}`);
  }
}

/** The server has tools, but not this one of the API document. */
export class ToolMissing extends ToolServerError {
  readonly code = 'mcp-missing';

  constructor(readonly tool: string) {
    super(`the instance has no tool ${tool}`);
  }
}

/** The tool rejected the call, for example because a file does not exist. */
export class ToolRefused extends ToolServerError {
  readonly code = 'mcp-refused';

  constructor(
    readonly tool: string,
    /** The tool's message: data, cut to a length that can be shown. */
    readonly toolMessage: string,
  ) {
    super(`${tool} refused the call`);
  }
}

/** 429, or a quota is used up. `retryAfterMs` is undefined if the reply does not say how long. */
export class ToolsBusy extends ToolServerError {
  readonly code = 'mcp-busy';

  constructor(
    readonly serverMessage: string,
    readonly retryAfterMs: number | undefined,
  ) {
    super(`the tool server replied ${serverMessage}`);
  }
}

export type UnavailableReason =
  | 'unreachable'
  | 'server-failed'
  | 'timeout'
  | 'not-mcp'
  | 'truncated'
  | 'too-large';

/**
 * No usable reply; a later call may succeed. `server-failed`: 5xx. `not-mcp`: something else
 * replies at the address, often a proxy or a sign-in page. `too-large`: beyond our limit.
 */
export class ToolsUnavailable extends ToolServerError {
  readonly code = 'mcp-unavailable';
  readonly retryAfterMs: number | undefined;

  /** `detail` is the predicate of a sentence, such as `did not reply in time`. */
  constructor(
    readonly reason: UnavailableReason,
    failure: { detail: string; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(
      `the tool server ${failure.detail}`,
      failure.cause === undefined ? undefined : { cause: failure.cause },
    );
    this.retryAfterMs = failure.retryAfterMs;
  }
}
