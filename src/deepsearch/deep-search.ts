import type { Token } from '../http/credential.js';
import type { Deprecation } from '../http/deprecation.js';
import type { QuestionRef, Quota, Snapshot } from '../model/answer.js';
import type { Tracing } from '../tracing.js';

/** A conversation on the instance. Times in ms since the epoch, 0 if the instance gives none. */
export interface Conversation {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly userId?: number;
  /** A capability: it gives read access to the conversation if sharing is on. */
  readonly readToken?: string;
  /** Contains the read token; absolute, or a path that starts with a slash. */
  readonly shareUrl?: string;
  readonly isOwner?: boolean;
  readonly quota?: Quota;
  /** In the order of the instance. Find a question by its id, never by its position. */
  readonly questions: readonly Snapshot[];
}

/** One page of a list. `next` is the cursor for `after`; absent on the last page. */
export interface ConversationPage {
  readonly conversations: readonly Conversation[];
  readonly next?: string;
}

export interface ApiCall {
  readonly token: Token;
  readonly signal?: AbortSignal;
}

export interface CreateCall extends ApiCall {
  readonly text: string;
}

export interface FollowUpCall extends CreateCall {
  readonly conversationId: number;
}

export interface QuestionCall extends ApiCall {
  readonly ref: QuestionRef;
}

export interface ConversationCall extends ApiCall {
  readonly id: number;
}

type Order = 'id' | 'created_at' | 'updated_at';
/** With a leading `-`: descending. The default of the API is `-updated_at`. */
export type Sort = Order | `-${Order}`;

export interface ListFilter {
  readonly id?: number;
  readonly userId?: number;
  /** Also finds other people's conversations, if sharing is on. */
  readonly readToken?: string;
  readonly starred?: boolean;
}

export interface ListCall extends ApiCall {
  readonly filter?: ListFilter;
  readonly sort?: Sort;
  readonly pageSize?: number;
  /** The `next` of the previous page. */
  readonly after?: string;
}

/**
 * The conversation API of one instance. Every call can throw a `ServiceError` (errors.ts), or the
 * abort reason of its own signal.
 */
export interface DeepSearch {
  /** Asks in a new conversation. Not idempotent: never retried once any byte was sent. */
  create(call: CreateCall): Promise<Snapshot>;
  /** Asks in an existing conversation. Retried no more than `create`. */
  followUp(call: FollowUpCall): Promise<Snapshot>;
  /** The current state of a question. Also `Refused` as not-found if its conversation lacks it. */
  read(call: QuestionCall): Promise<Snapshot>;
  conversation(call: ConversationCall): Promise<Conversation>;
  list(call: ListCall): Promise<ConversationPage>;
  /** Every conversation on every page of `list`. */
  all(call: Omit<ListCall, 'after'>): AsyncIterable<Conversation>;
  delete(call: ConversationCall): Promise<void>;
  /** Requests that a question stops. Only `read` tells whether it did. */
  cancel(call: QuestionCall): Promise<void>;
  /** Aborts requests in flight. */
  close(): Promise<void>;
}

export interface DeepSearchOptions {
  /** `{base_url}`; may have a path and a trailing slash. */
  readonly baseUrl: string;
  /** Our version, for `X-Requested-With`. */
  readonly version: string;
  /** Time limit of a call including its retries, ms. Default 30 s. */
  readonly timeoutMs?: number;
  /** The same for create and follow-up: some instances reply only with the answer. Default 60 s. */
  readonly askTimeoutMs?: number;
  /** Default 64. */
  readonly connections?: number;
  /** Maximum number of attempts of a call that may be retried, the first included. Default 3. */
  readonly attempts?: number;
  /** For the jitter between attempts: 0 up to 1. */
  readonly random?: () => number;
  /** Called for each reply that announces the end of the API. */
  readonly onDeprecation?: (found: Deprecation) => void;
  /** Of the span that a call is made in. */
  readonly tracing?: Pick<Tracing, 'annotate' | 'headers'>;
}
