import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

it('the workflow of a forge runs the whole check, from the oldest supported Node on', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8'));
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [oldest, ...newer] = jobs.test.strategy.matrix.node;
  expect(`>=${oldest}`).toBe(engines.node);
  expect(newer).toEqual(['22', '24']);
  expect(jobs.test.steps.at(-1)).toEqual({ run: '.ci/run' });
});
