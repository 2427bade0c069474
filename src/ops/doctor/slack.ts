import { SlackRefused } from '../../slack/errors.js';
import type { SlackCall } from '../../slack/web-api.js';
import { type Findings, ok, problem, warning } from '../doctor.js';
import { slackTrouble } from './slack-trouble.js';

/** A bot token, and the setting or the install that it comes from. */
export interface BotToken {
  readonly token: string;
  readonly from: string;
}

/** Whether Slack takes the token, for which workspace, and with which scopes. */
export async function checkToken(
  call: SlackCall,
  { token, from }: BotToken,
  needed: readonly string[],
): Promise<Findings> {
  try {
    const who = await call(token, 'auth.test', {});
    return [...describe(who, from), ...checkScopes(scopesIn(who), needed)];
  } catch (error) {
    return slackTrouble(error, from);
  }
}

function describe(who: Record<string, unknown>, from: string): Findings {
  if (typeof who['bot_id'] !== 'string') {
    return problem(
      `the token belongs to a person (${String(who['user'])}), as whom the bot would speak`,
      `${from}: copy the "Bot User OAuth Token" (xoxb-…) from OAuth & Permissions`,
    );
  }
  const team = `${String(who['team'])} (${String(who['team_id'])})`;
  return ok(`the token is accepted: @${String(who['user'])} in workspace ${team}`);
}

/** As the client library fills it in from the `x-oauth-scopes` header of Slack's answer. */
function scopesIn(result: Record<string, unknown>): readonly string[] | undefined {
  const { scopes } = (result['response_metadata'] ?? {}) as { scopes?: unknown };
  return Array.isArray(scopes) ? scopes.map(String).filter((scope) => scope !== '') : undefined;
}

/** Granted scopes beside those that are needed. */
export function checkScopes(
  granted: readonly string[] | undefined,
  needed: readonly string[],
): Findings {
  if (granted === undefined) {
    return warning(
      'Slack does not say which scopes are granted',
      `compare OAuth & Permissions with these: ${needed.join(', ')}`,
    );
  }
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    return problem(
      `scopes are missing: ${missing.join(', ')}`,
      'add them under OAuth & Permissions, "Bot Token Scopes" (or paste the manifest again), then reinstall the app',
    );
  }
  const spare = granted.filter((scope) => !needed.includes(scope));
  const more = spare.length > 0 ? `; never used: ${spare.join(', ')}` : '';
  return ok(`all ${needed.length} scopes are granted${more}`);
}

/** Whether the app token opens Socket Mode. The address that Slack gives for it is not used. */
export async function checkAppToken(call: SlackCall, token: string): Promise<Findings> {
  try {
    await call(token, 'apps.connections.open', {});
    return ok('Socket Mode: the app token is accepted');
  } catch (error) {
    if (error instanceof SlackRefused && error.error === 'missing_scope') {
      return problem(
        'the app token lacks the scope connections:write',
        'SLACK_APP_TOKEN: make a new one on Basic Information, "App-Level Tokens", with connections:write',
      );
    }
    return slackTrouble(error, 'SLACK_APP_TOKEN');
  }
}

/** Slack's are 32 hexadecimal digits. Only a request that Slack signed can prove one right. */
export function checkSigningSecret(secret: string): Findings {
  if (/^[0-9a-f]{32}$/.test(secret)) return ok('HTTP: the signing secret is set');
  return warning(
    "HTTP: the signing secret is not of the form of Slack's (32 digits and letters from a to f)",
    'SLACK_SIGNING_SECRET: copy the "Signing Secret" from Basic Information, not the "Verification Token"',
  );
}
