/** How long a thread may take to receive a request to cancel before it counts as hung. */
const ACKNOWLEDGE_MS = 2_000;

/** Notices a thread that computes without end, since it does not even receive requests to cancel. */
export interface CancelWatchdog {
  /** The thread has started, and receives requests from now on. */
  ready(): void;
  /** A request to cancel this task was sent. */
  sent(id: number): void;
  acknowledged(id: number): void;
  /** The thread is gone, or told to stop. */
  reset(): void;
}

export function createCancelWatchdog(onHung: () => void): CancelWatchdog {
  const pending = new Map<number, NodeJS.Timeout | undefined>();
  let isReady = false;
  const check = (id: number) => {
    if (!pending.has(id)) return;
    onHung();
  };
  const watch = (id: number) => {
    // If this thread was busy itself, the reply may be there: it is read before `setImmediate` runs.
    const timer = setTimeout(() => setImmediate(check, id), ACKNOWLEDGE_MS);
    pending.set(id, timer.unref());
  };
  const acknowledged = (id: number) => {
    clearTimeout(pending.get(id));
    pending.delete(id);
  };
  return {
    ready() {
      isReady = true;
      for (const id of pending.keys()) watch(id);
    },
    sent(id) {
      if (isReady) watch(id);
      else pending.set(id, undefined);
    },
    acknowledged,
    reset() {
      isReady = false;
      for (const id of [...pending.keys()]) acknowledged(id);
    },
  };
}
