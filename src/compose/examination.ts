import { BOT_SCOPES } from '../intake/install.js';
import { lookForTools } from '../mcp/look.js';
import { askSlackTheTime, judgeClock } from '../ops/doctor/clock.js';
import { lookAtInstalls } from '../ops/doctor/installs.js';
import { judgeWorkload, readWorkload } from '../ops/doctor/questions.js';
import { judgeServers } from '../ops/doctor/redis.js';
import { lookAtSecrets } from '../ops/doctor/secrets.js';
import { lookAtService } from '../ops/doctor/service.js';
import { lookAtToken } from '../ops/doctor/slack.js';
import { judgeSockets } from '../ops/doctor/sockets.js';
import { withTools } from '../ops/doctor/tools.js';
import { examine, type Finding, type Look } from '../ops/doctor.js';
import { readRedisFacts } from '../store/health.js';
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
  const clock = () => askSlackTheTime(config.slack.apiUrl, PATIENCE_MS).catch(() => undefined);
  const looks: Record<string, Look> = {
    redis: async () => judgeServers(await readRedisFacts(redis)),
    'encryption key': () => lookAtSecrets(installs),
    questions: async () => judgeWorkload(await readWorkload({ questions, queues }), now()),
    slack: () => lookAtSlack(base),
    clock: async () => judgeClock(await clock()),
    service: () => {
      const { url } = config.deepsearch;
      const service = lookAtService(list, { url, clock: () => performance.now() });
      return withTools(service, () => lookForTools(toolServerOf(base)));
    },
    'socket mode': async () => {
      const bots = await base.sockets.all(now());
      const used = bots.length > 0 || config.slack.transport.kind === 'socket';
      return used ? judgeSockets(bots, now()) : [];
    },
  };
  return () => examine(looks, PATIENCE_MS);
}

function toolServerOf({ config, version }: Base) {
  const { url: baseUrl, token } = config.deepsearch;
  return { baseUrl, token, version, timeoutMs: PATIENCE_MS };
}

function lookAtSlack({ call, config, installs }: Base) {
  const { install } = config.slack;
  if (install.kind === 'oauth') return lookAtInstalls(installs, { call, needed: BOT_SCOPES });
  return lookAtToken(call, { token: install.botToken, from: 'SLACK_BOT_TOKEN' }, BOT_SCOPES);
}
