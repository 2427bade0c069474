import { describe, expect, it } from 'vitest';
import { draftAnswer, noResultsAnswer } from '../../../../../local/service/engine/search/answer.js';
import { placeReference } from '../../../../../local/service/engine/search/draft/reference.js';
import { resolveFollowup } from '../../../../../local/service/engine/search/earlier.js';

const ANSWER = `\`Cart.checkout\`: Sends the order. ([src/cart.ts:4–9](/shop@abc/-/blob/src/cart.ts?L4-9))

What it calls, in order:

1. \`pauseMs\`: How long to wait. ([src/retry\\_policy.ts:1–4](/shop@abc/-/blob/src/retry_policy.ts?L1-4))
2. \`send\` (called by \`post\`): Posts. ([src/send.ts:7](/shop@abc/-/blob/src/send.ts?L7))

- Tested by “sends” ([test/cart.test.ts:3](/shop@abc/-/blob/test/cart.test.ts?L3))`;
const HISTORY = [{ question: 'How does checkout work?', answer: ANSWER, sources: [] }];
const LINKS = [
  {
    question: 'How does checkout work?',
    answer:
      'Hm.\n\n- `Cart`: Holds. ([src/cart.ts:4](/x))\n- Tested by “x” ([test/a.test.ts:3](/y))',
    sources: [],
  },
];
const SOURCES = [
  {
    question: 'How does checkout work?',
    sources: [{ type: 'File', link: '/x', label: 'shop · src/a.ts' }],
  },
];

describe('a follow-up', () => {
  it.each([
    ['and how is it tested?', 'how is `Cart.checkout` tested?'],
    ['Where is it used?', 'Where is `Cart.checkout` used?'],
    ['But what are its settings?', 'what are the `Cart.checkout` settings?'],
    ['why?', 'Why was `Cart.checkout` changed?'],
    ['and its tests?', 'How is `Cart.checkout` tested?'],
    ['What about tests?', 'How is `Cart.checkout` tested?'],
    ['are there any unit tests for it?', 'How is `Cart.checkout` tested?'],
    ['by whom?', 'Who wrote `Cart.checkout`?'],
    ['what about errors?', 'What happens when `Cart.checkout` fails?'],
    ['and what is the default?', 'What is the default of `Cart.checkout`?'],
    ['and who?', 'Who wrote `Cart.checkout`?'],
    ['since when?', 'When was `Cart.checkout` added?'],
    ['where?', 'Where is `Cart.checkout` defined?'],
    ['And why is that?', 'Why was `Cart.checkout` changed?'],
    ['show me the second one', 'How does `send` in src/send.ts work?'],
    ['the first', 'How does `pauseMs` in src/retry_policy.ts work?'],
    ['explain the last step', 'How does `send` in src/send.ts work?'],
  ])('means what stands in the answer before: %s', (asked, question) => {
    expect(resolveFollowup(asked, HISTORY)).toBe(question);
  });

  it.each([
    ['the first one', 'How does `Cart` in src/cart.ts work?'],
    ['show me the second link', 'What does test/a.test.ts do?'],
  ])('means the links of an answer without steps: %s', (asked, question) => {
    expect(resolveFollowup(asked, LINKS)).toBe(question);
  });

  it.each([
    ['When was FerryLine introduced?', 'why?', 'Why was `FerryLine` added?'],
    ['when was FIFO introduced', 'by whom?', 'Who added `FIFO`?'],
    ['When was the night ferry added?', 'and who was it?', 'Who added the night ferry?'],
    ['What changed in src/a.ts lately and why?', 'who wrote it', 'who wrote src/a.ts'],
    ['who wrote the night ferry?', 'Why?', 'Why was the night ferry changed?'],
    ['who wrote it?', 'why?', 'Why was `Crate` changed?'],
  ])('means what a question about the history asked about: %s %s', (before, asked, question) => {
    const answer = 'The oldest commit of `Crate` is of 2026-01-26. ([ab](/shop/-/commit/ab))';
    expect(resolveFollowup(asked, [{ question: before, answer, sources: [] }])).toBe(question);
  });

  it('means what a question before the one before asked about', () => {
    const answer = '`src/ferry/` was added on 2026-01-26, by Ann. ([ab](/shop/-/commit/ab))';
    const history = ['when was FIFO introduced', 'by whom?'].map((question) => ({
      ...{ question, answer },
      sources: [],
    }));
    expect(resolveFollowup('why?', history)).toBe('Why was `FIFO` added?');
  });

  it('means a commit by its title', () => {
    const answer =
      '`Cart` last changed on 2026-01-26.\n\n- 2025-11-26, Ann: “fix(cart): count \\_all\\_ items (\\#7)” Why: “It lost one.” ([7d6d04ea](/shop/-/commit/7d6d04ea))';
    const history = [{ question: 'What changed in Cart?', answer, sources: [] }];
    expect(resolveFollowup('show me the first one', history)).toBe(
      'fix(cart): count _all_ items (#7)',
    );
  });

  it('means what an answer only guesses', () => {
    const place = { repo: 'shop', commit: 'abc', path: 'src/cart.ts', start: 4, end: 9 };
    const reference = placeReference(place);
    const statement = { markdown: '`Cart.checkout`: Sends the order.', reference };
    const code = { reference, language: 'ts', lines: ['checkout() {}'] };
    const commits = [{ repo: 'shop', commit: 'abc' }];
    const scope = { commits, unreadable: [], partial: [], notes: [] };
    const words = { keywords: ['order'], missing: [] };
    const answers = [
      draftAnswer({ isDoubtful: true, statements: [statement] }, scope),
      noResultsAnswer(scope, words, { guess: { statement, code }, places: [], others: [] }),
    ];
    for (const answer of answers) {
      const history = [{ question: 'Who sends orders anywhere near here?', answer, sources: [] }];
      expect(resolveFollowup('who calls it?', history)).toBe('who calls `Cart.checkout`?');
    }
  });

  it.each([
    ['where is TooFull raised?', 'Best guess: `Cart.add` ([src/cart.ts:4](/x))', '`TooFull`'],
    [
      'what is the default of maxItems?',
      '`Cart.resetMaxItems`: Hm. ([src/a.ts:4](/x))',
      '`maxItems`',
    ],
    ['where is addItem defined?', '`Cart.addItem`: Adds. ([src/cart.ts:4](/x))', '`Cart.addItem`'],
    ['how does Shop::Cart.add work?', '`Shop.Cart.add`: Adds. ([a.rb:4](/x))', '`Shop.Cart.add`'],
    ['how does the order sync work', 'Best guess: `M.setup` ([lua/a.lua:4](/x))', 'the order sync'],
    ['how is the mail queue configured?', 'An example ([docs/a.md:4](/x))', 'the mail queue'],
    ['how does the cart work?', '`Cart`: Holds. ([src/cart.ts:4](/x))', '`Cart`'],
  ])('means what was asked for rather than a guess: %s', (question, answer, subject) => {
    const history = [{ question, answer, sources: [] }];
    expect(resolveFollowup('who reads it?', history)).toBe(`who reads ${subject}?`);
  });

  it.each([
    ['what if sending fails?', 'what if `Mail.send` in src/mail.ts fails?'],
    ['where is the checkout called?', 'where is `checkout` in src/cart.ts called?'],
    ['where is delivery called?', 'where is delivery called?'],
    ['what if the message fails?', 'what if `alert` in src/a.ts fails?'],
    ['what if the database fails?', 'what if the database fails?'],
    ['what happens if a migration fails?', 'what happens if a migration fails?'],
    ['what if Redis fails?', 'what if Redis fails?'],
  ])('means a function that the answer names: %s', (question, meant) => {
    const answer =
      '`alert`: Tells by a message. ([src/a.ts:4](/x))\n\n1. `checkout` ([src/cart.ts:4](/x))\n2. `Mail.send`: Sends. ([src/mail.ts:9–12](/x))\n';
    const history = [{ question: 'How are people told of it?', answer, sources: [] }];
    expect(resolveFollowup(question, history)).toBe(meant);
  });

  it.each([
    'Best guess: **Labels** ([docs/labels.md:4](/x)) …\n\n- [`sweep`](/shop@abc/-/blob/src/sweep.ts?L4)',
    '**Labels** ([docs/labels.md:4](/x)) …\n\n- [`sweep`](/shop@abc/-/blob/src/sweep.ts?L4)',
    'Best guess: `sweep` ([src/sweep.ts:4](/x))',
  ])('about tests means what was asked about, rather than code that is only near: %#', (answer) => {
    const history = [{ question: 'how does automatic labelling work?', answer, sources: [] }];
    expect(resolveFollowup('how is it tested?', history)).toBe(
      'how is the automatic labelling tested?',
    );
  });

  it('keeps its subject over several questions', () => {
    const history = [
      { question: 'what is the default of maxItems?', answer: '`resetMaxItems`: Hm.', sources: [] },
      { question: 'where is it configured?', answer: '`resetMaxItems`: Hm.', sources: [] },
    ];
    expect(resolveFollowup('who reads it?', history)).toBe('who reads `maxItems`?');
  });

  it('means the sources of an answer that is not known', () => {
    expect(resolveFollowup('show me the first source', SOURCES)).toBe('What does src/a.ts do?');
    expect(resolveFollowup('how is it tested?', SOURCES)).toBe('how is the checkout tested?');
  });

  it.each([
    'How does the retry policy compute its backoff?',
    'Where is computeBackoff used, and who wrote it?',
    'What happens in the first request after a timeout?',
    'show me the ninth one',
    'Where are the settings?',
    '',
  ])('of its own is left alone: %s', (asked) => {
    expect(resolveFollowup(asked, HISTORY)).toBe(asked);
  });

  it('needs an answer before', () => {
    expect(resolveFollowup('how is it tested?', [])).toBe('how is it tested?');
  });
});
