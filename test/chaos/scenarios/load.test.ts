import { expect, it } from 'vitest';
import { startHarness } from '../harness.js';
import { LOAD_SCENARIOS } from './load.js';

it('“one person floods one channel” asks as one person in one channel, not in the quiet one', async () => {
  const scenario = LOAD_SCENARIOS.find(({ name }) => name === 'one person floods one channel');
  const harness = await startHarness({ seed: 1, roles: [] });
  try {
    await harness.askMany(20, 500, scenario?.question?.(harness));
    expect(new Set(harness.asked.map(({ by }) => by.id)).size).toBe(1);
    expect(new Set(harness.asked.map(({ channel }) => channel.id)).size).toBe(1);
    const [loud, quiet] = harness.channels;
    expect(harness.asked[0]?.channel).toBe(loud);
    expect(quiet).not.toBe(loud);
  } finally {
    await harness.close();
  }
});
