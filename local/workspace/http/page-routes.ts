import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deeds } from '../deeds.js';
import { INVITE, invited } from '../interact/invite.js';
import { describeFile } from '../state/files.js';
import type { ChannelRecord } from '../state/records.js';
import { repliesOf, rootOf, rootsOf } from '../state/timeline.js';
import type { World } from '../state/world.js';
import type { ViewDeeds } from '../view-deeds.js';
import type { WorkflowDeeds } from '../workflow-deeds.js';
import type { Shortcut, SlashCommand } from '../workspace-api.js';
import { pageFileRoute } from './page-file-route.js';
import { streamTo } from './page-live.js';
import { checked, Entry, soon, Unfit, viewerOf, visible } from './page-request.js';
import { pageMessage, pageState } from './page-view.js';
import { pageViewRoutes } from './page-view-routes.js';
import { pageWorkflowRoute } from './page-workflow-route.js';

interface Parts {
  readonly world: World;
  readonly deeds: Deeds;
  readonly teamId: string;
  readonly commands: readonly SlashCommand[];
  readonly shortcuts: readonly Shortcut[];
  readonly viewDeeds: ViewDeeds;
  readonly workflowDeeds: WorkflowDeeds;
  readonly origin: () => string;
}

/** The endpoints of `page-api.ts`. */
export function pageRoutes(server: FastifyInstance, parts: Parts): void {
  server.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Unfit ? error.status : 400;
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(status).send({ error: message });
  });
  reads(server, parts);
  permalinks(server);
  says(server, parts);
  uses(server, parts);
  pageViewRoutes(server, parts);
  pageFileRoute(server, parts.world);
  pageWorkflowRoute(server, parts);
}

function reads(server: FastifyInstance, parts: Parts): void {
  const { world } = parts;
  server.get('/page/state', (request, reply) => {
    const me = viewerOf(world, request);
    const teamId = world.botOf(me.team_id) ? me.team_id : parts.teamId;
    const commands = [...parts.commands, INVITE];
    return reply.send(pageState(world, me, { teamId, commands, shortcuts: parts.shortcuts }));
  });

  server.get('/page/messages', (request, reply) => {
    const viewer = viewerOf(world, request);
    const { channel: id = '', thread_ts } = request.query as Record<string, string | undefined>;
    const channel = visible(world, viewer, id);
    const messages = listed(channel, thread_ts).map((it) => pageMessage(channel, it, viewer.id));
    return reply.send({ messages });
  });

  server.get('/page/events', (request, reply) => {
    streamTo(world, viewerOf(world, request).id, reply);
  });
}

/** A message's permalink, opened in a browser. */
function permalinks(server: FastifyInstance): void {
  server.get<{ Params: { channel: string; place: string } }>(
    '/archives/:channel/:place',
    (request, reply) => {
      const { channel, place } = request.params;
      const { thread_ts } = request.query as { thread_ts?: string };
      const ts = place.replace(/^p(\d+)(\d{6})$/, '$1.$2');
      const route = new URLSearchParams({ channel, thread: thread_ts ?? ts });
      return reply.redirect(`/#${route}`, 302);
    },
  );
}

function listed(channel: ChannelRecord, threadTs: string | undefined) {
  if (threadTs === undefined) return rootsOf(channel);
  const root = rootOf(channel, threadTs);
  return root ? [root, ...repliesOf(channel, root.ts)] : [];
}

const At = z.object({ as: z.string(), channel: z.string() });
const OnMessage = At.extend({ ts: z.string() });
const Say = At.extend({
  text: z.string().max(40_000),
  thread_ts: z.string().optional(),
  files: z.array(z.string()).max(10).optional(),
});
const Typed = At.extend({ text: z.string().max(40_000) });
const InThread = At.extend({ thread_ts: z.string() });
const Edit = OnMessage.extend({ text: z.string().min(1).max(40_000) });
const React = OnMessage.extend({
  name: z.string().regex(/^[a-z0-9_+'-]{1,100}$/),
  remove: z.boolean().optional(),
});
const Click = OnMessage.extend({
  action_id: z.string(),
  block_id: z.string().optional(),
  value: Entry.optional(),
});

function says(server: FastifyInstance, parts: Parts): void {
  const { world, deeds } = parts;
  server.post('/page/say', async (request) => {
    const { as, channel, text, thread_ts, files: ids = [] } = checked(world, Say, request);
    const files = sharedBy(parts, as, ids);
    if (text.trim() === '' && files.length === 0) throw new Unfit('There is nothing to send.');
    const thread = thread_ts === undefined ? {} : { threadTs: thread_ts };
    return soon(
      deeds.say({ as, channel, text, ...thread, ...(files.length > 0 ? { files } : {}) }),
    );
  });

  server.post('/page/edit', async (request) => soon(deeds.edit(checked(world, Edit, request))));

  server.post('/page/delete', async (request) =>
    soon(deeds.remove(checked(world, OnMessage, request))),
  );
}

/** Files that this person put up before, as messages carry them. */
function sharedBy({ world, origin }: Parts, as: string, ids: readonly string[]) {
  return ids.map((id) => {
    const file = world.files.get(id);
    if (file?.user !== as) throw new Unfit('There is no such file.', 404);
    return describeFile(file, origin());
  });
}

function uses(server: FastifyInstance, parts: Parts): void {
  const { world, deeds, commands } = parts;
  server.post('/page/command', async (request) => {
    const { as, channel, text: line } = checked(world, Typed, request);
    const [, command = '', text = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
    if (command === INVITE.command) return soon(inviting(parts, { channel, text }));
    if (!commands.some((it) => it.command === command)) {
      throw new Unfit(`${command || 'That'} is not a valid command.`, 404);
    }
    return soon(deeds.command({ as, channel, command, text }));
  });

  server.post('/page/react', async (request) => {
    const { remove, ...reaction } = checked(world, React, request);
    return soon(deeds.react({ ...reaction, ...(remove ? { remove } : {}) }));
  });

  server.post('/page/stop', async (request) => {
    const { thread_ts: threadTs, ...at } = checked(world, InThread, request);
    return soon(deeds.stopSession({ ...at, threadTs }));
  });

  server.post('/page/click', async (request) => {
    const { action_id, block_id, value, ...at } = checked(world, Click, request);
    return soon(
      deeds.click({
        ...at,
        actionId: action_id,
        ...(block_id === undefined ? {} : { blockId: block_id }),
        ...(value === undefined ? {} : { value }),
      }),
    );
  });
}

async function inviting(
  { world, deeds }: Parts,
  { channel, text }: { readonly channel: string; readonly text: string },
): Promise<void> {
  const user = invited(world, text);
  if (!user) throw new Unfit(`There is nobody called ${text.trim() || 'that'}.`, 404);
  await deeds.member('joined', { channel, user });
}
