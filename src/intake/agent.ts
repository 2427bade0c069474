import { z } from 'zod';
import type { Parsed, Word } from '../model/intent.js';
import { digest } from './digest.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { id, ignored, ts } from './shapes.js';

/** What people do with what Slack shows of an agent. Pure. */

const SessionStopped = Envelope.extend({
  event: z.object({
    type: z.literal('agent_session_stopped'),
    channel: id,
    user: id,
    thread_ts: ts,
    event_ts: ts,
  }),
});

/** Slack's own Stop was pressed: the same as the word, said without a message. */
export function parseSessionStopped(body: unknown): Parsed | Word {
  const parsed = SessionStopped.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { channel, user: by, thread_ts: threadTs, event_ts } = parsed.data.event;
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const place = { workspace, channel, direct: channel.startsWith('D'), threadTs };
  const name = `stopped-${digest([workspace, channel, threadTs, by, event_ts].join(' '))}`;
  return { kind: 'word', id: name, word: 'stop', place, by, at: timeOf(event_ts) };
}

const HomeOpened = Envelope.extend({
  event: z.object({
    type: z.literal('app_home_opened'),
    tab: z.string().optional(),
    user: id,
    channel: id,
    event_ts: ts,
  }),
});

/** Who opens it again and again within this is not served anew, ms. */
const SLOT_MS = 10 * 60_000;

/** Somebody came to their direct message with us. */
export function parseArrival(body: unknown): Parsed {
  const parsed = HomeOpened.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { tab, user: by, channel, event_ts } = parsed.data.event;
  if (tab !== 'messages') return ignored('another tab');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const slot = Math.floor(timeOf(event_ts) / SLOT_MS);
  const name = `arrival-${digest([workspace, channel, by, slot].join(' '))}`;
  return { kind: 'arrival', id: name, place: { workspace, channel, direct: true }, by };
}
