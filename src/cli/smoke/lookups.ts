import { BOT_SCOPES } from '../../intake/receiver/install-pages.js';
import { OPTIONAL_SCOPES } from '../../ops/doctor/slack.js';
import type { Recorder, SmokeResult } from './report.js';
import type { Account, Session } from './session.js';

/** Whether Slack accepts the token, and which scopes it has. */
export async function checkAccount(
  { call }: Session,
  { attempt, add }: Recorder,
): Promise<Account | undefined> {
  const method = 'auth.test';
  const identity = await attempt({ method, what: 'the bot token' }, () => call(method, {}));
  if (identity === undefined) return undefined;
  add({ method, what: 'the scopes of the manifest', ...scopeState(grantedScopes(identity)) });
  return { workspace: String(identity['team_id']), botUser: String(identity['user_id']) };
}

/** The client library reads them from the `x-oauth-scopes` header of Slack's reply. */
function grantedScopes(reply: Record<string, unknown>): readonly unknown[] | undefined {
  const { scopes } = (reply['response_metadata'] ?? {}) as { scopes?: unknown };
  return Array.isArray(scopes) ? scopes : undefined;
}

function scopeState(
  granted: readonly unknown[] | undefined,
): Pick<SmokeResult, 'state' | 'reason' | 'details' | 'optional'> {
  if (granted === undefined) {
    return { state: 'not checked', reason: 'Slack does not report which scopes are granted' };
  }
  const missing = BOT_SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return { state: 'ok' };
  const details = [`needs ${missing.join(', ')}`];
  const optional = missing.every((scope) => OPTIONAL_SCOPES.has(scope));
  return {
    state: 'refused',
    reason: 'missing_scope',
    details,
    ...(optional ? { optional } : {}),
  };
}

/** How many members are looked at to find a person. */
const MAX_LOOK_UPS = 20;

/** The channel and its members: `person` is the one who gets what only one person sees. */
export async function checkChannel(
  { directory, call }: Session,
  { attempt, skip }: Recorder,
  where: Account & { readonly channel: string; readonly user?: string },
): Promise<{ readonly person?: string }> {
  const { workspace, channel } = where;
  const info = {
    method: 'conversations.info',
    what: 'the channel (channels:read, or that of its kind)',
  };
  await attempt(info, () => directory.channel(workspace, channel));
  const members = await attempt(
    { method: 'conversations.members', what: 'the members of the channel' },
    async () =>
      stringsIn((await call('conversations.members', { channel, limit: 100 }))['members']),
  );
  const users = { method: 'users.info', what: 'the people in the channel (users:read)' };
  const candidates = where.user === undefined ? (members ?? []) : [where.user];
  if (candidates.length === 0) {
    skip(users, 'the members of the channel are not known');
    return {};
  }
  return (await attempt(users, () => firstPerson(candidates))) ?? {};

  async function firstPerson(ids: readonly string[]): Promise<{ person?: string }> {
    for (const id of ids.slice(0, MAX_LOOK_UPS)) {
      const { bot, deleted } = await directory.user(workspace, id);
      if (!bot && !deleted) return { person: id };
    }
    return {};
  }
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
