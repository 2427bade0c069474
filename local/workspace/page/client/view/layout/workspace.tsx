import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageChannel } from '../../../../api/page.js';
import { channelTitle } from '../../state/people.js';
import { unreadState } from '../../state/unread.js';
import { ChannelView } from '../channel/channel-view.js';
import { ThreadPane } from '../channel/thread-pane.js';
import { PageContext, type PageContextValue } from '../context/page-context.js';
import { Modals } from '../surfaces/modal.js';
import { Sidebar } from './sidebar.js';

/** The layout: sidebar, channel and thread. */
export function WorkspaceLayout({ context }: { context: PageContextValue }): VNode {
  const { page, route, chat } = context;
  const [menuOpen, setMenuOpen] = useState(false);
  const channel = page.channels.find(({ id }) => id === route.channel) ?? page.channels[0];
  useEffect(() => setMenuOpen(false), [route.channel]);
  useTitle(context, channel);
  const thread = channel && route.channel === channel.id ? route.thread : undefined;
  return (
    <PageContext.Provider value={context}>
      <div class={`layout${thread ? ' has-thread' : ''}${menuOpen ? ' menu-open' : ''}`}>
        <Sidebar current={channel?.id} onClose={() => setMenuOpen(false)} />
        <button
          type="button"
          class="scrim"
          aria-label="Close the sidebar"
          tabIndex={menuOpen ? 0 : -1}
          onClick={() => setMenuOpen(false)}
        />
        <div class="panes">
          {channel ? (
            <ChannelView key={channel.id} channel={channel} onMenu={() => setMenuOpen(true)} />
          ) : (
            <main class="pane nothing">You are not in any channel yet.</main>
          )}
          {channel && thread && <ThreadPane key={thread} channel={channel} thread={thread} />}
        </div>
        <Modals />
        {chat.connection === 'lost' && (
          <div class="connection-lost" role="alert">
            <span class="spinner" aria-hidden="true" /> Connection lost. Reconnecting…
          </div>
        )}
      </div>
    </PageContext.Provider>
  );
}

function useTitle({ page, chat }: PageContextValue, channel: PageChannel | undefined): void {
  const count = page.channels.reduce((sum, one) => sum + unreadState(chat, one).mentionCount, 0);
  const name = channel ? channelTitle(page, channel) : '';
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${name} · ${page.workspace.name}`;
  }, [count, name, page.workspace.name]);
}
