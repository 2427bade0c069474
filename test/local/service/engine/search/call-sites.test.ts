import { describe, expect, it } from 'vitest';
import { callSitesIn } from '../../../../../local/service/engine/search/passages/call-sites.js';
import { definitionPassage } from '../../../../../local/service/engine/search/passages/passage.js';
import { sourceFile } from './ranked-excerpts.js';

const ROPE = `import { bell } from './bell.js';

export class Rope {
  tie(storm) {
    this.tie(storm);
    bell(storm);
  }
}

export class Chain {
  // For any storm.
  tie(it) {
    return it;
  }
}
`;

/** The terms of the question around each call of what a line of `rope.js` defines. */
function around(line: number, ...others: readonly string[]) {
  const rope = sourceFile('rope.js', ROPE);
  const files = [rope, ...others.map((text, n) => sourceFile(`file-${n}.js`, text))];
  const terms = ['storm', 'ferri', 'night'].map((term) => [term, 1] as const);
  const definition = rope.outline.find((one) => one.line === line);
  if (!definition) throw new Error(`line ${line} defines nothing`);
  const callSites = callSitesIn(files, { weights: new Map(terms) });
  return callSites(definitionPassage(rope, definition)).map((words) => [...words].sort());
}

const filler = (count: number) => Array.from({ length: count }, () => 'wait();').join('\n');

describe('the calls of a definition', () => {
  it('are not in its own lines, and are no other definition of that name', () => {
    expect(around(4)).toEqual([]);
    expect(around(12)).toEqual([['storm']]);
  });

  it('have the words of the question from four lines before to two lines behind', () => {
    const near = `// A ferry.\n${filler(3)}\nit.tie(1);\n${filler(1)}\nstorm();`;
    const far = `// A ferry.\n${filler(4)}\nit.tie(1);\n${filler(2)}\nstorm();`;
    expect(around(4, near, far)).toEqual([['ferri', 'storm'], []]);
  });

  it('are no imports, and no lines of generated code', () => {
    const generated = `it.tie("night ${'x'.repeat(400)}");`;
    expect(around(4, "import night from './night.tie.js';", generated)).toEqual([]);
  });

  it('of a class, or what the class is called, say nothing of its lines', () => {
    expect(around(3, 'new Rope();\nRope(night);')).toEqual([]);
  });

  it('are sixty at most', () => {
    expect(around(12, 'it.tie(night);\n'.repeat(100))).toHaveLength(60);
  });
});
