import { useContext, useEffect, useState } from 'preact/hooks';
import type { Entry } from '../../../api/page.js';
import { newestOf } from '../state/unread.js';
import { isBotIn, MessageContext, useHere, ViewContext } from './here.js';

/** After this, a press that changed nothing may be repeated. */
const GIVE_UP_MS = 5_000;

export interface Press {
  readonly state: 'idle' | 'busy' | 'failed';
  press(action: { actionId: string; value?: Entry }): void;
}

/** Sends a click on a block, and says whether it still waits for what the app makes of it. */
export function usePress(blockId: string): Press {
  const [state, setState] = useState<Press['state']>('idle');
  const { sign, send } = useTarget(blockId);
  useEffect(() => setState('idle'), sign);
  useEffect(() => {
    if (state !== 'busy') return;
    const timer = setTimeout(() => setState('idle'), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const press: Press['press'] = (action) => {
    setState('busy');
    send(action).catch(() => setState('failed'));
  };
  return { state, press };
}

interface Target {
  /** Changes when the message or view does, and when the app says something. */
  readonly sign: readonly unknown[];
  send(action: { actionId: string; value?: Entry }): Promise<void>;
}

/** Where the clicks of a block go: to the view, or else the message, that it stands in. */
function useTarget(blockId: string): Target {
  const { session, chat, page } = useHere();
  const inView = useContext(ViewContext);
  const message = useContext(MessageContext);
  // A modal over it, or a note, is an answer as well.
  const said = newestOf(chat, isBotIn(page), inView ? undefined : message?.channel);
  if (inView) {
    const sign = [inView.view.hash, chat.modals.at(-1)?.id, said];
    return { sign, send: (action) => inView.use({ blockId, ...action }) };
  }
  const sign = [message?.text, message?.blocks, chat.modals.at(-1)?.id, said];
  return {
    sign,
    send: async ({ actionId, ...chosen }) => {
      if (!message) return;
      const { channel, ts } = message;
      const what = { channel, ts, block_id: blockId, action_id: actionId };
      await session.api.click({ ...what, ...chosen });
    },
  };
}
