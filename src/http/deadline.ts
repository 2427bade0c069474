/** A call's whole time, joined with its caller's wish to stop. */
export interface Deadline {
  /** Aborts when the time is over or the caller gives up. */
  readonly signal: AbortSignal;
  readonly expired: boolean;
  remainingMs(): number;
  /** Releases the timer and the caller's signal. */
  dispose(): void;
}

/** Starts the clock. Not `AbortSignal.any`: what is long-lived there keeps each call's signal. */
export function startDeadline(ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = performance.now() + ms;
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${ms} ms`)), ms);
  const giveUp = () => controller.abort(caller?.reason);
  if (caller?.aborted) giveUp();
  caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return controller.signal.aborted && caller?.aborted !== true;
    },
    remainingMs: () => end - performance.now(),
    dispose() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}

/** `work`, or the signal's reason, whichever comes first. Leaves no listener behind. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
