import { createQuota } from './api/quota.js';
import type { Callers } from './api/server.js';
import { createUsers, type Users } from './api/users.js';
import { createChanges } from './conversation/change-notifier.js';
import { noDisk, openDisk } from './conversation/conversation-files.js';
import { openStore } from './conversation/conversation-store.js';
import type { Engine } from './conversation/engine.js';
import { createRunner } from './conversation/runner.js';
import { heldBack } from './engine/delayed-engine.js';
import { createSearchEngine } from './engine/search/search-engine.js';
import { createCalls } from './faults/calls.js';
import { createFaults } from './faults/faults.js';
import { createGates } from './faults/gates.js';
import type { Indexed } from './indexed-repositories.js';
import { hostTrouble, knownHosts } from './mcp/allowed-hosts.js';
import { createSyntax } from './nav/parser/parser.js';
import { createSyntaxNavigator } from './nav/syntax-navigator.js';
import { createOAuth, type OAuth } from './oauth/oauth.js';
import type { Forms, ServiceOptions } from './settings/service-options.js';
import type { FilesOf } from './tools/snapshot-files.js';
import type { ToolOptions } from './tools/tools.js';

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

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** Everything that the service is made of, for its routes to stand on. */
export async function createParts(options: ServiceOptions, indexed: Indexed) {
  const forms = { ...FORMS, ...options.forms };
  const changes = createChanges();
  const disk = options.dataDir ? await openDisk(options.dataDir) : noDisk;
  const store = await openStore(disk, changes);
  const { repositories, index } = indexed;
  const setting = { publicUrl: '', sharing: options.sharing ?? false };
  const url = () => setting.publicUrl;
  const users = createUsers(options.users);
  const oauth = perhapsOAuth(options, users, url);
  const syntax = createSyntax();
  const navigator = (filesOf: FilesOf) => createSyntaxNavigator({ filesOf, syntax });
  const tools = { repositories, index, url, navigator };
  const engine = options.engine ?? (await engineOf(options, tools));
  return {
    ...indexed,
    ...{ forms, changes, store, setting, users, oauth, syntax, navigator },
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

function perhapsOAuth(options: ServiceOptions, users: Users, url: () => string) {
  if (!options.oauth) return undefined;
  const hostTrouble = hostCheck(options, url);
  return createOAuth({ options: options.oauth, users, url, hostTrouble });
}

function callersOf(users: Users, oauth: OAuth | undefined): Callers {
  return {
    byHeader: async (authorization) =>
      users.byHeader(authorization) ?? (await oauth?.byHeader(authorization)),
  };
}

type ToolParts = Omit<ToolOptions, 'prefix'>;

/** The model with the same tools as the tool server's, or the search. */
async function engineOf({ model }: ServiceOptions, parts: ToolParts): Promise<Engine> {
  const search = createSearchEngine(parts);
  if (!model) return search;
  // Its libraries are large ones.
  const [{ createModelEngine }, { createTools }] = await Promise.all([
    import('./engine/agent/model-engine.js'),
    import('./tools/tools.js'),
  ]);
  return createModelEngine({
    ...parts,
    model,
    search,
    tools: createTools({ ...parts, prefix: '' }),
  });
}

/** Who listens to others may be called by names that we cannot know. */
export function hostCheck(options: ServiceOptions, url: () => string) {
  return (host: string | undefined) =>
    isLoopback(options.host) ? hostTrouble({ host }, knownHosts(url())) : undefined;
}

function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
