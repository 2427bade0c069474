import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { presentConversation, presentRetrieval } from './api/present.js';
import { createQuota } from './api/quota.js';
import { addRoutes } from './api/routes.js';
import {
  API_PREFIX,
  authenticate,
  type Callers,
  createServer,
  requireUser,
  speakJson,
} from './api/server.js';
import { createUsers, type Users } from './api/users.js';
import { createChanges } from './changes.js';
import { noDisk, openDisk } from './conversation/disk.js';
import { createRunner } from './conversation/runner.js';
import { openStore } from './conversation/store.js';
import type { Engine } from './engine/engine.js';
import { heldBack } from './engine/held-back.js';
import { createModelEngine } from './engine/model/model-engine.js';
import { createSearchEngine } from './engine/search-engine.js';
import { createCalls } from './faults/calls.js';
import { createFaults } from './faults/faults.js';
import { createGates } from './faults/gates.js';
import { addFaults } from './faults/hooks.js';
import { pinnedAt } from './git/pinned.js';
import { openRepositories, type Repository } from './git/repository.js';
import { createIndex, type Index } from './index/threads.js';
import { hostTrouble, knownHosts } from './mcp/hosts.js';
import { addMcp, guardMcp, MCP_PREFIX, type McpParts, noMcp } from './mcp/routes.js';
import { createSyntax } from './nav/syntax.js';
import { createSyntaxNavigator } from './nav/syntax-navigator.js';
import type { OAuth } from './oauth/oauth.js';
import type { Forms, Service, ServiceOptions } from './options.js';
import { addPages } from './pages/routes.js';
import type { FilesOf } from './tools/files.js';
import { createTools, type ToolOptions } from './tools/tools.js';

const FORMS: Forms = {
  list: 'array',
  followUp: 'question',
  followUpId: 'optional',
  failure: 'failed',
  cancel: 'completed-with-error',
  cancelReply: 'question',
  createStatus: 200,
  createWaits: 'never',
  questionRoute: true,
  errorBody: 'json',
};

type Parts = Awaited<ReturnType<typeof createParts>>;

/** Constructs the whole service; nothing runs before `start`. */
export async function composeService(options: ServiceOptions) {
  const parts = await createParts(options);
  const app = createServer();
  app.register(async (api) => composeApi(api, parts), { prefix: API_PREFIX });
  app.register(async (mcp) => composeMcp(mcp, { ...parts, options }), { prefix: MCP_PREFIX });
  app.register(async (pages) => composePages(pages, { ...parts, options }));
  app.register(async (signIn) => parts.oauth?.addTo(signIn));
  const stop = () => stopAll(app, parts);
  return { start: () => start(app, { options, parts, stop }), stop };
}

async function createParts(options: ServiceOptions) {
  const forms = { ...FORMS, ...options.forms };
  const changes = createChanges();
  const disk = options.dataDir ? await openDisk(options.dataDir) : noDisk;
  const store = await openStore(disk, changes);
  const repositories = await openAll(options);
  const cacheDir = options.cacheDir ?? (options.dataDir && join(options.dataDir, 'index'));
  const index = createIndex(cacheDir ? { cacheDir } : {});
  const setting = { publicUrl: '', sharing: options.sharing ?? false };
  const url = () => setting.publicUrl;
  const users = createUsers(options.users);
  const oauth = await perhapsOAuth(options, users, url);
  const syntax = createSyntax();
  const navigator = (filesOf: FilesOf) => createSyntaxNavigator({ filesOf, syntax });
  const tools = { repositories, index, url, navigator };
  const engine = options.engine ?? engineOf(options, tools);
  return {
    ...{ forms, changes, store, setting, repositories, index, users, oauth, syntax, navigator },
    runner: createRunner({
      store,
      engine: heldBack(engine, options.holdBackMs ?? 0),
      slots: options.slots ?? 4,
    }),
    calls: createCalls(),
    faults: createFaults(changes.ring),
    gates: createGates(),
    callers: callersOf(users, oauth),
    quota: createQuota(options.quota),
  };
}

async function perhapsOAuth(options: ServiceOptions, users: Users, url: () => string) {
  if (!options.oauth) return undefined;
  // Its library is read only where it is asked for.
  const { createOAuth } = await import('./oauth/oauth.js');
  const hostTrouble = hostCheck(options, url);
  return createOAuth({ options: options.oauth, users, url, hostTrouble });
}

function callersOf(users: Users, oauth: OAuth | undefined): Callers {
  return {
    byHeader: async (authorization) =>
      users.byHeader(authorization) ?? (await oauth?.byHeader(authorization)),
  };
}

/** The model with the same tools as the tool server's, or the search. */
function engineOf({ model }: ServiceOptions, parts: Omit<ToolOptions, 'prefix'>): Engine {
  const search = createSearchEngine(parts);
  if (!model) return search;
  return createModelEngine({
    ...parts,
    model,
    search,
    tools: createTools({ ...parts, prefix: '' }),
  });
}

async function openAll({ repositories: paths, revision }: ServiceOptions): Promise<Repository[]> {
  const repositories = await openRepositories(paths);
  if (revision === undefined) return repositories;
  return Promise.all(repositories.map((repository) => pinnedAt(repository, revision)));
}

function composeApi(api: FastifyInstance, parts: Parts): void {
  speakJson(api, parts.forms.errorBody);
  authenticate(api, parts.callers);
  addFaults(api, parts);
  requireUser(api);
  addRoutes(api, parts);
}

function composeMcp(mcp: FastifyInstance, parts: Parts & { options: ServiceOptions }): void {
  const { repositories, index, navigator, setting, oauth, options } = parts;
  const { toolServer = {}, toolPrefix: prefix = 'svc_' } = options;
  if (!toolServer) {
    noMcp(mcp);
    return;
  }
  const url = () => setting.publicUrl;
  const tools: McpParts = {
    ...{ repositories, index, navigator, prefix, url },
    options: toolServer,
    ...(oauth && { challenge: oauth.challenge }),
  };
  guardMcp(mcp, tools);
  authenticate(mcp, parts.callers);
  addFaults(mcp, parts);
  addMcp(mcp, tools);
}

function composePages(pages: FastifyInstance, parts: Parts & { options: ServiceOptions }): void {
  const { repositories, store, setting, forms, options } = parts;
  const url = () => setting.publicUrl;
  addPages(pages, {
    ...{ repositories, url },
    hostTrouble: hostCheck(options, url),
    shared: (token) => {
      const record = setting.sharing ? store.byReadToken(token) : undefined;
      const { publicUrl } = setting;
      return record && presentConversation(record, { forms, publicUrl, now: Date.now() });
    },
  });
}

/** Who listens to others may be called by names that we cannot know. */
function hostCheck(options: ServiceOptions, url: () => string) {
  return (host: string | undefined) =>
    isLoopback(options.host) ? hostTrouble({ host }, knownHosts(url())) : undefined;
}

function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

interface Starting {
  readonly options: ServiceOptions;
  readonly parts: Parts;
  readonly stop: () => Promise<void>;
}

async function start(app: FastifyInstance, { options, parts, stop }: Starting): Promise<Service> {
  const { port = 0, host = '127.0.0.1' } = options;
  const address = await app.listen({ port, host });
  const url = (options.publicUrl ?? address).replace(/\/+$/, '');
  parts.setting.publicUrl = url;
  resume(parts);
  if (!options.engine) void warmUp(parts);
  return {
    url,
    users: options.users,
    faults: { add: parts.faults.add, clear: parts.faults.clear },
    gate: parts.gates.open,
    calls: parts.calls.list,
    conversations: () => conversations(parts),
    setSharing: (on) => {
      parts.setting.sharing = on;
    },
    star: (id, on) => star(parts, id, on),
    revoke: parts.users.revoke,
    waitFor: parts.changes.waitFor,
    stop,
  };
}

/** Questions that were in hand when the last run ended begin anew. */
function resume({ store, runner }: Parts): void {
  const questions = store.all().flatMap((record) => record.questions);
  for (const question of questions) if (question.phase !== 'ended') runner.submit(question);
}

/** The index is being built while nobody has asked yet; who asks meanwhile sees how far it is. */
async function warmUp({ repositories, index }: Parts): Promise<void> {
  for (const repository of repositories) {
    // A question meets the same trouble, and says it.
    await indexHead(repository, index).catch(() => {});
  }
}

async function indexHead({ head, git }: Repository, index: Index): Promise<void> {
  const commit = await head();
  if (commit) await index.search({ gitDir: git.gitDir, commit });
}

function conversations({ store, forms, setting, quota }: Parts) {
  const now = Date.now();
  const { publicUrl } = setting;
  return store.all().map((record) => {
    const usage = quota.usage(record.userId, now);
    return presentRetrieval(record, {
      ...{ forms, publicUrl, now },
      viewerId: record.userId,
      quota: usage,
    });
  });
}

function star({ store }: Parts, id: number, on: boolean): void {
  const record = store.get(id);
  if (record) record.starred = on;
  void store.changed(id);
}

async function stopAll(app: FastifyInstance, parts: Parts): Promise<void> {
  parts.runner.stop();
  parts.faults.clear();
  parts.gates.releaseAll();
  await app.close();
  await Promise.all([parts.index.stop(), parts.syntax.stop()]);
  await Promise.all(parts.repositories.map((repository) => repository.close()));
  await parts.store.settled();
}
