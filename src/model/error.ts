/**
 * The base of all errors that we raise ourselves. A subclass stands for a *reaction* (retry, tell
 * the person, page the operator); `code` is stable and may be logged, counted and matched.
 */
export abstract class DeepSearchSlackError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}
