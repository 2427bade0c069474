import type { Token } from '../http/token.js';
import type { QuestionRef, Snapshot } from '../model/answer.js';
import type { Conversation } from './conversation.js';
import type { ListCall } from './list.js';
import type { ConversationPage } from './page.js';

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

/**
 * The conversation API of one instance. Every call can throw Refused, Busy, Broken, NotAnAnswer
 * and Unreached (errors.ts), or the reason of its own signal.
 */
export interface DeepSearch {
  /** Asks in a new conversation. Not idempotent, so never repeated once any of it was sent. */
  create(call: CreateCall): Promise<Snapshot>;
  /** Asks in a conversation that exists. As careful as `create`. */
  followUp(call: FollowUpCall): Promise<Snapshot>;
  /** One question now. Refused as not-found too where its conversation does not hold it. */
  read(call: QuestionCall): Promise<Snapshot>;
  conversation(call: ConversationCall): Promise<Conversation>;
  list(call: ApiCall & ListCall): Promise<ConversationPage>;
  /** All that `list` finds; ends where no new cursor comes, or an empty page. */
  all(call: ApiCall & Omit<ListCall, 'after'>): AsyncIterable<Conversation>;
  delete(call: ConversationCall): Promise<void>;
  /** Asks to stop a question. What became of it, only `read` tells. */
  cancel(call: QuestionCall): Promise<void>;
  /** Cuts what is still in flight. */
  close(): Promise<void>;
}

export interface DeepSearchOptions {
  /** `{base_url}`; may have a path and a slash at its end. */
  readonly baseUrl: string;
  /** Ours, for `X-Requested-With`. */
  readonly version: string;
  /** For the whole of a call, its repeats included. Default 30 s. */
  readonly timeoutMs?: number;
  /** The same for create and follow-up, which some instances answer only when done. Default 60 s. */
  readonly askTimeoutMs?: number;
  /** Default 64. */
  readonly connections?: number;
  /** At most so many tries of what may be repeated, the first included. Default 3. */
  readonly attempts?: number;
  /** For the jitter between tries: 0 up to 1. */
  readonly random?: () => number;
}
