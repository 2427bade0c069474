import { SlackBusy, SlackRefused } from '../../slack/errors.js';
import { type Findings, problem, warning } from '../doctor.js';

const REINSTALL = 'install the app again (OAuth & Permissions), and copy its new token';

interface Cure {
  readonly says: string;
  readonly fix: string;
}

/** Slack's codes for a token that it does not take: https://docs.slack.dev/reference/methods/auth.test */
const REFUSALS: Readonly<Record<string, Cure>> = {
  invalid_auth: { says: 'Slack does not know this token', fix: 'copy it again, whole' },
  not_authed: { says: 'Slack got no token', fix: 'set it' },
  account_inactive: { says: 'the app was removed from the workspace', fix: REINSTALL },
  token_revoked: { says: 'the token was revoked', fix: REINSTALL },
  token_expired: {
    says: 'the token has expired',
    fix: 'turn token rotation off for the app (the manifest does), and install it again',
  },
  not_allowed_token_type: { says: 'this is another kind of token', fix: 'copy the right one' },
  org_login_required: {
    says: 'the workspace is moving to another organisation',
    fix: 'wait until the move is done',
  },
  team_access_not_granted: {
    says: 'the organisation has not granted the app this workspace',
    fix: 'ask an admin of the organisation to add the app to the workspace',
  },
  access_denied: {
    says: 'the workspace does not let the app in from here',
    fix: 'ask an admin whether the workspace restricts addresses, and to allow this one',
  },
};

/** What a call that failed says of the installation; `token` names the variable that was used. */
export function slackTrouble(error: unknown, token: string): Findings {
  if (error instanceof SlackRefused) return refusal(error, token);
  if (error instanceof SlackBusy && error.retryAfterMs > 1_000) {
    const seconds = Math.ceil(error.retryAfterMs / 1_000);
    return warning(`Slack asks to wait ${seconds} s`, 'try again after that');
  }
  return problem(
    'Slack was not reached, or gave no clear answer',
    'see that this machine may call https://slack.com (SLACK_API_URL, where that is set), and https://slack-status.com',
  );
}

function refusal({ error }: SlackRefused, token: string): Findings {
  const cure = REFUSALS[error];
  if (cure) return problem(`${cure.says} (${error})`, `${token}: ${cure.fix}`);
  return problem(
    `Slack refused the call (${error})`,
    `see what ${error} means at https://docs.slack.dev, and that ${token} is of this app`,
  );
}
