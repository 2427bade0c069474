import { ChevronRight } from 'lucide';
import type { VNode } from 'preact';
import type { PageMessage } from '../../../../api/page.js';
import { channelMessages } from '../../state/chat-state.js';
import { loadedReplies, replyCount } from '../../state/messages.js';
import { findPerson } from '../../state/people.js';
import { hasUnreadReplies } from '../../state/unread.js';
import { timeAgo, tsToMs } from '../../text/time.js';
import { usePageContext } from '../context/page-context.js';
import { Avatar } from '../ui/avatar.js';
import { Icon } from '../ui/icon.js';

const MAX_AVATARS = 4;

export const replyCountLabel = (count: number): string =>
  count === 1 ? '1 reply' : `${count} replies`;

/** "3 replies", below a message that has a thread. */
export function ReplyLink({
  root,
  onOpenThread,
}: {
  root: PageMessage;
  onOpenThread(ts: string): void;
}): VNode | null {
  const { chat, page, route } = usePageContext();
  const messages = channelMessages(chat, root.channel);
  const count = replyCount(messages, root);
  if (count === 0) return null;
  const replies = loadedReplies(messages, root.ts);
  const repliers = [...new Set(replies.map(({ user }) => user))].slice(0, MAX_AVATARS);
  const last = replies.at(-1);
  return (
    <button
      type="button"
      class={`reply-link${route.thread === root.ts ? ' open' : ''}`}
      onClick={() => onOpenThread(root.ts)}
    >
      {hasUnreadReplies(chat, root) && <span class="unread-dot" role="img" aria-label="New" />}
      {repliers.map((id) => (
        <Avatar key={id} person={findPerson(page, id)} size="small" />
      ))}
      <strong>{replyCountLabel(count)}</strong>
      {last && <span class="last-reply">Last reply {timeAgo(tsToMs(last.ts), Date.now())}</span>}
      <span class="view-thread">View thread</span>
      <Icon of={ChevronRight} size={15} />
    </button>
  );
}
