import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  Entry,
  PageChannel,
  PageMessage,
  PagePerson,
  PageState,
  View,
} from '../../../api/page.js';
import type { Route } from '../state/route.js';
import type { Chat } from '../state/store.js';
import type { Session } from '../wire/session.js';

/** What every part of the page may need to know: who we are, what we see, where we can go. */
export interface Here {
  readonly session: Session;
  readonly chat: Chat;
  readonly page: PageState;
  readonly route: Route;
  go(route: Route): void;
}

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('This part of the page stands outside HereContext.');
  return here;
}

/** The message that a block belongs to: where its clicks go. */
export const MessageContext = createContext<PageMessage | undefined>(undefined);

/** The view that a block belongs to, and what is entered into it. */
export interface InView {
  readonly view: View;
  /** What a field holds: entered, or from the start. */
  held(blockId: string, actionId: string): Entry;
  enter(blockId: string, actionId: string, entry: Entry): void;
  use(used: { blockId: string; actionId: string; value?: Entry }): Promise<void>;
  /** By `block_id`. */
  readonly errors: Readonly<Record<string, string>>;
}

export const ViewContext = createContext<InView | undefined>(undefined);

/** Somebody by id; a person whom the workspace does not list still gets a name. */
export function personIn(page: PageState, id: string): PagePerson {
  return page.people.find((one) => one.id === id) ?? { id, name: id || 'Somebody', isBot: false };
}

/** A channel's name as it is shown: a direct message goes by the other side. */
export function channelTitle(page: PageState, channel: PageChannel): string {
  return channel.kind === 'direct' && channel.with
    ? personIn(page, channel.with).name
    : channel.name;
}

/** Slack's own voice, which explains where the app does not. */
const SLACKBOT = 'USLACKBOT';

export const isSlackbot = ({ id }: PagePerson): boolean => id === SLACKBOT;

export const isBotIn =
  (page: PageState) =>
  (user: string): boolean =>
    page.people.some(({ id, isBot }) => isBot && id === user);

/** The bot that slash commands and suggestions speak to. */
export const botOf = (page: PageState): PagePerson | undefined =>
  page.people.find((person) => person.isBot && !isSlackbot(person));
