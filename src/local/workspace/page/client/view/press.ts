import { useContext, useEffect, useState } from 'preact/hooks';
import { MessageContext, useHere } from './here.js';

/** After this, a press that changed nothing may be repeated. */
const GIVE_UP_MS = 5_000;

export interface Press {
  readonly state: 'idle' | 'busy' | 'failed';
  press(action: { actionId: string; value?: string }): void;
}

/** Sends a click on a block, and says whether it is still waiting for the message to change. */
export function usePress(blockId: string): Press {
  const { session } = useHere();
  const message = useContext(MessageContext);
  const [state, setState] = useState<Press['state']>('idle');
  useEffect(() => setState('idle'), [message?.text, message?.blocks]);
  useEffect(() => {
    if (state !== 'busy') return;
    const timer = setTimeout(() => setState('idle'), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const press: Press['press'] = ({ actionId, value }) => {
    if (!message) return;
    setState('busy');
    const { channel, ts } = message;
    session.api
      .click({
        channel,
        ts,
        block_id: blockId,
        action_id: actionId,
        ...(value === undefined ? {} : { value }),
      })
      .catch(() => setState('failed'));
  };
  return { state, press };
}
