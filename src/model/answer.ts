/** A question on the instance. Both ids are positive integers. */
export interface QuestionRef {
  readonly conversationId: number;
  readonly questionId: number;
}

/** What is wrong with a cited file range; `differs`: from what the answer quotes. */
export type CitationIssue = 'no-file' | 'no-lines' | 'differs';

/** A source of an answer. `link` is absolute, or a path that starts with a slash. */
export interface Source {
  readonly type: string;
  readonly label: string;
  readonly link: string;
  /** Absent if nothing is wrong, or if it was not checked. */
  readonly issue?: CitationIssue;
}

/** A step that the agent reports; `at` in ms since the epoch. */
export interface AgentStep {
  readonly text: string;
  readonly at: number;
}

export interface Stats {
  readonly timeMs: number;
  readonly toolCalls: number;
  readonly totalTokens: number;
  readonly credits: number;
}

/** `limit` is absent where the quota is unlimited; `resetAt` in ms since the epoch. */
export interface Quota {
  readonly used: number;
  readonly limit?: number;
  readonly resetAt?: number;
}

export interface Answer {
  readonly title: string;
  /** Markdown, as the service wrote it: links may still be relative. */
  readonly text: string;
  readonly sources: readonly Source[];
  readonly followups: readonly string[];
  readonly stats: Stats;
  readonly quota?: Quota;
}

/** Why the service failed to answer. `kind` is the service's error type, such as `TokenLimitExceeded`. */
export interface Failure {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** The state of a question on the instance, as one read returned it. */
export type Snapshot = {
  readonly ref: QuestionRef;
  /** The user's question, without what went along with it as context. */
  readonly text: string;
  /** Of the frame behind the question, by which we recognize what we sent. */
  readonly marker?: string;
  /** ms since the epoch. */
  readonly createdAt: number;
  /** When its conversation last changed, by the instance's clock; absent if the instance does not say. */
  readonly updatedAt?: number;
  readonly steps: readonly AgentStep[];
  readonly stats: Stats;
} & (
  | { readonly status: 'pending' | 'working' | 'cancelled' }
  | { readonly status: 'completed'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly failure: Failure }
);

/** Whether the question has an outcome. */
export function isOver({ status }: Snapshot): boolean {
  return status !== 'pending' && status !== 'working';
}
