import type { RevealRequest, ShareAnswer, Vote } from './answer-action.js';
import type { CodeRequest, ConversationRequest } from './conversation-request.js';
import type { Place } from './place.js';
import type {
  HomeRequest,
  MessagesTabOpened,
  SettingsChange,
  ViewRequest,
} from './view-request.js';

/** How a question reached us. */
export type QuestionOrigin =
  | 'command'
  | 'mention'
  | 'direct'
  | 'reply'
  | 'suggestion'
  | 'form'
  | 'message'
  | 'workflow';

export interface AskRequest {
  readonly kind: 'ask';
  /** Made of what happened, so that a repeat has the same: see `intake/parse`. */
  readonly id: string;
  readonly origin: QuestionOrigin;
  readonly place: Place;
  /** The person's own message; absent for commands and buttons. */
  readonly messageTs?: string;
  readonly user: string;
  readonly text: string;
  /** It starts a conversation of its own in its thread. */
  readonly newConversation?: true;
  /** The answer is for the asker alone: it goes to their direct message with us. */
  readonly privately?: true;
  /** Slack says that the channel is shared with another company. */
  readonly externallyShared: boolean;
  /** When it was said, ms since the epoch. */
  readonly at: number;
  /** The button that asked, where one did: pressed twice, it asks once. */
  readonly buttonId?: string;
  /** The question that is asked again, where `text` had no room in the button. */
  readonly repeatOf?: string;
  /** The run of the workflow's step that asked, by Slack's name: it is told how this ended. */
  readonly execution?: string;
  /** Where a private note goes if we are not in the channel; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A click on one of a question's own buttons. */
export interface QuestionAction {
  readonly kind: 'stop' | 'keep-waiting';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  /** The message that somebody reacted to: its question may have been heard, and no more than that. */
  readonly messageTs?: string;
  readonly user: string;
  readonly at: number;
}

/** A reply that is a word to us, and no question. */
export interface ThreadCommand {
  readonly kind: 'thread-command';
  readonly id: string;
  readonly command: 'stop' | 'mute' | 'unmute' | 'new-question';
  readonly place: Place;
  /** Absent where Slack's own Stop was pressed. */
  readonly messageTs?: string;
  readonly user: string;
  readonly at: number;
}

/** Somebody changed the text of a message of theirs in a thread of ours. */
export interface MessageChanged {
  readonly kind: 'message-changed';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly text: string;
  readonly at: number;
}

/** A message of somebody's in a thread of ours is gone. Slack names its author, not who deleted it. */
export interface MessageDeleted {
  readonly kind: 'message-deleted';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly at: number;
}

/** A click on the button that asks a question in its new words. */
export interface AskEdited {
  readonly kind: 'ask-edited';
  readonly id: string;
  readonly questionId: string;
  readonly text: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** Of the note that the button is in, which makes way; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** We were called without a question: a private note says how to ask. */
export interface HelpRequest {
  readonly kind: 'help';
  readonly id: string;
  readonly place: Place;
  readonly messageTs?: string;
  readonly user: string;
}

/** An admin wants to know what is wrong with this installation. */
export interface DoctorRequest {
  readonly kind: 'doctor';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  /** Where the findings go; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** Somebody said links of the instance's where we are: each may hold a read token, and so is sealed. */
export interface LinksShared {
  readonly kind: 'links-shared';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  /** Slack says that the channel is shared with another company. */
  readonly externallyShared: boolean;
  readonly sealedLinks: readonly string[];
}

/** A workflow has come to our step without what it takes to ask. */
export interface IncompleteStep {
  readonly kind: 'incomplete-step';
  readonly id: string;
  readonly workspace: string;
  /** Slack's name for this run of the step. */
  readonly execution: string;
  readonly missing: 'question' | 'asker';
}

/** What a person wants of us, with nothing of Slack's shape left. */
export type Intent =
  | AskRequest
  | QuestionAction
  | AskEdited
  | ThreadCommand
  | MessageChanged
  | MessageDeleted
  | HelpRequest
  | DoctorRequest
  | ConversationRequest
  | CodeRequest
  | Vote
  | RevealRequest
  | LinksShared
  | IncompleteStep
  | ViewRequest
  | MessagesTabOpened
  | HomeRequest
  | SettingsChange
  | ShareAnswer;

/** All intents but questions, which are accepted in a way of their own. */
export type NonAskIntent = Exclude<Intent, AskRequest>;
