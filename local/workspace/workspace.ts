import { controls } from './controls.js';
import { Deeds } from './deeds.js';
import { type Engine, newEngine } from './engine.js';
import { apiRoutes } from './http/api-routes.js';
import { listen } from './http/listen.js';
import { loopbackOnly } from './http/loopback.js';
import { oauthRoutes } from './http/oauth-routes.js';
import { pageRoutes } from './http/page-routes.js';
import { pageFiles } from './http/page-static.js';
import { newServer } from './http/server.js';
import { sideRoutes } from './http/side-routes.js';
import { ResponseUrls } from './interact/response-urls.js';
import { ViewDeeds } from './view-deeds.js';
import { Installations } from './web-api/installing.js';
import { methodTable } from './web-api/methods.js';
import { WorkflowDeeds } from './workflow-deeds.js';
import type { Workspace, WorkspaceOptions } from './workspace-api.js';

export type * from './workspace-api.js';

const COMMANDS = [{ command: '/deepsearch', hint: 'a question about the code' }];

/** Starts a stand-in for Slack on a loopback port: Web API, events, Socket Mode and a page to chat in. */
export async function startWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const engine = newEngine(options);
  const server = newServer();
  const stopping = new AbortController();
  const place = { origin: '' };
  const responseUrls = new ResponseUrls(engine.world, () => place.origin);
  const commands = options.commands ?? COMMANDS;
  const { world, secrets } = engine;
  const teamId = engine.seeded.team.id;
  const deeds = new Deeds({ ...engine, responseUrls, commands });
  const viewDeeds = new ViewDeeds({ ...engine, responseUrls, teamId });
  const workflowDeeds = new WorkflowDeeds({ world, teamId });
  const doing = { deeds, viewDeeds, workflowDeeds };
  const client = { id: secrets.clientId, secret: secrets.clientSecret };
  const installations = new Installations(world, client);
  const newSocketUrl = () => `${place.origin.replace('http', 'ws')}${engine.socket.newTicket()}`;

  apiRoutes(server, {
    ...engine,
    origin: () => place.origin,
    appToken: secrets.appToken,
    methods: methodTable({ ...engine, newSocketUrl, installations }),
    stopped: stopping.signal,
  });
  sideRoutes(server, { ...engine, responseUrls, stopped: stopping.signal });
  await server.register(async (page) => {
    page.addHook('onRequest', loopbackOnly);
    oauthRoutes(page, { world, installations, clientId: client.id });
    const { shortcuts = [] } = options;
    const origin = () => place.origin;
    pageRoutes(page, { world, ...doing, commands, shortcuts, teamId, origin });
    await pageFiles(page, options.pageDir);
  });
  server.server.on('upgrade', (request, stream, head) => {
    engine.socket.upgrade(request, stream, head);
  });
  place.origin = await listen(server, options.port ?? 0);

  const stop = async () => {
    stopping.abort();
    await stopEngine(engine);
    await server.close();
  };
  return controls({ engine, ...doing, url: place.origin, stop, stopped: stopping.signal });
}

async function stopEngine({ outbox, gates, socket, http }: Engine): Promise<void> {
  outbox.stop();
  gates.dropAll();
  await Promise.all([socket.close(), http.close()]);
}
