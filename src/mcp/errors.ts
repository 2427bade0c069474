import { DeepSearchSlackError } from '../model/error.js';

/**
 * The base of what a call to the tool server can throw, besides the caller's own abort. A subclass
 * stands for a reaction. Messages name the tool and hold no argument, for those may be private.
 */
export abstract class ToolServerError extends DeepSearchSlackError {}

/**
 * Why there are no tools for this caller. `off`: turned off, or an instance before 6.8, which are
 * answered alike. `too-old`: the address is not known at all, so the instance is before 6.8.
 */
export type DeniedReason = 'off' | 'too-old' | 'permission' | 'token';

/** It said no to all tools, and would say so again: tell the person, and the operator. */
export class ToolsDenied extends ToolServerError {
  readonly code = 'mcp-denied';

  constructor(
    readonly reason: DeniedReason,
    /** The server's own words, which may be shown. */
    readonly said: string,
  ) {
    super(`the tool server says ${said}`);
  }
}

/** The tools are there, but this one of the document is not among them. */
export class ToolMissing extends ToolServerError {
  readonly code = 'mcp-missing';

  constructor(readonly tool: string) {
    super(`the instance offers no ${tool}`);
  }
}

/** The tool ran and found something wrong with the call, such as a file that is not there. */
export class ToolRefused extends ToolServerError {
  readonly code = 'mcp-refused';

  constructor(
    readonly tool: string,
    /** The tool's own words: data, cut to a length that can be shown. */
    readonly said: string,
  ) {
    super(`${tool} refused`);
  }
}

/** 429, or a quota: it asks us to wait, for `retryAfterMs` where it says how long. */
export class ToolsBusy extends ToolServerError {
  readonly code = 'mcp-busy';

  constructor(
    readonly said: string,
    readonly retryAfterMs: number | undefined,
  ) {
    super(`the tool server says ${said}`);
  }
}

export type UnavailableReason =
  | 'unreachable'
  | 'broken'
  | 'time-out'
  | 'not-tools'
  | 'cut'
  | 'too-large';

/**
 * No usable answer came; later may go better. `broken`: 5xx. `not-tools`: something else answers
 * there, often a proxy or a sign-in page. `too-large`: more than we are willing to read.
 */
export class ToolsUnavailable extends ToolServerError {
  readonly code = 'mcp-unavailable';
  readonly retryAfterMs: number | undefined;

  /** `says` tells what it did, as `gave no answer in time`. */
  constructor(
    readonly reason: UnavailableReason,
    how: { says: string; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(
      `the tool server ${how.says}`,
      how.cause === undefined ? undefined : { cause: how.cause },
    );
    this.retryAfterMs = how.retryAfterMs;
  }
}
