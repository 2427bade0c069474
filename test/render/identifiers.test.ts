import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifiersIn } from '../../src/render/code/identifiers.js';

/** Words in comments and strings, none of which is an identifier. */
const prose = fc
  .array(fc.constantFrom('must', 'mistaken', "don't", 'retries', '10_000', '(see', 'below)'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((said) => said.join(' '));
/** With a digit at its end, which no language's own words have. */
const name = fc.stringMatching(/^[a-z]{2}[A-Z_$][a-zA-Z0-9_$]{0,20}\d$/);
const number = fc.constantFrom('1', '10_000', '0xFF_FF', '1e9', '2.5f64', '1_000n', '0b1010_0101');

interface Piece {
  readonly code: string;
  readonly names?: readonly string[];
}

/** What languages with these marks write: `comment` and `text` make them of words. */
function pieces(marks: {
  readonly comment: readonly ((said: string) => string)[];
  readonly text: readonly ((said: string) => string)[];
}): fc.Arbitrary<Piece> {
  const marked = (with_: readonly ((said: string) => string)[]) =>
    fc.tuple(fc.constantFrom(...with_), prose).map(([make, said]) => ({ code: make(said) }));
  return fc.oneof(
    marked(marks.comment),
    fc
      .tuple(name, marked(marks.text), name)
      .map(([a, { code }, b]) => ({ code: `${a} = ${code} + ${b}`, names: [a, b] })),
    fc
      .tuple(name, number, name, number)
      .map(([a, n, b, m]) => ({ code: `${a}(${n}, ${b} / ${m})`, names: [a, b] })),
  );
}

const plain = (said: string) => said.replaceAll("'", '’');
const single = (said: string) => `'${plain(said)}'`;
const double = (said: string) => `"${said}"`;
const LANGUAGES = {
  ts: {
    comment: [
      (said: string) => `// ${said}`,
      (said: string) => `/* ${said}\n * ${said} */`,
      (said: string) => `/** ${said}\n${said}\n */`,
    ],
    text: [
      single,
      double,
      (said: string) => `\`${said}\n${said}\``,
      (said: string) => `/${said}/u`,
    ],
  },
  go: {
    comment: [(said: string) => `// ${said}`],
    text: [double, (said: string) => `\`${said}\n${said}\``],
  },
  py: {
    comment: [(said: string) => `# ${said}`],
    text: [
      single,
      double,
      (said: string) => `"""${said}\n${said}"""`,
      (said: string) => `f${double(said)}`,
    ],
  },
  rs: {
    comment: [(said: string) => `// ${said}`, (said: string) => `/* ${said} */`],
    text: [double, () => "'\\''", () => "'x'"],
  },
  sql: { comment: [(said: string) => `-- ${said}`], text: [single] },
} as const;

describe('identifiers in code', () => {
  it.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
    'identifiers are found outside comments, strings and numbers: %s',
    (language) => {
      fc.assert(
        fc.property(fc.array(pieces(LANGUAGES[language]), { maxLength: 12 }), (lines) => {
          const code = lines.map((line) => line.code).join('\n');
          const expected = new Set(lines.flatMap(({ names = [] }) => names));
          expect(identifiersIn(code, language)).toEqual([...expected]);
        }),
      );
    },
  );

  it('identifiers are words of the text, whatever the text', () => {
    const any = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 2_000 }), prose);
    fc.assert(
      fc.property(any, fc.constantFrom('ts', 'py', 'rs', 'sql', 'clj', 'zig'), (code, language) => {
        for (const found of identifiersIn(code, language)) {
          expect(code).toContain(found);
          expect(found).toMatch(/^[\p{L}_$]/u);
        }
      }),
    );
  });

  it.each([
    ['skip keywords and repetitions', 'ts', 'export const total = sum(total); return Cart.add;'],
    [
      'after the end of a block comment',
      'ts',
      ' * It must be so.\n */\nconst total = sum(Cart.add)',
    ],
    ['between divisions', 'js', 'total / sum / Cart.add'],
    ['with lifetimes', 'rs', "fn total<'a>(sum: &'a Cart) -> &'a Cart { add"],
    ['around a lone quotation mark', 'ts', 'total(sum, Cart.add, "not closed: must'],
    ['of private fields', 'ts', '#total = sum(Cart.#add)'],
  ])('%s', (_, language, code) =>
    expect(identifiersIn(code, language).slice(0, 4)).toEqual(
      ['total', 'sum', 'Cart', 'add'].filter((it) => code.includes(it)),
    ),
  );

  it('prose, data and unknown languages have no identifiers', () => {
    for (const language of ['md', 'txt', 'json', '']) {
      expect(identifiersIn('What must not be mistaken', language)).toEqual([]);
    }
  });

  it('identifiers are truncated to Slack’s limit for options', () => {
    const code = Array.from({ length: 300 }, (_, i) => `name${i};`).join('\n');
    expect(identifiersIn(code, 'ts')).toHaveLength(100);
  });
});
