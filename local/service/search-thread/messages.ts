import type { PreviousQuestion } from '../conversation/engine.js';
import type { Stats } from '../conversation/resources.js';
import type { RepositoryReference } from '../git/repository.js';
import type { Query } from '../index/query.js';
import type { IndexProgress } from '../index/search-results.js';
import type { WorkerData } from '../index/worker-messages.js';

/** What the search thread is started with. */
export interface SearchThreadData {
  readonly repositories: readonly RepositoryReference[];
  readonly index: WorkerData;
}

export interface ToolCallRequest {
  readonly kind: 'tool';
  readonly name: string;
  /** The prefix of tool names in messages. */
  readonly prefix: string;
  readonly args: unknown;
  /** ms since the epoch. */
  readonly deadline: number;
  /** The public URL of the pages. */
  readonly url: string;
}

export interface AnswerRequest {
  readonly kind: 'answer';
  readonly question: string;
  readonly history: readonly PreviousQuestion[];
  readonly added: string;
}

export interface IndexSearchRequest {
  readonly kind: 'index';
  readonly gitDir: string;
  readonly commit: string;
  readonly query?: Query;
  readonly limit?: number;
}

export type SearchThreadTask = ToolCallRequest | AnswerRequest | IndexSearchRequest;

export type SearchThreadRequest =
  | { readonly kind: 'start'; readonly id: number; readonly task: SearchThreadTask }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Others are no longer searched. */
  | { readonly kind: 'repositories'; readonly repositories: readonly RepositoryReference[] }
  /** Aborts everything; the thread then exits. */
  | { readonly kind: 'stop' };

/** What a task tells before its result. */
export type TaskEvent =
  | { readonly kind: 'turn'; readonly turn: string | { reasoning: string; role?: string } }
  | { readonly kind: 'stats'; readonly stats: Partial<Stats> }
  | { readonly kind: 'progress'; readonly progress: IndexProgress };

/** For each task any number of events, then its result or failure. */
export type SearchThreadReply =
  /** The thread has started. */
  | { readonly kind: 'ready' }
  /** It has received the request to cancel: whatever it runs lets it read requests. */
  | { readonly kind: 'cancelled'; readonly id: number }
  | { readonly kind: 'event'; readonly id: number; readonly event: TaskEvent }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly message: string;
      readonly isToolError: boolean;
    };
