import { z } from 'zod';
import type { Parsed, Press } from '../model/intent.js';
import { digest, Envelope, id, ignored, timeOf, ts, workspaceOf } from './envelope.js';

/** What people do to messages that stand already. Pure. */

/** Only of use where the message belongs to an open question: that has to be looked up. */
export interface Reaction {
  readonly kind: 'reaction';
  readonly messageTs: string;
  readonly press: Omit<Press, 'questionId'>;
}

const ReactionAdded = Envelope.extend({
  event: z.object({
    type: z.literal('reaction_added'),
    user: id,
    reaction: z.string(),
    item: z.object({ type: z.literal('message'), channel: id, ts }),
    event_ts: ts,
  }),
});

/** ❌ and 🛑, by the names that Slack gives them. */
const STOPS = new Set(['x', 'octagonal_sign']);

export function parseReaction(body: unknown): Parsed | Reaction {
  const parsed = ReactionAdded.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { user: by, reaction, item, event_ts } = parsed.data.event;
  if (!STOPS.has(reaction)) return ignored('another reaction');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const { channel, ts: messageTs } = item;
  const place = { workspace, channel, direct: channel.startsWith('D') };
  const name = `stop-${digest([workspace, channel, messageTs, by, event_ts].join(' '))}`;
  const press = { kind: 'stop', id: name, place, by, at: timeOf(event_ts) } as const;
  return { kind: 'reaction', messageTs, press };
}
