import type { FastifyInstance } from 'fastify';
import { addRoutes } from './api/routes.js';
import { presentConversation } from './api/serialize.js';
import { API_PREFIX, authenticate, createServer, requireUser, speakJson } from './api/server.js';
import { createParts, hostCheck, type Parts } from './components.js';
import { addFaults } from './faults/hooks.js';
import type { Indexed } from './indexed-repositories.js';
import { start, stopAll } from './lifecycle.js';
import { addMcp, guardMcp, MCP_PREFIX, type McpParts, noMcp } from './mcp/routes.js';
import { addPages } from './pages/routes.js';
import type { ServiceOptions } from './settings/service-options.js';

/** Constructs the whole service; nothing runs before `start`. */
export async function composeService(options: ServiceOptions, indexed: Indexed) {
  const parts = await createParts(options, indexed);
  const app = createServer();
  app.register(async (api) => composeApi(api, parts), { prefix: API_PREFIX });
  app.register(async (mcp) => composeMcp(mcp, { ...parts, options }), { prefix: MCP_PREFIX });
  app.register(async (pages) => composePages(pages, { ...parts, options }));
  app.register(async (signIn) => parts.oauth?.addTo(signIn));
  const stop = () => stopAll(app, parts);
  return { start: () => start(app, { options, parts, stop }), stop };
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
