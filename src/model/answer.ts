/** Where a question lives on the instance. Both are positive integers. */
export interface QuestionRef {
  readonly conversationId: number;
  readonly questionId: number;
}

/** What a look at a cited place found wrong: `differs` from what the answer quotes of it. */
export type CitationIssue = 'no-file' | 'no-lines' | 'differs';

/** Something the answer rests on. `link` is absolute, or a path that starts with a slash. */
export interface Source {
  readonly type: string;
  readonly label: string;
  readonly link: string;
  /** Absent where nothing is wrong, and where nobody knows. */
  readonly issue?: CitationIssue;
}

/** One thing the service did or thought on its way; `at` in ms since the epoch. */
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

/** Why the service gave a question up. `kind` is the service's own word, such as `TokenLimitExceeded`. */
export interface Failure {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** What one look at a question on the instance showed, in our words. */
export type Snapshot = {
  readonly ref: QuestionRef;
  /** The text as it was sent: what adoption compares. */
  readonly text: string;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly steps: readonly AgentStep[];
  readonly stats: Stats;
} & (
  | { readonly status: 'pending' | 'working' | 'cancelled' }
  | { readonly status: 'completed'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly failure: Failure }
);
