/** More spans in one run of a job are kept without knowing its result. */
const MAX_WAITING = 500;

/**
 * The spans of one run of a job. They are ended, and so exported, only once it is known whether the run is worth
 * keeping: a question that takes hours is read many times without any change.
 */
export class Run {
  readonly #waiting: (() => void)[] = [];
  #isKept: boolean | undefined;

  /** Ends a span now or later, or never. */
  end(endSpan: () => void): void {
    if (this.#isKept === false) return;
    if (this.#isKept === true) {
      endSpan();
      return;
    }
    this.#waiting.push(endSpan);
    if (this.#waiting.length >= MAX_WAITING) this.settle(true);
  }

  /** The first call counts. */
  settle(isKept: boolean): void {
    this.#isKept ??= isKept;
    const waiting = this.#waiting.splice(0);
    if (this.#isKept) for (const endSpan of waiting) endSpan();
  }
}
