export interface Memory {
  /** ms. */
  readonly forMs: number;
  readonly most: number;
  readonly now: () => number;
}

export interface LookUp<T> {
  (key: string): Promise<T>;
  /** What was found is no longer so. */
  forget(key: string): void;
}

/** A look-up that remembers what it found, for a while and in bounded memory; that nothing was found, or a failure, it forgets. */
export function remember<T>(memory: Memory, lookUp: (key: string) => Promise<T>): LookUp<T> {
  const known = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  const found = (key: string) => {
    const hit = known.get(key);
    if (hit !== undefined && memory.now() < hit.until) return hit.value;
    const value = lookUp(key);
    known.delete(key);
    known.set(key, { value, until: memory.now() + memory.forMs });
    const drop = () => known.get(key)?.value === value && known.delete(key);
    value.then((what) => what === undefined && drop(), drop);
    const [oldest] = known.keys();
    if (known.size > memory.most && oldest !== undefined) known.delete(oldest);
    return value;
  };
  return Object.assign(found, { forget: (key: string) => void known.delete(key) });
}
