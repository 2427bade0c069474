import { describe, expect, it } from 'vitest';
import { shownRange } from '../../../../../local/service/engine/search/draft/reference.js';
import { tellingLine } from '../../../../../local/service/engine/search/draft/telling-line.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';
import { bestExcerpt } from './ranked-excerpts.js';

function toldIn(question: string, path: string, text: string) {
  const { best, query, asked } = bestExcerpt(question, path, text);
  const { markdown, reference } = tellingLine(best, { query, asked });
  return { markdown, lines: shownRange(reference) };
}

describe('a place in one line', () => {
  it('is the line of code that has most of the question, and links to it', () => {
    const code = `export function dock(boat) {
  moor(boat);
  log('docked');
  const ropes = boat.heavy ? 4 : 2;
  return ropes;
}`;
    expect(toldIn('how many ropes does a heavy boat get?', 'dock.js', code)).toEqual({
      markdown: '`dock`: `const ropes = boat.heavy ? 4 : 2;`',
      lines: { start: 4, end: 4 },
    });
  });

  it('goes on to the line below where it sets a value that is there', () => {
    const code = `export function dock(boat) {
  const mooringTimeout =
    boat.heavy ? 4000 : 2000;
  return moor(boat, mooringTimeout);
}`;
    const { markdown, lines } = toldIn('what is the mooring timeout of a boat?', 'dock.js', code);
    expect(markdown).toBe('`dock`: `const mooringTimeout = boat.heavy ? 4000 : 2000;`');
    expect(lines).toEqual({ start: 2, end: 3 });
  });

  it('is a sentence where the place says it in prose', () => {
    const text = `# Harbour

## Night

Gulls sleep. A boat that comes at night waits for the pilot. Lamps are lit.
`;
    const { markdown } = toldIn('does a boat wait for the pilot at night?', 'guide.md', text);
    expect(markdown).toBe('**Night**: A boat that comes at night waits for the pilot.');
  });

  it('is the sentence of a member, rather than that of its type', () => {
    const text = `// Ferry is a boat for cars.
type Ferry struct {
	// Deck is where cars are.
	Deck string
	// Ropes is how many ropes a gale takes. Two are enough otherwise.
	Ropes int
${'\tOther int\n'.repeat(30)}}
`;
    const { markdown } = toldIn('how many ropes in a gale?', 'ferry.go', text);
    expect(markdown).toBe('`Ferry`: Ropes is how many ropes a gale takes.');
  });

  it('is the sentence of a comment that belongs to no definition', () => {
    const text = `// Boats are moored.
// In a gale, each boat gets two ropes.
// The pilot looks at them.
// At night there is a lamp.
// It is lit by the pilot.

package ferry
`;
    const { markdown } = toldIn('how many ropes in a gale?', 'doc.go', text);
    expect(markdown).toBe('`doc.go`: In a gale, each boat gets two ropes.');
  });

  it('is no keyword alone, though the question has its word', () => {
    const code = `export function dock(boat) {
  try {
    pilot(boat);
  } finally {
    moor(boat);
  }
}`;
    const { markdown } = toldIn('do we try again, or is the pilot tried once?', 'dock.js', code);
    expect(markdown).toBe('`dock`: `pilot(boat);`');
  });

  it('is short, whatever the line is', () => {
    const code = `function dock() {\n  berth(${'"the longest pier", '.repeat(5_000)}1);\n}`;
    const { markdown } = toldIn('where is the longest pier?', 'dock.js', code);
    expect(markdown.length).toBeLessThan(120);
  });
});

describe('an answer that is a guess', () => {
  const part = (n: number) =>
    `export function part${n}(cargo) {\n  const weight = scale(cargo, ${n});\n  return crane(weight);\n}\n`;

  it('shows three places with their lines, and three more in one line each', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`p${n}.js`, part(n)]));
    const service = await startSharedSearchService([makeRepository(files, 'pier').path]);
    const question = 'where does the crane get the weight of the cargo from?';
    const { answer = '' } = onlyQuestion(await service.ask(question));
    const [places = '', others = ''] = answer.split('See also:');
    expect(places.match(/```javascript/g)).toHaveLength(3);
    expect(others.match(/^- /gm)).toHaveLength(3);
    expect(others).toContain('- `part4`: `return crane(weight);`');
  });

  it('that has too few words of the question has the lines with words that mean the same', async () => {
    const files = {
      'parcel.py': `def receive(self, data):
    limit = self.settings.max_body_size
    if len(data) > limit:
        self.error = RequestEntityTooLarge(limit)
        return 0
    return len(data)
`,
      'stamp.py': 'def get(self):\n    return self.stamp\n',
      'crane.py': 'def raise_crane(self):\n    return self.crane\n',
    };
    const service = await startSharedSearchService([makeRepository(files, 'depot').path]);
    const question = 'uploads of a certain size get a 413, where is that cap and who can raise it?';
    const { answer = '', sources } = onlyQuestion(await service.ask(question));
    expect(answer).toMatch(
      /^No place in `depot` has enough of this question\. Best guess: `receive`/,
    );
    expect(answer).toContain('self.error = RequestEntityTooLarge(limit)');
    expect(sources).toEqual([]);
  });
});
