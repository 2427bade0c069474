import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'src/furnace.ts': `import { HEAT_TRIES } from './limits.js';

const HEAT_LIMIT = 900;
const ALLOY = 'bronze';
let POURED_AT = Date.now();

/** Heats a furnace until it is hot enough. */
export function heatUp(furnace: Furnace) {
  const STEP_SIZE = 3;
  for (let n = 0; n < HEAT_TRIES && furnace.heat < HEAT_LIMIT; n += 1) furnace.stoke(STEP_SIZE);
  if (furnace.heat < HEAT_LIMIT) throw new TooCold('POST it', ALLOY, POURED_AT);
}
`,
  'src/limits.ts': 'export const HEAT_TRIES = 4;\n',
};

let answer: string;

beforeAll(async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'forge').path]);
  answer = onlyQuestion(await world.ask('How does heatUp work?')).answer ?? '';
});

describe('the constants that shown lines name', () => {
  it.each([
    ['of the same file', '- `HEAT_LIMIT` = `900` ([src/furnace.ts:3]('],
    ['of one word', "- `ALLOY` = `'bronze'` ([src/furnace.ts:4]("],
    ['of another file', '- `HEAT_TRIES` = `4` ([src/limits.ts:1]('],
  ])('are said with their values: %s', (_, expected) => {
    expect(answer).toContain(expected);
  });

  it.each(['STEP_SIZE', 'POURED_AT', 'POST'])(
    'are left out if the lines set them, or nothing plain does: %s',
    (name) => {
      expect(answer).not.toContain(`- \`${name}\` = `);
    },
  );
});
