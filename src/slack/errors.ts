import { DeepSearchSlackError } from '../model/error.js';

/** Slack rejected the call, so repeating it is useless. `error` is Slack's own error code. */
export class SlackRefused extends DeepSearchSlackError {
  readonly code = 'slack_refused';
  readonly method: string;
  readonly error: string;

  /** `needed`: the scope that Slack says is missing. */
  constructor(method: string, error: string, options: ErrorOptions & { needed?: string } = {}) {
    const scope = options.needed === undefined ? '' : ` (needs ${options.needed})`;
    super(`Slack refused ${method}: ${error}${scope}`, options);
    this.method = method;
    this.error = error;
  }

  /**
   * What Slack objects to: the content of the message or view, the channel or user it is for, our
   * token, a message or view that is no longer there, an expired trigger, or something else.
   */
  get category(): 'content' | 'channel' | 'auth' | 'not_found' | 'trigger' | 'other' {
    if (CONTENT_ERRORS.has(this.error)) return 'content';
    if (CHANNEL_ERRORS.has(this.error)) return 'channel';
    if (AUTH_ERRORS.has(this.error)) return 'auth';
    if (TRIGGER_ERRORS.has(this.error)) return 'trigger';
    return NOT_FOUND_ERRORS.has(this.error) ? 'not_found' : 'other';
  }
}

/** Rate-limited by Slack or by our own limiter, or never connected. The call had no effect: retry later. */
export class SlackBusy extends DeepSearchSlackError {
  readonly code = 'slack_busy';
  readonly method: string;
  readonly retryAfterMs: number;
  /** Slack itself limits the rate, as its reply says. */
  readonly isRateLimit: boolean;

  /** `cause`: of Slack's reply, or why there was no connection; none where our own limiter says so. */
  constructor(
    method: string,
    retryAfterMs: number,
    { isRateLimit = false, ...options }: ErrorOptions & { isRateLimit?: boolean } = {},
  ) {
    const message =
      options.cause === undefined || isRateLimit
        ? `Slack rate limit: wait ${retryAfterMs} ms before`
        : 'Could not connect to Slack for';
    super(`${message} ${method}`, options);
    this.method = method;
    this.retryAfterMs = retryAfterMs;
    this.isRateLimit = isRateLimit;
  }
}

/** No reply from Slack, or an unusable one: the call may have taken effect. */
export class SlackOutcomeUnknown extends DeepSearchSlackError {
  readonly code = 'slack_outcome_unknown';
  readonly method: string;

  constructor(method: string, options?: ErrorOptions) {
    super(`No usable reply from Slack to ${method}`, options);
    this.method = method;
  }
}

/** Whether a call to Slack failed, rather than our own code. */
export function isSlackError(
  error: unknown,
): error is SlackRefused | SlackBusy | SlackOutcomeUnknown {
  return (
    error instanceof SlackRefused ||
    error instanceof SlackBusy ||
    error instanceof SlackOutcomeUnknown
  );
}

/**
 * Slack refuses the token itself, whatever the call: this says nothing about the user or channel that
 * was looked up. The codes are on the page of every method, such as
 * https://docs.slack.dev/reference/methods/users.info.
 */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof SlackRefused && TOKEN_ERRORS.has(error.error);
}

/** A refusal that no retry changes. After an auth error, the app may be installed again. */
export function isFinalRefusal(error: unknown): error is SlackRefused {
  return error instanceof SlackRefused && error.category !== 'auth';
}

/** To `catch` the refusal of a call that is optional: throws everything else. */
export function throwUnlessRefused(error: unknown): void {
  if (!isFinalRefusal(error)) throw error;
}

/** The same for what does not wait for a new token, such as a clean-up. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof SlackRefused)) throw error;
}

const CONTENT_ERRORS = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_attachments',
  // Of a `response_url`.
  'invalid_payload',
  'only_one_table_allowed',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'markdown_text_conflict',
  'invalid_arguments',
  'invalid_metadata_format',
  'invalid_metadata_schema',
  'metadata_too_large',
  'view_too_large',
]);

const CHANNEL_ERRORS = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'cannot_reply_to_message',
  'thread_not_found',
  'messages_tab_disabled',
  'user_not_found',
  'cannot_dm_bot',
  'ekm_access_denied',
]);

const TOKEN_ERRORS = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
]);

const AUTH_ERRORS = new Set([
  ...TOKEN_ERRORS,
  'no_permission',
  'missing_scope',
  'org_login_required',
  'team_access_not_granted',
  'access_denied',
]);

const NOT_FOUND_ERRORS = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'cant_delete_message',
  // For a view: it was closed or replaced.
  'not_found',
  'hash_conflict',
]);

/** A trigger opens one view, within three seconds of the click. */
const TRIGGER_ERRORS = new Set([
  'expired_trigger_id',
  'exchanged_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'invalid_trigger_id',
]);
