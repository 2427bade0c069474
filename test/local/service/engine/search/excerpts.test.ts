import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedAbout } from '../../../../../local/service/engine/search/passages/asked-terms.js';
import {
  excerptLines,
  excerptsOf,
} from '../../../../../local/service/engine/search/passages/excerpts.js';
import { linesFrom } from '../../../../../local/service/engine/search/passages/extent.js';
import {
  askedShapes,
  hasValue,
  shapeScore,
} from '../../../../../local/service/engine/search/text/asked-shape.js';
import { asksForValue } from '../../../../../local/service/engine/search/text/code-asked.js';
import { bestExcerpt, sourceFile } from './ranked-excerpts.js';

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

function bestOf(question: string, path = 'ferry.ts', text = CODE) {
  return bestExcerpt(question, path, text).best;
}

describe('the best excerpt of a file', () => {
  it('is no licence', () => {
    const licence =
      '/*\n * Copyright 2016 the original author.\n *\n * Licensed to the original ferry.\n */\n';
    const code = `${licence}export const ferry = 'original';\nexport const car = 'copy';\n`;
    const { start } = bestOf('Does the ferry have the original or the copy?', 'ferry.ts', code);
    expect(start).toBe(6);
    const settings = '# The ferry of the licensed edition has the original.\nferry = 1\ncar = 2\n';
    const { start: own } = bestOf('Has the licensed edition the original ferry?', 'a.py', settings);
    expect(own).toBe(1);
  });

  it('has the lines with most words of the question, below the first line of their function', () => {
    const best = bestOf('What happens when the storm is too strong?');
    const lines = excerptLines(best);
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
    expect(excerptLines(best)).toContain('| small | 40    |');
  });

  it('leaves the heading to the answer, and counts blank lines for less', () => {
    const text = `Storm
=====

.. _storm:

A storm stops the ferry.

Its captain decides.

${'Nobody argues about it.\n'.repeat(5)}The storm lasts 3 hours.
`;
    const best = bestOf('How long does a storm last?', 'storm.rst', text);
    expect(excerptLines(best)[0]).toBe('A storm stops the ferry.');
    expect(excerptLines(best).at(-1)).toBe('The storm lasts 3 hours.');
  });

  it('leaves a short comment to the answer, and shows the code below it', () => {
    const best = bestOf('What stops boats in bad weather?');
    expect(excerptLines(best)[0]).toBe('  moor(storm: number): void {');
  });

  it('has the line with several words of the question, rather than lines with one each', () => {
    const text = '# Ferry\n\nOne boat.\n\nSome rope.\n\n\n\n\n\n\n\n\n\n\nThe boat has a rope.\n';
    const best = bestOf('Where is the rope of a boat?', 'README.md', text);
    expect(excerptLines(best)).toContain('The boat has a rope.');
  });

  it('lies in the file, and has at most ten lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('storm', '', '  rope();', '}', '# A', 'x = 3')),
        (lines) => {
          for (const { start, end, coverage } of excerptsOf(
            sourceFile('a.py', lines.join('\n')),
            askedAbout(new Map([['storm', 1]]), 'how many storms'),
            () => [],
          )) {
            expect(start).toBeGreaterThan(0);
            expect(end).toBeLessThanOrEqual(lines.length);
            expect(
              linesFrom(start, end).filter((line) => lines[line - 1] !== '').length,
            ).toBeLessThan(11);
            expect(end - start).toBeLessThan(12);
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
    ['What is used if I don’t set one?', "const DEFAULT_AGENT = 'Mozilla/5.0'", 1],
    ['How many are allowed?', 'if (failures >= 10) return;', 1],
    ['How many are allowed?', 'if (failures !== 0) return;', 0],
    ['How does it work?', 'const retries = 3;', 0],
  ])('%s %s', (question, line, score) => {
    expect(shapeScore(line, askedShapes(question))).toBe(score);
  });

  it.each([
    ['What happened to the old parser?', true],
    ['Which version added retries?', true],
    ['Since which release is it async?', true],
    ['Is support for Node 12 dropped?', true],
    ['Did it lose anything when they dropped support for Windows?', true],
    ['Has the flag been removed?', true],
    ['Why was the --foo option removed?', true],
    ['Is it safe to migrate from v2?', true],
    ['How do I upgrade?', true],
    ['Are there breaking changes?', true],
    ['Which requests are dropped when the queue is full?', false],
    ['When do old messages get dropped?', false],
    ['What happens to jobs that have been removed?', false],
    ['Which headers are removed on a redirect?', false],
    ['Which version of TLS does it use?', false],
    ['What version is checked first?', false],
    ['How is an HTTP connection upgraded to a WebSocket?', false],
    ['How are migrations run?', false],
  ])('%s: of a change, %s', (question, expected) => {
    expect(askedShapes(question).has('change')).toBe(expected);
  });

  it.each([
    ['How long does it wait?', true],
    ['What’s the default timeout?', true],
    ['Which limits apply?', true],
    ['Why is there no limit?', false],
  ])('asks for a number: %s %s', (question, asked) => {
    expect(asksForValue(question)).toBe(asked);
  });

  it.each([
    ['retries 3 times', true],
    ['limit = 0', true],
    ['if (code !== 0) return;', false],
    ['it waits a while', false],
  ])('has a number: %s %s', (line, has) => {
    expect(hasValue([line])).toBe(has);
  });
});
