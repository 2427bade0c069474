import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageChannel, View } from '../../../../api/page.js';
import { appUser, channelTitle } from '../../state/people.js';
import { unreadState } from '../../state/unread.js';
import { Blocks } from '../blocks/blocks.js';
import { usePageContext, ViewContext } from '../context/page-context.js';
import { AppLogo } from '../ui/icon.js';
import { useViewEntries } from './use-view-entries.js';

/** The app's Home tab. */
export function HomeTab({ channel }: { channel: PageChannel }): VNode {
  const { chat, page } = usePageContext();
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
            <AppLogo />
          </span>
          <p>{channelTitle(page, channel)} has not published anything here yet.</p>
        </section>
      )}
    </div>
  );
}

function Published({ view }: { view: View }): VNode {
  const openView = useViewEntries(view);
  return (
    <ViewContext.Provider value={openView}>
      <div class="home-content">
        <Blocks blocks={view.blocks} />
      </div>
    </ViewContext.Provider>
  );
}

/** The Home and Messages tabs of the app's direct message. The app is told which one is open. */
export function AppTabs({ channel }: { channel: PageChannel }): VNode {
  const { chat, session, route, navigate } = usePageContext();
  const unread = unreadState(chat, channel).hasNew;
  const tab = route.tab === 'home' ? 'home' : 'messages';
  useEffect(() => void session.api.openTab({ tab }).catch(() => undefined), [tab]);
  const to = (next: 'home' | 'messages'): void =>
    navigate({ as: session.as, channel: channel.id, ...(next === 'home' ? { tab: 'home' } : {}) });
  return (
    <div class="tabs" role="tablist" aria-label="Tabs of the app">
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

/** Whether this is the app's direct message and the app has a Home tab. */
export function useHasHome(channel: PageChannel): boolean {
  const { page } = usePageContext();
  return page.home && channel.kind === 'direct' && channel.with === appUser(page)?.id;
}
