import { DeepSearchSlackError } from '../model/error.js';

/** Slack said no. Sending the same again is useless; `error` is Slack's own code. */
export class SlackRefused extends DeepSearchSlackError {
  readonly code = 'slack_refused';
  readonly method: string;
  readonly error: string;

  constructor(method: string, error: string, options?: ErrorOptions) {
    super(`Slack refused ${method}: ${error}`, options);
    this.method = method;
    this.error = error;
  }

  /** What was refused: this form of the message or view, this place for it, our standing, or else. */
  get about(): 'form' | 'place' | 'standing' | 'gone' | 'trigger' | 'other' {
    if (FORM.has(this.error)) return 'form';
    if (PLACE.has(this.error)) return 'place';
    if (STANDING.has(this.error)) return 'standing';
    if (TRIGGER.has(this.error)) return 'trigger';
    return GONE.has(this.error) ? 'gone' : 'other';
  }
}

/** Slack, or our own budget for it, asks us to wait. Nothing has taken effect. */
export class SlackBusy extends DeepSearchSlackError {
  readonly code = 'slack_busy';
  readonly method: string;
  readonly retryAfterMs: number;

  constructor(method: string, retryAfterMs: number, options?: ErrorOptions) {
    const unreached = options?.cause instanceof Error && !('retryAfter' in options.cause);
    const says = unreached
      ? 'Slack was not reached for'
      : `Slack asks to wait ${retryAfterMs} ms before`;
    super(`${says} ${method}`, options);
    this.method = method;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer, or a broken one: the call may have taken effect. */
export class SlackUnclear extends DeepSearchSlackError {
  readonly code = 'slack_unclear';
  readonly method: string;

  constructor(method: string, options?: ErrorOptions) {
    super(`No clear answer from Slack to ${method}`, options);
    this.method = method;
  }
}

/** Whether this is Slack's trouble at all, and not a mistake of ours. */
export function isSlackTrouble(error: unknown): error is SlackRefused | SlackBusy | SlackUnclear {
  return (
    error instanceof SlackRefused || error instanceof SlackBusy || error instanceof SlackUnclear
  );
}

const FORM = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
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

const PLACE = new Set([
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

const STANDING = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'no_permission',
  'missing_scope',
  'org_login_required',
  'team_access_not_granted',
  'access_denied',
]);

const GONE = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'cant_delete_message',
  // Of a view: it was closed, or another one took its place.
  'not_found',
  'hash_conflict',
]);

/** A view opens within three seconds of the click, once. */
const TRIGGER = new Set([
  'expired_trigger_id',
  'exchanged_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'invalid_trigger_id',
]);
