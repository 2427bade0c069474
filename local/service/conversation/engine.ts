import type { QuestionError, Source, Stats } from './resources.js';

/**
 * What answers a question. It may throw an `EngineFailure`, which becomes the question's error;
 * anything else thrown becomes an `InternalError`. Once `signal` fires nobody waits for it.
 */
export type Engine = (question: string, context: EngineContext) => Promise<EngineAnswer>;

export interface EngineContext {
  /** The conversation so far, oldest first, without this question. */
  readonly history: readonly PreviousQuestion[];
  /** Fires on cancel, on delete and when the service stops. */
  readonly signal: AbortSignal;
  /** Appends a turn that readers see at once. */
  report(turn: string | { readonly reasoning: string; readonly role?: string }): void;
  /** Adds to the question's stats, which readers see at once. */
  stats(added: Partial<Stats>): void;
}

export interface PreviousQuestion {
  readonly question: string;
  readonly answer?: string;
  readonly sources: readonly Source[];
}

export interface EngineAnswer {
  readonly answer: string;
  /** Default: the question's first words. */
  readonly title?: string;
  readonly sources?: readonly Source[];
  readonly suggested_followups?: readonly string[];
}

/** An engine gives up, with the words that the asker shall see. */
export class EngineError extends Error {
  readonly questionError: QuestionError;
  constructor(questionError: QuestionError) {
    super(questionError.message);
    this.name = 'EngineFailure';
    this.questionError = questionError;
  }
}
