import { createOAuthClient } from '../account/oauth/client.js';
import { BOT_SCOPES, installAddresses } from '../intake/receiver/install-pages.js';
import { listToolsOnce } from '../mcp/client.js';
import { checkClock, readSlackTime } from '../ops/doctor/clock.js';
import { checkEncryptionKey } from '../ops/doctor/encryption-key.js';
import type { ChannelsOf } from '../ops/doctor/owner-names.js';
import { checkWorkload, readWorkload } from '../ops/doctor/questions.js';
import { checkServers } from '../ops/doctor/redis.js';
import { checkRepositories } from '../ops/doctor/repositories.js';
import {
  checkService,
  checkServiceWithoutToken,
  withDeprecations,
  withTools,
} from '../ops/doctor/service.js';
import { checkStoredSettings } from '../ops/doctor/settings.js';
import { checkSignIn } from '../ops/doctor/sign-in.js';
import { checkInstallation, checkSockets, checkToken } from '../ops/doctor/slack.js';
import { type Check, type Finding, runChecks } from '../ops/doctor.js';
import { readRedisInfo } from '../store/health.js';
import type { InstanceClients } from './instance.js';
import type { SharedParts } from './shared.js';
import { redirectUri } from './sign-in-pages.js';

/** For each check, ms; the library that calls Slack gives up later. */
const CHECK_TIMEOUT_MS = 8_000;

/**
 * The checks of `/deepsearch doctor`: this installation from within, while it runs, for somebody in a workspace.
 *
 * @param instance `probe` reads as little as possible from the conversation API
 */
export function createDoctorChecks(
  shared: SharedParts,
  { probe, deprecations, tools }: Pick<InstanceClients, 'probe' | 'deprecations' | 'tools'>,
): (workspace: string) => Promise<Finding[]> {
  const { config, installations, now, producer, redis, stores, vault } = shared;
  const { questions, settings, sockets } = stores;
  const { directory } = shared.slack;
  // Whoever reads the findings may not be in a private channel, nor in another workspace.
  const namedTo = (reader: string) => async (workspace: string) => {
    if (workspace !== reader) return [];
    const joined = await directory.joinedChannels(workspace).catch(() => []);
    return joined.filter(({ isPrivate }) => !isPrivate);
  };
  const checksFor = (reader: string, channelsOf: ChannelsOf): Record<string, Check> => ({
    redis: async () => checkServers(await readRedisInfo(redis)),
    'encryption key': () =>
      checkEncryptionKey({ installations, secrets: stores, vault, workspace: reader }),
    questions: async () =>
      checkWorkload(await readWorkload({ questions, queues: producer.userFacingQueues }), now()),
    slack: () => checkSlack(shared, reader),
    clock: async () => {
      const slackTime = readSlackTime(config.slack.apiUrl, CHECK_TIMEOUT_MS);
      return checkClock(await slackTime.catch(() => undefined));
    },
    service: () => {
      const { url, token } = config.deepsearch;
      const clock = () => performance.now();
      if (token === undefined) return checkServiceWithoutToken(probe, { url, clock });
      const findings = withTools(checkService(probe, { url, clock }), () =>
        listTools(shared, token),
      );
      return withDeprecations(findings, { deprecations, now });
    },
    'stored settings': () => checkStoredSettings(settings, channelsOf, reader),
    repositories: async () => {
      const { token } = config.deepsearch;
      if (token === undefined) return [];
      return checkRepositories({ settings, tools, token, channelsOf, workspace: reader });
    },
    'sign-in': async () => {
      const { oauth } = config.deepsearch;
      if (oauth === undefined) return [];
      const inBrowser = redirectUri(config) !== undefined;
      return checkSignIn(createOAuthClient({ ...oauth, now }), { issuer: oauth.issuer, inBrowser });
    },
    'socket mode': async () => {
      const bots = await sockets.all(now());
      const isUsed = bots.length > 0 || config.slack.transport.kind === 'socket';
      return isUsed ? checkSockets(bots, now()) : [];
    },
  });
  return (reader) => runChecks(checksFor(reader, namedTo(reader)), CHECK_TIMEOUT_MS);
}

function listTools({ config, version }: SharedParts, token: string) {
  const { url: baseUrl } = config.deepsearch;
  return listToolsOnce({ baseUrl, token, version, timeoutMs: CHECK_TIMEOUT_MS });
}

function checkSlack({ config, installations, slack }: SharedParts, reader: string) {
  const { install } = config.slack;
  const { publicUrl } = config;
  if (install.kind === 'oauth') {
    return checkInstallation(reader, installations, {
      call: slack.call,
      requiredScopes: BOT_SCOPES,
      pages: publicUrl === undefined ? undefined : installAddresses(publicUrl),
    });
  }
  const token = { token: install.botToken, source: 'SLACK_BOT_TOKEN' };
  return checkToken(slack.call, token, BOT_SCOPES);
}
