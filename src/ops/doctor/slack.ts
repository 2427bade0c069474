import { SlackRefused } from '../../slack/errors.js';
import type { SlackCall } from '../../slack/web-api.js';
import type { Installation } from '../../store/installation-format.js';
import type { SocketConnections } from '../../store/sockets.js';
import { VaultError } from '../../vault/vault.js';
import { type Finding, type Findings, ok, problem, warning } from '../doctor.js';
import { hasUnknownFormat } from './encryption-key.js';
import { slackErrorFinding, type TokenSource } from './slack-errors.js';

/** The scopes that the app works without, and what it does not do then. */
export const OPTIONAL_SCOPES: ReadonlyMap<string, string> = new Map([
  ['reactions:write', 'the app adds no reactions to messages'],
]);

/** A bot token, and the setting or installation that it comes from. */
export interface BotToken extends TokenSource {
  readonly token: string;
}

/** Whether Slack accepts the token, for which workspace, and with which scopes. */
export async function checkToken(
  call: SlackCall,
  { token, ...from }: BotToken,
  requiredScopes: readonly string[],
): Promise<Findings> {
  try {
    const identity = await call(token, 'auth.test', {});
    return [
      ...checkIdentity(identity, from.source),
      ...checkScopes(grantedScopes(identity), requiredScopes),
    ];
  } catch (error) {
    return slackErrorFinding(error, from);
  }
}

function checkIdentity(identity: Record<string, unknown>, source: string): Findings {
  if (typeof identity['bot_id'] !== 'string') {
    return problem(
      `the token belongs to a person (${String(identity['user'])}), so the app would post as that person`,
      `${source}: copy the "Bot User OAuth Token" (xoxb-…) from OAuth & Permissions`,
    );
  }
  const team = `${String(identity['team'])} (${String(identity['team_id'])})`;
  return ok(`the token is accepted: @${String(identity['user'])} in workspace ${team}`);
}

/** The client library reads them from the `x-oauth-scopes` header of Slack's reply. */
function grantedScopes(result: Record<string, unknown>): readonly string[] | undefined {
  const { scopes } = (result['response_metadata'] ?? {}) as { scopes?: unknown };
  return Array.isArray(scopes) ? scopes.map(String).filter((scope) => scope !== '') : undefined;
}

export function checkScopes(
  granted: readonly string[] | undefined,
  required: readonly string[],
): Findings {
  if (granted === undefined) {
    return warning(
      'Slack does not report which scopes are granted',
      `compare OAuth & Permissions with this list: ${required.join(', ')}`,
    );
  }
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.some((scope) => !OPTIONAL_SCOPES.has(scope))) {
    return problem(
      `scopes are missing: ${missing.join(', ')}`,
      'add them under OAuth & Permissions, "Bot Token Scopes" (or paste the manifest again), then reinstall the app',
    );
  }
  if (missing.length > 0) return missing.flatMap(checkOptionalScope);
  const unused = granted.filter((scope) => !required.includes(scope));
  const more = unused.length > 0 ? `; not needed: ${unused.join(', ')}` : '';
  return ok(`all ${required.length} scopes are granted${more}`);
}

function checkOptionalScope(scope: string): Findings {
  return warning(
    `the scope ${scope} is missing: ${OPTIONAL_SCOPES.get(scope)}; everything else works`,
    'add it under OAuth & Permissions, "Bot Token Scopes" (or paste the manifest again), then reinstall the app',
  );
}

/** The app's installations in many workspaces. */
export interface InstallationReader {
  list(): Promise<readonly string[]>;
  find(id: string): Promise<Installation | undefined>;
}

/** The pages below `PUBLIC_URL` by which the app is installed. */
export interface InstallAddresses {
  readonly install: string;
  readonly redirect: string;
}

interface InstallationsCheck {
  readonly call: SlackCall;
  readonly requiredScopes: readonly string[];
  /** The IDs in `SLACK_WORKSPACES`. */
  readonly workspaces: readonly string[];
  /** Undefined if `PUBLIC_URL` is not set, which a worker does not need. */
  readonly pages: InstallAddresses | undefined;
}

/** Where the app is installed, and whether each token that can be read works; for the others see `checkEncryptionKey`. */
export async function checkInstallations(
  installations: InstallationReader,
  check: InstallationsCheck,
): Promise<Findings> {
  const ids = [...(await installations.list())].sort();
  const findings: Omit<Finding, 'name'>[] = [];
  for (const id of ids) findings.push(...(await checkInstallation(id, installations, check)));
  return [...whereInstalled(ids), ...findings, ...missingInstallations(ids, check)];
}

const MOST_NAMED = 20;

function whereInstalled(ids: readonly string[]): Findings {
  if (ids.length === 0) return [];
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  return ok(`the app is installed in ${ids.slice(0, MOST_NAMED).join(', ')}${more}`);
}

function missingInstallations(
  ids: readonly string[],
  { workspaces, pages }: InstallationsCheck,
): Findings {
  const missing = workspaces.filter((id) => !ids.includes(id)).join(', ');
  if (ids.length === 0) {
    const may = missing === '' ? '' : `; SLACK_WORKSPACES allows ${missing}`;
    return warning(`no workspace has installed the app yet${may}`, howToInstall(pages));
  }
  if (missing === '') return [];
  return warning(`the app is not yet installed in ${missing}`, howToInstall(pages));
}

/** Slack has no method that tells whether the app is distributed, or its redirect URLs. */
function howToInstall(pages: InstallAddresses | undefined): string {
  if (pages === undefined) {
    return 'run doctor with the settings of the bot: they have PUBLIC_URL, and with it the address at which an admin installs the app';
  }
  return `ask an admin of each workspace to open ${pages.install} while the app runs. If Slack shows invalid_team_for_non_distributed_app, activate public distribution under Manage Distribution on the app's page; if it shows bad_redirect_uri, add ${pages.redirect} there under OAuth & Permissions, "Redirect URLs"`;
}

/** Where `PUBLIC_URL` is not known. */
const INSTALL_PAGE = 'PUBLIC_URL, followed by /slack/install';

/** Of one workspace among several. */
function naming(id: string, says: string): string {
  return says.includes(id) ? says : `${id}: ${says}`;
}

/** Whether the app's token of one workspace works; none without an installation that can be read. */
export async function checkInstallation(
  id: string,
  installations: InstallationReader,
  { call, requiredScopes, pages }: Omit<InstallationsCheck, 'workspaces'>,
): Promise<Findings> {
  try {
    const found = await installations.find(id);
    if (found === undefined) return [];
    const renew = `ask an admin of it to open ${pages?.install ?? INSTALL_PAGE}, which installs the app again`;
    const token = { token: found.bot.token, source: `the installation of ${id}`, renew };
    const findings = await checkToken(call, token, requiredScopes);
    return findings.map((finding) => ({ ...finding, says: naming(id, finding.says) }));
  } catch (error) {
    if (error instanceof VaultError || hasUnknownFormat(error)) return [];
    throw error;
  }
}

/** Whether Slack accepts the app token for Socket Mode. The URL that Slack returns is not used. */
export async function checkAppToken(call: SlackCall, token: string): Promise<Findings> {
  try {
    await call(token, 'apps.connections.open', {});
    return ok('Socket Mode: the app token is accepted');
  } catch (error) {
    if (error instanceof SlackRefused && error.error === 'missing_scope') {
      return problem(
        'the app token lacks the scope connections:write',
        'SLACK_APP_TOKEN: create a new one on Basic Information, "App-Level Tokens", with connections:write',
      );
    }
    return slackErrorFinding(error, { source: 'SLACK_APP_TOKEN' });
  }
}

/** Whether any bot is connected over Socket Mode, by the bots' own reports. */
export function checkSockets(bots: readonly SocketConnections[], now: number): Findings {
  const since = bots.flatMap((bot) => bot.since);
  if (bots.length === 0) {
    return warning(
      'Socket Mode: no bot has reported within the last 90 s',
      'start the app with the role "bot", or with none for both roles; "deepsearch-slack --help" says how',
    );
  }
  if (since.length === 0) {
    return problem(
      'Socket Mode: a bot is running, but has no connection: it receives no events',
      'see its log, and check that this network allows wss:// connections to Slack',
    );
  }
  const minutes = Math.round((now - Math.min(...since)) / 60_000);
  const count = since.length === 1 ? '1 connection' : `${since.length} connections`;
  return ok(`Socket Mode: ${count}, the oldest for ${minutes} min`);
}
