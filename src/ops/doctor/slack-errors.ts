import { SlackBusy, SlackRefused } from '../../slack/errors.js';
import { type Findings, problem, warning } from '../doctor.js';

const REINSTALL = 'install the app again (OAuth & Permissions), and copy the new token';

interface Explanation {
  readonly says: string;
  readonly fix: string;
}

/** Slack's codes for a token that it refuses: https://docs.slack.dev/reference/methods/auth.test */
const TOKEN_ERRORS: Readonly<Record<string, Explanation>> = {
  invalid_auth: { says: 'Slack does not know this token', fix: 'copy it again, completely' },
  not_authed: { says: 'no token was sent', fix: 'set it' },
  account_inactive: { says: 'the app was removed from the workspace', fix: REINSTALL },
  token_revoked: { says: 'the token was revoked', fix: REINSTALL },
  token_expired: {
    says: 'the token has expired',
    fix: 'turn token rotation off for the app, as the manifest does, and install it again',
  },
  not_allowed_token_type: { says: 'this is another kind of token', fix: 'copy the right one' },
  org_login_required: {
    says: 'the workspace is being moved to another organization',
    fix: 'wait until the move is finished',
  },
  team_access_not_granted: {
    says: 'the organization has not added the app to this workspace',
    fix: 'ask an organization admin to add it',
  },
  invalid_team_for_non_distributed_app: {
    says: 'the app is not distributed, so only its own workspace can install it',
    fix: "activate public distribution (Manage Distribution on the app's page)",
  },
  access_denied: {
    says: 'the workspace denies access from this machine',
    fix: 'ask an admin whether the workspace restricts IP addresses, and to allow this one',
  },
};

/** Where the fix is another token. */
const COPIED: ReadonlySet<string> = new Set([
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'not_allowed_token_type'],
]);

/** The variable or installation that a token comes from. */
export interface TokenSource {
  readonly source: string;
  /** How to get another token, if not by copying one into that variable. */
  readonly renew?: string;
}

/** The finding for a failed call with a token. */
export function slackErrorFinding(error: unknown, from: TokenSource): Findings {
  if (error instanceof SlackRefused) return refused(error, from);
  if (error instanceof SlackBusy && error.retryAfterMs > 1_000) {
    const seconds = Math.ceil(error.retryAfterMs / 1_000);
    return warning(`Slack rate limit: wait ${seconds} s`, 'try again after that');
  }
  return problem(
    'Slack could not be reached, or gave no clear reply',
    'check that this machine can reach https://slack.com (or SLACK_API_URL, if that is set), and see https://slack-status.com',
  );
}

function refused({ error }: SlackRefused, { source, renew }: TokenSource): Findings {
  const known = TOKEN_ERRORS[error];
  if (known) {
    const fix = renew !== undefined && COPIED.has(error) ? renew : known.fix;
    return problem(`${known.says} (${error})`, `${source}: ${fix}`);
  }
  return problem(
    `Slack refused the call (${error})`,
    `look up ${error} at https://docs.slack.dev, and check that ${source} belongs to this app`,
  );
}
