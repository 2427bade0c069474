import { expect, it } from 'vitest';
import { runScenario } from './fault-scenario.js';
import { FAULT_SCENARIOS } from './fault-scenarios.js';

/** Only a guard against hanging. */
const HANGS_MS = 600_000;

const SHORT = FAULT_SCENARIOS.filter(({ short }) => short);

it.each(SHORT.map((scenario) => ({ name: scenario.name, scenario })))(
  'every question gets exactly one outcome during: $name',
  async ({ scenario }) => {
    const { faults } = await runScenario(scenario, { questions: 20, seed: 1 });
    expect(faults, faults.join('\n')).toEqual([]);
  },
  HANGS_MS,
);
