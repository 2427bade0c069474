export interface MemoizeOptions {
  /** ms. */
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly now: () => number;
}

export interface Memoized<T> {
  (key: string): Promise<T>;
  /** What was found is no longer so. */
  forget(key: string): void;
}

/** A look-up that remembers what it found, for a while and in bounded memory; that nothing was found, or a failure, it forgets. */
export function memoize<T>(
  memory: MemoizeOptions,
  lookUp: (key: string) => Promise<T>,
): Memoized<T> {
  const known = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  const found = (key: string) => {
    const hit = known.get(key);
    if (hit !== undefined && memory.now() < hit.until) return hit.value;
    const value = lookUp(key);
    known.delete(key);
    known.set(key, { value, until: memory.now() + memory.ttlMs });
    const drop = () => known.get(key)?.value === value && known.delete(key);
    value.then((what) => what === undefined && drop(), drop);
    const [oldest] = known.keys();
    if (known.size > memory.maxEntries && oldest !== undefined) known.delete(oldest);
    return value;
  };
  return Object.assign(found, { forget: (key: string) => void known.delete(key) });
}
