import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteOf } from '../../../../../local/service/engine/search/draft/quote.js';
import {
  phrasesShown,
  shownPlace,
} from '../../../../../local/service/engine/search/draft/shown-place.js';
import {
  type Markup,
  proseUnits,
} from '../../../../../local/service/engine/search/passages/prose-units.js';
import { bestExcerpt } from './ranked-excerpts.js';

function unitsOf(text: string, markup: Markup): string[] {
  const lines = text.split('\n').map((one, n) => ({ text: one, line: n + 1 }));
  return proseUnits(lines, markup).map(
    ({ text: said, about, marker, start, end }) =>
      `${start}-${end} ${marker ? `${marker} ` : ''}${about ? `${about}: ` : ''}${said}`,
  );
}

/** What is shown of the best place of a file. */
function shownOf(question: string, path: string, text: string) {
  const { best, query, asked } = bestExcerpt(question, path, text);
  return { quote: quoteOf(best, asked), place: shownPlace(best, { query, asked }) };
}

describe('what can be quoted', () => {
  it('of Markdown: sentences over several lines, items, rows and values; no code, badges or rulers', () => {
    const text = `[![build](https://ci.test/b.svg)](https://ci.test)

The **ferry** leaves
at noon. It [waits](docs/wait.md) for cars.
See <https://ferry.test/plan/> for its plan.

> [!NOTE]
> Storms stop it.

1. Cars board.
2. People board,
   and \`crew\` last.

Type: \`number\`\\
Default: \`40\`

\`\`\`ts
const noProse = 1;
\`\`\`

| size | seats |
|------|-------|
| small | 40 |
`;
    expect(unitsOf(text, 'markdown')).toEqual([
      '3-4 The ferry leaves at noon.',
      '4-4 It waits for cars.',
      '5-5 See https://ferry.test/plan/ for its plan.',
      '8-8 Storms stop it.',
      '10-10 1. Cars board.',
      '11-12 2. People board, and `crew` last.',
      '14-14 Type: `number`',
      '15-15 Default: `40`',
      '23-23 - small · 40',
    ]);
  });

  it('of what a function throws and returns, its types left out', () => {
    const text =
      'Opens it.\n@throws {RangeError} If the size is negative.\n@returns {string} the name of it\n@returns Returns a ferry';
    expect(unitsOf(text, 'comment')).toEqual([
      '1-1 Opens it.',
      '2-2 - `RangeError`: If the size is negative.',
      '3-3 Returns the name of it',
      '4-4 Returns a ferry',
    ]);
  });

  it.each([
    ['brackets in code', 'Names match `^[a-z][0-9_-]*$`.', 'Names match `^[a-z][0-9_-]*$`.'],
    ['a link in code', 'Write `[moor](moor.md)`.', 'Write `[moor](moor.md)`.'],
    ['a placeholder in code', 'Run `ferry go <pier>`.', 'Run `ferry go <pier>`.'],
    ['code in a link', 'See [`moor`](moor.md) first.', 'See `moor` first.'],
    ['code behind bold code', '**`seats`**`: number` (`4` each)', '`seats`: `number` (`4` each)'],
    [
      'a link that says nothing without its target',
      'Read [these docs](https://ferry.test/a) or [here](docs/b.md), [this](#c) too.',
      'Read these docs (https://ferry.test/a) or here (`docs/b.md`), this too.',
    ],
  ])('keeps %s', (_, text, shown) => {
    expect(unitsOf(text, 'markdown')).toEqual([`1-1 ${shown}`]);
  });

  it('of a list in HTML: its items are one list', () => {
    const lines = ['<li>Cars board.', '<li>People board.'];
    const units = proseUnits(
      lines.map((text, n) => ({ text, line: n + 1 })),
      'markdown',
    );
    expect(units.map(({ list }) => list)).toEqual([1, 1]);
  });

  it('of a table without marks around its rows: each row by itself', () => {
    const text =
      'These limits are known:\n\nKey | Meaning | Default\n--- | --- | ---\n`seats` | How many sit | 40\n`cars` | How many fit | 0\n\nA | or B.';
    expect(unitsOf(text, 'markdown')).toEqual([
      '1-1 These limits are known:',
      '5-5 - `seats` · How many sit · 40',
      '6-6 - `cars` · How many fit · 0',
      '8-8 A | or B.',
    ]);
  });

  it('of reStructuredText: notes, options and definition lists; the only line of a sample with what announces it', () => {
    const text = `.. note::

    Storms stop \`\`ferry\`\`.

.. code-block:: python

    no_prose = 1

* \`\`seats\`\` *integer*

  How many cars fit.

:ref:\`Moor <moor>\` it with::

    ferry.moor = 2

.. versionchanged:: 2.0
    It is faster.
`;
    expect(unitsOf(text, 'rst')).toEqual([
      '3-3 Storms stop `ferry`.',
      '11-11 `seats` integer: How many cars fit.',
      '13-13 `Moor` it with: `ferry.moor = 2`',
      '18-18 Changed in 2.0: It is faster.',
    ]);
  });

  it('of a comment: what its tags say of parameters, not its examples', () => {
    const text = `Stops boats.

@param storm - How strong it is.
@param {number} [crew=2] who is on board
@param mood the mood of the crew
@example
moor(3);
@default 10`;
    expect(unitsOf(text, 'comment')).toEqual([
      '1-1 Stops boats.',
      '3-3 - `storm`: How strong it is.',
      '4-4 - `crew`: who is on board',
      '5-5 - `mood`: the mood of the crew',
      '8-8 Default: 10',
    ]);
  });

  it('is not the prompt of an example, a line of signs, or an option without a name', () => {
    expect(unitsOf('Adds.\n\n>>> add(1, 2)\n3', 'comment')).toEqual(['1-1 Adds.']);
    expect(unitsOf('==== ====\n\nBoats sail. They float.', 'comment')).toEqual([
      '3-3 Boats sail.',
      '3-3 They float.',
    ]);
    expect(unitsOf('.. option::\n\n   How many seats.', 'rst')).toEqual(['3-3 How many seats.']);
  });

  it('keeps a lead of one word with the sentence behind it', () => {
    const text = '**Decision.** Boats have one *rope*. It is red.\n\n**Cost.** None.\n\nSail. Now.';
    expect(unitsOf(text, 'markdown')).toEqual([
      '1-1 Decision. Boats have one rope.',
      '1-1 It is red.',
      '3-3 Cost. None.',
      '5-5 Sail. Now.',
    ]);
  });

  it('of hundreds of lines of blanks that end like a table is found at once', () => {
    const text = `Boats sail.\n${`${' '.repeat(998)}X|\n`.repeat(200)}`;
    expect(unitsOf(text, 'markdown')[0]).toBe('1-1 Boats sail.');
  });

  it('is in the lines that it names, whatever these are', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom('', '- a b', '| a | b |', '|---|', '```', '    code', '.. note::', 'A b::'),
    );
    const markups = fc.constantFrom<Markup>('markdown', 'rst', 'comment');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), markups, (lines, markup) => {
        const given = lines.map((text, n) => ({ text, line: n + 1 }));
        for (const { start, end, text } of proseUnits(given, markup)) {
          expect(text.trim()).not.toBe('');
          expect(start).toBeGreaterThan(0);
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(lines.length);
        }
      }),
    );
  });
});

describe('a place in a document', () => {
  const GUIDE = `# Ferry

Ferries are boats. They are old.

## Seats

A ferry has seats for people and cars, and ${'wide decks '.repeat(20)}around them.
Nobody counts the birds.
The number of seats for cars is 40 by default.

\`\`\`ts
seats();
\`\`\`
`;

  it('is a quote with the whole sentences that answer, and links their lines', () => {
    const { place } = shownOf('How many seats for cars are there by default?', 'ferry.md', GUIDE);
    const { isQuote, lines, reference } = place.code;
    expect(isQuote).toBe(true);
    expect(lines.join('\n')).toContain('The number of seats for cars is 40 by default.');
    expect(lines.join('\n')).not.toContain('seats();');
    expect(reference.text).toMatch(/^ferry\.md:[79](?:–9)?$/);
    expect(place.statement.reference).toEqual(reference);
  });

  it('has all steps of a short order, not only those with words of the question', () => {
    const { quote } = shownOf(
      'What are the crew rules?',
      'ferry.md',
      '# Ferry\n\nRules go in this order:\n\n1. Rules of the pier\n2. Rules of the sea\n3. Crew rules of the boat\n4. Crew rules of the deck\n',
    );
    const all = ['1. Rules of the pier', '2. Rules of the sea', '3. Crew rules of the boat'];
    expect(quote?.lines).toEqual(expect.arrayContaining(all));
  });

  it('is the code where only that has the words of the question', () => {
    const { quote, place } = shownOf(
      'Where is the anchor winch oiled?',
      'ferry.md',
      '# Ferry\n\nIt is run daily.\n\n```ts\nanchor.winch.oil();\n```\n',
    );
    expect(quote).toBeUndefined();
    expect(place.code).toMatchObject({ language: 'ts', lines: ['anchor.winch.oil();'] });
    expect(place.code.reference.text).toBe('ferry.md:6');
    expect(place.statement.markdown).toBe('**Ferry**: It is run daily.');
  });

  it('is text: nothing in it formats, links, mentions or begins a block', () => {
    const text =
      '# Ferry\n\nSeats <!channel> **x [y](javascript:z) `q\n\n1986. Seats are #1\n\n| n | of |\n|--|--|\n| 2. | seats |\n| + | seats |\n';
    const { quote } = shownOf('Where are the seats?', 'ferry.md', text);
    expect(quote?.lines.join('\n')).toContain('\\<!channel\\>');
    expect(quote?.lines).toContain('1986\\. Seats are \\#1');
    for (const line of quote?.lines ?? []) {
      expect(line).not.toMatch(/^\s*(?:- )?(?:#|>|\d+[.)]\s|[-+] [-+]?\s|```)/);
    }
  });
});

describe('phrases that a question quotes', () => {
  it('are found in quotes and in code, in any case, also where a quote escapes them', () => {
    const question = 'Where is "sea_level" set?';
    const guide = shownOf(question, 'a.md', '# Set\n\nThe sea_level is set by the moon.\n');
    expect(guide.quote?.lines).toEqual(['The sea\\_level is set by the moon.']);
    expect(phrasesShown(guide.place, ['Sea_Level', 'the sun'])).toBe(1);
    const code = shownOf(question, 'a.ts', 'export function set() {\n  sea_level = 2;\n}\n');
    expect(phrasesShown(code.place, ['sea_level', 'set()'])).toBe(2);
  });
});

describe('the comments of a type', () => {
  it('are about private members and annotated ones, whose code is not quoted', () => {
    const script = `export class Ferry {
  /** How many seats there are. */
  #seats = 40;
  // The seats of a deck.
  #deck(n) { return n; }
${'  other = 1;\n'.repeat(20)}}
`;
    const { quote } = shownOf('How many seats does a ferry have?', 'ferry.ts', script);
    expect(quote?.lines).toEqual([
      '- `#seats = 40`: How many seats there are.',
      '- `#deck(n)`: The seats of a deck.',
    ]);
    const java = `public class Ferry {
  /** How many seats a ferry has, with those of its crew. */
  @Deprecated
  private int seats = 40;
  /** How many seats of a ferry are on a deck. */
  @Override
  public int seatsOf(Deck deck) { return deck.seats; }
${'  private int other = 1;\n'.repeat(20)}}
`;
    const shown = shownOf(
      'How many seats has a ferry with its crew, and on a deck?',
      'Ferry.java',
      java,
    );
    expect(shown.quote?.lines).toEqual([
      '- `private int seats = 40`: How many seats a ferry has, with those of its crew.',
      '- `public int seatsOf(Deck deck)`: How many seats of a ferry are on a deck.',
    ]);
  });

  it('are not those inside of functions that the outline does not have', () => {
    const text = `class Ferry {
  // How many seats a ferry has.
  seats = 40;
  // Of all seats of a ferry, how many are for its crew.
  crew = 4;
  board = timed((group) => {
    // The seats of a ferry are filled from the front.
    group.fill();
  });
${'  other = 1;\n'.repeat(20)}}
`;
    const { quote } = shownOf('How many seats does a ferry have?', 'ferry.ts', text);
    expect(quote?.lines).toEqual([
      '- `seats = 40`: How many seats a ferry has.',
      '- `crew = 4`: Of all seats of a ferry, how many are for its crew.',
    ]);
  });

  it.each([
    [
      'vessel.h',
      'class Vessel {\n public:\n  // How many seats a ferry has.\n  int seats = 40;\n',
      '};',
    ],
    [
      'Vessel.kt',
      'class Vessel(\n    // How many seats a ferry has.\n    val seats: Int = 40,\n) {\n  val deck = 1\n',
      '}',
    ],
  ])('are those of members at any depth: %s', (path, head, end) => {
    const text = `${head}${'  int other = 1;\n'.repeat(20)}${end}\n`;
    const { quote } = shownOf('How many seats does a ferry have?', path, text);
    expect(quote?.lines.join(' ')).toContain('How many seats a ferry has.');
  });

  it('are quoted with the member that they are about', () => {
    const text = `type Ferry struct {
	// Deck is where cars are.
	Deck string

	// Seats is how many cars fit.
	// The default is 40.
	Seats int \`json:"seats"\`
${'\tOther int\n'.repeat(20)}}
`;
    const { quote } = shownOf('How many seats does a ferry have by default?', 'ferry.go', text);
    expect(quote?.lines).toContain('- `Seats int`: Seats is how many cars fit. The default is 40.');
  });
});

describe('a long text', () => {
  it('is not quoted together from places that are far from each other', () => {
    const text = [
      '# Harbour',
      '',
      'The tariff of a ferry is paid at noon.',
      ...Array.from({ length: 90 }, (_, n) => (n % 2 ? `Line ${n} is about fish.` : '')),
      'A ferry of the navy pays no tariff after midnight.',
    ].join('\n');
    const { quote } = shownOf('When is the ferry tariff paid?', 'docs/harbour.md', text);
    expect(quote?.lines.join(' ')).toContain('paid at noon');
    expect(quote?.lines.join(' ')).not.toContain('navy');
  });

  it('of a comment is quoted from its beginning, without the attributes of Rust above it', () => {
    const text = [
      'fn lock(addr: usize) {',
      '    #[cfg(unix)]',
      '    // Of all that happens at noon,',
      '    // the ferry locks are a prime number.',
      '    take(addr);',
      '}',
    ].join('\n');
    const { best, asked } = bestExcerpt('which ferry locks are there', 'src/lock.rs', text);
    const quote = quoteOf({ ...best, start: 4, end: 4 }, asked);
    expect(quote?.lines).toEqual([
      'Of all that happens at noon, the ferry locks are a prime number.',
    ]);
  });
});
