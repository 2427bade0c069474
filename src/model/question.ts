import type { CitationIssue, QuestionRef } from './answer.js';
import type { QuestionOrigin } from './intent.js';
import type { Outcome, TransientErrorKind } from './outcome.js';
import type { Place } from './place.js';

/**
 * A message of ours in Slack. It is written down before it is sent and again when Slack has said
 * its `ts`; between the two nobody knows whether it is there.
 */
export interface PostedMessage {
  /** When we first tried, ms since the epoch: a look for it starts there. */
  readonly at: number;
  readonly ts?: string;
  /** A try may have taken effect unseen: a twin of it may turn up later. */
  readonly doubtful?: boolean;
}

/** `mistake`: the ending after a mistake of ours. `root`: names who asked. `status`: shows progress. `overdue`: asks whether to go on waiting. */
export type Slot = 'root' | 'status' | 'overdue' | 'mistake' | `answer.${number}`;

/** How far the answer's way into the thread has come. */
export type Phase = 'received' | 'creating' | 'processing' | 'ended' | 'delivered';

/** The durable record of one thing a person asked. Its one writer is the question's own job. */
export interface Question {
  /** Of the form of the record: a newer version than ours is left to newer workers. */
  readonly v: 1;
  readonly id: string;
  /** Grows with each save; a writer with an older one is refused. */
  readonly revision: number;
  readonly phase: Phase;
  readonly origin: QuestionOrigin;
  /** Where the answer goes. A command's gets its thread when the root message stands. */
  readonly place: Place;
  /** Where it was asked, where that is not where the answer goes. */
  readonly askedIn?: string;
  readonly askedInThread?: string;
  /** The channel has its answers sent to whoever asks alone; they may share them there. */
  readonly privately?: true;
  /** Slack does not tell who reads along where it was asked: nothing is said there. */
  readonly unknownAudience?: true;
  readonly messageTs?: string;
  readonly user: string;
  readonly text: string;
  /** It starts a conversation of its own in its thread. */
  readonly newConversation?: true;
  readonly askedAt: number;
  /** The run of a workflow's step that asked, and when that was told of the ending. */
  readonly workflow?: { readonly execution: string; readonly toldAt?: number };
  readonly posts: Partial<Readonly<Record<Slot, PostedMessage>>>;
  /** What the status message shows now, and since when. */
  readonly shown?: { readonly key: string; readonly at: number };

  /** The text for the service, context included: written before the first try to create. */
  readonly prompt?: string;
  /** The first try to create whose end nobody knows; `conversationId`: as a follow-up in it. */
  readonly attempt?: { readonly at: number; readonly conversationId?: number };
  /** A second create was made after this one: what the first left may turn up. */
  readonly createdTwice?: { readonly at: number; readonly conversationId?: number };
  readonly ref?: QuestionRef;
  readonly processingAt?: number;
  /** Transient trouble with the service that has not passed yet. */
  readonly transientError?: TransientError;
  readonly cancelSentAt?: number;
  readonly overdueAskedAt?: number;

  readonly outcome?: Outcome;
  readonly endedAt?: number;
  /** The ending comes as a reply of its own: the workspace's updates were used up just then. */
  readonly outcomeInNewMessage?: true;
  readonly notes?: readonly Note[];
  /** What was found of its answer's sources, by their place in the list: looked up once. */
  readonly citationIssues?: CitationIssues;
  /** The whole of a long answer as a file. */
  readonly file?: AnswerFile;
  /** Slack does not take the file: the answer comes whole in messages. */
  readonly fileRejected?: true;
}

/** A file of ours: it is kept at Slack first, which nobody sees, and then shown in the thread. */
export interface AnswerFile {
  /** When we first tried, ms since the epoch. */
  readonly at: number;
  readonly tries: number;
  /** Slack's, once it is kept. */
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

/** Something the person should know beside the answer. */
export type Note = 'context-skipped' | 'new-conversation';

/** From when on something may be on the instance that the record knows nothing of. */
export function openAttempt({ createdTwice, attempt }: Question): Question['attempt'] {
  return createdTwice ?? attempt;
}

/** What people pressed, kept apart from the record since others than its job write it. */
export interface QuestionFlags {
  readonly stop?: { readonly by: string; readonly at: number };
  readonly keep?: { readonly by: string; readonly at: number };
  /** The message that asked it is gone: nothing of it is to be left. */
  readonly withdrawn?: { readonly by: string; readonly at: number };
  /** The service was told of the stop. */
  readonly cancelSent?: { readonly by: string; readonly at: number };
}
