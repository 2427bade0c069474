import { setTimeout as sleep } from 'node:timers/promises';
import { actions, section } from '../../render/blocks/message.js';
import { openViewButton } from '../../render/blocks/modal.js';
import { smokeAnswered, smokeAsked } from '../../render/texts/views.js';
import type { Recorder } from './report.js';
import type { Session, Target } from './session.js';

const INTERVAL_MS = 2_000;

/**
 * Posts a button, which the running bot answers by opening a view and changing the message
 * (`views/smoke.ts`). Only Slack can send a click, so somebody has to click. Returns the `ts`.
 */
export async function checkClick(
  { messages }: Session,
  { attempt, skip, add }: Recorder,
  { clickMs, signal, ...target }: Target & { clickMs: number; signal: AbortSignal },
): Promise<string[]> {
  const view = { method: 'views.open', what: 'the running bot opens a view after a click' };
  if (clickMs === 0) {
    skip(view, 'it was not to wait for a click');
    return [];
  }
  const button = openViewButton('Open a view', { kind: 'smoke' });
  const message = { text: smokeAsked, blocks: [section(smokeAsked), actions([button])] };
  const ts = await attempt({ method: 'chat.postMessage', what: 'a message with a button' }, () =>
    messages.post(target, message),
  );
  if (ts === undefined) return [];

  async function isAnswered(at: string): Promise<boolean> {
    const [found] = await messages.list(target, { oldest: at, latest: at, limit: 1 });
    return found?.text === smokeAnswered;
  }
  const history = { method: 'conversations.history', what: 'the message with the button' };
  const answered = await attempt(history, async () => {
    const deadline = Date.now() + clickMs;
    while (!(await isAnswered(ts))) {
      if (signal.aborted || Date.now() > deadline) return false;
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
    return true;
  });
  if (answered === true) add({ ...view, state: 'ok' });
  else skip(view, `nobody clicked within ${Math.round(clickMs / 1_000)} s, or no bot is running`);
  return [ts];
}
