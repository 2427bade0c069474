/** What can go wrong between us and a model. */
export type ModelErrorKind =
  /** No reply at all: nobody listens, or the line broke. */
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'unknown-model'
  | 'rate-limited'
  /** Its own mistake, which may pass. */
  | 'server-error'
  | 'malformed'
  /** More text than the model takes. */
  | 'too-long'
  /** The endpoint does not take the call as it is. */
  | 'refused'
  /** The model will not answer this. */
  | 'declined'
  | 'empty';

/** A call of the model failed. Its message holds no key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** What the endpoint asks us to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  constructor(kind: ModelErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ModelTrouble';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What a refusal with this status and these words is about. */
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

/** As hosted and local endpoints word it; there is no status of its own for it but 413. */
function isTooLong(status: number, text: string): boolean {
  if (status === 413) return true;
  return /context.?(length|window|size)|(prompt|input).{0,40}too (long|large)|too many tokens|maximum.{0,40}tokens/is.test(
    text,
  );
}
