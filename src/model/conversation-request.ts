import type { CodeCommand } from './code.js';
import type { Place } from './place.js';

/**
 * A conversation, by its id on the instance, by the id of our question whose answer was clicked, or by a
 * link. A link is sealed: it may hold a read token.
 */
export type ConversationReference =
  | { readonly id: number }
  | { readonly questionId: string }
  | { readonly sealedLink: string };

/** Which conversations a list shows. */
export type ConversationFilter = 'mine' | 'starred' | 'all';

/** What `/deepsearch` can do with existing conversations. `page` counts from 0. */
export type ConversationCommand =
  | {
      readonly kind: 'list';
      readonly filter: ConversationFilter;
      readonly sortBy: 'created' | 'updated';
      readonly page: number;
    }
  | { readonly kind: 'show'; readonly conversation: ConversationReference; readonly page: number }
  | { readonly kind: 'star' | 'unstar' | 'share'; readonly conversation: ConversationReference }
  | { readonly kind: 'export'; readonly conversation: ConversationReference }
  /** The first request only asks for confirmation. */
  | {
      readonly kind: 'delete';
      readonly conversation: ConversationReference;
      readonly confirmed: boolean;
    }
  /** Stops the open questions of a conversation, or the user's own if it is the only one; else lists theirs. */
  | { readonly kind: 'cancel'; readonly conversation?: ConversationReference }
  /** Whether the cited files have changed; who knows them. Default: the thread's conversation. */
  | { readonly kind: 'check' | 'owners'; readonly conversation?: ConversationReference }
  /** Asks the last question again, as a new conversation. */
  | { readonly kind: 'ask-again'; readonly conversation: ConversationReference }
  /** Lists the user's open questions. */
  | { readonly kind: 'running' }
  | { readonly kind: 'stop'; readonly questionId: string }
  | { readonly kind: 'usage' };

/** A conversation command, typed or clicked. */
export interface ConversationRequest {
  readonly kind: 'conversation-request';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  readonly command: ConversationCommand;
  /** It was clicked: the reply replaces the message with the button. */
  readonly clicked: boolean;
  /** Where to reply; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A code command, typed or clicked. */
export interface CodeRequest {
  readonly kind: 'code';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** An incomplete call opens a form instead. */
  readonly command: Exclude<CodeCommand, { readonly kind: 'form' }>;
  /** It was clicked: the reply replaces the message with the button. */
  readonly clicked: boolean;
  /** Post the result to the channel, instead of showing it to the user alone. */
  readonly share?: true;
  /** Where to reply; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}
