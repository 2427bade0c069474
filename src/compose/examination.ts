import { BOT_SCOPES } from '../intake/receiver/install-pages.js';
import { listToolsOnce } from '../mcp/look.js';
import { checkClock, readSlackTime } from '../ops/doctor/clock.js';
import { checkInstalls } from '../ops/doctor/installs.js';
import { checkWorkload, readWorkload } from '../ops/doctor/questions.js';
import { checkServers } from '../ops/doctor/redis.js';
import { checkSecrets } from '../ops/doctor/secrets.js';
import { checkService } from '../ops/doctor/service.js';
import { checkToken } from '../ops/doctor/slack.js';
import { checkSockets } from '../ops/doctor/sockets.js';
import { withTools } from '../ops/doctor/tools.js';
import { type Check, type Finding, runChecks } from '../ops/doctor.js';
import { readRedisInfo } from '../store/health.js';
import type { Base } from './base.js';

/** ms for each look; the library that calls Slack gives up later. */
const PATIENCE_MS = 8_000;

/** What `/deepsearch doctor` looks at: this installation from within, while it works. */
export function createExamination(
  base: Base,
  list: () => Promise<unknown>,
): () => Promise<Finding[]> {
  const { config, installs, now, questions, redis } = base;
  const { peopleQueues: queues } = base.producer;
  const clock = () => readSlackTime(config.slack.apiUrl, PATIENCE_MS).catch(() => undefined);
  const looks: Record<string, Check> = {
    redis: async () => checkServers(await readRedisInfo(redis)),
    'encryption key': () => checkSecrets(installs),
    questions: async () => checkWorkload(await readWorkload({ questions, queues }), now()),
    slack: () => lookAtSlack(base),
    clock: async () => checkClock(await clock()),
    service: () => {
      const { url } = config.deepsearch;
      const service = checkService(list, { url, clock: () => performance.now() });
      return withTools(service, () => listToolsOnce(toolServerOf(base)));
    },
    'socket mode': async () => {
      const bots = await base.sockets.all(now());
      const used = bots.length > 0 || config.slack.transport.kind === 'socket';
      return used ? checkSockets(bots, now()) : [];
    },
  };
  return () => runChecks(looks, PATIENCE_MS);
}

function toolServerOf({ config, version }: Base) {
  const { url: baseUrl, token } = config.deepsearch;
  return { baseUrl, token, version, timeoutMs: PATIENCE_MS };
}

function lookAtSlack({ call, config, installs }: Base) {
  const { install } = config.slack;
  if (install.kind === 'oauth') return checkInstalls(installs, { call, needed: BOT_SCOPES });
  return checkToken(call, { token: install.botToken, from: 'SLACK_BOT_TOKEN' }, BOT_SCOPES);
}
