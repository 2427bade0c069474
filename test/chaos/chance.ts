export type Chance = ReturnType<typeof createChance>;

/** Chance that repeats: the same seed makes the same choices (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0;

  /** From 0 up to, not including, 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    next,
    /** True once in `n` times. */
    oneIn: (n: number): boolean => next() * n < 1,
    /** A whole number; both ends are possible. */
    between: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    pick<T>(list: readonly T[]): T {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    shuffled<T>(list: readonly T[]): T[] {
      const drawn = list.map((item) => ({ item, at: next() }));
      return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item);
    },
  };
}
