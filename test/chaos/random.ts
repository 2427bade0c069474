export type SeededRandom = ReturnType<typeof createRandom>;

/** A seeded random number generator (mulberry32): the same seed makes the same choices. */
export function createRandom(seed: number) {
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
    /** A whole number from 0, below `limit`. */
    below: (limit: number): number => Math.floor(next() * limit),
    /** A whole number; both bounds are included. */
    between: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    /** True once in `n` times. */
    oneIn: (n: number): boolean => next() * n < 1,
    withProbability: (probability: number): boolean => next() < probability,
    pick<T>(choices: readonly T[]): T {
      const index = Math.floor(next() * choices.length);
      if (index >= choices.length) throw new Error('nothing to pick from');
      return choices[index] as T;
    },
    shuffled<T>(list: readonly T[]): T[] {
      const drawn = list.map((item) => ({ item, at: next() }));
      return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item);
    },
  };
}
