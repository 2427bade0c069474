import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import type { Parsed, Peek } from '../model/intent.js';
import { digest } from './digest.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { id, ignored, type Seal, ts } from './shapes.js';

/** Links that people say, and clicks on what stands below them. Pure. */

/** Of a draft there is neither a channel nor a message yet: https://docs.slack.dev/reference/events/link_shared */
const LinkShared = Envelope.extend({
  event: z.object({
    type: z.literal('link_shared'),
    channel: id,
    user: id,
    message_ts: ts,
    thread_ts: ts.optional(),
    is_bot_user_member: z.boolean().optional(),
    links: z.array(z.object({ url: z.string() })),
  }),
});

/** More previews below one message would be a wall. */
const MOST_LINKS = 5;
const LONGEST_LINK = 2_000;

/** Where we are no member we stay silent: nobody let us in. */
export function parseLinks(body: unknown, botUser: string, seal: Seal): Parsed {
  const parsed = LinkShared.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { event } = parsed.data;
  if (event.is_bot_user_member !== true) return ignored('we are not there');
  if (event.user === botUser) return ignored('a bot said it');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const urls = event.links.map(({ url }) => url).filter(({ length }) => length <= LONGEST_LINK);
  const { channel, message_ts: messageTs, thread_ts: threadTs } = event;
  const thread = threadTs === undefined ? {} : { threadTs };
  return {
    kind: 'links-shared',
    id: `links-${digest([workspace, channel, messageTs, ...urls].join(' '))}`,
    place: { workspace, channel, direct: channel.startsWith('D'), ...thread },
    messageTs,
    by: event.user,
    shared: parsed.data.is_ext_shared_channel === true,
    sealedLinks: urls.slice(0, MOST_LINKS).map((url) => seal(url, 'pasted_link')),
  };
}

/** The message is somebody else's: Slack sends our preview instead, which we need not read. */
const PeekClick = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  channel: z.object({ id }),
  actions: z.tuple([
    z.object({
      action_id: z.string().startsWith(`${ACTIONS.peek}.`),
      value: z.string().regex(/^[\w.-]{1,100}$/),
      action_ts: ts,
    }),
  ]),
});

/** Undefined where it is another click. */
export function parsePeek(body: unknown): Peek | undefined {
  const parsed = PeekClick.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, channel, actions } = parsed.data;
  const [{ value: previewId, action_ts: clickTs }] = actions;
  return {
    kind: 'peek',
    id: `peek-${digest([previewId, user.id, clickTs].join(' '))}`,
    previewId,
    place: { workspace: team.id, channel: channel.id, direct: channel.id.startsWith('D') },
    by: user.id,
    at: timeOf(clickTs),
  };
}
