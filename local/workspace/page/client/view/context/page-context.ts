import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Entry, PageMessage, PageState, View } from '../../../../api/page.js';
import type { Session } from '../../connection/session.js';
import type { ChatState } from '../../state/chat-state.js';
import type { Route } from '../../state/route.js';
import type { Directory } from '../../text/mentions.js';

/** What every part of the page may need to know: who we are, what we see, where we can go. */
export interface PageContextValue {
  readonly session: Session;
  readonly chat: ChatState;
  readonly page: PageState;
  readonly route: Route;
  navigate(route: Route): void;
}

export const PageContext = createContext<PageContextValue | undefined>(undefined);

export function usePageContext(): PageContextValue {
  const value = useContext(PageContext);
  if (!value) throw new Error('usePageContext is used outside PageContext.Provider.');
  return value;
}

/** The message that a block belongs to: where its clicks go. */
export const MessageContext = createContext<PageMessage | undefined>(undefined);

/** The view that a block belongs to, and what is entered into it. */
export interface ViewContextValue {
  readonly view: View;
  /** What a field holds: entered, or from the start. */
  entryOf(blockId: string, actionId: string): Entry;
  setEntry(blockId: string, actionId: string, entry: Entry): void;
  click(action: { blockId: string; actionId: string; value?: Entry }): Promise<void>;
  /** By `block_id`. */
  readonly errors: Readonly<Record<string, string>>;
}

export const ViewContext = createContext<ViewContextValue | undefined>(undefined);

/** Whom a message written here can name; direct messages are no channel to name. */
export function useDirectory(): Directory {
  const { page } = usePageContext();
  return { people: page.people, channels: page.channels.filter(({ kind }) => kind !== 'direct') };
}
