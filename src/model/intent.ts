import type { RevealRequest, ShareAnswer, Vote } from './answer-action.js';
import type { CodeRequest, ConversationRequest } from './conversation-request.js';
import type { ForgetRequest } from './forget.js';
import type { Place } from './place.js';
import type { QuestionSubject } from './prompt.js';
import type {
  HomeRequest,
  MessagesTabOpened,
  SettingsChange,
  ViewRequest,
} from './view-request.js';

/** How a question was asked. */
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
  /** Derived from the event, so that a repeated delivery has the same id: see `intake/parse`. */
  readonly id: string;
  readonly origin: QuestionOrigin;
  readonly place: Place;
  /** The user's message, if the question was asked in one. */
  readonly messageTs?: string;
  readonly user: string;
  readonly text: string;
  readonly subject?: QuestionSubject;
  /** Chosen with a click: the repositories to look in; empty: all. */
  readonly chosenRepositories?: readonly string[];
  /** It starts a new conversation in its thread. */
  readonly newConversation?: true;
  /** The answer is private: it goes to the user's direct message. */
  readonly privately?: true;
  /** Slack says that the channel is shared with another company. */
  readonly externallyShared: boolean;
  /** When it was asked, ms since the epoch. */
  readonly at: number;
  /** The button that asked: clicked twice, it asks once. */
  readonly buttonId?: string;
  /** The id of the question to ask again, if its text was too long for the button. */
  readonly repeatOf?: string;
  /** The id of the open question that it replaces, after an edit: that one does not count as open. */
  readonly insteadOf?: string;
  /** Slack's `function_execution_id` of the workflow step that asked; the step gets the outcome. */
  readonly execution?: string;
  /** Where to post an ephemeral message if the bot is not in the channel; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A click on a button of an open question, or a reaction or command that means the same. */
export interface QuestionAction {
  readonly kind: 'stop' | 'keep-waiting';
  readonly id: string;
  readonly questionId: string;
  readonly place: Place;
  /** The message that got the reaction: its question may have no record yet. */
  readonly messageTs?: string;
  readonly user: string;
  readonly at: number;
}

/** A reaction that stops a question, on a message that may be ours: Slack has not confirmed it to us yet. */
export interface StopUnconfirmed {
  readonly kind: 'stop-unconfirmed';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly at: number;
}

/** A reply that is a command, not a question. */
export interface ThreadCommand {
  readonly kind: 'thread-command';
  readonly id: string;
  readonly command: 'stop' | 'mute' | 'unmute' | 'private' | 'public' | 'new-question';
  readonly place: Place;
  /** Absent if Slack's own Stop button was clicked. */
  readonly messageTs?: string;
  readonly user: string;
  readonly at: number;
}

/** A user edited their message in one of our threads. */
export interface MessageChanged {
  readonly kind: 'message-changed';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly text: string;
  readonly at: number;
}

/** A message in one of our threads was deleted; `user` is its author, not who deleted it. */
export interface MessageDeleted {
  readonly kind: 'message-deleted';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly at: number;
}

/** A click on the button that asks an edited question again. */
export interface AskEdited {
  readonly kind: 'ask-edited';
  readonly id: string;
  readonly questionId: string;
  readonly text: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** Of the message with the button, which the reply replaces; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** The bot was mentioned without a question, greeted or asked for help: an ephemeral message says how to ask. */
export interface HelpRequest {
  readonly kind: 'help';
  readonly id: string;
  readonly place: Place;
  readonly messageTs?: string;
  readonly user: string;
  readonly at: number;
}

/** A message that says only thanks, praise or emoji: it is not asked. */
export interface SmallTalk {
  readonly kind: 'small-talk';
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly at: number;
}

/** Somebody invited the bot to a channel. */
export interface JoinedChannel {
  readonly kind: 'joined-channel';
  readonly id: string;
  readonly place: Place;
  /** Who invited it. */
  readonly user: string;
  /** The bot's own user id. */
  readonly bot: string;
  /** Slack says that the channel is shared with another company. */
  readonly externallyShared: boolean;
  readonly at: number;
}

/**
 * Somebody wrote what looks like a subcommand with a typo, or like one that only a click can run: an
 * ephemeral message offers to run it, or to ask it.
 */
export interface DidYouMean {
  readonly kind: 'did-you-mean';
  readonly id: string;
  readonly place: Place;
  readonly messageTs?: string;
  readonly user: string;
  readonly at: number;
  /** What was written, raw. */
  readonly text: string;
  /** The subcommand that was probably meant. */
  readonly suggestion: string;
}

/** An admin runs the doctor. */
export interface DoctorRequest {
  readonly kind: 'doctor';
  readonly id: string;
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** Where to post the findings; sealed, since it is a capability. */
  readonly sealedResponseUrl?: string;
}

/** A message in a channel of the bot has links to the instance. They may hold read tokens, so they are sealed. */
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

/** The same in a message that is still being written: Slack does not say in which channel. */
export interface LinksDrafted {
  readonly kind: 'links-drafted';
  readonly id: string;
  readonly workspace: string;
  readonly user: string;
  /** Names the previews for Slack. */
  readonly unfurlId: string;
  readonly sealedLinks: readonly string[];
}

/** A workflow ran our step without a required input, or more often than its asker may ask in a minute. */
export interface IncompleteStep {
  readonly kind: 'incomplete-step';
  readonly id: string;
  readonly workspace: string;
  /** Slack's `function_execution_id`. */
  readonly execution: string;
  readonly missing: 'question' | 'asker' | 'budget';
}

/** Slack says that the app was uninstalled, or that a token of it was revoked. */
export interface Uninstalled {
  readonly kind: 'uninstalled';
  readonly id: string;
  readonly workspace: string;
}

/** The time for a sign-in in the browser is over: if nobody has finished it, its token is revoked. */
export interface SignInExpired {
  readonly kind: 'sign-in-expired';
  readonly id: string;
  readonly workspace: string;
  /** Of the sign-in in our store; with this, nobody can finish it. */
  readonly name: string;
  /** From 1. */
  readonly attempt: number;
}

/** What a user wants, parsed from a Slack payload, without Slack's shape. */
export type Intent =
  | AskRequest
  | QuestionAction
  | StopUnconfirmed
  | AskEdited
  | ThreadCommand
  | MessageChanged
  | MessageDeleted
  | HelpRequest
  | SmallTalk
  | JoinedChannel
  | DidYouMean
  | DoctorRequest
  | ConversationRequest
  | CodeRequest
  | Vote
  | RevealRequest
  | LinksShared
  | LinksDrafted
  | IncompleteStep
  | Uninstalled
  | SignInExpired
  | ViewRequest
  | MessagesTabOpened
  | HomeRequest
  | SettingsChange
  | ForgetRequest
  | ShareAnswer;

/** All intents but questions, which are accepted separately. */
export type NonAskIntent = Exclude<Intent, AskRequest>;

/** The ID of the question that an intent asks, stops or prolongs. */
export function questionOf(intent: Intent): string | undefined {
  if (intent.kind === 'ask') return intent.id;
  return intent.kind === 'stop' || intent.kind === 'keep-waiting' ? intent.questionId : undefined;
}
