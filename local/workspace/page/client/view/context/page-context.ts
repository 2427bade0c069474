import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Entry, PageMessage, PageState, View } from '../../../../api/page.js';
import type { Session } from '../../connection/session.js';
import type { ChatState } from '../../state/chat-state.js';
import { isChannel } from '../../state/people.js';
import type { PageRoute } from '../../state/route.js';
import type { Directory } from '../../text/mentions.js';

/** What all components need: session, state, route and navigation. */
export interface PageContextValue {
  readonly session: Session;
  readonly chat: ChatState;
  readonly page: PageState;
  readonly route: PageRoute;
  navigate(route: PageRoute): void;
}

export const PageContext = createContext<PageContextValue | undefined>(undefined);

export function usePageContext(): PageContextValue {
  const value = useContext(PageContext);
  if (!value) throw new Error('usePageContext is used outside PageContext.Provider.');
  return value;
}

/** The message that a block is in: its actions are sent there. */
export const MessageContext = createContext<PageMessage | undefined>(undefined);

/** The view that a block is in, and its entries. */
export interface ViewContextValue {
  readonly view: View;
  /** A field's entry, or its initial value. */
  entryOf(blockId: string, actionId: string): Entry;
  setEntry(blockId: string, actionId: string, entry: Entry): void;
  click(action: { blockId: string; actionId: string; value?: Entry }): Promise<void>;
  /** By `block_id`. */
  readonly errors: Readonly<Record<string, string>>;
}

export const ViewContext = createContext<ViewContextValue | undefined>(undefined);

/** People and channels that a message can mention. Direct messages cannot be mentioned. */
export function useDirectory(): Directory {
  const { page } = usePageContext();
  return { people: page.people, channels: page.channels.filter(isChannel) };
}
