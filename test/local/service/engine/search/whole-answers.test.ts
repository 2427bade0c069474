import { describe, expect, it } from 'vitest';
import { draftAnswer } from '../../../../../local/service/engine/search/answer.js';
import { describe as statementOf } from '../../../../../local/service/engine/search/draft/describe.js';
import { quoteOf } from '../../../../../local/service/engine/search/draft/quote.js';
import { shownPlace } from '../../../../../local/service/engine/search/draft/shown-place.js';
import { placeBesideQuote } from '../../../../../local/service/engine/search/forms/place-beside-quote.js';
import { definitionPassage } from '../../../../../local/service/engine/search/passages/passage.js';
import { shownLines } from '../../../../../local/service/engine/search/passages/shown-lines.js';
import { sourceLines } from '../../../../../local/service/engine/search/passages/source-file.js';
import { bestExcerpt } from './ranked-excerpts.js';

function quoted(question: string, path: string, text: string): readonly string[] {
  const { best, asked } = bestExcerpt(question, path, text);
  return quoteOf(best, asked)?.lines ?? [];
}

describe('what a document announces', () => {
  const GUIDE = `# Fares

## Winter fares

In winter the fare also counts the ice. The winter fare is calculated as:

\`\`\`text
ice = days * depth
fare = base + ice
\`\`\`

In the example above, the fare of a sledge is never below the base.

${'Gulls are fed by hand, and nobody minds.\n'.repeat(2)}
For the gulls there is:

\`\`\`text
herring
bread
\`\`\`
`;
  const lines = quoted('How is the winter fare calculated?', 'fares.md', GUIDE);

  it('is shown below the sentence that does', () => {
    const at = lines.findIndex((line) => line.endsWith('The winter fare is calculated as:'));
    expect(lines[at + 1]).toBe('```text\nice = days * depth\nfare = base + ice\n```');
  });

  it('goes along with a sentence about it', () => {
    const about = quoted('Is a sledge ever below the base?', 'fares.md', GUIDE);
    expect(about.some((line) => line.includes('fare = base + ice'))).toBe(true);
    expect(about.some((line) => line.includes('never below the base'))).toBe(true);
  });

  it('is not announced where it is not shown', () => {
    expect(lines.join('\n')).not.toContain('For the gulls');
  });

  it('is a block of code of its own in the answer, between quotes', () => {
    const { best, asked, query } = bestExcerpt(
      'How is the winter fare calculated?',
      'fares.md',
      GUIDE,
    );
    const { statement, code } = shownPlace(best, { query, asked });
    const answer = draftAnswer(
      { statements: [statement], code },
      { commits: [], unreadable: [], partial: [], notes: [] },
    );
    expect(answer).toMatch(/^> .*calculated as:\n\n```text\nice = days \* depth\n/m);
    expect(answer).not.toMatch(/^> ```/m);
  });
});

describe('a quote', () => {
  it('of a comment in code ends with its sentence', () => {
    const comment = Array.from({ length: 12 }, (_, n) => `  // Barge ${n} carries coal upstream,`);
    const text = ['function load() {', ...comment, '  // and ends in Basel.', '  go();', '}'];
    const { best, asked } = bestExcerpt('Which barge carries coal?', 'load.js', text.join('\n'));
    const lines = quoteOf({ ...best, start: 2, end: 8 }, asked)?.lines.join(' ') ?? '';
    expect(lines).toMatch(/(?:Basel\.|…)$/);
  });

  it('has the text of elements in a table, and only the rows that answer', () => {
    const text = `# Options

| Name | Type | Description |
|------|------|-------------|
| <Ref id="deck">Deck</Ref> | string | Where cars are |
| <Ref id="speed">MaxSpeed</Ref> | int | The speed above which a horn sounds |
| <Ref id="flag">Flag</Ref> | string | What is hoisted |
`;
    expect(quoted('At which speed does the horn sound?', 'options.md', text)).toEqual([
      '- MaxSpeed · int · The speed above which a horn sounds',
    ]);
  });

  it('has rows of a table that is wider than a line may be', () => {
    const row = (name: string, text: string) => `| ${name} | ${text.padEnd(1_200)} |`;
    const table = [row('Name', 'Description'), row('---', '---'), row('deck', 'Where cars are')];
    const text = ['# Options', '', ...table, row('horn', 'How loud it is'), ''].join('\n');
    const lines = sourceLines(text);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
    expect(quoted('How loud is the horn?', 'options.md', lines.join('\n'))).toEqual([
      '- horn · How loud it is',
    ]);
    expect(sourceLines(`  ${'x'.repeat(5_000)}`)).toEqual([`  ${'x'.repeat(998)}`]);
    expect(sourceLines(' '.repeat(100_000))).toEqual([' '.repeat(1_000)]);
  });

  it('says of a member what it is for, not only its default', () => {
    const text = `export interface Ferry {
  /**
   * Waits before the ramp is lowered.
   *
   * @default 40 seconds of tide
   */
  rampMs?: number;
${'  other?: number;\n'.repeat(20)}}
`;
    const lines = quoted('How many seconds of tide by default?', 'ferry.ts', text);
    expect(lines.join(' ')).toContain('Waits before the ramp is lowered. Default: 40 seconds');
  });
});

describe('the lines of a function', () => {
  const shownOf = (text: string, question: string, room: number) => {
    const { file, query } = bestExcerpt(question, 'ferry.py', text);
    const [definition] = file.outline;
    if (!definition) throw new Error('nothing is defined');
    return shownLines(definitionPassage(file, definition), { query, room }).lines;
  };
  const steps = (count: number) => Array.from({ length: count }, (_, n) => `    step_${n}(boat)`);

  it('are shown to their end, if only a few short ones are left', () => {
    const text = ['def moor(boat):', ...steps(9), '    rope.tie()', '    rope.cut()', ''].join(
      '\n',
    );
    expect(shownOf(text, 'How does moor work?', 10)).toEqual(text.trimEnd().split('\n'));
  });

  it('are cut where more are left', () => {
    const text = ['def moor(boat):', ...steps(40), '    rope.tie()', ''].join('\n');
    const lines = shownOf(text, 'How does moor work?', 10);
    expect(lines.length).toBeLessThanOrEqual(14);
    expect(lines.filter((line) => line.trim() === '…')).not.toEqual([]);
  });
});

it('says of a function the sentence with the rare word, rather than one with frequent ones', () => {
  const text = `package ferry

// Seat gets a seat of the boat.
// The boat is the boat of the seat.
// A seat of the boat has a number.
// The boat keeps a seat for the boat.
// Without ballast the result is frozen.
func Seat() {
${'\tseat(boat)\n'.repeat(200)}}
`;
  const { best, query, asked } = bestExcerpt('Is a seat of a boat frozen?', 'seat.go', text);
  expect(statementOf(best.passage, query, asked).markdown).toContain('the result is frozen');
});

describe('the docs of a definition alone', () => {
  it('are followed by its code', () => {
    const text = `/**
 * Tells whether a ferry may leave the harbour in a storm, given the tide.
 * It asks the harbour, the tide and the storm for their opinions.
 * The ferry stays in the harbour if any of them says no.
 * The tide is asked last.
 * The storm is asked first.
 * Nobody else is asked.
 */
function mayLeave(ferry) {
  return ask(ferry).every(isYes);
}
`;
    const question = 'May a ferry leave the harbour in a storm given the tide?';
    const { best, query, asked, candidates } = bestExcerpt(question, 'leave.js', text);
    const place = shownPlace(best, { query, asked, isAlone: true });
    expect(place.code.isQuote).toBe(true);
    const beside = placeBesideQuote({ place, excerpt: best }, { query, asked, candidates });
    expect(beside?.code.lines).toContain('  return ask(ferry).every(isYes);');
  });

  it('are said above its code if that is short and other places are shown, too', () => {
    const text = `/**
 * Tells whether a ferry may leave the harbour in a storm, given the tide.
 * It asks the harbour, the tide and the storm for their opinions.
 * The ferry stays in the harbour if any of them says no.
 * The tide is asked last.
 * The storm is asked first.
 */
function mayLeave(ferry) {
  return ask(ferry).every(isYes);
}
`;
    const question = 'May a ferry leave the harbour in a storm given the tide?';
    const { best, query, asked } = bestExcerpt(question, 'leave.js', text);
    const { statement, code } = shownPlace(best, { query, asked });
    expect(statement.markdown).toContain('may leave the harbour in a storm');
    expect(code.lines).toEqual([
      'function mayLeave(ferry) {',
      '  return ask(ferry).every(isYes);',
      '}',
    ]);
  });

  it('of a class are followed by the member that answers', () => {
    const text = `/**
 * The default horn of a ferry.
 * It sounds a signal for fog, storm or mooring, based on the weather report.
 * Nobody hears it.
 * It is loud.
 * It is old.
 * It is green.
 */
class Horn {
  paint() {
    this.color = 1;
    this.dry();
  }
  chooseSignal(report) {
    if (report.has('fog')) return FOG;
    return report.has('storm') ? STORM : MOORING;
  }
}
`;
    const question = 'How does the horn choose a signal for fog, storm or mooring?';
    const { best, query, asked, candidates } = bestExcerpt(question, 'horn.js', text);
    const docs = candidates.find(({ passage }) => passage.name === 'Horn') ?? best;
    const place = shownPlace({ ...docs, start: 2, end: 4 }, { query, asked });
    expect(place.code.isQuote).toBe(true);
    const beside = placeBesideQuote({ place, excerpt: docs }, { query, asked, candidates });
    expect(beside?.statement.markdown).toContain('Horn.chooseSignal');
    expect(beside?.code.lines.join('\n')).toContain("report.has('fog')");
  });
});
