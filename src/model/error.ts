/**
 * The base class of our own errors. A subclass stands for a *reaction* (retry, tell the user, page
 * the operator); `code` is stable and may be logged, counted and matched.
 */
export abstract class DeepSearchSlackError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}
