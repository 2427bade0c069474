import type { AccountKind } from './access.js';
import type { CitationIssue, QuestionRef } from './answer.js';
import type { WorkspaceUser } from './conversation-record.js';
import type { QuestionOrigin } from './intent.js';
import type { Outcome, TransientErrorKind } from './outcome.js';
import type { Place } from './place.js';
import type { QuestionSubject } from './prompt.js';
import type { Scope } from './scope.js';

/**
 * A message of ours in Slack. It is recorded before it is sent, and again when Slack has returned
 * its `ts`; in between it is unknown whether the message exists.
 */
export interface PostedMessage {
  /** When it was first attempted, ms since the epoch: a search for it starts there. */
  readonly at: number;
  readonly ts?: string;
  /** An attempt may have taken effect without our knowledge: a duplicate may turn up later. */
  readonly mayBeDuplicated?: boolean;
}

/** `root`: names the user. `status`: shows progress. `overdue`: asks whether to keep waiting. `internal-error`: the outcome after a bug. */
export type Slot = 'root' | 'status' | 'overdue' | 'internal-error' | `answer.${number}`;

/** How far a question has come. */
export type Phase = 'received' | 'creating' | 'processing' | 'ended' | 'delivered';

/** The stored record of a question. Once it is accepted, only the question's own job writes it, until it is delivered. */
export interface Question {
  /** The version of the record's format: newer ones are left to newer workers. */
  readonly v: 1;
  readonly id: string;
  /** Grows with each save; a save based on an older revision is refused. */
  readonly revision: number;
  readonly phase: Phase;
  readonly origin: QuestionOrigin;
  /** Where the answer goes. A command gets its thread once the root message is posted. */
  readonly place: Place;
  /** The channel that it was asked in, if the answer goes elsewhere. */
  readonly askedIn?: string;
  readonly askedInThread?: string;
  /** The channel's answers are private; the user may share them there. */
  readonly privately?: true;
  /** The channel that they have shared it with. */
  readonly sharedIn?: string;
  /** Slack does not tell who can read the channel, so nothing is posted there. */
  readonly readersUnknown?: true;
  /** Why its answer is private: its channel may not see what it is about, or nobody can tell what that is. */
  readonly outsideAudience?: 'outside' | 'unknown';
  /** The channel took no answers any more while the question was open: nothing of it goes back there. */
  readonly leftChannel?: true;
  readonly messageTs?: string;
  readonly user: string;
  readonly text: string;
  /** Part of the question, but only shown to the instance. */
  readonly subject?: QuestionSubject;
  /** Chosen with a click: the repositories to look in; empty: all. */
  readonly chosenRepositories?: readonly string[];
  /** It starts a new conversation in its thread. */
  readonly newConversation?: true;
  readonly askedAt: number;
  /** When it was counted, by which it belongs to a day and a month; absent: when it was asked. */
  readonly acceptedAt?: number;
  /** A budget applied to it. */
  readonly budgeted?: true;
  /** What the instance says it cost; counted in the write that saves it. */
  readonly credits?: number;
  /** Whose account it runs with for its whole life, `own`: its asker's; absent where everyone shares one. */
  readonly account?: AccountKind;
  /** It waits for its asker to connect their account: since when, and when they were told; ms since the epoch. */
  readonly unconnected?: { readonly since: number; readonly toldAt?: number };
  /** The workflow step that asked, and when it got the outcome. */
  readonly workflow?: { readonly execution: string; readonly toldAt?: number };
  readonly posts: Partial<Readonly<Record<Slot, PostedMessage>>>;
  /** What the status message shows, and since when. */
  readonly shown?: { readonly key: string; readonly at: number };

  /** Where it looks: saved with the prompt. */
  readonly scope?: Scope;
  /** The prompt with its context: saved before the first attempt to create. */
  readonly prompt?: string;
  /** The first attempt to create with an unknown result; `conversationId`: of a follow-up. */
  readonly attempt?: { readonly at: number; readonly conversationId?: number };
  /** An attempt that was followed by another: the question that it created may turn up later. */
  readonly createdTwice?: { readonly at: number; readonly conversationId?: number };
  readonly ref?: QuestionRef;
  /** It was created before its thread began; follow-ups there continue its conversation. */
  readonly startsThread?: true;
  readonly processingAt?: number;
  /** The transient error of the instance that is being retried. */
  readonly transientError?: TransientError;
  readonly cancelSentAt?: number;
  readonly overdueAskedAt?: number;

  readonly outcome?: Outcome;
  readonly endedAt?: number;
  /** The outcome is posted as a new reply, although the status message could have become it. */
  readonly outcomeInNewMessage?: true;
  /** The whole outcome is posted, but what follows failed and is tried again. */
  readonly outcomeSent?: true;
  /** Its message was deleted before its outcome was shown; its text is no longer stored. */
  readonly withdrawn?: true;
  readonly notes?: readonly Note[];
  /** What is wrong with the answer's sources, by their index: looked up once. */
  readonly citationIssues?: CitationIssues;
  /** The file that holds a long answer. */
  readonly file?: AnswerFile;
  /** Slack refused the file: the whole answer is posted in messages. */
  readonly fileRejected?: true;
}

/** An answer's file: uploaded first, which nobody sees, and then shared in the thread. */
export interface AnswerFile {
  /** When it was first attempted, ms since the epoch. */
  readonly at: number;
  readonly tries: number;
  /** Slack's file id, once it is uploaded. */
  readonly id?: string;
  readonly shown?: true;
}

export type CitationIssues = Readonly<Record<number, CitationIssue>>;

export interface TransientError {
  readonly kind: TransientErrorKind;
  readonly since: number;
  readonly attempts: number;
  readonly retryAt: number;
}

/** Something to tell the user with the answer. */
export type Note =
  | 'context-skipped'
  | 'context-shortened'
  | 'new-conversation'
  | 'moved-conversation'
  | 'secrets-masked'
  | 'outside-audience'
  | 'unknown-audience';

/** Its outcome is known. */
export function hasEnded({ phase }: Question): boolean {
  return phase === 'ended' || phase === 'delivered';
}

/** Whose question it is. */
export function askerOf({ place, user }: Pick<Question, 'place' | 'user'>): WorkspaceUser {
  return { workspace: place.workspace, user };
}

/**
 * It may run with its asker's own account or with the one that everyone shares: that is recorded before the
 * instance is asked, unless there are no accounts of people's own.
 */
export function isAccountOpen(question: Question): boolean {
  const { account, ref } = question;
  return account === undefined && ref === undefined && openAttempt(question) === undefined;
}

/** The earliest attempt that may have left a question on the instance that the record does not know. */
export function openAttempt({ createdTwice, attempt }: Question): Question['attempt'] {
  return createdTwice ?? attempt;
}

/** What happened to a question while it is open. Stored apart from its record, since other jobs write it. */
export interface QuestionFlags {
  readonly stop?: { readonly by: string; readonly at: number };
  readonly keep?: { readonly by: string; readonly at: number };
  /** The message that asks it was deleted: nothing of it is shown any more, and what can be deleted is. */
  readonly withdrawn?: { readonly by: string; readonly at: number };
  /** The stop was passed on to the instance. */
  readonly cancelSent?: { readonly by: string; readonly at: number };
}
