import type { World } from './state/world.js';

type Found<T> = T | undefined | null | false;

/** Evaluates on every change, once for all that happen in one turn. */
export function waitUntil<T>(
  world: World,
  fn: () => Found<T>,
  options: {
    readonly timeoutMs: number;
    readonly onTimeout: () => Error;
    readonly stopped: AbortSignal;
  },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let pending = false;
    const timer = setTimeout(() => end(() => reject(options.onTimeout())), options.timeoutMs);
    const onStop = () => end(() => reject(new Error('the workspace has stopped')));
    const forget = world.onChange(() => {
      if (!pending) setImmediate(look);
      pending = true;
      return undefined;
    });
    options.stopped.addEventListener('abort', onStop);

    function end(settle: () => void): void {
      clearTimeout(timer);
      forget();
      options.stopped.removeEventListener('abort', onStop);
      settle();
    }
    function look(): void {
      pending = false;
      try {
        const found = fn();
        if (isFound(found)) end(() => resolve(found));
      } catch (error) {
        end(() => reject(error));
      }
    }
    look();
  });
}

function isFound<T>(found: Found<T>): found is T {
  return found !== undefined && found !== null && found !== false;
}
