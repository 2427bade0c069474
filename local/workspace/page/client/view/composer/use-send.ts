import { useState } from 'preact/hooks';
import type { PageChannel } from '../../../../api/page.js';
import { appUser } from '../../state/people.js';
import { parseInput } from '../../text/parse-input.js';
import { useDirectory, usePageContext } from '../context/page-context.js';

/** Unsent text, kept per channel or thread. */
export function useDraft(key: string): [string, (text: string) => void] {
  const { session } = usePageContext();
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
  const { page, session } = usePageContext();
  const directory = useDirectory();
  return async (text, ids) => {
    const typed = parseInput(text, {
      commands: page.commands.map(({ command }) => command),
      inThread: thread !== undefined,
      bot: appUser(page)?.name ?? 'the app',
      directory,
    });
    if (typed.kind === 'refused') throw new Error(typed.reason);
    if (typed.kind === 'command') {
      await session.api.runCommand({ channel: channel.id, text: typed.text });
    } else {
      const reply = thread ? { thread_ts: thread } : {};
      const files = ids.length > 0 ? { files: ids } : {};
      await session.api.say({ channel: channel.id, text: typed.text, ...reply, ...files });
    }
  };
}

/** Opens the viewer's last message on the page for editing. */
export function editLastMessage(me: string, thread: string | undefined): void {
  const pane = document.querySelector(thread ? '.thread' : '.channel');
  const mine = pane?.querySelectorAll<HTMLElement>(
    `[data-author="${CSS.escape(me)}"] [aria-label="Edit message"]`,
  );
  mine?.item(mine.length - 1)?.click();
}
