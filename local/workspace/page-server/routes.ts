import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Shortcut, SlashCommand } from '../api/workspace.js';
import { fileObject } from '../state/files.js';
import { requireChannel } from '../state/lookup.js';
import { channelHistory, parentOf, repliesTo } from '../state/messages.js';
import type { ChannelRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { UserActions } from '../user-actions/user-actions.js';
import { streamEvents } from './event-stream.js';
import { pageFileRoute } from './file-route.js';
import { findInvitee, INVITE_COMMAND } from './invite-command.js';
import { pageMessage, pageState } from './page-state.js';
import {
  acknowledge,
  BadRequest,
  Entry,
  parseBody,
  requireVisibleChannel,
  viewerFrom,
} from './request.js';
import { pageViewRoutes } from './view-routes.js';
import { pageWorkflowRoute } from './workflow-route.js';

interface Parts {
  readonly state: WorkspaceState;
  readonly actions: UserActions;
  readonly teamId: string;
  readonly commands: readonly SlashCommand[];
  readonly shortcuts: readonly Shortcut[];
  readonly origin: () => string;
}

/** The endpoints of `api/page.ts`. */
export function pageRoutes(server: FastifyInstance, parts: Parts): void {
  server.setErrorHandler((error, _request, reply) => {
    const status = error instanceof BadRequest ? error.status : 400;
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(status).send({ error: message });
  });
  readRoutes(server, parts);
  permalinkRoute(server);
  messageRoutes(server, parts);
  interactionRoutes(server, parts);
  pageViewRoutes(server, parts);
  pageFileRoute(server, parts.state);
  pageWorkflowRoute(server, parts);
}

function readRoutes(server: FastifyInstance, parts: Parts): void {
  const { state } = parts;
  server.get('/page/state', (request, reply) => {
    const me = viewerFrom(state, request);
    const isVisitor = me.is_stranger && !state.botOf(me.team_id);
    const teamId = isVisitor ? parts.teamId : me.team_id;
    const commands = [...parts.commands, INVITE_COMMAND];
    return reply.send(pageState(state, me, { teamId, commands, shortcuts: parts.shortcuts }));
  });

  server.get('/page/messages', (request, reply) => {
    const viewer = viewerFrom(state, request);
    const { channel: id = '', thread_ts } = request.query as Record<string, string | undefined>;
    const channel = requireVisibleChannel(state, viewer, id);
    const messages = messagesIn(channel, thread_ts).map((it) =>
      pageMessage(channel, it, viewer.id),
    );
    return reply.send({ messages });
  });

  server.get('/page/events', (request, reply) => {
    streamEvents(state, viewerFrom(state, request).id, reply);
  });
}

/** Redirects a message's permalink to the page. */
function permalinkRoute(server: FastifyInstance): void {
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

function messagesIn(channel: ChannelRecord, threadTs: string | undefined) {
  if (threadTs === undefined) return channelHistory(channel);
  const parent = parentOf(channel, threadTs);
  return parent ? [parent, ...repliesTo(channel, parent.ts)] : [];
}

const InChannel = z.object({ as: z.string(), channel: z.string() });
const OnMessage = InChannel.extend({ ts: z.string() });
const Say = InChannel.extend({
  text: z.string().max(40_000),
  thread_ts: z.string().optional(),
  files: z.array(z.string()).max(10).optional(),
});
const CommandLine = InChannel.extend({ text: z.string().max(40_000) });
const InThread = InChannel.extend({ thread_ts: z.string() });
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

function messageRoutes(server: FastifyInstance, parts: Parts): void {
  const { state, actions } = parts;
  server.post('/page/say', async (request) => {
    const { as, channel, text, thread_ts, files: ids = [] } = parseBody(state, Say, request);
    const files = attachedFiles(parts, as, ids);
    if (text.trim() === '' && files.length === 0) throw new BadRequest('There is nothing to send.');
    const thread = thread_ts === undefined ? {} : { threadTs: thread_ts };
    return acknowledge(
      actions.conversations.say({
        as,
        channel,
        text,
        ...thread,
        ...(files.length > 0 ? { files } : {}),
      }),
    );
  });

  server.post('/page/edit', async (request) =>
    acknowledge(actions.conversations.edit(parseBody(state, Edit, request))),
  );

  server.post('/page/delete', async (request) =>
    acknowledge(actions.conversations.remove(parseBody(state, OnMessage, request))),
  );
}

/** Files that this person uploaded before, as file objects. */
function attachedFiles({ state, origin }: Parts, as: string, ids: readonly string[]) {
  return ids.map((id) => {
    const file = state.files.get(id);
    if (file?.user !== as) throw new BadRequest('There is no such file.', 404);
    return fileObject(file, origin());
  });
}

function interactionRoutes(server: FastifyInstance, parts: Parts): void {
  const { state, actions, commands } = parts;
  server.post('/page/command', async (request) => {
    const { as, channel, text: line } = parseBody(state, CommandLine, request);
    const [, command = '', text = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
    if (command === INVITE_COMMAND.command)
      return acknowledge(inviteByName(parts, { channel, text, by: as }));
    if (!commands.some((it) => it.command === command)) {
      throw new BadRequest(`${command || 'That'} is not a valid command.`, 404);
    }
    return acknowledge(actions.conversations.command({ as, channel, command, text }));
  });

  server.post('/page/react', async (request) => {
    const { remove, ...reaction } = parseBody(state, React, request);
    return acknowledge(actions.conversations.react({ ...reaction, ...(remove ? { remove } : {}) }));
  });

  server.post('/page/stop', async (request) => {
    const { thread_ts: threadTs, ...at } = parseBody(state, InThread, request);
    return acknowledge(actions.conversations.stopSession({ ...at, threadTs }));
  });

  server.post('/page/click', async (request) => {
    const { action_id, block_id, value, ...at } = parseBody(state, Click, request);
    return acknowledge(
      actions.conversations.click({
        ...at,
        actionId: action_id,
        ...(block_id === undefined ? {} : { blockId: block_id }),
        ...(value === undefined ? {} : { value }),
      }),
    );
  });
}

async function inviteByName(
  { state, actions }: Parts,
  { channel, text, by }: { readonly channel: string; readonly text: string; readonly by: string },
): Promise<void> {
  const { teamId } = requireChannel(state, channel);
  const user = findInvitee(state, { text, teamId });
  if (!user) throw new BadRequest(`There is nobody called ${text.trim() || 'that'}.`, 404);
  await actions.conversations.join({ channel, user, by });
}
