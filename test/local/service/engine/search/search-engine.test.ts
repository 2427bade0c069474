import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, Question } from '../../../../../local/service/service.js';
import { CONTEXT_SECTIONS, writePrompt } from '../../../../../src/model/prompt.js';
import { makeRepository, SHOP } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSearchService,
  startSharedSearchService,
} from '../../service-fixture.js';

function answering(world: ServiceFixture) {
  const answerTo = async (question: string) => onlyQuestion(await world.ask(question));
  return { ...world, answerTo };
}

async function startShop(files = SHOP) {
  const { path, commit, git } = makeRepository(files, 'shop');
  return { ...answering(await startSearchService([path])), commit, git };
}

/** One function, who calls it, and many a name that looks like its own. */
const NEAR_NAMES = {
  'src/retry.ts': `/** The wait of a pause in ms, at most. */
const LONGEST_PAUSE_MS = 5_000;
const FIRST_PAUSE_MS = 250;

/** What a header says of the pause, in ms. */
export function headerMs(header: string): number {
  const seconds = Number(header);
  return Math.min(seconds * 1000, LONGEST_PAUSE_MS);
}

/** Grows with each attempt. */
export function pauseMs(attempt: number): number {
  return FIRST_PAUSE_MS * 2 ** attempt;
}
`,
  'src/caller.ts': `import { pauseMs } from './retry.js';
${'\n// Something else.\nlet state = 0;\n'.repeat(6)}
export async function call(): Promise<void> {
  await new Promise((done) => setTimeout(done, pauseMs(state)));
}
`,
  'src/limits.ts': `/** A pause, in ms. */
export class Pause {
  /** In ms: the pause of all the pauses. */
  firstPauseMs = 1;
  lastPauseMs = 2;
  pauseMsOf(ms: number) {
    return ms;
  }
}
`,
  'src/spelled.ts': 'export const PAUSE_MS = 4;\n',
};

let shop: ReturnType<typeof answering>;
beforeAll(async () => {
  shop = answering(await startSharedSearchService([makeRepository(SHOP, 'shop').path]));
});

const files = ({ sources = [] }: Question) =>
  sources.filter(({ type }) => type === 'File').map(({ label }) => label);

/** Without the commit that its links lead to. */
const asOfNow = (text = '') => text.replace(/@[0-9a-f]{12}(?=\/-\/)/g, '');

describe('the search engine', () => {
  it('an answer says where a name is defined, quotes it and links to its lines', async () => {
    const { answerTo } = shop;
    const question = await answerTo('Where is ShoppingCart defined?');
    const [opening] = (question.answer ?? '').split('\n');
    expect(asOfNow(opening)).toMatch(
      /^`ShoppingCart`: Holds what a visitor wants to buy\. Nothing is reserved before checkout\. \(\[src\/cart\/shopping-cart\.ts:3–\d+\]\(\/shop\/-\/blob\//,
    );
    expect(question.answer).toContain('```typescript\nexport class ShoppingCart {');
    expect(question.answer).toContain('Found by search, without a model.');
    expect(question.sources?.[0]).toEqual({
      type: 'File',
      label: 'shop · src/cart/shopping-cart.ts',
      link: expect.stringMatching(
        /^\/shop@[0-9a-f]{12}\/-\/blob\/src\/cart\/shopping-cart\.ts\?L3-\d+$/,
      ),
    });
    expect(question.sources?.at(-1)).toEqual({ type: 'Repository', label: 'shop', link: '/shop' });
  });

  it.each([
    ['How long do we wait between attempts?', 'src/http/retry-policy.ts'],
    ['what counts empty shelves', 'tools/inventory.py'],
    ['How is the shopping cart tested?', 'test/shopping-cart.test.ts'],
    ['What does the documentation say about the shopping cart?', 'docs/cart.md'],
    ['Where is computeBackoff called?', 'src/cart/checkout.ts'],
    ['compute_backoff', 'src/http/retry-policy.ts'],
    ['what happens in checkout.ts?', 'src/cart/checkout.ts'],
    ['zebra', 'docs/odd (1) #%?.md'],
    ['What is this repository about?', 'README.md'],
  ])('ranks the right file first: %s', async (question, path) => {
    const { answerTo } = shop;
    expect(files(await answerTo(question))[0]).toBe(`shop · ${path}`);
  });

  it.each([
    ['Wie lange wartet computeBackoff?', 'src/http/retry-policy.ts'],
    [
      'Wo ist in diesem Projekt die Klasse ShoppingCart und was kann sie?',
      'src/cart/shopping-cart.ts',
    ],
    ['Où est-ce que la fonction computeBackoff est appelée?', 'src/http/retry-policy.ts'],
  ])('finds the names of a question in another language: %s', async (question, path) => {
    const { answer, sources } = await shop.answerTo(question);
    expect(sources?.[0]?.label).toBe(`shop · ${path}`);
    expect(answer).toContain('It answers in English');
    expect(answer).not.toContain('I found no');
  });

  it('searches for no word of what the app adds, and says that it answers in English', async () => {
    const marker = 'K7tq0f5mXw2c9ZrYb1LdVQ';
    const sections = [CONTEXT_SECTIONS.language('Deutsch')];
    const asked = writePrompt('Where is the password [secret] of ShoppingCart?', {
      marker,
      sections,
    });
    const { answer, turns = [] } = await shop.answerTo(asked);
    const looking = JSON.stringify(turns).match(/Looking for [^"]*/)?.[0];
    expect(looking).toBe('Looking for password, ShoppingCart');
    expect(answer).toContain('It answers in English');
    expect((await shop.answerTo('Where is ShoppingCart?')).answer).not.toContain('in English');
  });

  it.each(['constructor', 'toString __proto__', 'hasOwnProperty valueOf'])(
    'accepts names of Object’s own properties: %s',
    async (word) => {
      expect(await shop.answerTo(`Where is ${word} called?`)).toMatchObject({ sources: [] });
    },
  );

  it('finds names by a common prefix', async () => {
    const { answerTo } = await startShop({
      'errors.js': 'export const APP_ERR_LATE = 1;\nexport const APP_ERR_EARLY = 2;\n',
      'other.js': 'export const other = 1;\n',
    });
    expect(files(await answerTo('Where are the APP_ERR codes defined?'))[0]).toBe(
      'shop · errors.js',
    );
  });

  it('the docs of what answers are said, and its code is shown without them', async () => {
    const { answerTo } = await startShop({
      'pause.ts': `export const first = 1;

/**
 * What this is, in a few words that nobody asks for.
 * The lull between two attempts.
 */
export function lullMs(attempt: number): number {
  return attempt;
}
`,
    });
    const { answer } = await answerTo('where is the lull between two attempts?');
    expect(answer).toMatch(
      /^`lullMs`: What this is, in a few words that nobody asks for\. The lull between two attempts\. \(/,
    );
    expect(answer).toContain('```typescript\nexport function lullMs(attempt: number): number {');
  });

  describe('asked for a name in its very spelling', () => {
    let near: ReturnType<typeof answering>;
    beforeAll(async () => {
      near = answering(await startSharedSearchService([makeRepository(NEAR_NAMES, 'near').path]));
    });
    it('ranks an exactly spelled name’s definition first, then its references, then similar names', async () => {
      const question = await near.answerTo('where is pauseMs defined?');
      expect(question.answer).toMatch(/^`pauseMs`: Grows with each attempt\. \(\[src\/retry\.ts:/);
      expect(files(question)).toEqual([
        ...['near · src/retry.ts', 'near · src/caller.ts'],
        ...['near · src/spelled.ts', 'near · src/limits.ts'],
      ]);
    });

    it.each([
      ['What does PAUSE_MS do?', 'src/spelled.ts', '`PAUSE_MS`'],
      ['`Pause`', 'src/limits.ts', '`Pause`'],
      ['header_ms', 'src/retry.ts', '`headerMs`'],
    ])(
      'distinguishes an exactly spelled name from another spelling: %s',
      async (asked, path, name) => {
        const question = await near.answerTo(asked);
        expect(files(question)[0]).toBe(`near · ${path}`);
        expect(question.answer?.startsWith(name)).toBe(true);
      },
    );

    it.each(['Where is pauseMs used?', 'who calls pauseMs'])(
      'shows the use, not the import above it: %s',
      async (asked) => {
        const { answer = '' } = await near.answerTo(asked);
        expect(answer).toContain('`pauseMs` is called once.');
        expect(answer).toMatch(/\n- `await new Promise\(.*` in `call` \(\[src\/caller\.ts:22\]/);
      },
    );
  });

  it('ranks definitions above usages, and code above tests and documents', async () => {
    const { answerTo } = shop;
    expect(files(await answerTo('How does the shopping cart add an item?'))[0]).toBe(
      'shop · src/cart/shopping-cart.ts',
    );
  });

  it('says when nothing was found', async () => {
    const { answerTo } = shop;
    const question = await answerTo('Where are Kubernetes pods scheduled?');
    expect(question).toMatchObject({ status: 'completed', sources: [], suggested_followups: [] });
    expect(question.answer).toMatch(/^I found nothing about this in `shop`\./);
    expect(question.answer).toContain('`Kubernetes`');
  });

  it('shows the lines of one place, and names others, where that has hardly half of what was asked', async () => {
    const asked = 'Where are Kubernetes pods for the shopping cart scheduled on spare nodes?';
    const { answer = '' } = await shop.answerTo(asked);
    expect(answer).toMatch(/^I found no .* Closest match:/);
    // A document's place is a quote.
    expect(answer.match(/^(?:```\w+|(?<!^>.*\n)>.*)$/gm)).toHaveLength(1);
    expect(answer.split('See also:')[1]).toMatch(/^- \S+: \[.*\]\(\/shop@/m);
    expect(answer).not.toContain('What it calls');
  });

  it('names the closest places when it found nothing, and does not call them sources', async () => {
    const asked =
      'How does the planet Mars attract rockets, moons, comets, dust and an item of ice?';
    const { answer, sources } = await shop.answerTo(asked);
    expect(answer).toMatch(/^Nothing in `shop` fits this question well: no file contains `Mars`\./);
    expect(answer).toMatch(/The closest matches:\n\n- .*src\/cart\/shopping-cart\.ts:/);
    expect(sources).toEqual([]);
  });

  it('shows the lines of the closest place for a story that tells more than any place has', async () => {
    const asked =
      'A customer paid twice on a train, her dog barked, and nobody knows why. Which rule adds items to a cart?';
    const { answer, sources } = await shop.answerTo(asked);
    expect(answer).toMatch(
      /^Nothing in `shop` fits this question well\. Best guess: .*src\/cart\/shopping-cart\.ts:\d+–\d+\].*\n\n```typescript\n/,
    );
    expect(sources).toEqual([]);
  });

  it.each([
    ['what does main.ts do?', 'a/main.ts'],
    ['explain the whole purpose and every detail of a/main.ts to a newcomer please', 'a/main.ts'],
    ['what is in notes.txt?', 'notes.txt'],
  ])('answers from the file that the question names: %s', async (asked, path) => {
    const { answerTo } = await startShop({
      'a/main.ts': 'start();\n',
      'notes.txt': 'Some notes.\n',
      'b/purpose.ts':
        '/** The purpose in every detail for a newcomer. */\nexport const purpose = 1;\n',
    });
    expect(files(await answerTo(asked))[0]).toBe(`shop · ${path}`);
  });

  it.each([
    ['how does frobnicateCart work', 'I found no `frobnicateCart`.'],
    ['How does the shopping zxqv work?', 'I found no `zxqv`.'],
  ])('says what does not occur in any repository: %s', async (asked, words) => {
    const { answer, sources } = await shop.answerTo(asked);
    expect(sources?.length).toBeGreaterThan(0);
    expect(answer?.startsWith(`${words} Closest match:`)).toBe(true);
  });

  it('says of a guess which proper names of the question are in no file', async () => {
    const { answer } = await shop.answerTo(
      'How does the shopping cart publish its items to Kafka?',
    );
    expect(answer).toMatch(/^I found no `Kafka`\. Closest match:\n/);
  });

  it('says of an answer that no file contains a proper name of the question', async () => {
    const { answer } = await shop.answerTo('What does ShoppingCart.addItem do on Kubernetes?');
    expect(answer).toMatch(/^`ShoppingCart\.addItem`/);
    expect(answer).toContain('\n\nNo file contains `Kubernetes`.\n\n');
  });

  it('finds nothing for words that occur nowhere', async () => {
    const { answer } = await shop.answerTo('how does frobnicate zxqv work');
    expect(answer).toMatch(/^I found nothing about this in `shop`/);
  });

  it('reports its steps and counts tool calls', async () => {
    const { answerTo } = shop;
    const { turns, stats, title } = await answerTo(
      'How does the retry policy compute its backoff?',
    );
    const steps = turns.map(({ reasoning }) => reasoning);
    expect(steps).toContain('Looking for retry, policy, compute, backoff');
    expect(steps.find((step) => step.startsWith('Searched shop'))).toBeDefined();
    expect(steps.find((step) => step.includes('src/http/retry-policy.ts, lines'))).toBeDefined();
    expect(stats.tool_calls).toBeGreaterThan(1);
    expect(stats.total_tokens).toBe(0);
    expect(title).toBe('How does the retry policy compute its backoff?');
  });

  it.each([
    ['What is this? '.padEnd(100, 'and so on '), 'What is this?'],
    ['This '.repeat(40), `${'This '.repeat(15).trim()}…`],
    ['repo:shop What is a cart?', 'What is a cart?'],
    ['What is a cart? repo:shop', 'What is a cart?'],
    ['repo:shop', 'repo:shop'],
  ])('the title is the question’s first words: %s', async (asked, title) => {
    expect((await shop.answerTo(asked)).title).toBe(title);
  });

  it('a passage of a document that has every word of the question answers it', async () => {
    const { answer } = await shop.answerTo('zebra crossing');
    expect(answer).toContain('A zebra crossing.');
  });

  it('suggested questions fit into a button', async () => {
    const { answerTo } = shop;
    const { suggested_followups: suggested } = await answerTo('Where is computeBackoff defined?');
    expect(suggested).toContain('Where is computeBackoff used?');
    expect(suggested?.length).toBeGreaterThanOrEqual(2);
    for (const one of suggested ?? []) expect(one.length).toBeLessThan(75);
  });

  it('a follow-up uses the terms of earlier questions', async () => {
    const { ask, request, waitForOutcome } = shop;
    const first = await ask('How does computeBackoff work?');
    await request('POST', `/${first.id}/questions`, {
      body: { question: 'And where is it used?' },
    });
    const { questions } = await waitForOutcome(first as Conversation);
    expect(files(questions[1] as Question)[0]).toBe('shop · src/cart/checkout.ts');
  });

  it('finds new commits, and no deleted files', async () => {
    const { answerTo, commit, git } = await startShop();
    expect(files(await answerTo('giraffe feeding'))).toEqual([]);
    commit({ 'src/giraffe.ts': 'export function feedGiraffe() {\n  return "feeding";\n}\n' });
    expect(files(await answerTo('giraffe feeding'))).toEqual(['shop · src/giraffe.ts']);
    git('rm', '-q', 'src/giraffe.ts');
    const gone = commit({ 'src/x.ts': 'export {};\n' });
    const question = await answerTo('giraffe feeding');
    expect(files(question)).toEqual([]);
    expect(question.answer).toContain(gone.slice(0, 10));
  });

  it('says when there are no commits yet, and finds the first one', async () => {
    const fresh = makeRepository({}, 'fresh');
    const { answerTo } = answering(await startSearchService([fresh.path]));
    expect(await answerTo('Where is it?')).toMatchObject({
      answer: expect.stringMatching(/^`fresh` has no commits yet, so there is nothing to search\./),
      ...{ status: 'completed', sources: [], suggested_followups: [] },
    });
    fresh.commit({ 'zoo.py': 'def feed_giraffe():\n    pass\n' });
    expect(files(await answerTo('How is a giraffe fed?'))).toEqual(['fresh · zoo.py']);
  });

  it('reports indexing progress to a question that arrives first', async () => {
    const { answerTo } = await startShop();
    const { turns } = await answerTo('Where is computeBackoff?');
    const reading = `Reading shop: 0 of ${Object.keys(SHOP).length} files that are new or have changed`;
    expect(turns.map(({ reasoning }) => reasoning)).toContain(reading);
  });

  it('answers about the configured revision, wherever HEAD is', async () => {
    const { path, git, commit } = makeRepository(SHOP, 'shop');
    const revision = git('rev-parse', 'HEAD');
    commit({ 'src/giraffe.ts': 'export function feedGiraffe() {}\n' });
    const { answerTo } = answering(await startSearchService([path], { revision }));
    const { answer } = await answerTo('Where is feedGiraffe?');
    expect(answer).toMatch(/^I found nothing about this/);
    await expect(startSearchService([path], { revision: 'nope' })).rejects.toThrow(
      'no commit nope',
    );
  });

  it('searches several repositories, including bare and empty ones', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const zoo = makeRepository({ 'zoo.py': 'def feed_giraffe():\n    pass\n' }, 'zoo');
    zoo.git('clone', '-q', '--bare', '.', '../zoo.git');
    const remote = ['remote.origin.url', 'git@code.example.com:acme/zoo.git'];
    zoo.git('--git-dir=../zoo.git', 'config', ...remote);
    const world = await startSearchService([
      shop.path,
      `${zoo.path}.git`,
      makeRepository({}, 'new').path,
    ]);
    const question = onlyQuestion(await world.ask('How is a giraffe fed?'));
    expect(files(question)).toEqual(['acme/zoo · zoo.py']);
    expect(question.answer).toContain('`acme/zoo`');
    expect(question.turns.map(({ reasoning }) => reasoning)).toContain('new has no commits yet');
  });

  it('is limited to the repositories that its context names', async () => {
    const [zoo, farm] = ['zoo', 'farm'].map((name) =>
      makeRepository({ [`${name}.py`]: 'def feed_giraffe():\n  return "hay"\n' }, name),
    );
    const world = await startSearchService([zoo?.path ?? '', farm?.path ?? '']);
    const limitedTo = async (name: string) => {
      const sections = [CONTEXT_SECTIONS.repositories([name])];
      const marker = 'K7tq0f5mXw2c9ZrYb1LdVQ';
      const asked = writePrompt(`repo:${name} How is a giraffe fed?`, { marker, sections });
      return onlyQuestion(await world.ask(asked));
    };
    expect(files(await limitedTo('farm'))).toEqual(['farm · farm.py']);
    expect(files(await limitedTo('zoo'))).toEqual(['zoo · zoo.py']);
    expect((await limitedTo('nowhere')).answer).toBe(
      'No repository is named `nowhere`. I can search `zoo`, `farm`.',
    );
    const sections = [CONTEXT_SECTIONS.allRepositories];
    const marker = 'K7tq0f5mXw2c9ZrYb1LdVQ';
    const asked = writePrompt('repo:nowhere How is a giraffe fed?', { marker, sections });
    const all = files(onlyQuestion(await world.ask(asked)));
    expect([...all].sort()).toEqual(['farm · farm.py', 'zoo · zoo.py']);
  });

  it('looks in a repository alone whose name is the end of another', async () => {
    const repositories = ['acme', 'beta'].map((owner) => {
      const made = makeRepository({ [`${owner}.py`]: 'def feed_giraffe():\n  pass\n' }, 'zoo');
      made.git('config', 'remote.origin.url', `git@code.example.com:${owner}/zoo.git`);
      return made.path;
    });
    const plain = makeRepository({ 'plain.py': 'def feed_giraffe():\n  pass\n' }, 'zoo');
    const world = await startSearchService([...repositories, plain.path]);
    const found = async (question: string, section: string) => {
      const marker = 'K7tq0f5mXw2c9ZrYb1LdVQ';
      const asked = writePrompt(question, { marker, sections: [section] });
      return files(onlyQuestion(await world.ask(asked))).toSorted();
    };
    const { repositories: only, allRepositories: all } = CONTEXT_SECTIONS;
    const everywhere = ['acme/zoo · acme.py', 'beta/zoo · beta.py', 'zoo · plain.py'];
    expect(await found('How is a giraffe fed?', only(['zoo']))).toEqual(['zoo · plain.py']);
    expect(await found('How is a giraffe fed?', only(['beta/zoo', 'zoo']))).toEqual(
      everywhere.slice(1),
    );
    expect(await found('How is a giraffe fed in acme/zoo?', all)).toEqual(everywhere);
  });

  it('escapes text from a repository', async () => {
    const { answerTo } = await startShop({
      'src/trap.ts': [
        '/** Hello [click](javascript:alert) <!channel> *bold* `code`. */',
        'export function trapDoor() {',
        '  return "``` fence";',
        '}',
      ].join('\n'),
    });
    const { answer } = await answerTo('Where is trapDoor?');
    expect(answer).toContain('\\[click\\](javascript:alert) \\<!channel\\> bold `code`');
    expect(answer).toContain('````typescript\n');
  });

  it('stopping leaves nothing running, even during indexing', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`src/f${n}.ts`, `export const value${n} = ${n};\n`]),
    );
    const running = () =>
      process.getActiveResourcesInfo().filter((name) => /Process|Worker/.test(name));
    const before = running();
    const { service, create } = await startShop(many);
    await create('value7');
    await service.stop();
    // What an earlier test left to end may have ended meanwhile.
    expect(running().length).toBeLessThanOrEqual(before.length);
  });
});

it('answers a question that is one long word, while others are answered', async () => {
  const shop = await startShop();
  const long = shop.answerTo(`Where is ${'x'.repeat(90_000)}?`);
  expect((await shop.answerTo('Where is ShoppingCart defined?')).answer).toContain('ShoppingCart');
  const { status, answer = '' } = await long;
  expect(status).toBe('completed');
  expect(answer.length).toBeLessThan(1_000);
});
