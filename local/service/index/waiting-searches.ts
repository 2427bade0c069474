import type { IndexReply, IndexRequest } from './worker-messages.js';

/** A request without a reply. */
export interface WaitingSearch {
  readonly request: IndexRequest;
  /** It has waited for the complete index long enough. */
  isLate: boolean;
  readonly timer: NodeJS.Timeout | undefined;
}

interface WaitingOptions {
  /** In ms; infinite: no search is ever late. */
  readonly maxWaitMs: number;
  readonly onLate: () => void;
  readonly reply: (message: IndexReply) => void;
}

/** The searches that wait for a repository's index. */
export class WaitingSearches {
  readonly #options: WaitingOptions;
  readonly #waiting = new Set<WaitingSearch>();

  constructor(options: WaitingOptions) {
    this.#options = options;
  }

  add(request: IndexRequest): WaitingSearch {
    const { onLate } = this.#options;
    const maxWaitMs = request.waitMs ?? this.#options.maxWaitMs;
    const late = () => {
      one.isLate = true;
      onLate();
    };
    const timer = Number.isFinite(maxWaitMs) ? setTimeout(late, maxWaitMs).unref() : undefined;
    const one: WaitingSearch = { request, isLate: false, timer };
    this.#waiting.add(one);
    return one;
  }

  has(one: WaitingSearch): boolean {
    return this.#waiting.has(one);
  }

  late(): WaitingSearch[] {
    return [...this.#waiting].filter(({ isLate }) => isLate);
  }

  /** Replies, unless that was done before. */
  answer(one: WaitingSearch, message: IndexReply): void {
    clearTimeout(one.timer);
    if (this.#waiting.delete(one)) this.#options.reply(message);
  }
}
