import type { FastifyInstance } from 'fastify';
import { addApiRoutes } from './api/routes.js';
import { serializeConversation } from './api/serialize.js';
import { API_PREFIX, addAuthentication, requireUser, useJson } from './api/server.js';
import { type Components, createComponents } from './components.js';
import type { ConversationRecord } from './conversation/records.js';
import { addFaultHooks } from './faults/hooks.js';
import { addHostCheck } from './http/hosts.js';
import { createServer } from './http/server.js';
import type { IndexedRepositories } from './indexed-repositories.js';
import { start, stopComponents } from './lifecycle.js';
import {
  addDisabledMcpRoute,
  addMcpRoute,
  MCP_PREFIX,
  type McpDependencies,
} from './mcp/routes.js';
import { createOverview } from './overview.js';
import { addPageRoutes } from './pages/routes.js';
import type { ServiceOptions } from './settings/service-options.js';

/** Both APIs are below it, and nothing else. */
const APIS_PREFIX = '/.api';

type ComponentsAndOptions = Components & { readonly options: ServiceOptions };

/** Creates the whole service; nothing listens before `start`. */
export async function composeService(
  options: ServiceOptions,
  indexedRepositories: IndexedRepositories,
) {
  const components = await createComponents(options, indexedRepositories);
  const app = createServer(options);
  app.register(async (apis) => addApis(apis, { ...components, options }), { prefix: APIS_PREFIX });
  app.register(async (pages) => addPages(pages, components));
  app.register(async (signIn) => components.oauth?.addRoutes(signIn));
  const stop = () => stopComponents(app, components);
  return { start: () => start(app, { options, components, stop }), stop };
}

/** Host, token and faults are checked alike for both APIs, and for paths that neither has. */
function addApis(apis: FastifyInstance, components: ComponentsAndOptions): void {
  useJson(apis, components.variants.errorBody);
  addHostCheck(apis, components.hosts);
  addAuthentication(apis, components.callers);
  addFaultHooks(apis, components);
  requireUser(apis);
  const below = (prefix: string) => ({ prefix: prefix.slice(APIS_PREFIX.length) });
  apis.register(async (api) => addApiRoutes(api, components), below(API_PREFIX));
  apis.register(async (mcp) => addMcp(mcp, components), below(MCP_PREFIX));
}

function addMcp(mcp: FastifyInstance, components: ComponentsAndOptions): void {
  const { searchThread, runtime, oauth, options } = components;
  const { mcp: mcpOptions = {}, toolPrefix: prefix = 'svc_' } = options;
  if (!mcpOptions) {
    addDisabledMcpRoute(mcp);
    return;
  }
  const tools: McpDependencies = {
    tools: searchThread.tools({ prefix, url: () => runtime.publicUrl }),
    prefix,
    options: mcpOptions,
    ...(oauth && { wwwAuthenticate: oauth.wwwAuthenticate }),
  };
  addMcpRoute(mcp, tools);
}

function addPages(pages: FastifyInstance, components: Components): void {
  const { hosts, store, runtime, variants, renderThread } = components;
  const serialize = (record: ConversationRecord) =>
    serializeConversation(record, { variants, publicUrl: runtime.publicUrl, now: Date.now() });
  addPageRoutes(pages, {
    ...components,
    overview: createOverview(components),
    render: renderThread.render,
    isLocal: hosts.isLocal,
    url: () => runtime.publicUrl,
    serialize,
    sharedConversation: (token) => {
      const record = runtime.sharing ? store.byReadToken(token) : undefined;
      return record && serialize(record);
    },
  });
}
