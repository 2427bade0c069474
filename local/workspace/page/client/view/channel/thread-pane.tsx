import { X } from 'lucide';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageChannel } from '../../../../api/page.js';
import { findAgentThread } from '../../state/agents.js';
import { channelMessages } from '../../state/chat-state.js';
import { findMessage, loadedReplies, replyCount } from '../../state/messages.js';
import { channelLabel } from '../../state/people.js';
import { Composer } from '../composer/composer.js';
import { usePageContext } from '../context/page-context.js';
import { MessageItem } from '../messages/message.js';
import { MessageList } from '../messages/message-list.js';
import { replyCountLabel } from '../messages/reply-link.js';
import { Icon } from '../ui/icon.js';
import { AgentStatus } from './agent-status.js';

export function ThreadPane({ channel, thread }: { channel: PageChannel; thread: string }): VNode {
  const { chat, session, navigate } = usePageContext();
  const messages = channelMessages(chat, channel.id);
  const root = findMessage(messages, thread);
  const replies = loadedReplies(messages, thread);
  const count = root ? replyCount(messages, root) : 0;
  const close = (): void => {
    navigate({ as: session.as, channel: channel.id });
    document.querySelector<HTMLElement>('.channel textarea')?.focus();
  };
  useEffect(() => void session.loadThread(channel.id, thread), [channel.id, thread]);
  const last = replies.at(-1)?.ts;
  useEffect(() => session.markRead(channel.id, thread), [thread, last]);
  const loaded = chat.loaded.has(`${channel.id}/${thread}`);
  return (
    <aside
      class="pane thread"
      aria-label="Thread"
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <ThreadHeader channel={channel} thread={thread} onClose={close} />
      <MessageList
        label="Thread"
        messages={replies}
        newSince={undefined}
        loaded={loaded}
        hideDays
        header={
          <>
            {root && <MessageItem message={root} showAuthor />}
            {!root && loaded && <p class="nothing">This message is gone.</p>}
            {count > 0 && <div class="reply-count">{replyCountLabel(count)}</div>}
          </>
        }
      />
      <AgentStatus channel={channel.id} thread={thread} />
      <Composer channel={channel} thread={thread} placeholder="Reply…" />
    </aside>
  );
}

function ThreadHeader(props: { channel: PageChannel; thread: string; onClose(): void }): VNode {
  const { channel, thread, onClose } = props;
  const { page } = usePageContext();
  const title = findAgentThread(page, channel.id, thread)?.session?.title;
  return (
    <header class="pane-header">
      <h2>
        Thread <small title={title}>{title ?? channelLabel(page, channel)}</small>
      </h2>
      <button type="button" class="icon-button" aria-label="Close the thread" onClick={onClose}>
        <Icon of={X} />
      </button>
    </header>
  );
}
