import { expect, it } from 'vitest';
import { blow } from './storm.js';
import { STORMS } from './storms.js';

/** Only catches what hangs. */
const HANGS_MS = 600_000;

const SHORT = STORMS.filter(({ short }) => short);

it.each(SHORT.map((storm) => ({ name: storm.name, storm })))(
  'everything asked has one ending: $name',
  async ({ storm }) => {
    const { faults } = await blow(storm, { questions: 20, seed: 1 });
    expect(faults).toEqual([]);
  },
  HANGS_MS,
);
