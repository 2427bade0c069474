import { buckets, type Meter, type Priority, spend } from './budget.js';
import { SlackBusy } from './errors.js';
import type { SlackCall } from './web.js';

export interface Sent {
  readonly priority: Priority;
  readonly body: Record<string, unknown>;
  /** What the method calls the channel. Default: `channel`. */
  readonly channelAs?: 'channel_id';
}

/** What Slack answers; throws one of `errors.ts`. */
export type Send = (
  method: string,
  room: { readonly workspace: string; readonly channel: string },
  sent: Sent,
) => Promise<Record<string, unknown>>;

/** A call that says something in a channel, out of its workspace's and its own budget. */
export function createSend(by: {
  call: SlackCall;
  tokenFor: (workspace: string) => Promise<string>;
  meter: Meter;
}): Send {
  const { call, tokenFor, meter } = by;
  return async (method, room, { priority, body, channelAs = 'channel' }) => {
    const from = buckets(method, room, priority);
    await spend(meter, method, from);
    try {
      const { workspace, channel } = room;
      return await call(await tokenFor(workspace), method, { ...body, [channelAs]: channel });
    } catch (error) {
      const narrowest = from.at(-1);
      if (error instanceof SlackBusy && error.cause && narrowest !== undefined) {
        await meter.block(narrowest, error.retryAfterMs);
      }
      throw error;
    }
  };
}
