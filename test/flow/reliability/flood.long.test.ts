import { expect, it } from 'vitest';
import { runFlood } from '../../flood/flood.js';

const MB = 1e6;

it('20,000 events of one person leave others answered, and the memory bounded', async () => {
  const flood = await runFlood({
    events: 20_000,
    concurrency: 8,
    // A machine that is busy with other tests does not get through all of them.
    maxMs: 60_000,
    length: 500,
    // A bot that kept 8 kB of each event would run out of memory.
    stack: { flags: ['--max-old-space-size=192'], workspace: { limits: 'off' } },
  });
  expect(Object.keys(flood.statuses)).toEqual(['200']);
  expect(flood.statuses[200]).toBeGreaterThan(1_000);
  expect(flood.asked).toBeLessThanOrEqual(50);
  // After the first answer, the flood was still under way.
  expect(flood.answersMs.length).toBeGreaterThan(1);
  expect(flood.redis.most - flood.redis.before).toBeLessThan(5 * MB);
  expect(flood.bot.most).toBeLessThan(400 * MB);
  expect(flood.told.some((text) => text.includes('some of them were dropped'))).toBe(true);
  expect(flood.told.length).toBeLessThan(40);
});
