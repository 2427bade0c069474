import { z } from 'zod';
import type { Parsed } from '../model/intent.js';
import { digest } from './digest.js';
import { Envelope, workspaceOf } from './envelope.js';
import { id, ignored, type Seal, ts } from './shapes.js';

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
    user: event.user,
    externallyShared: parsed.data.is_ext_shared_channel === true,
    sealedLinks: urls.slice(0, MOST_LINKS).map((url) => seal(url, 'pasted_link')),
  };
}
