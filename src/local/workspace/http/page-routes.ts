import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deeds } from '../deeds.js';
import { INVITE, invited } from '../interact/invite.js';
import { maySee } from '../state/directory.js';
import type { ChannelRecord, PersonRecord } from '../state/records.js';
import { repliesOf, rootOf, rootsOf } from '../state/timeline.js';
import type { World } from '../state/world.js';
import type { ViewDeeds } from '../view-deeds.js';
import type { SlashCommand } from '../workspace-api.js';
import { streamTo } from './page-live.js';
import { pageMessage, pageState } from './page-view.js';
import { jsonOf } from './server.js';

interface Parts {
  readonly world: World;
  readonly deeds: Deeds;
  readonly viewDeeds: ViewDeeds;
  readonly teamId: string;
  readonly commands: readonly SlashCommand[];
}

/** What a person did wrong, in a sentence for them. */
class Unfit extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'Unfit';
  }
}

/** How long a page waits for the app's acknowledgement before it goes on: the composer must not hang. */
const PATIENCE_MS = 300;

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
}

function reads(server: FastifyInstance, parts: Parts): void {
  const { world } = parts;
  server.get('/page/state', (request, reply) => {
    const me = viewerOf(parts, request);
    const teamId = world.botOf(me.team_id) ? me.team_id : parts.teamId;
    const commands = [...parts.commands, INVITE];
    return reply.send(pageState(world, me, { teamId, commands }));
  });

  server.get('/page/messages', (request, reply) => {
    const viewer = viewerOf(parts, request);
    const { channel: id = '', thread_ts } = request.query as Record<string, string | undefined>;
    const channel = visible(parts, viewer, id);
    const messages = listed(channel, thread_ts).map((it) => pageMessage(channel, it, viewer.id));
    return reply.send({ messages });
  });

  server.get('/page/events', (request, reply) => {
    streamTo(world, viewerOf(parts, request).id, reply);
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
const Say = At.extend({ text: z.string().max(40_000), thread_ts: z.string().optional() });
const Typed = At.extend({ text: z.string().max(40_000) });
const InThread = At.extend({ thread_ts: z.string() });
const Look = z.object({ as: z.string(), tab: z.enum(['home', 'messages']) });
const Edit = OnMessage.extend({ text: z.string().min(1).max(40_000) });
const Click = OnMessage.extend({
  action_id: z.string(),
  block_id: z.string().optional(),
  value: z.string().optional(),
});

function says(server: FastifyInstance, parts: Parts): void {
  const { deeds } = parts;
  server.post('/page/say', async (request) => {
    const { as, channel, text, thread_ts } = checked(parts, Say, request);
    if (text.trim() === '') throw new Unfit('There is nothing to send.');
    const thread = thread_ts === undefined ? {} : { threadTs: thread_ts };
    return soon(deeds.say({ as, channel, text, ...thread }));
  });

  server.post('/page/edit', async (request) => soon(deeds.edit(checked(parts, Edit, request))));

  server.post('/page/delete', async (request) =>
    soon(deeds.remove(checked(parts, OnMessage, request))),
  );
}

function uses(server: FastifyInstance, parts: Parts): void {
  const { deeds, viewDeeds, commands } = parts;
  server.post('/page/command', async (request) => {
    const { as, channel, text: line } = checked(parts, Typed, request);
    const [, command = '', text = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
    if (command === INVITE.command) return soon(inviting(parts, { channel, text }));
    if (!commands.some((it) => it.command === command)) {
      throw new Unfit(`${command || 'That'} is not a valid command.`, 404);
    }
    return soon(deeds.command({ as, channel, command, text }));
  });

  server.post('/page/stop', async (request) => {
    const { thread_ts: threadTs, ...at } = checked(parts, InThread, request);
    return soon(deeds.stopSession({ ...at, threadTs }));
  });

  server.post('/page/look', async (request) => {
    const { as, tab } = Look.parse(jsonOf(request));
    return soon(viewDeeds.openHome({ as: personOf(parts, as).id, tab }));
  });

  server.post('/page/click', async (request) => {
    const { action_id, block_id, value, ...at } = checked(parts, Click, request);
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

/** Fails where the deed fails at once; what it sends to the app goes on behind the answer. */
async function soon(deed: Promise<unknown>): Promise<{ ok: true }> {
  await Promise.race([deed, sleep(PATIENCE_MS)]);
  deed.catch(() => {});
  return { ok: true };
}

function checked<T extends z.infer<typeof At>>(
  parts: Parts,
  schema: z.ZodType<T>,
  request: FastifyRequest,
): T {
  const parsed = schema.safeParse(jsonOf(request));
  if (!parsed.success) throw new Unfit(z.prettifyError(parsed.error));
  visible(parts, personOf(parts, parsed.data.as), parsed.data.channel);
  return parsed.data;
}

/** Whom the page is for: `as`, or the first person there is. */
function viewerOf(parts: Parts, request: FastifyRequest): PersonRecord {
  const { as } = request.query as { as?: string };
  const [first] = [...parts.world.people.values()].filter((person) => !person.is_bot);
  return personOf(parts, as ?? first?.id ?? '');
}

function personOf({ world }: Parts, id: string): PersonRecord {
  const person = world.people.get(id);
  if (!person || person.is_bot) throw new Unfit('There is no such person.', 404);
  return person;
}

function visible({ world }: Parts, viewer: PersonRecord, id: string): ChannelRecord {
  const channel = world.channels.get(id);
  if (!channel || !maySee(world, viewer.id, channel)) {
    throw new Unfit('There is no such channel.', 404);
  }
  return channel;
}
