export interface MemoizeOptions {
  readonly ttlMs: number;
  /** The oldest entry is dropped when there are more. */
  readonly maxEntries: number;
  readonly now: () => number;
}

export interface Memoized<T> {
  /** `maxAgeMs`: a result that is older is looked up again; default: the TTL. */
  (key: string, maxAgeMs?: number): Promise<T>;
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
  const cache = new Map<string, { readonly value: Promise<T>; readonly since: number }>();
  const get = (key: string, maxAgeMs = ttlMs) => {
    const hit = cache.get(key);
    if (hit !== undefined && now() < hit.since + Math.min(maxAgeMs, ttlMs)) return hit.value;
    const value = lookUp(key);
    cache.delete(key);
    cache.set(key, { value, since: now() });
    const drop = () => cache.get(key)?.value === value && cache.delete(key);
    value.then((found) => found === undefined && drop(), drop);
    const [oldest] = cache.keys();
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
    return value;
  };
  return Object.assign(get, { forget: (key: string) => void cache.delete(key) });
}
