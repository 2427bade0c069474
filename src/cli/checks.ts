import type { Role } from '../config.js';
import { createDeepSearch } from '../deepsearch/client.js';
import { BOT_SCOPES } from '../intake/receiver/install-pages.js';
import { createLogger } from '../log.js';
import { listToolsOnce } from '../mcp/client.js';
import { checkClock, readSlackTime } from '../ops/doctor/clock.js';
import { checkInstalls } from '../ops/doctor/installs.js';
import { checkService } from '../ops/doctor/service.js';
import { checkAppToken, checkSigningSecret, checkToken } from '../ops/doctor/slack.js';
import { withTools } from '../ops/doctor/tools.js';
import type { Check } from '../ops/doctor.js';
import { createSlackCall } from '../slack/web-api.js';
import { needing, type Settings } from './settings.js';
import { composeStorage, type Storage } from './storage-checks.js';

/** ms for one call over the network. */
const CALL_MS = 8_000;

interface About {
  readonly role: Role;
  readonly version: string;
}

type Looks = Readonly<Record<string, Check>>;

/** Everything that is looked at, as far as the settings say where it is. */
export function composeChecks(
  settings: Settings,
  about: About,
): { readonly looks: Looks; close(): Promise<void> } {
  const storage = composeStorage(settings);
  const looks = {
    settings: async () => settings.findings,
    ...storage.looks,
    ...slackLooks(settings, storage),
    ...(about.role === 'worker' ? {} : transportLook(settings)),
    ...serviceLook(settings, about.version),
  };
  return { looks, close: storage.close };
}

function slackCall({ values }: Settings) {
  return createSlackCall({
    ...(values.SLACK_API_URL === undefined ? {} : { apiUrl: values.SLACK_API_URL }),
    timeoutMs: CALL_MS,
    logger: createLogger({ level: 'silent', name: 'doctor' }),
  });
}

function slackLooks(settings: Settings, { withInstalls }: Storage): Looks {
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token = '', SLACK_CLIENT_ID } = settings.values;
  const call = slackCall(settings);
  const clock = () => readSlackTime(apiUrl, CALL_MS).catch(() => undefined);
  const many = token === '' && SLACK_CLIENT_ID !== undefined;
  return {
    slack: many
      ? needing(settings, [], () =>
          withInstalls((installs) => checkInstalls(installs, { call, needed: BOT_SCOPES })),
        )
      : needing(settings, ['SLACK_BOT_TOKEN'], () =>
          checkToken(call, { token, from: 'SLACK_BOT_TOKEN' }, BOT_SCOPES),
        ),
    clock: needing(settings, [], async () => checkClock(await clock())),
  };
}

function transportLook(settings: Settings): Looks {
  const { values, invalid: faulty } = settings;
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: secret = '' } = values;
  if (appToken === undefined && !faulty.has('SLACK_APP_TOKEN')) {
    const look = async () => checkSigningSecret(secret);
    return { transport: needing(settings, ['SLACK_SIGNING_SECRET'], look) };
  }
  const look = () => checkAppToken(slackCall(settings), appToken ?? '');
  return { transport: needing(settings, ['SLACK_APP_TOKEN'], look) };
}

function serviceLook(settings: Settings, version: string): Looks {
  const { DEEPSEARCH_URL: url = '', DEEPSEARCH_TOKEN: token = '' } = settings.values;
  const tools = () => listToolsOnce({ baseUrl: url, token, version, timeoutMs: CALL_MS });
  const look = async () => {
    const client = createDeepSearch({ baseUrl: url, version, timeoutMs: CALL_MS, attempts: 1 });
    try {
      const list = () => client.list({ token, pageSize: 1 });
      return await withTools(checkService(list, { url, clock: () => performance.now() }), tools);
    } finally {
      await client.close();
    }
  };
  return { service: needing(settings, ['DEEPSEARCH_URL', 'DEEPSEARCH_TOKEN'], look) };
}
