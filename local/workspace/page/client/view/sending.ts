import { useState } from 'preact/hooks';
import type { PageChannel } from '../../../api/page.js';
import { readTyped } from '../text/typed.js';
import { useDirectory } from './directory.js';
import { botOf, useHere } from './here.js';

/** Unsent text stays with its channel or thread while we are elsewhere. */
export function useDraft(key: string): [string, (text: string) => void] {
  const { session } = useHere();
  const [text, setText] = useState(() => session.drafts.get(key) ?? '');
  return [
    text,
    (next) => {
      session.drafts.set(key, next);
      setText(next);
    },
  ];
}

export function useSend(
  channel: PageChannel,
  thread: string | undefined,
): (text: string, files: readonly string[]) => Promise<void> {
  const { page, session } = useHere();
  const directory = useDirectory();
  return async (text, ids) => {
    const typed = readTyped(text, {
      commands: page.commands.map(({ command }) => command),
      inThread: thread !== undefined,
      bot: botOf(page)?.name ?? 'the app',
      directory,
    });
    if (typed.kind === 'refused') throw new Error(typed.why);
    if (typed.kind === 'command') {
      await session.api.command({ channel: channel.id, text: typed.text });
    } else {
      const reply = thread ? { thread_ts: thread } : {};
      const files = ids.length > 0 ? { files: ids } : {};
      await session.api.say({ channel: channel.id, text: typed.text, ...reply, ...files });
    }
  };
}

/** Opens one's own last message for editing, where it is on the page. */
export function editLast(me: string, thread: string | undefined): void {
  const pane = document.querySelector(thread ? '.thread' : '.channel');
  const mine = pane?.querySelectorAll<HTMLElement>(
    `[data-author="${CSS.escape(me)}"] [aria-label="Edit message"]`,
  );
  mine?.item(mine.length - 1)?.click();
}
