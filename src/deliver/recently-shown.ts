/** What a thread's agent status shows. */
export interface ShownStatus {
  /** The question's ID. */
  readonly question: string;
  readonly text: string;
}

/** Slack removes a status line after two minutes. */
const AGAIN_MS = 80_000;
const MAX_SHOWN = 5_000;

/** Remembers what each thread shows, so that the same status is not set with every poll. */
export function createRecentlyShown(now: () => number) {
  const shown = new Map<string, ShownStatus & { readonly at: number }>();
  return {
    /** Whether to show this now: it is new, or Slack will soon remove it. If so, it counts as shown. */
    isDue(thread: string, { question, text }: ShownStatus): boolean {
      const last = shown.get(thread);
      const isFresh = last !== undefined && now() - last.at < AGAIN_MS;
      if (isFresh && last.question === question && last.text === text) return false;
      shown.delete(thread);
      shown.set(thread, { question, text, at: now() });
      const [oldest] = shown.keys();
      if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest);
      return true;
    },

    forget(thread: string): void {
      shown.delete(thread);
    },
  };
}
