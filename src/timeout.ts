/**
 * The result of `work`, or of `fallback` if it takes longer than `ms`; `fallback` may throw. `work`
 * itself is not cancelled; a later rejection is ignored.
 *
 * Not cockatiel's `timeout`: it rejects with an error of its own, and most callers want a value.
 */
export async function withTimeout<T, F>(
  work: Promise<T>,
  ms: number,
  fallback: () => F,
): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(fallback);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
