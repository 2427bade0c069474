import { availableParallelism } from 'node:os';
import { createFailedAttempts } from './api/failed-attempts.js';
import { createQuotaTracker } from './api/quota.js';
import type { Authenticator } from './api/server.js';
import { createUsers, type Users } from './api/users.js';
import { DEFAULT_VARIANTS } from './api/variants.js';
import { createChangeNotifier } from './conversation/change-notifier.js';
import { noConversationFiles, openConversationFiles } from './conversation/conversation-files.js';
import { openConversationStore } from './conversation/conversation-store.js';
import { FREE } from './conversation/credits.js';
import type { Engine } from './conversation/engine.js';
import { createQuestionRunner } from './conversation/runner.js';
import { delayAnswers } from './engine/delayed-engine.js';
import { tellStaleRepositories } from './engine/stale-repositories.js';
import { createCallLog } from './faults/calls.js';
import { createFaultRegistry } from './faults/faults.js';
import { createGates } from './faults/gates.js';
import { createHosts } from './http/hosts.js';
import type { IndexedRepositories } from './indexed-repositories.js';
import { createServiceMetrics } from './metrics.js';
import { createOAuth, type OAuth } from './oauth/oauth.js';
import { createRenderThread } from './render-thread/render-thread.js';
import type { ServiceOptions } from './settings/service-options.js';

const MIN_SLOTS = 2;

export type Components = Awaited<ReturnType<typeof createComponents>>;

/** Creates every component that the routes need. */
export async function createComponents(
  options: ServiceOptions,
  indexedRepositories: IndexedRepositories,
) {
  const variants = { ...DEFAULT_VARIANTS, ...options.variants };
  const notifier = createChangeNotifier();
  const disk = options.dataDir ? await openConversationFiles(options.dataDir) : noConversationFiles;
  const store = await openConversationStore(disk, notifier);
  const runtime = { publicUrl: '', sharing: options.sharing ?? false };
  const url = () => runtime.publicUrl;
  const users = createUsers(options.users);
  const hosts = createHosts(options, url);
  // Not shared: a program that calls the pages with an old token must keep nobody from signing in.
  const failedSignIns = createFailedAttempts();
  const oauth =
    options.oauth &&
    createOAuth({ options: options.oauth, users, url, hosts, failedAttempts: failedSignIns });
  const { sync, repositories } = indexedRepositories;
  const ownEngine = options.engine ?? (await createEngine(options, indexedRepositories, url));
  const engine = sync ? tellStaleRepositories(ownEngine, repositories) : ownEngine;
  return {
    ...indexedRepositories,
    variants,
    notifier,
    store,
    metrics: createServiceMetrics({ ...indexedRepositories, store }),
    runtime,
    hosts,
    failedAttempts: createFailedAttempts(),
    users,
    oauth,
    renderThread: createRenderThread(),
    runner: createQuestionRunner({
      store,
      engine: delayAnswers(engine, options.answerDelayMs ?? 0),
      slots: options.slots ?? Math.max(MIN_SLOTS, availableParallelism()),
      prices: options.credits ?? FREE,
    }),
    calls: createCallLog({ enabled: options.logCalls ?? false }),
    faults: createFaultRegistry(notifier.notify),
    gates: createGates(),
    callers: createAuthenticator(users, oauth),
    quota: createQuotaTracker(options.quota),
  };
}

function createAuthenticator(users: Users, oauth: OAuth | undefined): Authenticator {
  return {
    byAuthorization: async (authorization) =>
      users.byAuthorization(authorization) ?? (await oauth?.byAuthorization(authorization)),
  };
}

/** The configured language model, with the same tools as the MCP server; otherwise the search engine. */
async function createEngine(
  { model }: ServiceOptions,
  { repositories, searchThread }: IndexedRepositories,
  url: () => string,
): Promise<Engine> {
  const { answer: search, index } = searchThread;
  if (!model) return search;
  // Loaded on demand: the libraries behind a model are large.
  const { createModelEngine } = await import('./engine/agent/model-engine.js');
  const tools = searchThread.tools({ prefix: '', url });
  return createModelEngine({ repositories, index, model, search, tools });
}
