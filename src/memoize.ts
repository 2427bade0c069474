export interface MemoizeOptions {
  readonly ttlMs: number;
  /** The oldest entry is dropped when there are more. */
  readonly maxEntries: number;
  readonly now: () => number;
}

export interface Memoized<T> {
  (key: string): Promise<T>;
  /** Drops the entry of this key. */
  forget(key: string): void;
}

/**
 * Caches the results of `lookUp` by key. Concurrent calls with the same key share one call.
 * `undefined` and rejections are not cached.
 */
export function memoize<T>(
  { ttlMs, maxEntries, now }: MemoizeOptions,
  lookUp: (key: string) => Promise<T>,
): Memoized<T> {
  const cache = new Map<string, { readonly value: Promise<T>; readonly expiresAt: number }>();
  const get = (key: string) => {
    const hit = cache.get(key);
    if (hit !== undefined && now() < hit.expiresAt) return hit.value;
    const value = lookUp(key);
    cache.delete(key);
    cache.set(key, { value, expiresAt: now() + ttlMs });
    const drop = () => cache.get(key)?.value === value && cache.delete(key);
    value.then((found) => found === undefined && drop(), drop);
    const [oldest] = cache.keys();
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
    return value;
  };
  return Object.assign(get, { forget: (key: string) => void cache.delete(key) });
}
