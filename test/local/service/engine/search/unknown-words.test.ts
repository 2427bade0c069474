import { expect, it } from 'vitest';
import { unknownWords } from '../../../../../local/service/engine/search/unknown-words.js';
import { buildQuery } from '../../../../../local/service/index/query.js';
import { termsOf } from '../../../../../local/service/index/terms.js';

function unknownIn(question: string, missing: string): string[] {
  return unknownWords(buildQuery(question), [new Set(termsOf(missing))]);
}

it.each([
  ['Where is the walrus fed by penguins?', 'walrus penguins', ['walrus', 'penguins']],
  ['Where is the walrus fed by the crew at noon?', 'walrus', []],
  [
    'A huge walrus seems hungry on deck, the crew stopped the boat. Which cap of fish sets a big limit?',
    'huge walrus seems hungry stopped cap big',
    [],
  ],
  [
    'A huge walrus seems hungry on deck, the crew stopped the boat. Which cap does feedWalrus set for fish?',
    'huge walrus seems hungry stopped cap feedWalrus',
    ['feedWalrus'],
  ],
])('of %s, without %s', (question, missing, unknown) => {
  expect(unknownIn(question, missing)).toEqual(unknown);
});
