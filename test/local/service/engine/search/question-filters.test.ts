import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readQuestionFilters } from '../../../../../local/service/engine/search/question-filters.js';
import { makeRepository, SHOP } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSharedSearchService,
} from '../../service-fixture.js';

describe('readQuestionFilters', () => {
  it.each([
    ['how are items added?', 'how are items added?', []],
    ['lang:ts how are items added?', 'how are items added?', ['lang:ts']],
    [
      'how are items added? -file:test lang:typescript',
      'how are items added?',
      ['-file:test', 'lang:typescript'],
    ],
    ['where is retry in lang:go?', 'where is retry in', ['lang:go']],
    ['where is "too many items" thrown?', 'where is  too many items  thrown?', ['=too many items']],
    ['where is “too many items” thrown?', 'where is  too many items  thrown?', ['=too many items']],
    ["what's in the 'cart'?", "what's in the 'cart'?", []],
    ['what matches /add\\w+/?', 'what matches  add\\w+ ?', ['/add\\w+']],
    [
      'what handles src/cart/ and http://a.example/b/?',
      'what handles src/cart/ and http://a.example/b/?',
      [],
    ],
    ['type:diff author:kim retry', 'What changed in retry?', ['!author']],
    [
      'type:commit retry policy since:2024-01-31',
      'What changed in retry policy since 2024-01-31?',
      [],
    ],
    ['type:diff', 'What changed?', []],
    ['type:diff how are items added to the cart?', 'how are items added to the cart?', ['!type']],
    ['type:path cart', 'cart', ['!type']],
    ['symbol:Cart', 'Cart', []],
    ['type:symbol Cart case:no', 'Cart', []],
    ['case:yes Cart', 'Cart', ['!case']],
    ['Lang:TypeScript patternType:regexp a.*b', 'a.*b', ['lang:TypeScript', '!patterntype']],
    ['content:"add item" cart', 'add item   cart', ['=add item']],
    ['content:add cart', 'add   cart', ['=add']],
    [
      'context:global count:all archived:yes fork:no timeout:20s cart',
      'cart',
      ['!context', '!count', '!archived', '!fork', '!timeout'],
    ],
    ['where is timeout:30 or count:n set?', 'where is timeout:30 or count:n set?', []],
    ['select:file cart', 'cart', ['!select']],
    [
      'what is type:string in foo:bar, constructor:x?',
      'what is type:string in foo:bar, constructor:x?',
      [],
    ],
    ['repo:shop where is it?', 'repo:shop where is it?', []],
  ])('%s', (question, text, wanted) => {
    const { filters, exact, ignored, ...read } = readQuestionFilters(question);
    const found = [
      ...filters.map(({ name, value, negated }) => `${negated ? '-' : ''}${name}:${value}`),
      ...exact.map((term) => `${term.isRegex ? '/' : '='}${term.text}`),
      ...ignored.map((name) => `!${name}`),
    ];
    expect(found).toEqual(wanted);
    expect(read.text).toBe(text);
  });

  it('keeps the words of any question without a colon, quotes or slashes', () => {
    const plain = fc.string().filter((text) => !/[:"“”„/]/.test(text));
    fc.assert(
      fc.property(plain, (question) => {
        expect(readQuestionFilters(question).text).toBe(question.trim());
      }),
    );
  });

  it('takes a limited number of filters', () => {
    expect(readQuestionFilters('lang:go '.repeat(10_000)).filters).toHaveLength(20);
  });
});

describe('a question with filters', () => {
  let shop: ServiceFixture;
  beforeAll(async () => {
    shop = await startSharedSearchService([makeRepository(SHOP, 'shop').path]);
  });
  const ask = async (question: string) => {
    const { answer = '', sources = [] } = onlyQuestion(await shop.ask(question));
    const files = sources.flatMap(({ type, label }) =>
      type === 'File' ? [label.split(' · ')[1]] : [],
    );
    return { answer, files };
  };

  it('is answered from files of a language', async () => {
    const { answer, files } = await ask('lang:markdown how are items added to the cart?');
    expect(files).toContain('docs/cart.md');
    expect(files.every((file) => file?.endsWith('.md'))).toBe(true);
    expect(answer).toContain('Searched only files that match `lang:markdown`.');
  });

  it('is answered without the files that it leaves out', async () => {
    const { files } = await ask('how are items added to the cart? -file:test -path:^docs');
    expect(files[0]).toBe('src/cart/shopping-cart.ts');
    expect(files.filter((file) => /test|docs/.test(file ?? ''))).toEqual([]);
  });

  it('is answered from files with exactly the quoted text', async () => {
    const { files } = await ask('where is "too many items" thrown? -file:test');
    expect(files).toEqual(['src/cart/shopping-cart.ts']);
    expect((await ask('what matches /count_\\w+/?')).files).toEqual(['tools/inventory.py']);
  });

  it('says if no file contains the quoted text, and searches its words', async () => {
    const { answer, files } = await ask('where is "many too items" thrown?');
    expect(answer).toContain('No file contains exactly `many too items`');
    expect(files).toContain('src/cart/shopping-cart.ts');
  });

  it('names the filter that does not work in questions, and what to ask', async () => {
    const { answer, files } = await ask('author:kim how are items added to the cart?');
    expect(answer).toContain(
      '`author:` does not work in questions and was left out: ask who changed',
    );
    expect(files).toContain('src/cart/shopping-cart.ts');
  });

  it('with nothing but filters that do not work says so', async () => {
    const { answer, files } = await ask('case:yes');
    expect(answer).toMatch(/^The question has no words to search for\..*`case:` does not work/s);
    expect(files).toEqual([]);
  });

  it.each(['why?', 'Hi!', 'thank you'])('%s is no question about code', async (question) => {
    expect((await ask(question)).answer).toMatch(/^The question has no words to search for\./);
  });

  it.each(['"test"', 'symbol:test', '/ping/'])(
    '%s is looked for, and no greeting',
    async (question) => {
      expect((await ask(question)).answer).not.toContain('has no words to search for');
    },
  );

  it('without words of its own is answered by the README', async () => {
    expect((await ask('What is this about?')).files).toContain('README.md');
  });

  it('of commits is one about the history', async () => {
    const { answer } = await ask('type:commit ShoppingCart');
    expect(answer).toMatch(/`ShoppingCart` last changed on /);
  });

  it('says what is wrong with an expression', async () => {
    expect((await ask('/[unclosed/ cart')).answer).toMatch(
      /^The pattern \[unclosed is invalid: .* put it in quotes\.$/,
    );
  });

  it('names the nearest language', async () => {
    expect((await ask('lang:typscript what is a cart?')).answer).toContain(
      'Did you mean TypeScript',
    );
  });
});
