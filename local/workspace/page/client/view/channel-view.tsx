import { Menu as MenuIcon, Waypoints } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageChannel } from '../../../api/page.js';
import { roots } from '../state/messages.js';
import { type Chat, channelOf } from '../state/store.js';
import { newest, unreadIn } from '../state/unread.js';
import { AgentLine } from './agent-line.js';
import { Beginning } from './beginning.js';
import { Composer } from './composer.js';
import { botOf, channelTitle, useHere } from './here.js';
import { AppTabs, HomeTab, useHasHome } from './home-tab.js';
import { Icon } from './icon.js';
import { MessageList } from './message-list.js';
import { ChannelGlyph } from './sidebar.js';

export function ChannelView({ channel, onMenu }: { channel: PageChannel; onMenu(): void }): VNode {
  const { page, route } = useHere();
  useOpening(channel);
  const title = channelTitle(page, channel);
  const shown = channel.kind === 'direct' ? title : `#${channel.name}`;
  const atHome = useHasHome(channel) && route.tab === 'home';
  return (
    <main class="pane channel" aria-label={shown}>
      <ChannelHeader channel={channel} onMenu={onMenu} />
      {atHome ? <HomeTab channel={channel} /> : <Said channel={channel} shown={shown} />}
    </main>
  );
}

/** What was said in a channel, and what one says next. */
function Said({ channel, shown }: { channel: PageChannel; shown: string }): VNode {
  const { chat, session, route, go } = useHere();
  const messages = roots(channelOf(chat, channel.id));
  const loaded = chat.loaded.has(channel.id);
  const newSince = useReading(channel);
  const [draft, setDraft] = useState<{ text: string }>();
  return (
    <>
      <MessageList
        label={`Messages in ${shown}`}
        messages={messages}
        newSince={newSince}
        loaded={loaded}
        before={
          loaded ? (
            <Beginning
              channel={channel}
              empty={messages.length === 0}
              onTry={(text) => setDraft({ text })}
            />
          ) : (
            <Waiting />
          )
        }
        onThread={(ts) => go({ ...route, as: session.as, channel: channel.id, thread: ts })}
      />
      {channel.kind === 'direct' && <AgentLine channel={channel.id} />}
      <Composer
        channel={channel}
        placeholder={`Message ${shown}`}
        {...(draft ? { suggested: draft } : {})}
      />
    </>
  );
}

function Waiting(): VNode {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" /> Reading messages…
    </div>
  );
}

function ChannelHeader({ channel, onMenu }: { channel: PageChannel; onMenu(): void }): VNode {
  const { page, chat } = useHere();
  const others = page.channels.some(
    (one) => one.id !== channel.id && unreadIn(chat, one).forMe > 0,
  );
  return (
    <header class="pane-header">
      <button
        type="button"
        class="icon-button only-narrow"
        aria-label="Open the sidebar"
        onClick={onMenu}
      >
        <Icon of={MenuIcon} />
        {others && <span class="dot" />}
      </button>
      <h1>
        <ChannelGlyph channel={channel} />
        {channelTitle(page, channel)}
      </h1>
      {useHasHome(channel) && <AppTabs channel={channel} />}
      {channel.topic && <p class="topic">{channel.topic}</p>}
      {channel.shared && (
        <span class="tag tag-shared">
          <Icon of={Waypoints} size={13} /> Shared with another company
        </span>
      )}
    </header>
  );
}

/** Tells the app that its direct message was opened; where it has tabs, they do. */
function useOpening(channel: PageChannel): void {
  const { id, with: other } = channel;
  const { page, session } = useHere();
  const isApp = other !== undefined && other === botOf(page)?.id;
  const tabs = useHasHome(channel);
  useEffect(() => {
    if (isApp && !tabs) session.api.look({ tab: 'messages' }).catch(() => {});
  }, [id, isApp, tabs]);
}

/**
 * Marks the channel read while somebody looks at it. Returns up to where it had been read when
 * they began to look, if anything was newer: that stands below a "New" line.
 */
function useReading(channel: PageChannel): string | undefined {
  const { chat, session } = useHere();
  const [newSince, setNewSince] = useState<string>();
  const loaded = chat.loaded.has(channel.id);
  const last = newest(chat, channel.id);
  useEffect(() => {
    if (!loaded) return;
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      setNewSince(firstUnread(session.chat(), channel));
      session.markRead(channel.id);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [channel.id, loaded]);
  useEffect(() => {
    if (loaded && document.visibilityState === 'visible') session.markRead(channel.id);
  }, [channel.id, last]);
  return newSince;
}

const firstUnread = (chat: Chat, channel: PageChannel): string | undefined =>
  unreadIn(chat, channel).some ? chat.read[channel.id] : undefined;
