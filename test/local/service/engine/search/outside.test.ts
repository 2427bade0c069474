import { expect, it } from 'vitest';
import type { Usages } from '../../../../../local/service/engine/search/facts/find-usages.js';
import { leaveOut, whereOf } from '../../../../../local/service/engine/search/forms/outside.js';

function usages(paths: readonly string[], isComplete: boolean): Usages {
  const found = paths.map((path) => ({ path, role: 'code' }));
  return { found, signatures: [], isComplete } as unknown as Usages;
}

it.each([
  ['who calls ring outside of pool?', true, ', nowhere outside of `pool`'],
  ['who calls ring outside of pool?', false, ', none found outside of `pool`'],
  ['who calls ring other than in the pool?', true, ', nowhere outside of `pool`'],
])('%s, where all was searched or not: %s', (question, isComplete, said) => {
  const { outside } = leaveOut(usages(['src/pool/bell.ts'], isComplete), question);
  expect(outside && whereOf(outside)).toBe(said);
});

it('what is left is outside of what is left out', () => {
  const all = usages(['src/pool/bell.ts', 'src/deck/bell.ts'], true);
  const { left, outside } = leaveOut(all, 'who calls ring outside the pool?');
  expect(left.found.map(({ path }) => path)).toEqual(['src/deck/bell.ts']);
  expect(outside && whereOf(outside)).toBe(' outside of `pool`');
});
