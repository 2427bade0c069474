export type ModelErrorKind =
  /** No reply: the connection was refused or lost. */
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'unknown-model'
  | 'rate-limited'
  /** 5xx or 408, possibly transient. */
  | 'server-error'
  | 'malformed'
  /** The request exceeds the model's context. */
  | 'too-long'
  /** The endpoint rejects the request. */
  | 'refused'
  /** The model declines to answer. */
  | 'declined'
  | 'empty';

/** A model call failed. The message never contains the API key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** From `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  constructor(kind: ModelErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The kind of an error response, by its status and text. */
export function errorKindOf(status: number, text: string): ModelErrorKind {
  if (status < 300) return 'malformed';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate-limited';
  if (status >= 500 || status === 408) return 'server-error';
  if (isTooLong(status, text)) return 'too-long';
  if (status === 404 || /\bmodel\b.{0,80}\b(not found|not exist|unknown|invalid)/is.test(text)) {
    return 'unknown-model';
  }
  return 'refused';
}

/** Matches the messages of hosted and local endpoints: only 413 says so by its status. */
function isTooLong(status: number, text: string): boolean {
  if (status === 413) return true;
  return /context.?(length|window|size)|(prompt|input).{0,40}too (long|large)|too many tokens|maximum.{0,40}tokens/is.test(
    text,
  );
}
