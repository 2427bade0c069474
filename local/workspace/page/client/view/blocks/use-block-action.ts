import { useContext, useEffect, useState } from 'preact/hooks';
import type { Entry } from '../../../../api/page.js';
import { isBotUser } from '../../state/people.js';
import { newestTsBy } from '../../state/unread.js';
import { MessageContext, usePageContext, ViewContext } from '../context/page-context.js';

/** After this time a click that changed nothing may be repeated. */
const BUSY_TIMEOUT_MS = 5_000;

export interface BlockAction {
  readonly state: 'idle' | 'busy' | 'failed';
  send(action: { actionId: string; value?: Entry }): void;
}

/** Sends a block action, and tracks whether the app has responded. */
export function useBlockAction(blockId: string): BlockAction {
  const [state, setState] = useState<BlockAction['state']>('idle');
  const { changes, click } = useClickTarget(blockId);
  useEffect(() => setState('idle'), changes);
  useEffect(() => {
    if (state !== 'busy') return;
    const timer = setTimeout(() => setState('idle'), BUSY_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const send: BlockAction['send'] = (action) => {
    setState('busy');
    click(action).catch(() => setState('failed'));
  };
  return { state, send };
}

interface ClickTarget {
  /** Changes when the message or view does, or when the app posts something. */
  readonly changes: readonly unknown[];
  click(action: { actionId: string; value?: Entry }): Promise<void>;
}

/** Where a block's actions are sent: its view or its message. */
function useClickTarget(blockId: string): ClickTarget {
  const { session, chat, page } = usePageContext();
  const openView = useContext(ViewContext);
  const message = useContext(MessageContext);
  // A new modal or ephemeral message counts as a response too.
  const said = newestTsBy(chat, isBotUser(page), openView ? undefined : message?.channel);
  if (openView) {
    const changes = [openView.view.hash, chat.modals.at(-1)?.id, said];
    return { changes, click: (action) => openView.click({ blockId, ...action }) };
  }
  const changes = [message?.text, message?.blocks, chat.modals.at(-1)?.id, said];
  return {
    changes,
    click: async ({ actionId, ...chosen }) => {
      if (!message) return;
      const { channel, ts } = message;
      await session.api.click({ channel, ts, block_id: blockId, action_id: actionId, ...chosen });
    },
  };
}
