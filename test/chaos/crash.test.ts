import { expect, it } from 'vitest';
import { deathsAtCalls } from './deaths.js';

/** Only catches what hangs. */
const HANGS_MS = 600_000;

it(
  'a process killed at any call loses nothing, doubles nothing and asks the service once',
  async () => {
    const { faults, twins } = await deathsAtCalls(1);
    expect([...faults, ...twins]).toEqual([]);
  },
  HANGS_MS,
);
