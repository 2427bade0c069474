import type { CodeCommand } from './code.js';
import type { Place } from './place.js';

/** A conversation as a person names it. A link is sealed, since it may hold a read token. */
export type ConversationReference = { readonly id: number } | { readonly sealedLink: string };

/** What `/deepsearch` does with conversations that are there already. `page` counts from 0. */
export type ConversationCommand =
  | {
      readonly do: 'list';
      readonly which: 'mine' | 'starred' | 'all';
      readonly by: 'created' | 'updated';
      readonly page: number;
    }
  | { readonly do: 'show'; readonly of: ConversationReference; readonly page: number }
  | { readonly do: 'star' | 'unstar' | 'share'; readonly of: ConversationReference }
  | { readonly do: 'export'; readonly of: ConversationReference }
  /** `sure`: the person was asked. */
  | { readonly do: 'delete'; readonly of: ConversationReference; readonly sure: boolean }
  /** The caller's open questions; with `of` those in a conversation. */
  | { readonly do: 'cancel'; readonly of?: ConversationReference }
  /** Whether its files have changed since, and who knows them; without `of` what is asked here. */
  | { readonly do: 'check' | 'owners'; readonly of?: ConversationReference }
  | { readonly do: 'ask-anew'; readonly of: ConversationReference }
  | { readonly do: 'usage' }
  /** One of those that `cancel` showed. */
  | { readonly do: 'stop'; readonly questionId: string };

/** A subcommand, or a click on a button of the note that answered one. */
export interface ConversationRequest {
  readonly kind: 'conversation-request';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  readonly command: ConversationCommand;
  /** The note that the button is in makes way for the next. */
  readonly clicked: boolean;
  /** Where the note goes; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** Something is wanted of the code tools: a command, or a click on what one showed. */
export interface CodeRequest {
  readonly kind: 'code';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** One that is not whole opens a form. */
  readonly command: Exclude<CodeCommand, { readonly what: 'form' }>;
  /** The note that the button is in makes way for the next. */
  readonly clicked: boolean;
  /** What was shown in private is to stand in the channel. */
  readonly share?: true;
  /** Where the note goes; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}
