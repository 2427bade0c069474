import { Menu as MenuIcon, Waypoints } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageChannel } from '../../../../api/page.js';
import { type ChatState, channelMessages } from '../../state/chat-state.js';
import { topLevelMessages } from '../../state/messages.js';
import { appUser, channelLabel, channelTitle } from '../../state/people.js';
import { newestTs, unreadState } from '../../state/unread.js';
import { Composer } from '../composer/composer.js';
import { usePageContext } from '../context/page-context.js';
import { MessageList } from '../messages/message-list.js';
import { AppTabs, HomeTab, useHasHome } from '../surfaces/home-tab.js';
import { ChannelIcon } from '../ui/channel-icon.js';
import { Icon } from '../ui/icon.js';
import { AgentStatus } from './agent-status.js';
import { ChannelIntro } from './channel-intro.js';

export function ChannelView({ channel, onMenu }: { channel: PageChannel; onMenu(): void }): VNode {
  const { page, route } = usePageContext();
  useMessagesTabOpened(channel);
  const shown = channelLabel(page, channel);
  const atHome = useHasHome(channel) && route.tab === 'home';
  return (
    <main class="pane channel" aria-label={shown}>
      <ChannelHeader channel={channel} onMenu={onMenu} />
      {atHome ? <HomeTab channel={channel} /> : <Conversation channel={channel} shown={shown} />}
    </main>
  );
}

/** A channel's messages and the composer. */
function Conversation({ channel, shown }: { channel: PageChannel; shown: string }): VNode {
  const { chat, session, route, navigate } = usePageContext();
  const messages = topLevelMessages(channelMessages(chat, channel.id));
  const loaded = chat.loaded.has(channel.id);
  const newSince = useMarkRead(channel);
  const [draft, setDraft] = useState<{ text: string }>();
  return (
    <>
      <MessageList
        label={`Messages in ${shown}`}
        messages={messages}
        newSince={newSince}
        loaded={loaded}
        header={
          loaded ? (
            <ChannelIntro
              channel={channel}
              empty={messages.length === 0}
              onSuggestion={(text) => setDraft({ text })}
            />
          ) : (
            <LoadingMessages />
          )
        }
        onOpenThread={(ts) =>
          navigate({ ...route, as: session.as, channel: channel.id, thread: ts })
        }
      />
      {channel.kind === 'direct' && <AgentStatus channel={channel.id} />}
      <Composer
        channel={channel}
        placeholder={`Message ${shown}`}
        {...(draft ? { suggestedText: draft } : {})}
      />
    </>
  );
}

function LoadingMessages(): VNode {
  return (
    <div class="loading-messages" role="status">
      <span class="spinner" aria-hidden="true" /> Reading messages…
    </div>
  );
}

function ChannelHeader({ channel, onMenu }: { channel: PageChannel; onMenu(): void }): VNode {
  const { page, chat } = usePageContext();
  const others = page.channels.some(
    (one) => one.id !== channel.id && unreadState(chat, one).mentionCount > 0,
  );
  return (
    <header class="pane-header">
      <button
        type="button"
        class="icon-button narrow-only"
        aria-label="Open the sidebar"
        onClick={onMenu}
      >
        <Icon of={MenuIcon} />
        {others && <span class="dot" />}
      </button>
      <h1>
        <ChannelIcon channel={channel} />
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

/** Tells the app that its direct message was opened, unless `AppTabs` does. */
function useMessagesTabOpened(channel: PageChannel): void {
  const { id, with: other } = channel;
  const { page, session } = usePageContext();
  const isApp = other !== undefined && other === appUser(page)?.id;
  const tabs = useHasHome(channel);
  useEffect(() => {
    if (isApp && !tabs) session.api.openTab({ tab: 'messages' }).catch(() => {});
  }, [id, isApp, tabs]);
}

/**
 * Marks the channel as read while it is visible. Returns the `ts` up to which it had been read
 * before, if anything is newer: newer messages are below a "New" line.
 */
function useMarkRead(channel: PageChannel): string | undefined {
  const { chat, session } = usePageContext();
  const [newSince, setNewSince] = useState<string>();
  const loaded = chat.loaded.has(channel.id);
  const last = newestTs(chat, channel.id);
  useEffect(() => {
    if (!loaded) return;
    const onVisible = (): void => {
      if (document.visibilityState !== 'visible') return;
      setNewSince(firstUnread(session.chat(), channel));
      session.markRead(channel.id);
    };
    onVisible();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [channel.id, loaded]);
  useEffect(() => {
    if (loaded && document.visibilityState === 'visible') session.markRead(channel.id);
  }, [channel.id, last]);
  return newSince;
}

const firstUnread = (chat: ChatState, channel: PageChannel): string | undefined =>
  unreadState(chat, channel).hasNew ? chat.read[channel.id] : undefined;
