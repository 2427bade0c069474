import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import { createAgent } from '../slack/agent.js';
import { createDirectory } from '../slack/directory.js';
import { createDownloadFile } from '../slack/download-file.js';
import { createFiles } from '../slack/files.js';
import { createMessages, createUnfurl } from '../slack/messages.js';
import { createRateLimits, type RateLimiter } from '../slack/rate-limits.js';
import { createRetryLimit, type RetryLimitOptions } from '../slack/retry-limit.js';
import { createViews } from '../slack/views.js';
import { createSlackCall, type SlackCall } from '../slack/web-api.js';
import { createCompleteStep } from '../slack/workflows.js';
import { manyWorkspaces, oneWorkspace } from '../slack/workspaces.js';
import type { InstallationStore } from '../store/installations.js';
import type { Tracing } from '../tracing.js';

export interface SlackOptions {
  readonly config: Config['slack'];
  readonly installations: InstallationStore;
  readonly rateLimiter: RateLimiter;
  /** Of look-ups. */
  readonly retryLimit: RetryLimitOptions;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Called right before each call; throws if it must not be made any more. */
  readonly check: () => void;
  readonly logger: Logger;
}

/** The Slack Web API, a client for each group of its methods, and the workspaces it is called for. */
export function createSlack(options: SlackOptions) {
  const { check, config, installations, rateLimiter, metrics, tracing, logger } = options;
  const api = config.apiUrl === undefined ? {} : { apiUrl: config.apiUrl };
  const call = createSlackCall({
    ...api,
    logger,
    tracing,
    check,
    observe: ({ method, outcome, ms }) => metrics.slackCalled(method, { outcome, ms }),
  });
  const workspaces = connectWorkspaces(config.install, call, installations);
  const { tokenFor } = workspaces;
  const limiter = withMetrics(rateLimiter, metrics);
  const rateLimits = createRateLimits({ call, tokenFor, limiter });
  const limited = createRetryLimit(options.retryLimit);
  const directory = createDirectory(call, tokenFor);
  const views = createViews(call, tokenFor);
  const messages = createMessages(call, workspaces, rateLimits.call);
  return {
    api,
    call,
    workspaces,
    identify: limited(workspaces.identify),
    agent: createAgent(rateLimits.call),
    completeStep: createCompleteStep({ call, tokenFor, logger }),
    directory: {
      ...directory,
      user: limited(directory.user),
      channel: limited(directory.channel),
      isMember: limited(directory.isMember),
    },
    downloadFile: createDownloadFile(tokenFor, api),
    files: createFiles(call, tokenFor),
    optionalWaitMs: rateLimits.optionalWaitMs,
    messages: {
      ...messages,
      openDirect: limited(messages.openDirect),
      // Without the list a message may be posted twice: not at each attempt.
      list: limited(messages.list, { startsAgain: true }),
      listAllowed: limited(messages.listAllowed),
      remove: limited(messages.remove, { startsAgain: true }),
    },
    unfurl: createUnfurl(rateLimits.call),
    views: { ...views, update: limited(views.update) },
  };
}

function connectWorkspaces(
  install: Config['slack']['install'],
  call: SlackCall,
  installations: InstallationStore,
) {
  if (install.kind === 'oauth') return manyWorkspaces(installations);
  const { identity } = createDirectory(call, async () => install.botToken);
  return oneWorkspace(install.botToken, identity);
}

function withMetrics(limiter: RateLimiter, metrics: Metrics): RateLimiter {
  return {
    take: async (from) => {
      const taken = await limiter.take(from);
      const { waitMs, empty, learned } = taken;
      if (learned !== undefined)
        metrics.rateLearned(learned.bucket.split(':')[0] ?? '', learned.perMinute);
      if (empty !== undefined) metrics.rateLimitWaited(empty.split(':')[0] ?? '', waitMs);
      return taken;
    },
    refused: (from, refusal) => limiter.refused(from, refusal),
  };
}
