import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageState } from '../../../api/page.js';
import { formatRoute, parseRoute, type Route } from '../state/route.js';
import { createApi } from '../wire/api.js';
import { type Session, startSession } from '../wire/session.js';
import { personIn } from './here.js';
import { Mark } from './icon.js';
import { Workspace } from './workspace.js';

/** The page: who we are comes from the address, or from the workspace where it says nothing. */
export function App(): VNode {
  const [route, go] = useRoute();
  const session = useSession(route.as, () => go({}));
  useDefaultPerson(route, go);
  const chat = useChat(session);
  useRemembered(chat?.page);
  if (!session || !chat?.page) return <Opening lost={chat?.live === 'lost'} />;
  return <Workspace key={session.as} here={{ session, chat, page: chat.page, route, go }} />;
}

function Opening({ lost }: { lost: boolean }): VNode {
  return (
    <div class="opening" role="status">
      <span class="opening-mark">
        <Mark />
      </span>
      {lost ? 'The workspace does not answer. Trying again…' : 'Opening the workspace…'}
    </div>
  );
}

function useRoute(): [Route, (route: Route) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const go = (to: Route): void => {
    location.hash = formatRoute(to);
  };
  return [route, go];
}

const LAST_PERSON = 'person';
const RETRY_MS = 1_500;
/** How often "5 minutes ago" is looked at again. */
const CLOCK_MS = 30_000;

/** Without a person in the address: the one this browser last was, else whom the workspace names. */
function useDefaultPerson(route: Route, go: (route: Route) => void): void {
  useEffect(() => {
    if (route.as) return;
    let over = false;
    const ask = async (): Promise<void> => {
      const page = await knownPerson().catch(() => undefined);
      if (over) return;
      if (page) go({ ...route, as: page });
      else setTimeout(() => void ask(), RETRY_MS);
    };
    void ask();
    return () => {
      over = true;
    };
  }, [route.as]);
}

async function knownPerson(): Promise<string> {
  const page = await createApi(undefined).state();
  const name = localStorage.getItem(LAST_PERSON);
  return page.people.find((one) => one.name === name && !one.isBot)?.id ?? page.me;
}

/** By name: a workspace that is started anew gives out new ids. */
function useRemembered(page: PageState | undefined): void {
  const name = page && personIn(page, page.me).name;
  useEffect(() => {
    if (name) localStorage.setItem(LAST_PERSON, name);
  }, [name]);
}

function useSession(as: string | undefined, onGone: () => void): Session | undefined {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    if (!as) return;
    const started = startSession(as, onGone);
    setSession(started);
    return () => started.stop();
  }, [as]);
  return session?.as === as ? session : undefined;
}

function useChat(session: Session | undefined): ReturnType<Session['chat']> | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    const again = (): void => redraw((n) => n + 1);
    const clock = setInterval(again, CLOCK_MS);
    const leave = session?.subscribe(again);
    return () => {
      clearInterval(clock);
      leave?.();
    };
  }, [session]);
  return session?.chat();
}
