import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'README.md': '# Shop\n\nSells things.\n',
  'src/cart.c': `struct cart *load_cart_rows(int id)
{
  return find(id);
}

int mono(int coins)
{
  return coins;
}

int translation(int coins)
{
  return coins;
}
`,
  'src/markdowner.ts': `/** Renders what people write. */
export class Markdowner {
  render(text: string) {
    return text;
  }
}
`,
  'src/checkout.ts': `/** Pays for all that is in the cart. */
export function checkout(cart: Cart) {
  return cart.pay();
}

`,
  'src/discounts.py': 'def lower(price):\n    """Gives a discount."""\n    return price - 1\n',
};

describe('a word that no file has', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const { path } = makeRepository(FILES, 'shop');
    const world = await startSharedSearchService([path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it.each([
    ['what is load_crat_rows?', 'load_crat_rows', 'load_cart_rows'],
    ['who calls lod_crt_rows?', 'lod_crt_rows', 'load_cart_rows'],
    ['what does chekout do?', 'chekout', 'checkout'],
    ['what does checkuot do?', 'checkuot', 'checkout'],
    ['where is Markdwoner used?', 'Markdwoner', 'Markdowner'],
    ['what is in discuonts', 'discuonts', 'discounts'],
  ])('is taken for the name that is spelled nearly so: %s', async (question, word, name) => {
    expect(await answerTo(question)).toContain(
      `No file contains \`${word}\`, so I searched for \`${name}\`.`,
    );
  });

  it('gives the answer about that name', async () => {
    const answer = await answerTo('what does chekout do?');
    expect(answer).toMatch(/^`checkout`: Pays for all that is in the cart\./);
  });

  it.each([
    'how does kubernetes work?',
    'where are websockets opened?',
    'how is mongo used?',
    'how do transactions work?',
    'does it have a chekout?',
    'what does Chekout do?',
    'how does Chexkouts work?',
    'what does checkout do?',
    'what does checkoutV2 do?',
    'what happened to chekout?',
    'when was chekout removed?',
  ])(
    'is left as it is where it may be another word, and so are words that exist: %s',
    async (asked) => {
      expect(await answerTo(asked)).not.toContain('so I searched for');
    },
  );
});
