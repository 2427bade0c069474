import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedTerms,
  excerptLines,
  excerptsOf,
} from '../../../../../local/service/engine/search/passages/excerpts.js';
import {
  askedShapes,
  shapeScore,
} from '../../../../../local/service/engine/search/text/asked-shape.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';
import { buildQuery } from '../../../../../local/service/index/query.js';

const CODE = `/** Carries cars. */
export class Ferry {
  constructor(readonly seats: number) {}

  /** Stops boats in bad weather. */
  moor(storm: number): void {
    const rope = this.rope();
    rope.tie();
    this.bell.ring();
    this.crew.forEach((one) => one.wake());
    this.lights.on();
    this.log.write('moored');
    this.radio.tell('moored');
    const attempts = 3;
    if (storm > attempts) throw new Error('The storm is too strong for the rope');
  }
}
`;

function fileOf(path: string, text: string) {
  const lines = text.split('\n');
  return { repo: 'shop', commit: 'c', path, lines, outline: outlineOf(path, lines) };
}

function bestOf(question: string, path = 'ferry.ts', text = CODE) {
  const file = fileOf(path, text);
  const weights = askedTerms([file], buildQuery(question));
  return excerptsOf(file, { weights, shapes: askedShapes(question) })[0];
}

describe('the best excerpt of a file', () => {
  it('has the lines with most words of the question, below the first line of their function', () => {
    const best = bestOf('What happens when the storm is too strong?');
    const lines = best ? excerptLines(best) : [];
    expect(lines[0]).toBe('  moor(storm: number): void {');
    expect(lines).toContain(
      "    if (storm > attempts) throw new Error('The storm is too strong for the rope');",
    );
  });

  it('has the row of a table with the number that is asked for', () => {
    const text = `# Ferry

A ferry has seats, and seats for cars, and more seats.

Nobody counts them.

Some are wet.

| ferry | seats |
|-------|-------|
| small | 40    |
`;
    const best = bestOf('How many seats does a ferry have by default?', 'README.md', text);
    expect(best && excerptLines(best)).toContain('| small | 40    |');
  });

  it('lies in the file, and has at most ten lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('storm', '', '  rope();', '}', '# A', 'x = 3')),
        (lines) => {
          for (const { start, end, coverage } of excerptsOf(fileOf('a.py', lines.join('\n')), {
            weights: new Map([['storm', 1]]),
            shapes: new Set(['value']),
          })) {
            expect(start).toBeGreaterThan(0);
            expect(end).toBeLessThanOrEqual(lines.length);
            expect(end - start).toBeLessThan(10);
            expect(coverage).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});

describe('the shape of an answer', () => {
  it.each([
    ['How many retries are there?', 'const retries = 3;', 1],
    ['What is the default?', '| **Value:** | 10 | 20 |', 1],
    ['Which one wins?', '- flags', 0.8],
    ['What happens then?', '  throw new Error()', 0.7],
    ['How does it work?', 'const retries = 3;', 0],
  ])('%s %s', (question, line, score) => {
    expect(shapeScore(line, askedShapes(question))).toBe(score);
  });
});
