import { expect, it } from 'vitest';
import { type Load, runLoad } from './load/run-load.js';
import { commonPattern, OURS } from './programs.js';

const FEW: Load = {
  slack: 'limited',
  budgets: 'lifted',
  channels: 3,
  questions: 6,
  withinMs: 300,
  workMs: [100, 300],
  limitMs: 60_000,
  settleMs: 60_000,
};

it.each([
  ['the built bot', () => OURS],
  ['the common pattern', commonPattern],
])('%s answers a few questions of the benchmark once', async (_, program) => {
  const result = await runLoad(program(), FEW);
  expect(result).toMatchObject({ lost: 0, twice: 0, refusals: 0 });
  expect([...result.shown, ...result.created, ...result.cancelLeft]).toHaveLength(18);
  expect([...result.shown, ...result.acks].every(Number.isFinite)).toBe(true);
  expect(result.reads).toBeGreaterThanOrEqual(6);
  expect(result.mostOpen).toBeLessThanOrEqual(8);
});
