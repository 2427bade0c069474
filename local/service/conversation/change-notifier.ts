export interface WaitOptions {
  readonly timeoutMs?: number;
  /** What was waited for, for the error's words. */
  readonly what?: string;
}

/** One bell for everything that changes; who waits for something looks again when it rings. */
export interface ChangeNotifier {
  notify(): void;
  /** Every ring until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The first truthy value of `look`. Rejects after `timeoutMs` (60 s), naming `what`. */
  waitFor<T>(check: () => T, options?: WaitOptions): Promise<NonNullable<T>>;
}

export function createChangeNotifier(): ChangeNotifier {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    notify: () => {
      for (const listener of [...listeners]) listener();
    },
    subscribe,
    waitFor: (check, options = {}) => waitFor(subscribe, check, options),
  };
}

function waitFor<T>(
  listen: ChangeNotifier['subscribe'],
  check: () => T,
  { timeoutMs = 60_000, what = 'what was expected' }: WaitOptions,
): Promise<NonNullable<T>> {
  return new Promise((resolve, reject) => {
    let done = () => {};
    const timer = setTimeout(() => {
      done();
      reject(new Error(`waited ${timeoutMs} ms in vain for ${what}`));
    }, timeoutMs);
    const tryOnce = () => {
      try {
        const value = check();
        if (!value) return;
        done();
        resolve(value);
      } catch (error) {
        done();
        reject(error);
      }
    };
    const unlisten = listen(tryOnce);
    done = () => {
      clearTimeout(timer);
      unlisten();
    };
    tryOnce();
  });
}
