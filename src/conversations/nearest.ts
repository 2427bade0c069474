import type { ConversationReference } from '../model/conversation-request.js';
import type { TalkStore } from '../store/talks.js';
import type { ThreadStore } from '../store/threads.js';
import type { Caller } from './caller.js';

export interface NearestOptions {
  readonly talks: Pick<TalkStore, 'of' | 'load'>;
  readonly threads: Pick<ThreadStore, 'conversation'>;
}

/** So many of one's newest conversations are looked through. */
const NEWEST = 50;

/**
 * The conversation that an errand without a name is about: that of its thread, or the caller's
 * newest in the channel, since a command carries no thread. Undefined where there is none.
 */
export function createNearest({ talks, threads }: NearestOptions) {
  return async ({ place, who }: Caller): Promise<ConversationReference | undefined> => {
    const { workspace, channel, threadTs } = place;
    if (threadTs !== undefined) {
      const id = await threads.conversation({ workspace, channel, threadTs });
      return id === undefined ? undefined : { id };
    }
    for (const id of (await talks.of(who)).slice(0, NEWEST)) {
      const talk = await talks.load(id);
      if (talk?.threads.some((thread) => thread.channel === channel)) return { id };
    }
    return undefined;
  };
}
