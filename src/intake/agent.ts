import { z } from 'zod';
import type { Parsed, ThreadCommand } from '../model/intent.js';
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
export function parseSessionStopped(body: unknown): Parsed | ThreadCommand {
  const parsed = SessionStopped.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { channel, user: by, thread_ts: threadTs, event_ts } = parsed.data.event;
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const place = { workspace, channel, direct: channel.startsWith('D'), threadTs };
  const name = `stopped-${digest([workspace, channel, threadTs, by, event_ts].join(' '))}`;
  return {
    kind: 'thread-command',
    id: name,
    command: 'stop',
    place,
    user: by,
    at: timeOf(event_ts),
  };
}
