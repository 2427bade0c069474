import { setMaxListeners } from 'node:events';
import type { Workspace, WorkspaceOptions } from './api/workspace.js';
import { createCore, type WorkspaceCore } from './core/core.js';
import { workspaceHandle } from './handle/handle.js';
import { fileRoutes } from './http/file-routes.js';
import { loopbackOnly } from './http/loopback-only.js';
import { oauthRoutes } from './http/oauth-routes.js';
import { responseUrlRoute } from './http/response-url-route.js';
import { listen, newServer } from './http/server.js';
import { webApiRoutes } from './http/web-api-routes.js';
import { ResponseUrls } from './interactions/response-urls.js';
import { pageRoutes } from './page-server/routes.js';
import { pageStaticFiles } from './page-server/static-files.js';
import { ConversationActions } from './user-actions/conversation-actions.js';
import type { UserActions } from './user-actions/user-actions.js';
import { ViewActions } from './user-actions/view-actions.js';
import { WorkflowActions } from './user-actions/workflow-actions.js';
import { shareFilesLater } from './web-api/file-shares.js';
import { methodTable } from './web-api/methods.js';
import { OAuthCodes } from './web-api/oauth.js';

export type * from './api/workspace.js';

const COMMANDS = [{ command: '/deepsearch', hint: 'a question about the code' }];

const FILE_SHARE_DELAY_MS = 50;

/** Starts a local stand-in for Slack on a loopback port: Web API, events, Socket Mode and a chat page. */
export async function startWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const core = createCore(options);
  const server = newServer();
  const stopping = new AbortController();
  // One for each wait and delivery: any number, which Node would report as a leak.
  setMaxListeners(0, stopping.signal);
  const address = { origin: '' };
  const responseUrls = new ResponseUrls(core.state, () => address.origin);
  const commands = options.commands ?? COMMANDS;
  const { state, outbox, credentials } = core;
  const teamId = core.seed.team.id;
  const actions: UserActions = {
    conversations: new ConversationActions({ state, outbox, responseUrls, commands }),
    views: new ViewActions({ state, outbox, responseUrls, teamId }),
    workflows: new WorkflowActions({ state, teamId }),
  };
  const client = { id: credentials.clientId, secret: credentials.clientSecret };
  const oauth = new OAuthCodes(state, client, options.onInstalled);
  const newSocketUrl = () => `${address.origin.replace('http', 'ws')}${core.socket.newTicket()}`;

  webApiRoutes(server, {
    ...core,
    origin: () => address.origin,
    appToken: credentials.appToken,
    methods: methodTable({ ...core, newSocketUrl, oauth }),
    stopped: stopping.signal,
  });
  responseUrlRoute(server, { ...core, responseUrls, stopped: stopping.signal });
  fileRoutes(server, { ...core, stopped: stopping.signal });
  shareFilesLater({
    ...core,
    delayMs: options.fileShareDelayMs ?? FILE_SHARE_DELAY_MS,
    stopped: stopping.signal,
  });
  await server.register(async (page) => {
    page.addHook('onRequest', loopbackOnly);
    const { shortcuts = [], redirectUrls } = options;
    const ownerTeam = core.seed.team.id;
    oauthRoutes(page, { state, oauth, clientId: client.id, redirectUrls, ownerTeam });
    const origin = () => address.origin;
    pageRoutes(page, { state, actions, commands, shortcuts, teamId, origin });
    await pageStaticFiles(page, options.pageDir);
  });
  server.server.on('upgrade', (request, stream, head) => {
    core.socket.upgrade(request, stream, head);
  });
  address.origin = await listen(server, options.port ?? 0);

  const stop = async () => {
    stopping.abort();
    await stopCore(core);
    await server.close();
  };
  return workspaceHandle({
    core,
    actions,
    url: address.origin,
    stop,
    stopped: stopping.signal,
  });
}

async function stopCore({ outbox, gates, socket, http }: WorkspaceCore): Promise<void> {
  outbox.stop();
  gates.dropAll();
  await Promise.all([socket.close(), http.close()]);
}
