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
    ['type:diff author:kim retry', 'What changed?', ['by kim', '+retry']],
    ['type:commit author:"Kim Lee" since:2024', 'What changed since 2024?', ['by Kim Lee']],
    ['type:commit "too slow" cart', 'What changed?', ['+too slow', '+cart']],
    ['type:diff "too slow"', 'What changed in too slow?', ['=too slow']],
    ['author:kim', 'What changed?', ['by kim']],
    ['author:kim how does it work', 'how does it work', ['!author']],
    [
      'type:commit retry policy since:2024-01-31',
      'What changed in retry policy since 2024-01-31?',
      ['+retry', '+policy'],
    ],
    ['type:commit file:cart retry', 'What changed in retry?', ['file:cart']],
    ['author:kim file:cart', 'What changed?', ['!file', 'by kim']],
    ['-author:kim type:commit', 'What changed?', ['!-author']],
    ['author:kim author:eve', 'What changed?', ['2 author', 'by kim']],
    ['author:kim after:2024/1/31', 'What changed since 2024-01-31?', ['by kim']],
    ['type:diff after:01/31/2024 till', 'What changed in till?', []],
    ['type:commit /too +slow?/ cart', 'What changed?', ['+/too +slow?/', '+cart']],
    ['type:diff', 'What changed?', []],
    ['type:diff how are items added to the cart?', 'how are items added to the cart?', ['!type']],
    ['type:path cart', 'cart', ['!type']],
    ['symbol:Cart', 'Cart', []],
    ['type:symbol Cart case:no', 'Cart', []],
    ['case:yes Cart', 'Cart', ['!case']],
    ['Lang:TypeScript patternType:regexp a.*b', 'a.*b', ['lang:TypeScript', '!patterntype']],
    ['content:"add item" cart', 'add item  cart', ['=add item']],
    ['content:add cart', 'add  cart', ['=add']],
    ['what prints /no "a\\w+" b/?', 'what prints  no "a\\w+" b ?', ['/no "a\\w+" b']],
    ['"x /y/ z" cart', 'x /y/ z  cart', ['=x /y/ z']],
    ['"a lang:go b" cart', 'a lang:go b  cart', ['=a lang:go b']],
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
    const { filters, exact, ignored, repeated, commits, ...read } = readQuestionFilters(question);
    const found = [
      ...filters.map(({ name, value, negated }) => `${negated ? '-' : ''}${name}:${value}`),
      ...exact.map((term) => `${term.isRegex ? '/' : '='}${term.text}`),
      ...ignored.map((name) => `!${name}`),
      ...repeated.map((name) => `2 ${name}`),
      ...(commits?.author === undefined ? [] : [`by ${commits.author}`]),
      ...(commits?.patterns ?? []).map((pattern) => `+/${pattern}/`),
      ...[...(commits?.phrases ?? []), ...(commits?.words ?? [])].map((text) => `+${text}`),
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

  it.each([
    ['type:diff after:foobar cart', '`foobar` is no date and was left out'],
    ['author:ann since:01/31/2024', '`01/31/2024` is no date and was left out'],
    ['author:ann file:src/none', '`file:` does not limit which commits are listed'],
    ['-author:ann type:commit', '`-author:` does not work in questions and was left out'],
    ['author:ann author:kim', 'Only the first `author:` was used'],
  ])('of commits says what was left out of it: %s', async (question, note) => {
    const { answer } = await ask(question);
    expect(answer).toContain(note);
    expect(answer).not.toContain('Searched only files');
  });

  it.each(['type:diff after:2024/01/31', 'author:ann after:"2 weeks ago"'])(
    'of commits has a date: %s',
    async (question) => {
      expect((await ask(question)).answer).not.toContain('is no date');
    },
  );

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

describe('a question that is nothing but exact text', () => {
  let quay: ServiceFixture;
  beforeAll(async () => {
    const lines = [
      'def moor(boat):',
      '    if boat is None:',
      "        raise KeyError('there is no boat here')",
      '    pier = find_pier(boat)',
      '    return pier.tie(boat, "no pier")',
      '',
      'def tie_pier(boat):',
      '    return boat',
    ];
    const files = {
      'README.md': '# Quay\n\nReadme of the quay: boats moor at a pier.\n',
      'quay/moor.py': `${lines.join('\n')}\n`,
      'tests/test_moor.py': 'def test_moor():\n    assert moor.error == "there is no boat here"\n',
    };
    quay = await startSharedSearchService([makeRepository(files, 'quay').path]);
  });
  const places = async (question: string) => {
    const { answer = '' } = onlyQuestion(await quay.ask(question));
    return { answer, places: [...answer.matchAll(/\(\[(\S+?)\]\(/g)].map(([, place]) => place) };
  };

  it.each([
    ['"there is no"', ['quay/moor.py:3', 'tests/test\\_moor.py:2']],
    ['"there is no" -file:tests', ['quay/moor.py:3']],
    ['"there is" "boat here" file:tests', ['tests/test\\_moor.py:2']],
    ['"pier.tie"', ['quay/moor.py:5']],
    ['/find_pier/', ['quay/moor.py:4']],
    ['/find_\\w+\\(|return boat/ lang:python', ['quay/moor.py:4', 'quay/moor.py:8']],
    ['/tie\\(boat, "no .*"/', ['quay/moor.py:5']],
    ['content:tie_pier', ['quay/moor.py:7']],
  ])('is answered by the lines that have it and no others: %s', async (question, expected) => {
    expect((await places(question)).places).toEqual(expected);
  });

  it('says where the lines are, and how many', async () => {
    const { answer } = await places('"there is no"');
    expect(answer).toMatch(
      /^`moor` in `quay\/moor\.py`: `raise KeyError\('there is no boat here'\)`/,
    );
    expect(answer).toContain('It is in 2 lines of 2 files:');
  });

  it('that occurs nowhere, and is all everyday words, is not looked for in other words', async () => {
    const { answer } = await places('"is not so here"');
    expect(answer).toMatch(/^No file in `quay` contains exactly `is not so here`\./);
    expect(answer.toLowerCase()).not.toContain('readme');
  });
});
