/** The time limit of a whole call, combined with its caller's signal. */
export interface Deadline {
  /** Aborts when the time is over or the caller aborts. */
  readonly signal: AbortSignal;
  readonly expired: boolean;
  remainingMs(): number;
  /** Clears the timer, and removes the listener from the caller's signal. */
  dispose(): void;
}

/**
 * Starts the timer. Not `AbortSignal.any([caller, AbortSignal.timeout(ms)])`: its timers cannot be
 * cleared, and a long-lived caller's signal would keep a reference to the signal of every call.
 */
export function startDeadline(ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = performance.now() + ms;
  const timer = setTimeout(() => controller.abort(new Error(`no reply within ${ms} ms`)), ms);
  const onCallerAbort = () => controller.abort(caller?.reason);
  if (caller?.aborted) onCallerAbort();
  caller?.addEventListener('abort', onCallerAbort, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return controller.signal.aborted && caller?.aborted !== true;
    },
    remainingMs: () => end - performance.now(),
    dispose() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCallerAbort);
    },
  };
}

/** `work`, or the signal's abort reason, whichever comes first. Leaves no listener behind. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
