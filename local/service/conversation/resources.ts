/** The resources of the conversation API, field by field as in its document. */
export interface Conversation {
  readonly id: number;
  readonly questions: readonly Question[];
  /** ISO 8601, UTC; so are all `_at` fields. */
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_id: number;
  readonly read_token: string;
  readonly share_url: string;
  /** This and `quota_usage` are only in the retrieval of a completed conversation. */
  readonly viewer?: { readonly is_owner: boolean };
  readonly quota_usage?: QuotaUsage;
}

export interface QuotaUsage {
  /** Questions asked in the current window. */
  readonly total_quota: number;
  /** Questions allowed per window; -1 is unlimited. */
  readonly quota_limit: number;
  readonly reset_time: string;
}

/** The four of the API document, and those that other instances send for a cancel or a failure. */
export type QuestionStatus =
  | 'pending'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'canceled'
  | 'error';

export interface Question {
  readonly id: number;
  readonly conversation_id: number;
  readonly question: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: QuestionStatus;
  readonly turns: readonly Turn[];
  readonly stats: Stats;
  readonly suggested_followups: readonly string[] | null;
  readonly title?: string;
  readonly answer?: string;
  readonly sources?: readonly Source[];
  readonly error?: QuestionError;
}

export interface Turn {
  readonly reasoning: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  /** `user` for the question itself; `assistant` for the service's steps. */
  readonly role: string;
}

/** `link` is a path that starts with a slash, relative to the service. */
export interface Source {
  readonly type: string;
  readonly link: string;
  readonly label: string;
}

export interface QuestionError {
  readonly title: string;
  /** `TokenLimitExceeded`, `Cancelled`, `RateLimitExceeded`, `InternalError`, or another one. */
  readonly kind: string;
  readonly message: string;
  readonly details?: string;
}

export interface Stats {
  readonly time_millis: number;
  readonly tool_calls: number;
  readonly total_input_tokens: number;
  readonly cached_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly credits: number;
}
