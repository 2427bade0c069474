/** A request that is refused: its status, and the message for its sender. */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 429 | 503;
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  constructor(status: HttpError['status'], message: string, retryAfter?: number) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The status of a request that failed with `error`: a client error, or 500. */
export function statusOf(error: unknown): number {
  if (error instanceof HttpError) return error.status;
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  return statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}
