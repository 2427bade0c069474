import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/render/blocks/message.js';
import { renderAnswer } from '../../src/render/question/answer.js';
import { allNodes, fencesBalanced, parseMarkdown } from './markdown.js';
import { expectWithinLimits, markdownOf } from './slack.js';

/** A document in which every word is different, so that order and loss can be seen. */
class Writer {
  #n = 0;

  /** `kind` is the word's first letter: c for code, t for a table's row, h for its header, w else. */
  words(kind: string, count: number, glue = ' '): string {
    return Array.from({ length: count }, () => `${kind}${++this.#n}x`).join(glue);
  }
}

type Draft = (writer: Writer) => string;

const size = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 700 }) },
);
const lines = (text: string) => text.split('\n');
const indented = (text: string, by: string) =>
  lines(text)
    .map((line, i) => (i === 0 || line === '' ? line : by + line))
    .join('\n');

const heading = fc.integer({ min: 1, max: 6 }).map(
  (level): Draft =>
    (w) =>
      `${'#'.repeat(level)} ${w.words('w', 3)}`,
);
const paragraph = fc
  .tuple(
    size,
    fc.constantFrom(' ', '. ', '\n', '。', ' **and** ', ' [l](/p?q=1#L2) ', ' `', ' 🙂 '),
  )
  .map(
    ([count, glue]): Draft =>
      (w) =>
        w.words('w', count, glue),
  );
const code = fc
  .tuple(size, fc.constantFrom('```', '````', '~~~'), fc.constantFrom('', 'ts', 'js title="a"'))
  .map(
    ([count, fence, info]): Draft =>
      (w) =>
        `${fence}${info}\n${w.words('c', count, '\n  ')}\n${fence}`,
  );
const oneLineCode = size.map(
  (count): Draft =>
    (w) =>
      `\`\`\`\n${w.words('c', count, '; ')}\n\`\`\``,
);
const table = fc.tuple(size, fc.integer({ min: 1, max: 4 })).map(
  ([count, columns]): Draft =>
    (w) =>
      [
        `| ${w.words('h', columns, ' | ')} |`,
        `|${' --- |'.repeat(columns)}`,
        ...Array.from({ length: count }, () => `| ${w.words('t', columns, ' | ')} |`),
      ].join('\n'),
);
const leaf = fc.oneof(heading, paragraph, code, oneLineCode, table);

const block = fc.letrec<{ block: Draft }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 5, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('- ', '* [ ] ', '1. ', '7) '),
          fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), {
            minLength: 1,
            maxLength: 4,
          }),
        )
        .map(
          ([marker, items]): Draft =>
            (w) =>
              items
                .map((item) => {
                  const first = w.words('w', 2);
                  const rest = item.map((draft) => draft(w));
                  return marker + indented([first, ...rest].join('\n\n'), '   ');
                })
                .join('\n'),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map(
        (drafts): Draft =>
          (w) =>
            drafts
              .map((d) => d(w))
              .join('\n\n')
              .replace(/^/gm, '> '),
      ),
    },
  ),
})).block;

const document = fc.array(block, { minLength: 1, maxLength: 6 }).map((drafts) => {
  const writer = new Writer();
  return drafts.map((draft) => draft(writer)).join('\n\n');
});

function render(text: string, budget?: number): Message[] {
  return renderAnswer({
    question: { id: 'T1-C1-1.1', text: 'Why?' },
    answer: {
      title: '',
      text,
      sources: [],
      followups: [],
      stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
    },
    baseUrl: 'https://code.example.com',
    elapsedMs: 0,
    afterStop: false,
    ...(budget !== undefined && { budget }),
  });
}

const WORD = /[wcth]\d+x/g;

/** Each word where it comes first: the header of a table is repeated. */
function order(text: string): string[] {
  return [...new Set(text.match(WORD) ?? [])];
}

describe('an answer over several messages', () => {
  it('an answer over several messages has all its text in order', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 3_000, max: 10_000 }), (text, budget) => {
        const said = render(text, budget).flatMap(markdownOf).join('\n\n');
        expect(order(said)).toEqual(order(text));
      }),
      { numRuns: 100 },
    );
  });

  it('each part of an answer is complete: code in fences, rows in tables, within the limit', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 3_000, max: 10_000 }), (text, budget) => {
        for (const message of render(text, budget)) {
          expectWithinLimits(message);
          expect(JSON.stringify(message.blocks).length).toBeLessThanOrEqual(budget);
          for (const markdown of markdownOf(message)) expectWhole(markdown);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('sections and text have the same content', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(1 as const, 2 as const), (text, plainness) => {
        const messages = renderAnswer({ ...inputOf(text), plainness });
        const said = messages.map((message) => {
          expectWithinLimits(message);
          return message.blocks.length === 0
            ? message.text
            : message.blocks.map((b) => (b.type === 'section' ? b.text?.text : '')).join('\n');
        });
        expect(order(said.join('\n'))).toEqual(order(text));
      }),
      { numRuns: 50 },
    );
  });
});

it('a numbered item after one that had to be divided does not become part of its text', () => {
  const words = Array.from({ length: 2_000 }, (_, i) => `w${i + 10}x`).join(' ');
  const text = `- w1x\n\n   - w2x\n\n      7) w3x\n\n         ${words}\n      7) w2010x`;
  const parts = render(text).flatMap(markdownOf);
  expect(parts.at(-1)).toMatch(/ w2009x\n\n *7\) w2010x$/);
});

describe('what has no place to cut', () => {
  const line = Array.from({ length: 40_000 }, (_, i) => `w${i}x`).join('');

  it('text without a break is split between characters, without loss', () => {
    const parts = render(line).flatMap(markdownOf);
    expect(parts.join('').replace(/\s/g, '')).toBe(line);
  });

  it('code without a break is split too', () => {
    const parts = render(`~~~~js\n${line}\n~~~~`).flatMap(markdownOf);
    const body = parts.map((part) => part.replace(/^~~~~js\n/, '').replace(/\n~~~~$/, ''));
    expect(body.join('').replace(/\n/g, '')).toBe(line);
  });

  it('a split code span stays code', () => {
    const parts = render(`Before it \`\`${'<@U1>'.repeat(9_000)}\`\` and after.`).flatMap(
      markdownOf,
    );
    expect(parts.join('').match(/<@U1>/g)?.length).toBeGreaterThan(8_990);
    for (const part of parts) {
      const spans = allNodes(parseMarkdown(part)).filter(({ type }) => type === 'inlineCode');
      expect(spans.length).toBe(1);
    }
  });

  it('splits no emoji', () => {
    const family = '👨‍👩‍👧‍👦👍🏽🇩🇪e\u0301';
    for (const part of render(family.repeat(3_000)).flatMap(markdownOf)) {
      expect(part.replaceAll('👨‍👩‍👧‍👦', '').replace(/👍🏽|🇩🇪|e\u0301|\s/gu, '')).toBe('');
    }
  });
});

function inputOf(text: string): Parameters<typeof renderAnswer>[0] {
  const stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };
  const answer = { title: '', text, sources: [], followups: [], stats };
  const question = { id: 'T1-C1-1.1', text: 'Why?' };
  const baseUrl = 'https://code.example.com';
  return { question, answer, baseUrl, elapsedMs: 0, afterStop: false };
}

function expectWhole(markdown: string): void {
  expect(fencesBalanced(markdown)).toBe(true);
  const inCode = new Set<string>();
  const inTable = new Set<string>();
  for (const node of allNodes(parseMarkdown(markdown))) {
    if (node.type === 'code') for (const word of order(node.value)) inCode.add(word);
    if (node.type !== 'table' || node.position === undefined) continue;
    const { start, end } = node.position;
    for (const word of order(markdown.slice(start.offset, end.offset))) inTable.add(word);
  }
  const words = order(markdown);
  expect([...inCode].filter((word) => word.startsWith('c'))).toEqual(
    words.filter((word) => word.startsWith('c')),
  );
  for (const word of inTable) expect(word).toMatch(/^[th]|^c/);
  for (const word of words)
    if (/^[th]/.test(word) && !inCode.has(word)) expect(inTable).toContain(word);
}
