/** A request that is refused: its status, and the `message` of the JSON body. */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 429;
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  constructor(status: HttpError['status'], message: string, retryAfter?: number) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
