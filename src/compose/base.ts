import { readFileSync } from 'node:fs';
import type { Config } from '../config.js';
import type { Seal } from '../intake/parse/result.js';
import type { Logger } from '../log.js';
import { createMetrics, type Metrics } from '../metrics.js';
import { createProducer } from '../queue/producer.js';
import { createAgent } from '../slack/agent.js';
import { createDirectory } from '../slack/directory.js';
import { createFiles } from '../slack/files.js';
import { createMessages, createUnfurl } from '../slack/messages.js';
import type { RateLimiter } from '../slack/rate-limits.js';
import { createRateLimitedCall } from '../slack/rate-limits.js';
import { createViews } from '../slack/views.js';
import { createSlackCall, type SlackCall } from '../slack/web-api.js';
import { createCompleteStep } from '../slack/workflows.js';
import { manyWorkspaces, oneWorkspace } from '../slack/workspaces.js';
import { createAcceptedQuestionStore } from '../store/accepted-questions.js';
import { createAgentStatusStore } from '../store/agent-status.js';
import { createAnswerDurationStore } from '../store/answer-durations.js';
import { createClaimStore } from '../store/claims.js';
import { createCodePageStore } from '../store/code-pages.js';
import { connectRedis, replicationOf } from '../store/connection.js';
import { createConversationStore } from '../store/conversations.js';
import { createFeedbackStore } from '../store/feedback.js';
import { createFormNoteStore } from '../store/form-notes.js';
import { createHomeStore } from '../store/homes.js';
import { createInstallationStore, type InstallationStore } from '../store/installations.js';
import { createPreviewStore } from '../store/previews.js';
import { createQuestionStore } from '../store/questions.js';
import { createRateLimiter } from '../store/rate-limiter.js';
import { createSettingsStore } from '../store/settings.js';
import { createSocketStore } from '../store/sockets.js';
import { createThreadStore } from '../store/threads.js';
import { createVault } from '../vault/vault.js';

/** What a sealed `response_url` is sealed for. */
export const RESPONSE_URL = 'response_url' satisfies Parameters<Seal>[1];

/** And a link that somebody pasted, which may hold a read token. */
export const PASTED_LINK = 'pasted_link' satisfies Parameters<Seal>[1];

const DAY_MS = 24 * 3600_000;

export type Base = ReturnType<typeof createBase>;

/** What both roles stand on: the far sides and the stores. */
export function createBase(config: Config, logger: Logger) {
  const version = readVersion();
  const metrics = createMetrics({ version });
  const vault = createVault(config.vault.keys);
  const redis = connectRedis(config.redis.url, 'store', logger);
  const jobs = connectRedis(config.redis.url, 'producer', logger);
  const retentionMs = config.tuning.retentionDays * DAY_MS;
  const api = config.slack.apiUrl === undefined ? {} : { apiUrl: config.slack.apiUrl };
  const call = createSlackCall({
    ...api,
    logger,
    observe: ({ method, outcome, ms }) => metrics.slackCalled(method, { outcome, ms }),
  });
  const { install } = config.slack;
  const allowed = install.kind === 'oauth' ? { allowed: install.workspaces } : {};
  const installs = createInstallationStore({ redis, ...vault, ...allowed });
  const limiter = observedMeter(createRateLimiter(redis), metrics);
  const workspaces = connectWorkspaces(install, { call, installs });
  const { tokenFor } = workspaces;
  const send = createRateLimitedCall({ call, tokenFor, limiter });
  return {
    config,
    logger,
    version,
    metrics,
    vault,
    redis,
    jobs,
    api,
    installs,
    workspaces,
    call,
    now: Date.now,
    random: Math.random,
    people: createDirectory(call, tokenFor),
    files: createFiles(call, tokenFor, api),
    endStep: createCompleteStep({ call, tokenFor, logger }),
    messages: createMessages(call, tokenFor, limiter),
    unfurl: createUnfurl(send),
    agent: createAgent(send),
    views: createViews(call, tokenFor),
    questions: createQuestionStore({
      ...{ redis, retentionMs },
      replicated: replicationOf(redis, config.redis.url),
    }),
    threads: createThreadStore({ redis, retentionMs }),
    conversations: createConversationStore({ redis, retentionMs }),
    acceptedQuestions: createAcceptedQuestionStore({ redis }),
    claims: createClaimStore({ redis, retentionMs }),
    agentStatuses: createAgentStatusStore({ redis }),
    answerDurations: createAnswerDurationStore({ redis }),
    turns: createCodePageStore({ redis }),
    previews: createPreviewStore({ redis, retentionMs }),
    feedback: createFeedbackStore({ redis, retentionMs }),
    formNotes: createFormNoteStore({ redis }),
    homes: createHomeStore({ redis }),
    settings: createSettingsStore({ redis }),
    sockets: createSocketStore({ redis }),
    producer: createProducer(jobs, replicationOf(jobs, config.redis.url)),
  };
}

function observedMeter(limiter: RateLimiter, metrics: Metrics): RateLimiter {
  return {
    take: async (bucket) => {
      const wait = await limiter.take(bucket);
      if (wait > 0) metrics.rateLimitWaited(bucket.name.split(':')[0] ?? '', wait);
      return wait;
    },
    block: (bucket, ms) => limiter.block(bucket, ms),
  };
}

type Install = Config['slack']['install'];

function connectWorkspaces(install: Install, by: { call: SlackCall; installs: InstallationStore }) {
  if (install.kind === 'oauth') return manyWorkspaces(by.installs);
  const { identity } = createDirectory(by.call, async () => install.botToken);
  return oneWorkspace(install.botToken, identity);
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
