import { ChevronRight } from 'lucide';
import type { VNode } from 'preact';
import type { PageMessage } from '../../../api/page.js';
import { repliesTo, replyCount } from '../state/messages.js';
import { channelOf } from '../state/store.js';
import { unseenThread } from '../state/unread.js';
import { since, tsToMs } from '../text/time.js';
import { Avatar } from './avatar.js';
import { personIn, useHere } from './here.js';
import { Icon } from './icon.js';

const FACES = 4;

export const replyWords = (count: number): string => (count === 1 ? '1 reply' : `${count} replies`);

/** "3 replies", under a message that a thread hangs on. */
export function ReplyLink({
  root,
  onThread,
}: {
  root: PageMessage;
  onThread(ts: string): void;
}): VNode | null {
  const { chat, page, route } = useHere();
  const held = channelOf(chat, root.channel);
  const count = replyCount(held, root);
  if (count === 0) return null;
  const replies = repliesTo(held, root.ts);
  const faces = [...new Set(replies.map(({ user }) => user))].slice(0, FACES);
  const last = replies.at(-1);
  return (
    <button
      type="button"
      class={`reply-link${route.thread === root.ts ? ' open' : ''}`}
      onClick={() => onThread(root.ts)}
    >
      {unseenThread(chat, root) && <span class="unseen-dot" role="img" aria-label="New" />}
      {faces.map((id) => (
        <Avatar key={id} person={personIn(page, id)} size="small" />
      ))}
      <strong>{replyWords(count)}</strong>
      {last && <span class="last-reply">Last reply {since(tsToMs(last.ts), Date.now())}</span>}
      <span class="view-thread">View thread</span>
      <Icon of={ChevronRight} size={15} />
    </button>
  );
}
