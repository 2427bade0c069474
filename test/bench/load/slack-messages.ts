import { Clock } from '../../../local/workspace/state/clock.js';
import type { Message, MessageChange } from '../../../local/workspace/workspace.js';

/** The ids of a workspace with one app. */
export const TEAM = 'T0BENCH';
export const APP = { id: 'A0BENCH', botId: 'B0BENCH', botUser: 'U0BENCHBOT' } as const;
export const channelId = (n: number) => `C0ROOM${n}`;
export const userId = (n: number) => `U0ASKER${n}`;

/** A change, with the message as it was before. */
export interface RecordedChange extends MessageChange {
  readonly previous?: Message;
}

export type NewMessage = Omit<Message, 'type' | 'ts' | 'team'>;

export type MessageStore = ReturnType<typeof createMessageStore>;

/** The messages of a workspace. */
export function createMessageStore() {
  const clock = new Clock(Date.now);
  const channels = new Map<string, Map<string, Message>>();
  const threads = new Map<string, Set<string>>();
  const listeners: ((change: RecordedChange) => void)[] = [];

  const messagesIn = (channel: string) => channels.get(channel) ?? new Map<string, Message>();
  const get = (channel: string, ts: string) => messagesIn(channel).get(ts);

  function tell(change: RecordedChange): void {
    for (const listener of listeners) listener(change);
  }

  function put(message: Message): void {
    const { channel, ts, thread_ts: threadTs } = message;
    const there = messagesIn(channel).set(ts, message);
    channels.set(channel, there);
    if (threadTs === undefined) return;
    const key = `${channel} ${threadTs}`;
    threads.set(key, (threads.get(key) ?? new Set()).add(ts));
  }

  return {
    get,

    add(content: NewMessage): Message {
      const message: Message = { type: 'message', ts: clock.nextTs(), team: TEAM, ...content };
      put(message);
      const { channel, ts } = message;
      tell({ at: Date.now(), channel, ts, message });
      return message;
    },

    /** Undefined: there is no such message. */
    replace(channel: string, ts: string, content: Partial<NewMessage>): Message | undefined {
      const previous = get(channel, ts);
      if (previous === undefined) return undefined;
      const message: Message = { ...previous, ...content };
      put(message);
      tell({ at: Date.now(), channel, ts, message, previous });
      return message;
    },

    /** Whether there was such a message. */
    remove(channel: string, ts: string): boolean {
      const previous = get(channel, ts);
      if (previous === undefined) return false;
      messagesIn(channel).delete(ts);
      threads.get(`${channel} ${previous.thread_ts}`)?.delete(ts);
      tell({ at: Date.now(), channel, ts, previous });
      return true;
    },

    /** A thread with its root, oldest first. */
    thread(channel: string, threadTs: string): Message[] {
      const all = [threadTs, ...(threads.get(`${channel} ${threadTs}`) ?? [])];
      return all.map((ts) => get(channel, ts)).filter((message) => message !== undefined);
    },

    /** The messages of a channel without the replies in threads, newest first. */
    history: (channel: string): Message[] =>
      [...messagesIn(channel).values()]
        .filter((message) => message.thread_ts === undefined || message.thread_ts === message.ts)
        .reverse(),

    nextTs: () => clock.nextTs(),

    /** Calls `listener` with each change from now on, in order. */
    watchMessages: (listener: (change: RecordedChange) => void) => void listeners.push(listener),
  };
}
