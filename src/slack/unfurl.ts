import type { KnownBlock } from '@slack/types';
import type { Send } from './send.js';
import type { Room } from './slack.js';

/** A link, as it stands in the message → what is shown below it. */
export type Unfurls = Readonly<Record<string, { readonly blocks: readonly KnownBlock[] }>>;

export type Unfurl = ReturnType<typeof createUnfurl>;

/** `chat.unfurl`: previews below somebody's message; a repeat changes them. */
export function createUnfurl(send: Send) {
  return async (room: Room, ts: string, unfurls: Unfurls): Promise<void> => {
    await send('chat.unfurl', room, { priority: 'progress', body: { ts, unfurls } });
  };
}
