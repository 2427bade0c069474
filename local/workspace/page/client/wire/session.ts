import { recentThreads } from '../state/messages.js';
import { type Change, type Chat, changed, emptyChat } from '../state/store.js';
import { newest, threadKey } from '../state/unread.js';
import { type Api, createApi, RequestRefused } from './api.js';
import { listenLive } from './live.js';
import { readMarks } from './read-marks.js';

/** One person's stay on the page: what they know, kept up to date until `stop`. */
export interface Session {
  readonly as: string;
  readonly api: Api;
  /** Unsent text, by channel or thread. */
  readonly drafts: Map<string, string>;
  chat(): Chat;
  subscribe(listener: () => void): () => void;
  openThread(channel: string, thread: string): Promise<void>;
  dismiss(channel: string, ts: string): void;
  /** The channel, or one thread of it, has been seen up to its newest message. */
  markRead(channel: string, thread?: string): void;
  stop(): void;
}

/** `onGone`: the workspace knows no such person (any more); it may have been started anew. */
export function startSession(as: string, onGone: () => void): Session {
  const api = createApi(as);
  const keeper = keepChat(as);
  const { chat, apply, markRead } = keeper;
  const load = async (channel: string, thread?: string): Promise<void> => {
    const asOf = chat().seq;
    const messages = await api.messages(channel, thread).catch(() => undefined);
    if (!messages) return;
    apply({ type: 'answered', channel, asOf, messages, ...(thread ? { thread } : {}) });
  };
  /** Everything once more: nothing tells us what we missed while the line was down. */
  const refresh = async (): Promise<void> => {
    const page = await api.state().catch(() => undefined);
    if (!page) return;
    apply({ type: 'page', page });
    await Promise.all(page.channels.map(({ id }) => load(id)));
    for (const { id } of page.channels) if (chat().read[id] === undefined) markRead(id);
    await Promise.all(openThreads(chat()).map(([channel, thread]) => load(channel, thread)));
  };
  const stop = listenLive(as, {
    onOpen: () => {
      apply({ type: 'live', live: 'live' });
      void refresh();
    },
    onLost: () => {
      apply({ type: 'live', live: 'lost' });
      api.state().catch((error: unknown) => {
        if (error instanceof RequestRefused && error.status === 404) onGone();
      });
    },
    onEvent: (event) => {
      apply({ type: 'event', event });
      if (event.type === 'channels') void refresh();
    },
  });
  const dismiss = (channel: string, ts: string) => apply({ type: 'dismiss', channel, ts });
  return { ...keeper, as, api, drafts: new Map(), openThread: load, dismiss, stop };
}

interface Keeper extends Pick<Session, 'chat' | 'subscribe' | 'markRead'> {
  apply(change: Change): void;
}

/** Holds what is known, and tells who wants to hear that it changed. */
function keepChat(as: string): Keeper {
  const marks = readMarks(as);
  const listeners = new Set<() => void>();
  let chat = emptyChat(marks.load());
  const apply = (change: Change): void => {
    chat = changed(chat, change);
    for (const listener of listeners) listener();
  };
  return {
    chat: () => chat,
    apply,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    markRead: (channel, thread) => {
      const key = thread === undefined ? channel : threadKey(channel, thread);
      const ts = newest(chat, channel, thread);
      if (Number(ts) <= Number(chat.read[key] ?? '-1')) return;
      apply({ type: 'read', key, ts });
      marks.save(chat.read);
    },
  };
}

/** The threads whose replies are worth knowing: those in sight, and those that were looked at. */
function openThreads(chat: Chat): readonly (readonly [channel: string, thread: string])[] {
  const inSight = Object.entries(chat.channels).flatMap(([channel, held]) =>
    recentThreads(held).map((thread) => threadKey(channel, thread)),
  );
  const lookedAt = [...chat.loaded].filter((key) => key.includes('/'));
  return [...new Set([...inSight, ...lookedAt])].map((key) => {
    const [channel = '', thread = ''] = key.split('/');
    return [channel, thread] as const;
  });
}
