import { SlackBusy } from './errors.js';

/** One page of messages, as Slack returns them. */
export interface Page {
  readonly messages: readonly unknown[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

export type FetchPage = (cursor: string | undefined) => Promise<Page>;

interface Progress {
  readonly messages: readonly unknown[];
  readonly cursor?: string;
  readonly at: number;
}

export interface Listed {
  readonly messages: readonly unknown[];
  /** False: Slack's rate limit ended the list early. */
  readonly complete: boolean;
}

/** Pages that were read this long ago are read again, ms. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 200;

/**
 * Reads pages of messages to the end. Distributed apps outside the Marketplace get one page of 15
 * messages a minute (https://docs.slack.dev/changelog/2025/05/29/rate-limit-changes-for-non-marketplace-apps), so a list that the
 * rate limit interrupts is kept for the next attempt, which would never get past its first page.
 */
export function createListing(now: () => number = Date.now) {
  const kept = new Map<string, Progress>();

  function keep(key: string, progress: Progress): void {
    kept.set(key, progress);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  /** What an earlier attempt has read, taken out. */
  function resume(key: string): Progress | undefined {
    const found = kept.get(key);
    kept.delete(key);
    return found !== undefined && now() - found.at < KEPT_MS ? found : undefined;
  }

  /**
   * At most `limit` messages. At the rate limit it throws `SlackBusy`, or, if `partial`, gives what
   * it has, unless that is nothing.
   */
  return async (
    key: string,
    { limit, partial }: { readonly limit: number; readonly partial: boolean },
    fetchPage: FetchPage,
  ): Promise<Listed> => {
    let { messages, cursor }: Omit<Progress, 'at'> = resume(key) ?? { messages: [] };
    do {
      try {
        const page = await fetchPage(cursor);
        messages = [...messages, ...page.messages];
        cursor = page.cursor;
      } catch (error) {
        if (!(error instanceof SlackBusy) || cursor === undefined) throw error;
        if (partial) return { messages, complete: false };
        keep(key, { messages, cursor, at: now() });
        throw error;
      }
    } while (cursor !== undefined && messages.length < limit);
    return { messages: messages.slice(0, limit), complete: true };
  };
}
