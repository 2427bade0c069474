import { expect, it } from 'vitest';
import { fuzz } from './fuzz.js';

it('no parser or renderer throws on 10,000 malformed payloads', async () => {
  const { flaws } = await fuzz({ payloads: 10_000, requests: 0, seed: 20_250_924 });
  expect(flaws, flaws.join('\n')).toEqual([]);
});
