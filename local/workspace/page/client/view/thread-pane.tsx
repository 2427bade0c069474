import { X } from 'lucide';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageChannel } from '../../../api/page.js';
import { agentAt } from '../state/agents.js';
import { find, repliesTo, replyCount } from '../state/messages.js';
import { channelOf } from '../state/store.js';
import { AgentLine } from './agent-line.js';
import { Composer } from './composer.js';
import { channelTitle, useHere } from './here.js';
import { Icon } from './icon.js';
import { Message } from './message.js';
import { MessageList } from './message-list.js';
import { replyWords } from './reply-link.js';

export function ThreadPane({ channel, thread }: { channel: PageChannel; thread: string }): VNode {
  const { chat, session, go } = useHere();
  const held = channelOf(chat, channel.id);
  const root = find(held, thread);
  const replies = repliesTo(held, thread);
  const count = root ? replyCount(held, root) : 0;
  const close = (): void => {
    go({ as: session.as, channel: channel.id });
    document.querySelector<HTMLElement>('.channel textarea')?.focus();
  };
  useEffect(() => void session.openThread(channel.id, thread), [channel.id, thread]);
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
        plainDays
        before={
          <>
            {root && <Message message={root} head />}
            {!root && loaded && <p class="nothing">This message is gone.</p>}
            {count > 0 && <div class="reply-line">{replyWords(count)}</div>}
          </>
        }
      />
      <AgentLine channel={channel.id} thread={thread} />
      <Composer channel={channel} thread={thread} placeholder="Reply…" />
    </aside>
  );
}

function ThreadHeader(given: { channel: PageChannel; thread: string; onClose(): void }): VNode {
  const { channel, thread, onClose } = given;
  const { page } = useHere();
  const title = agentAt(page, channel.id, thread)?.session?.title;
  return (
    <header class="pane-header">
      <h2>
        Thread{' '}
        <small title={title}>
          {title ?? `${channel.kind === 'direct' ? '' : '#'}${channelTitle(page, channel)}`}
        </small>
      </h2>
      <button type="button" class="icon-button" aria-label="Close the thread" onClick={onClose}>
        <Icon of={X} />
      </button>
    </header>
  );
}
