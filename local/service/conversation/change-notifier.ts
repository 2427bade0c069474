import { EventEmitter, once } from 'node:events';

export interface WaitOptions {
  /** Default 60 s. */
  readonly timeoutMs?: number;
  /** What is waited for, named in the error message. */
  readonly what?: string;
}

/** Tells listeners that something in the service has changed, but not what. */
export interface ChangeNotifier {
  notify(): void;
  /** Resolves with the first truthy value of `check`, which runs again on every change. Rejects after `timeoutMs`. */
  waitFor<T>(check: () => T, options?: WaitOptions): Promise<NonNullable<T>>;
}

export function createChangeNotifier(): ChangeNotifier {
  const changes = new EventEmitter().setMaxListeners(0);
  return {
    notify: () => void changes.emit('change'),
    async waitFor(check, { timeoutMs = 60_000, what = 'a change' } = {}) {
      const signal = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const value = check();
        if (value) return value;
        await once(changes, 'change', { signal }).catch((cause: unknown) => {
          throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause });
        });
      }
    },
  };
}
