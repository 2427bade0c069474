import { describe, expect, it } from 'vitest';
import { memoize } from '../src/memoize.js';

/** A look-up whose answers the test gives, and a clock that it moves. */
function setting(most = 10) {
  const asked: string[] = [];
  const clock = { now: 0 };
  let answer: (key: string, nth: number) => Promise<string> = async (key, nth) => `${key}${nth}`;
  const lookUp = memoize({ ttlMs: 100, maxEntries: most, now: () => clock.now }, (key) => {
    asked.push(key);
    return answer(key, asked.length);
  });
  return {
    asked,
    clock,
    lookUp,
    answering: (next: typeof answer) => {
      answer = next;
    },
  };
}

describe('what was looked up', () => {
  it('a memoized result expires', async () => {
    const { lookUp, asked, clock } = setting();
    expect(await lookUp('a')).toBe('a1');
    clock.now = 99;
    expect(await lookUp('a')).toBe('a1');
    clock.now = 100;
    expect(await lookUp('a')).toBe('a2');
    expect(asked).toEqual(['a', 'a']);
  });

  it('concurrent callers share one lookup', async () => {
    const { lookUp, asked } = setting();
    await Promise.all([lookUp('a'), lookUp('a'), lookUp('b')]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('a failed lookup is not cached', async () => {
    const { lookUp, answering } = setting();
    answering(() => Promise.reject(new Error('away')));
    await expect(lookUp('a')).rejects.toThrow('away');
    answering(async () => 'back');
    expect(await lookUp('a')).toBe('back');
  });

  it('the cache is bounded, and evicts the oldest entry', async () => {
    const { lookUp, asked } = setting(2);
    for (const key of ['a', 'b', 'c', 'b', 'c']) await lookUp(key);
    expect(asked).toEqual(['a', 'b', 'c']);
    await lookUp('a');
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('a late failure of an older lookup does not evict a newer result', async () => {
    const { lookUp, answering, clock, asked } = setting();
    let fail: (error: Error) => void = () => undefined;
    answering(() => new Promise((_resolve, reject) => (fail = reject)));
    const slow = lookUp('a');
    clock.now = 100;
    answering(async () => 'fresh');
    expect(await lookUp('a')).toBe('fresh');
    fail(new Error('too late'));
    await expect(slow).rejects.toThrow('too late');
    expect(await lookUp('a')).toBe('fresh');
    expect(asked).toHaveLength(2);
  });
});
