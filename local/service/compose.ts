import type { FastifyInstance } from 'fastify';
import { addApiRoutes } from './api/routes.js';
import { serializeConversation } from './api/serialize.js';
import { API_PREFIX, addAuthentication, createServer, requireUser, useJson } from './api/server.js';
import { type Components, createComponents, createHostCheck } from './components.js';
import { addFaultHooks } from './faults/hooks.js';
import type { IndexedRepositories } from './indexed-repositories.js';
import { start, stopComponents } from './lifecycle.js';
import {
  addDisabledMcpRoute,
  addMcpGuards,
  addMcpRoute,
  MCP_PREFIX,
  type McpDependencies,
} from './mcp/routes.js';
import { addPageRoutes } from './pages/routes.js';
import type { ServiceOptions } from './settings/service-options.js';

/** Creates the whole service; nothing listens before `start`. */
export async function composeService(
  options: ServiceOptions,
  indexedRepositories: IndexedRepositories,
) {
  const components = await createComponents(options, indexedRepositories);
  const app = createServer();
  app.register(async (api) => addApi(api, components), { prefix: API_PREFIX });
  app.register(async (mcp) => addMcp(mcp, { ...components, options }), { prefix: MCP_PREFIX });
  app.register(async (pages) => addPages(pages, { ...components, options }));
  app.register(async (signIn) => components.oauth?.addRoutes(signIn));
  const stop = () => stopComponents(app, components);
  return { start: () => start(app, { options, components, stop }), stop };
}

function addApi(api: FastifyInstance, components: Components): void {
  useJson(api, components.variants.errorBody);
  addAuthentication(api, components.callers);
  addFaultHooks(api, components);
  requireUser(api);
  addApiRoutes(api, components);
}

function addMcp(mcp: FastifyInstance, components: Components & { options: ServiceOptions }): void {
  const { repositories, index, navigator, runtime, oauth, options } = components;
  const { mcp: mcpOptions = {}, toolPrefix: prefix = 'svc_' } = options;
  if (!mcpOptions) {
    addDisabledMcpRoute(mcp);
    return;
  }
  const url = () => runtime.publicUrl;
  const tools: McpDependencies = {
    repositories,
    index,
    navigator,
    prefix,
    url,
    options: mcpOptions,
    ...(oauth && { wwwAuthenticate: oauth.wwwAuthenticate }),
  };
  addMcpGuards(mcp, tools);
  addAuthentication(mcp, components.callers);
  addFaultHooks(mcp, components);
  addMcpRoute(mcp, tools);
}

function addPages(
  pages: FastifyInstance,
  components: Components & { options: ServiceOptions },
): void {
  const { repositories, store, runtime, variants, options } = components;
  const url = () => runtime.publicUrl;
  addPageRoutes(pages, {
    repositories,
    url,
    checkHost: createHostCheck(options, url),
    sharedConversation: (token) => {
      const record = runtime.sharing ? store.byReadToken(token) : undefined;
      const { publicUrl } = runtime;
      return record && serializeConversation(record, { variants, publicUrl, now: Date.now() });
    },
  });
}
