import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageState } from '../../../../api/page.js';
import { createApiClient } from '../../connection/api-client.js';
import { type Session, startSession } from '../../connection/session.js';
import { findPerson } from '../../state/people.js';
import { formatRoute, type PageRoute, parseRoute } from '../../state/route.js';
import { AppLogo } from '../ui/icon.js';
import { WorkspaceLayout } from './workspace.js';

/** The page. The person is in the URL, or else the workspace's default. */
export function App(): VNode {
  const [route, navigate] = useRoute();
  const session = useSession(route.as, () => navigate({}));
  useDefaultPerson(route, navigate);
  const chat = useChat(session);
  useRememberPerson(chat?.page);
  if (!session || !chat?.page) return <LoadingScreen lost={chat?.connection === 'lost'} />;
  return (
    <WorkspaceLayout
      key={session.as}
      context={{ session, chat, page: chat.page, route, navigate }}
    />
  );
}

function LoadingScreen({ lost }: { lost: boolean }): VNode {
  return (
    <div class="loading-screen" role="status">
      <span class="loading-logo">
        <AppLogo />
      </span>
      {lost ? 'The workspace does not answer. Trying again…' : 'Opening the workspace…'}
    </div>
  );
}

function useRoute(): [PageRoute, (route: PageRoute) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const navigate = (to: PageRoute): void => {
    location.hash = formatRoute(to);
  };
  return [route, navigate];
}

const LAST_PERSON_KEY = 'person';
const RETRY_MS = 1_500;
/** How often relative times are updated. */
const CLOCK_INTERVAL_MS = 30_000;

/** If the URL names no person: the one last used in this browser, else the default. */
function useDefaultPerson(route: PageRoute, navigate: (route: PageRoute) => void): void {
  useEffect(() => {
    if (route.as) return;
    let over = false;
    const ask = async (): Promise<void> => {
      const start = await startRoute(route).catch(() => undefined);
      if (over) return;
      if (start) navigate(start);
      else setTimeout(() => void ask(), RETRY_MS);
    };
    void ask();
    return () => {
      over = true;
    };
  }, [route.as]);
}

/** Without a channel in the URL: the first one, with its newest thread if the window has room for both. */
async function startRoute(route: PageRoute): Promise<PageRoute> {
  const as = await knownPerson();
  const { matches: isWide } = matchMedia('(min-width: 1100px)');
  if (route.channel || !isWide) return { ...route, as };
  const api = createApiClient(as);
  const [channel] = (await api.state()).channels;
  const newest = channel && (await api.messages(channel.id)).at(-1);
  if (!channel || !newest?.reply_count) return { ...route, as };
  return { as, channel: channel.id, thread: newest.ts };
}

async function knownPerson(): Promise<string> {
  const page = await createApiClient(undefined).state();
  const name = localStorage.getItem(LAST_PERSON_KEY);
  return page.people.find((one) => one.name === name && !one.isBot)?.id ?? page.me;
}

/** Stored by name, since a restarted workspace has new ids. */
function useRememberPerson(page: PageState | undefined): void {
  const name = page && findPerson(page, page.me).name;
  useEffect(() => {
    if (name) localStorage.setItem(LAST_PERSON_KEY, name);
  }, [name]);
}

function useSession(as: string | undefined, onUnknownPerson: () => void): Session | undefined {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    if (!as) return;
    const started = startSession(as, onUnknownPerson);
    setSession(started);
    return () => started.stop();
  }, [as]);
  return session?.as === as ? session : undefined;
}

function useChat(session: Session | undefined): ReturnType<Session['chat']> | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    const again = (): void => redraw((n) => n + 1);
    const clock = setInterval(again, CLOCK_INTERVAL_MS);
    const leave = session?.subscribe(again);
    return () => {
      clearInterval(clock);
      leave?.();
    };
  }, [session]);
  return session?.chat();
}
