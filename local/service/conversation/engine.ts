import type { QuestionError, Source, Stats } from './resources.js';

/**
 * Answers a question. An `EngineError` that it throws becomes the question's error; any other error
 * becomes an `InternalError`. After `signal` aborts, the result is ignored.
 */
export type Engine = (question: string, context: EngineContext) => Promise<EngineAnswer>;

export interface EngineContext {
  /** The conversation so far, oldest first, without this question. */
  readonly history: readonly PreviousQuestion[];
  /** What the client added to this question: messages, files, the language. Empty if nothing. */
  readonly added: string;
  /** Aborts on cancel, on delete and when the service stops. */
  readonly signal: AbortSignal;
  /** Appends a turn, visible at once. */
  report(turn: string | { readonly reasoning: string; readonly role?: string }): void;
  /** Adds to the question's stats, visible at once. */
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
  /** Names of the searched repositories, for an answer without sources. Default: any of them. */
  readonly searched?: readonly string[];
  readonly suggested_followups?: readonly string[];
}

/** The engine cannot answer; `questionError` is shown to the user. */
export class EngineError extends Error {
  readonly questionError: QuestionError;
  constructor(questionError: QuestionError) {
    super(questionError.message);
    this.name = 'EngineError';
    this.questionError = questionError;
  }
}
