import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageChannel, View } from '../../../api/page.js';
import { unreadIn } from '../state/unread.js';
import { Blocks } from './blocks.js';
import { botOf, channelTitle, useHere, ViewContext } from './here.js';
import { Mark } from './icon.js';
import { useEntries } from './in-view.js';

/** The app's own page. */
export function HomeTab({ channel }: { channel: PageChannel }): VNode {
  const { chat, page } = useHere();
  return (
    <div
      class="home"
      role="tabpanel"
      id="tab-home"
      aria-label="Home"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      {chat.home ? (
        <Published view={chat.home} />
      ) : (
        <section class="home-empty">
          <span class="avatar avatar-bot" aria-hidden="true">
            <Mark />
          </span>
          <p>{channelTitle(page, channel)} has put nothing here yet.</p>
        </section>
      )}
    </div>
  );
}

function Published({ view }: { view: View }): VNode {
  const inView = useEntries(view);
  return (
    <ViewContext.Provider value={inView}>
      <div class="home-inside">
        <Blocks blocks={view.blocks} />
      </div>
    </ViewContext.Provider>
  );
}

/** Home and Messages of the app's direct message; the app is told which one is looked at. */
export function AppTabs({ channel }: { channel: PageChannel }): VNode {
  const { chat, session, route, go } = useHere();
  const unread = unreadIn(chat, channel).some;
  const tab = route.tab === 'home' ? 'home' : 'messages';
  useEffect(() => void session.api.look({ tab }).catch(() => undefined), [tab]);
  const to = (next: 'home' | 'messages'): void =>
    go({ as: session.as, channel: channel.id, ...(next === 'home' ? { tab: 'home' } : {}) });
  return (
    <div class="tabs" role="tablist" aria-label="What to see of the app">
      {(['home', 'messages'] as const).map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={`tab-${one}`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => to(one)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            const other = one === 'home' ? 'messages' : 'home';
            to(other);
            const row = event.currentTarget.parentElement;
            row?.querySelector<HTMLElement>(`[aria-controls="tab-${other}"]`)?.focus();
          }}
        >
          {one === 'home' ? 'Home' : 'Messages'}
          {one === 'messages' && tab === 'home' && unread && (
            <span class="tab-dot" role="img" aria-label="unread" />
          )}
        </button>
      ))}
    </div>
  );
}

/** Whether a channel is the app's own, with a Home beside its messages. */
export function useHasHome(channel: PageChannel): boolean {
  const { page } = useHere();
  return page.home && channel.kind === 'direct' && channel.with === botOf(page)?.id;
}
