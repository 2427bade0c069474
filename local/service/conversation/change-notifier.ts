import type { WaitOptions } from '../settings/service-options.js';

/** One bell for everything that changes; who waits for something looks again when it rings. */
export interface Changes {
  ring(): void;
  /** Every ring until the returned function is called. */
  listen(heard: () => void): () => void;
  /** The first truthy value of `look`. Rejects after `timeoutMs` (60 s), naming `what`. */
  waitFor<T>(look: () => T, options?: WaitOptions): Promise<NonNullable<T>>;
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  const listen = (heard: () => void) => {
    listeners.add(heard);
    return () => void listeners.delete(heard);
  };
  return {
    ring: () => {
      for (const heard of [...listeners]) heard();
    },
    listen,
    waitFor: (look, options = {}) => waitFor(listen, look, options),
  };
}

function waitFor<T>(
  listen: Changes['listen'],
  look: () => T,
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
        const value = look();
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
