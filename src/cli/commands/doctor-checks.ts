import { createOAuthClient } from '../../account/oauth/client.js';
import { OAUTH_VARIABLES } from '../../config/environment.js';
import type { Role } from '../../config.js';
import { createDeepSearch } from '../../deepsearch/client.js';
import type { Deprecation } from '../../http/deprecation.js';
import { BOT_SCOPES, installAddresses } from '../../intake/receiver/install-pages.js';
import { createLogger } from '../../log.js';
import { createToolServer, listToolsOnce } from '../../mcp/client.js';
import { checkClock, readSlackTime } from '../../ops/doctor/clock.js';
import type { ChannelsOf } from '../../ops/doctor/owner-names.js';
import { checkRepositories } from '../../ops/doctor/repositories.js';
import {
  checkService,
  checkServiceWithoutToken,
  withDeprecations,
  withTools,
} from '../../ops/doctor/service.js';
import { checkStoredSettings } from '../../ops/doctor/settings.js';
import { checkSignIn } from '../../ops/doctor/sign-in.js';
import { checkReceivedRequests, checkSigningSecret } from '../../ops/doctor/signing-secret.js';
import { checkAppToken, checkInstallations, checkToken } from '../../ops/doctor/slack.js';
import type { Check } from '../../ops/doctor.js';
import { createSlackCall } from '../../slack/web-api.js';
import type { Connection } from '../../store/connection.js';
import { createReceivedRequestStore } from '../../store/received-requests.js';
import { createRedisChecks, type RedisChecks } from './redis-checks.js';
import { requireSettings, type Settings } from './settings.js';
import { createWorkspaceChannels, isKnown } from './workspace-channels.js';

/** Time limit of one call over the network, ms. */
const CALL_TIMEOUT_MS = 8_000;

type Checks = Readonly<Record<string, Check>>;

/** All checks for which the settings are valid; a check without them says which to fix. */
export function createDoctorChecks(
  settings: Settings,
  app: { readonly role: Role; readonly version: string },
): { readonly checks: Checks; close(): Promise<void> } {
  const redis = createRedisChecks(settings);
  const checks = {
    settings: async () => settings.findings,
    ...redis.checks,
    ...slackChecks(settings, redis),
    ...(app.role === 'worker' ? {} : transportCheck(settings, redis)),
    ...serviceCheck(settings, app.version),
    'stored settings': () =>
      redis.withSettings((stored, connection) =>
        checkStoredSettings(stored, channelsOf(settings, connection)),
      ),
    ...repositoryCheck(settings, redis, app.version),
    ...signInCheck(settings),
  };
  return { checks, close: redis.close };
}

function slackCall({ values }: Settings) {
  return createSlackCall({
    ...(values.SLACK_API_URL === undefined ? {} : { apiUrl: values.SLACK_API_URL }),
    timeoutMs: CALL_TIMEOUT_MS,
    logger: createLogger({ level: 'silent', name: 'doctor' }),
  });
}

function slackChecks(settings: Settings, { withInstallations }: RedisChecks): Checks {
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token = '' } = settings.values;
  const { PUBLIC_URL: publicUrl } = settings.values;
  const call = slackCall(settings);
  const readClock = () => readSlackTime(apiUrl, CALL_TIMEOUT_MS).catch(() => undefined);
  const usesOauth =
    !settings.isSet('SLACK_BOT_TOKEN') && OAUTH_VARIABLES.some((name) => settings.isSet(name));
  return {
    slack: usesOauth
      ? requireSettings(settings, [], () =>
          withInstallations((installations) =>
            checkInstallations(installations, {
              call,
              requiredScopes: BOT_SCOPES,
              workspaces: settings.values.SLACK_WORKSPACES ?? [],
              pages: publicUrl === undefined ? undefined : installAddresses(publicUrl),
            }),
          ),
        )
      : requireSettings(settings, ['SLACK_BOT_TOKEN'], () =>
          checkToken(call, { token, source: 'SLACK_BOT_TOKEN' }, BOT_SCOPES),
        ),
    clock: requireSettings(settings, [], async () => checkClock(await readClock())),
  };
}

function transportCheck(settings: Settings, { withConnection }: RedisChecks): Checks {
  const { values, invalid } = settings;
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: secret = '' } = values;
  if (appToken === undefined && !invalid.has('SLACK_APP_TOKEN')) {
    const check = async () => checkSigningSecret(secret);
    const received = () =>
      withConnection(async (redis) => {
        const store = createReceivedRequestStore({ redis });
        return checkReceivedRequests(await store.read(secret), Date.now());
      });
    return {
      transport: requireSettings(settings, ['SLACK_SIGNING_SECRET'], check),
      requests: requireSettings(settings, ['SLACK_SIGNING_SECRET'], received),
    };
  }
  const check = () => checkAppToken(slackCall(settings), appToken ?? '');
  return { transport: requireSettings(settings, ['SLACK_APP_TOKEN'], check) };
}

function serviceCheck(settings: Settings, version: string): Checks {
  const { DEEPSEARCH_URL: url = '', DEEPSEARCH_TOKEN: token, ACCESS_MODE: mode } = settings.values;
  const clock = () => performance.now();
  const check = async () => {
    const found = new Map<Deprecation['api'], Deprecation>();
    const onDeprecation = (one: Deprecation) => void found.set(one.api, one);
    const options = { baseUrl: url, version, timeoutMs: CALL_TIMEOUT_MS, onDeprecation };
    const client = createDeepSearch({ ...options, attempts: 1 });
    const list = () => client.list({ token: token ?? NO_TOKEN, pageSize: 1 });
    try {
      if (token === undefined) return await checkServiceWithoutToken(list, { url, clock });
      const service = checkService(list, { url, clock });
      const findings = withTools(service, () => listToolsOnce({ ...options, token }));
      const deprecations = () => [...found.values()];
      return await withDeprecations(findings, { deprecations, now: Date.now });
    } finally {
      await client.close();
    }
  };
  const needed = [
    'DEEPSEARCH_URL',
    ...(mode === 'linked' ? [] : (['DEEPSEARCH_TOKEN'] as const)),
  ] as const;
  return { service: requireSettings(settings, needed, check) };
}

function repositoryCheck(
  settings: Settings,
  { withSettings }: RedisChecks,
  version: string,
): Checks {
  const { values } = settings;
  const { DEEPSEARCH_URL: baseUrl, DEEPSEARCH_TOKEN: token } = values;
  if (baseUrl === undefined || token === undefined) return {};
  const repositories = async () => {
    const tools = createToolServer({ baseUrl, version, timeoutMs: CALL_TIMEOUT_MS, attempts: 1 });
    try {
      return await withSettings((stored, connection) =>
        checkRepositories({
          settings: stored,
          tools,
          token,
          channelsOf: channelsOf(settings, connection),
        }),
      );
    } finally {
      await tools.close();
    }
  };
  return { repositories };
}

function channelsOf(settings: Settings, redis: Connection): ChannelsOf {
  const { channels } = createWorkspaceChannels(settings, redis);
  return async (workspace) => {
    const found = await channels(workspace);
    return isKnown(found) ? found : [];
  };
}

function signInCheck({ values }: Settings): Checks {
  const { ACCESS_MODE: mode, DEEPSEARCH_URL: url, DEEPSEARCH_OAUTH_CLIENT_ID: clientId } = values;
  const issuer = values.DEEPSEARCH_OAUTH_AUTH_URL ?? url;
  if (mode === 'shared' || clientId === undefined || issuer === undefined) return {};
  const {
    DEEPSEARCH_OAUTH_SCOPE: scope,
    PUBLIC_URL: publicUrl,
    SLACK_APP_TOKEN: appToken,
  } = values;
  const client = createOAuthClient({ issuer, clientId, scope, now: Date.now });
  const inBrowser = publicUrl !== undefined && appToken === undefined;
  return { 'sign-in': () => checkSignIn(client, { issuer, inBrowser }) };
}

/** No instance accepts it: shows whether there is one. */
const NO_TOKEN = 'none';
