import type { WorkspaceState } from '../state/workspace-state.js';

type Found<T> = T | undefined | null | false;

/** Calls `fn` after every change, once for all changes of one event-loop turn. */
export function waitUntil<T>(
  state: WorkspaceState,
  fn: () => Found<T>,
  options: {
    readonly timeoutMs: number;
    readonly onTimeout: () => Error;
    readonly stopped: AbortSignal;
  },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let pending = false;
    const timer = setTimeout(() => finish(() => reject(options.onTimeout())), options.timeoutMs);
    const onStop = () => finish(() => reject(new Error('the workspace has stopped')));
    const unsubscribe = state.onChange(() => {
      if (!pending) setImmediate(evaluate);
      pending = true;
      return undefined;
    });
    options.stopped.addEventListener('abort', onStop);

    function finish(settle: () => void): void {
      clearTimeout(timer);
      unsubscribe();
      options.stopped.removeEventListener('abort', onStop);
      settle();
    }
    function evaluate(): void {
      pending = false;
      try {
        const value = fn();
        if (isFound(value)) finish(() => resolve(value));
      } catch (error) {
        finish(() => reject(error));
      }
    }
    evaluate();
  });
}

function isFound<T>(value: Found<T>): value is T {
  return value !== undefined && value !== null && value !== false;
}
