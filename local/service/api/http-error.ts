/** A request that we do not grant: the status, and the words for its JSON `message`. */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 429;
  /** Seconds until asking again makes sense. */
  readonly retryAfter: number | undefined;
  constructor(status: HttpError['status'], message: string, retryAfter?: number) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
