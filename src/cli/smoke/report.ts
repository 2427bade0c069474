import { isSlackError, SlackBusy, SlackRefused } from '../../slack/errors.js';
import { refusalDetails } from '../../slack/refusal-details.js';

/** Something that the bot does in Slack. */
export interface SmokeCheck {
  readonly method: string;
  readonly what: string;
  /** The bot works without it. */
  readonly optional?: true;
}

/** Holds no token, id, name or text of the workspace: it can be sent on. */
export interface SmokeResult extends SmokeCheck {
  readonly state: 'ok' | 'refused' | 'no reply' | 'not checked';
  /** Slack's error code, or why it was not checked. */
  readonly reason?: string;
  readonly details?: readonly string[];
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Runs checks and collects their results. */
export function createRecorder() {
  const results: SmokeResult[] = [];
  return {
    results: results as readonly SmokeResult[],

    /** What `run` returns; undefined if Slack refused it or did not reply. */
    async attempt<T>(check: SmokeCheck, run: () => Promise<T>): Promise<T | undefined> {
      try {
        const value = await run();
        results.push({ ...check, state: 'ok' });
        return value;
      } catch (error) {
        results.push({ ...check, ...failureOf(error) });
        return undefined;
      }
    },

    skip(check: SmokeCheck, reason: string): void {
      results.push({ ...check, state: 'not checked', reason });
    },

    add(result: SmokeResult): void {
      results.push(result);
    },
  };
}

function failureOf(error: unknown): Pick<SmokeResult, 'state' | 'reason' | 'details'> {
  if (!isSlackError(error)) throw error;
  if (error instanceof SlackRefused) {
    return { state: 'refused', reason: error.error, details: refusalDetails(error) };
  }
  const reason =
    error instanceof SlackBusy
      ? 'Slack is unreachable, or its rate limit is too low'
      : 'the call timed out, or Slack had an error of its own';
  return { state: 'no reply', reason };
}

/** Whether Slack accepted everything that the bot needs. */
export function isUsable(results: readonly SmokeResult[]): boolean {
  return !results.some(
    ({ state, optional }) => optional !== true && (state === 'refused' || state === 'no reply'),
  );
}

/** A line for each check, with the fix below a refusal, and a summary. */
export function reportText(results: readonly SmokeResult[]): string {
  const width = Math.max(0, ...results.map(({ method }) => method.length));
  const lines = results.flatMap((result) => {
    const { state, method, what } = result;
    const marks = [reasonText(result), withoutIt(result)];
    const after = marks.filter((it) => it !== '').map((it) => ` – ${it}`);
    const fix = fixOf(result);
    return [
      `${state.padEnd(11)}  ${method.padEnd(width)}  ${what}${after.join('')}`,
      ...(fix === undefined ? [] : [`${' '.repeat(width + 15)}fix: ${fix}`]),
    ];
  });
  return `${[...lines, '', summary(results)].join('\n')}\n`;
}

/** What people miss where Slack does not take what is optional. */
function withoutIt({ state, method, optional }: SmokeResult): string {
  const failed = state === 'refused' || state === 'no reply';
  if (!failed || optional !== true) return '';
  const missed = MISSED[method];
  return missed === undefined ? 'optional' : `optional: without it, ${missed}`;
}

const MISSED: Readonly<Record<string, string | undefined>> = {
  'agents.sessions.setStatus': 'Slack shows no status of its own while a question runs',
  'assistant.threads.setStatus': 'Slack shows no status of its own while a question runs',
  'assistant.threads.setSuggestedPrompts': 'direct messages suggest no questions',
  'blocks.validate': 'only this test misses something',
  'chat.unfurl': 'links to the instance have no previews',
  'reactions.add': 'questions get no reactions',
  'reactions.get': 'questions get no reactions',
  'reactions.remove': 'questions get no reactions',
};

function reasonText({ reason = '', details = [] }: SmokeResult): string {
  return details.length === 0 ? reason : `${reason} (${details.join(', ')})`;
}

function summary(results: readonly SmokeResult[]): string {
  const states = ['ok', 'refused', 'no reply', 'not checked'] as const;
  const counts = states.flatMap((state) => {
    const number = results.filter((result) => result.state === state).length;
    return number === 0 ? [] : [`${number} ${state}`];
  });
  return `${counts.join(', ')}. ${verdict(results)}`;
}

function verdict(results: readonly SmokeResult[]): string {
  if (isUsable(results)) {
    return 'Slack accepts everything that the bot needs, as far as it was checked.';
  }
  return results.some(({ state, optional }) => state === 'refused' && optional !== true)
    ? 'Slack does not accept something that the bot needs.'
    : 'Slack did not answer everything that the bot needs: run it again.';
}

/** What to do about a result, for the person who runs the smoke test. */
function fixOf({ state, method, reason = '', optional }: SmokeResult): string | undefined {
  if (state === 'no reply') return optional === true ? undefined : NO_REPLY;
  if (state !== 'refused') return undefined;
  const known = FIXES[reason];
  if (known !== undefined || optional === true) return known;
  return `see https://docs.slack.dev/reference/methods/${method}#errors; if it is not about your workspace, attach this report to a bug report`;
}

const NO_REPLY =
  'check that this machine can reach Slack, see https://slack-status.com, run it again';

const SCOPES = 'update the app at Slack from the manifest, and reinstall it';
const TOKEN = 'copy the "Bot User OAuth Token" again from OAuth & Permissions';

const POSTING = "ask an admin: the workspace's settings restrict who may post there";

const FIXES: Readonly<Record<string, string | undefined>> = {
  channel_not_found: 'check the ID; the app sees a private channel only if it was invited',
  not_in_channel: 'invite the app to the channel: /invite @Deep Search',
  is_archived: 'choose a channel that is not archived',
  restricted_action: POSTING,
  restricted_action_read_only_channel: POSTING,
  restricted_action_thread_only_channel: POSTING,
  missing_scope: SCOPES,
  no_permission: SCOPES,
  not_authed: TOKEN,
  invalid_auth: TOKEN,
  not_allowed_token_type: TOKEN,
  account_inactive: 'install the app again, and copy the new token',
  token_revoked: 'install the app again, and copy the new token',
  token_expired: 'turn token rotation off for the app, as the manifest does, and install it again',
  team_access_not_granted: 'ask an organization admin to add the app to this workspace',
  access_denied: 'ask an admin whether the workspace restricts IP addresses, and to allow this one',
  user_not_found: 'choose somebody in the channel with --user',
  user_not_in_channel: 'choose somebody in the channel with --user',
};
