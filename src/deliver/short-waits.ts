import { setTimeout as sleep } from 'node:timers/promises';
import { SlackBusy } from '../slack/errors.js';

const SHORT_WAIT_MS = 2_000;

/** Sends, and waits here for the rate limit, at most so many times, if the wait is short. */
export async function withShortWaits<Sent>(
  times: number,
  send: () => Promise<Sent>,
): Promise<Sent> {
  for (let tries = 0; ; tries++) {
    try {
      return await send();
    } catch (error) {
      const short = error instanceof SlackBusy && error.retryAfterMs <= SHORT_WAIT_MS;
      if (!short || tries >= times) throw error;
      await sleep(error.retryAfterMs);
    }
  }
}
