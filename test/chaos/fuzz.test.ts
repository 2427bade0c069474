import { expect, it } from 'vitest';
import { fuzz } from './fuzz.js';
import { FUZZ_TARGETS } from './fuzz-targets.js';
import { createRandom } from './random.js';

/** Fixed, so that every run finds the same. */
const SEED = 20_250_924;

/** Only a guard against hanging; it usually takes some seconds. */
const LONG_MS = 300_000;

it('the fuzzer makes the same payloads from the same seed', () => {
  const made = (seed: number) => {
    const random = createRandom(seed);
    return JSON.stringify(FUZZ_TARGETS.map((target) => target.make(random)));
  };
  expect(made(SEED)).toBe(made(SEED));
  expect(made(SEED)).not.toBe(made(SEED + 1));
});

it(
  'no parser or renderer throws on 2,000 malformed payloads',
  async () => {
    const { flaws } = await fuzz({ payloads: 2_000, requests: 0, seed: SEED });
    expect(flaws).toEqual([]);
  },
  LONG_MS,
);

it(
  'every malformed request gets a reply, and a real question is answered afterwards',
  async () => {
    const { flaws } = await fuzz({ payloads: 0, requests: 500, seed: SEED });
    expect(flaws).toEqual([]);
  },
  LONG_MS,
);
