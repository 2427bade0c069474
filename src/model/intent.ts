import type { CodeWish } from './code.js';
import type { Excerpt } from './excerpt.js';
import type { Feedback, Reason } from './feedback.js';
import type { Look } from './home.js';
import type { Modal } from './modal.js';
import type { Settings } from './settings.js';

/**
 * Where something was said. `threadTs` is absent at a channel's root. Somebody's own id as `channel`
 * stands for their direct message with us, which is yet to be opened.
 */
export interface Place {
  readonly workspace: string;
  readonly channel: string;
  readonly direct: boolean;
  readonly threadTs?: string;
}

/** How a question reached us. */
export type Via =
  | 'command'
  | 'mention'
  | 'direct'
  | 'reply'
  | 'suggestion'
  | 'form'
  | 'message'
  | 'workflow';

export interface Ask {
  readonly kind: 'ask';
  /** Made of what happened, so that a repeat has the same: see `intake/parse.ts`. */
  readonly id: string;
  readonly via: Via;
  readonly place: Place;
  /** The person's own message; absent for commands and buttons. */
  readonly messageTs?: string;
  readonly asker: string;
  readonly text: string;
  /** It starts a conversation of its own in its thread. */
  readonly fresh?: true;
  /** The answer is for the asker alone: it goes to their direct message with us. */
  readonly privately?: true;
  /** Slack says that the channel is shared with another company. */
  readonly shared: boolean;
  /** When it was said, ms since the epoch. */
  readonly at: number;
  /** The button that asked, where one did: pressed twice, it asks once. */
  readonly button?: string;
  /** The run of the workflow's step that asked, by Slack's name: it is told how this ended. */
  readonly execution?: string;
  /** Where a private note goes if we are not in the channel; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A click on one of a question's own buttons. */
export interface Press {
  readonly kind: 'stop' | 'keep-waiting';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  /** The message that somebody reacted to: its question may have been heard, and no more than that. */
  readonly messageTs?: string;
  readonly by: string;
  readonly at: number;
}

/** A reply that is a word to us, and no question. */
export interface Word {
  readonly kind: 'word';
  readonly id: string;
  readonly word: 'stop' | 'mute' | 'unmute' | 'new-question';
  readonly place: Place;
  /** Absent where Slack's own Stop was pressed. */
  readonly messageTs?: string;
  readonly by: string;
  readonly at: number;
}

/** Somebody changed the text of a message of theirs in a thread of ours. */
export interface Rewrite {
  readonly kind: 'rewrite';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly by: string;
  readonly text: string;
  readonly at: number;
}

/** A message of somebody's in a thread of ours is gone. Slack names its author, not who deleted it. */
export interface Removal {
  readonly kind: 'removal';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly by: string;
  readonly at: number;
}

/** A click on the button that asks a question in its new words. */
export interface AskAgain {
  readonly kind: 'ask-again';
  readonly id: string;
  readonly questionId: string;
  readonly text: string;
  readonly place: Place;
  readonly by: string;
  readonly at: number;
  /** Of the note that the button is in, which makes way; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** We were called without a question: a private note says how to ask. */
export interface Help {
  readonly kind: 'help';
  readonly id: string;
  readonly place: Place;
  readonly messageTs?: string;
  readonly by: string;
}

/** An admin wants to know what is wrong with this installation. */
export interface Checkup {
  readonly kind: 'checkup';
  readonly id: string;
  readonly place: Place;
  readonly by: string;
  /** Where the findings go; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A conversation as a person names it. A link is sealed, since it may hold a read token. */
export type Which = { readonly id: number } | { readonly sealedLink: string };

/** What `/deepsearch` does with conversations that are there already. `page` counts from 0. */
export type Errand =
  | {
      readonly do: 'list';
      readonly which: 'mine' | 'starred' | 'all';
      readonly by: 'created' | 'updated';
      readonly page: number;
    }
  | { readonly do: 'show'; readonly of: Which; readonly page: number }
  | { readonly do: 'star' | 'unstar' | 'share'; readonly of: Which }
  | { readonly do: 'export'; readonly of: Which }
  /** `sure`: the person was asked. */
  | { readonly do: 'delete'; readonly of: Which; readonly sure: boolean }
  /** The caller's open questions; with `of` those in a conversation. */
  | { readonly do: 'cancel'; readonly of?: Which }
  /** Whether its files have changed since, and who knows them; without `of` what is asked here. */
  | { readonly do: 'check' | 'owners'; readonly of?: Which }
  | { readonly do: 'ask-anew'; readonly of: Which }
  | { readonly do: 'usage' }
  /** One of those that `cancel` showed. */
  | { readonly do: 'stop'; readonly questionId: string };

/** A subcommand, or a click on a button of the note that answered one. */
export interface Visit {
  readonly kind: 'visit';
  readonly id: string;
  readonly place: Place;
  readonly by: string;
  readonly at: number;
  readonly errand: Errand;
  /** The note that the button is in makes way for the next. */
  readonly clicked: boolean;
  /** Where the note goes; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** Something is wanted of the code tools: a command, or a click on what one showed. */
export interface CodeVisit {
  readonly kind: 'code';
  readonly id: string;
  readonly place: Place;
  readonly by: string;
  readonly at: number;
  /** One that is not whole opens a form. */
  readonly wish: Exclude<CodeWish, { readonly what: 'form' }>;
  /** The note that the button is in makes way for the next. */
  readonly clicked: boolean;
  /** What was shown in private is to stand in the channel. */
  readonly share?: true;
  /** Where the note goes; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A click on what stands under an answer: how good it was. */
export interface Vote {
  readonly kind: 'vote';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly by: string;
  readonly at: number;
  readonly vote: Feedback['vote'];
  readonly reason?: Reason;
  readonly words?: string;
  /** The form that it was said in, by its view's name. */
  readonly form?: string;
  /** Of a note that asked why, and makes way; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A click for more of an answer than stands in the thread, to be shown to the clicker alone. */
export interface Reveal {
  readonly kind: 'reveal';
  readonly what: 'copy' | 'sources';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly by: string;
}

/** Somebody said links of the instance's where we are: each may hold a read token, and so is sealed. */
export interface LinksShared {
  readonly kind: 'links-shared';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly by: string;
  /** Slack says that the channel is shared with another company. */
  readonly shared: boolean;
  readonly sealedLinks: readonly string[];
}

/** A workflow has come to our step without what it takes to ask. */
export interface IncompleteStep {
  readonly kind: 'incomplete-step';
  readonly id: string;
  readonly workspace: string;
  /** Slack's name for this run of the step. */
  readonly execution: string;
  readonly lacks: 'question' | 'asker';
}

/** Somebody came to their direct message with us. */
export interface Arrival {
  readonly kind: 'arrival';
  readonly id: string;
  readonly place: Place;
  readonly by: string;
}

/**
 * A click that opens a view. Slack's trigger lives 3 s, so who hears the click opens it; a worker
 * fills it where something has to be gathered. Holds no trigger and no secret.
 */
export interface Opening {
  readonly kind: 'opening';
  /** Made of what happened; the view goes by it (`external_id`). */
  readonly id: string;
  readonly modal: Modal;
  readonly workspace: string;
  /** Where it was clicked; a global shortcut stands nowhere. */
  readonly place?: Place;
  readonly by: string;
  readonly at: number;
  /** What the message says that the view is about. */
  readonly about?: Excerpt;
  /** The id of the view that it was clicked in and that is to change, where none opens. */
  readonly view?: string;
  /** Where a private note goes if the view does not open; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** Somebody looks at their Home, or clicks in it; or something of theirs has changed meanwhile. */
export interface HomeVisit {
  readonly kind: 'home';
  readonly id: string;
  readonly workspace: string;
  readonly by: string;
  readonly at: number;
  /** Absent: as they look at it now, if they still do. */
  readonly look?: Look;
  /** A question of theirs to be stopped. */
  readonly stop?: string;
}

/** Somebody has said how a channel is to have us. */
export interface SettingsWish {
  readonly kind: 'settings';
  readonly id: string;
  readonly place: Place;
  readonly by: string;
  readonly at: number;
  readonly settings: Settings;
}

/** Slack's leave to open a view. It lives 3 s, and stays in the process that heard the click. */
export interface Trigger {
  readonly id: string;
  /** It was clicked in a modal, over which the new one lies. */
  readonly inModal: boolean;
}

/** A click that shares an answer, given in private, with the channel that it was asked in. */
export interface ShareAnswer {
  readonly kind: 'share-answer';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  readonly by: string;
  readonly at: number;
}

/** What a person wants of us, with nothing of Slack's shape left. */
export type Intent =
  | Ask
  | Press
  | AskAgain
  | Word
  | Rewrite
  | Removal
  | Help
  | Checkup
  | Visit
  | CodeVisit
  | Vote
  | Reveal
  | LinksShared
  | IncompleteStep
  | Opening
  | Arrival
  | HomeVisit
  | SettingsWish
  | ShareAnswer;

/** Everything that reaches the door is one of these. */
export type Parsed = Intent | { readonly kind: 'ignored'; readonly reason: string };
