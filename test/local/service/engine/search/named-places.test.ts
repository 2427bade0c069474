import { describe, expect, it } from 'vitest';
import {
  namedPlace,
  namedPlaceLines,
} from '../../../../../local/service/engine/search/draft/named-place.js';
import { shownPlace } from '../../../../../local/service/engine/search/draft/shown-place.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';
import { bestExcerpt } from './ranked-excerpts.js';

function namedIn(question: string, path: string, text: string) {
  const { best, asked } = bestExcerpt(question, path, text);
  const { name, reference } = namedPlace(best, asked);
  return `${name} ${reference.text}`;
}

describe('a place by its name', () => {
  const ferry = (between: string) =>
    `export class Ferry {\n  dock(boat) {\n${between}    const ropes = boat.heavy ? 4 : 2;\n    return ropes;\n  }\n}\n`;
  const question = 'how many ropes does a heavy boat get?';

  it('is the whole function', () => {
    expect(namedIn(question, 'boats.js', ferry('    moor(boat);\n\n    wave();\n'))).toBe(
      '`Ferry.dock` boats.js:2–8',
    );
  });

  it.each([
    ['rb', 'def dock(boat)', 'rescue Storm'],
    ['ex', 'def dock(boat) do', 'rescue'],
  ])('is the whole function with its handlers: %s', (extension, first, handler) => {
    const text = `${first}\n  ropes = 4\n  heavy(boat)\n${handler}\n  ropes = 9\nend\n\nheavy = 1\n`;
    expect(namedIn(question, `boats.${extension}`, text)).toBe(`\`dock\` boats.${extension}:1–6`);
  });

  it('does not repeat the name of its file', () => {
    expect(namedIn(question, 'src/Ferry.js', ferry(''))).toBe('`dock` src/Ferry.js:2–5');
  });

  it('is some lines of a very long function', () => {
    const named = namedIn(question, 'boats.js', ferry('    moor(boat);\n'.repeat(200)));
    expect(named).toMatch(/^`Ferry\.dock` boats\.js:19\d–20\d$/);
  });

  it('of constants is the one that fits, and tells that there are more', () => {
    const text =
      'export const A_ONE = 1;\nexport const B_TWO = 2;\nexport const HEAVY_ROPES = 4;\n';
    expect(namedIn('how many heavy ropes are there?', 'fleet.js', text)).toMatch(
      /^`HEAVY_ROPES`, `A_ONE`, … fleet\.js:1–3$/,
    );
  });

  it('is the heading of a section, as text', () => {
    const text = '# Harbour\n\n## Night_boats [old]\n\nIn a gale, each boat gets two ropes.\n';
    expect(namedIn('how many ropes in a gale?', 'guide.md', text)).toMatch(
      /^Night\\_boats \\\[old\\\] guide\.md:\d/,
    );
  });

  it('is what the lines define that are in no function, or else their numbers', () => {
    const text = `const boats = [];
boats.push({ ropes: 4, heavy: true });
boats.push({ ropes: 2 });
`;
    const question = 'how many ropes has a heavy boat?';
    expect(namedIn(question, 'fleet.js', text)).toBe('`boats` fleet.js:1–3');
    const filler = 'boats.pop();\n'.repeat(20);
    expect(namedIn(question, 'fleet.js', text.replace('[];\n', `[];\n${filler}`))).toMatch(
      /^lines \d\d–\d\d fleet\.js:\d\d/,
    );
  });

  it('is shown above the lines, too', () => {
    const text =
      'import log from "log";\n\n// Used if there is no other one.\nexport const heavyBoatRopes = 4;\n';
    const { best, query, asked } = bestExcerpt(
      'how many ropes has a heavy boat?',
      'fleet.js',
      text,
    );
    expect(shownPlace(best, { query, asked }).statement.markdown).toBe('`heavyBoatRopes`');
  });

  it('of a function that is shown has all of its parameters', () => {
    const parameters = Array.from({ length: 12 }, (_, n) => `int rope${n} = ${n}`).join(', ');
    const body = '    Moor(heavy);\n'.repeat(30);
    const text = `public class Ferry\n{\n  public void Dock(${parameters}, bool heavy = true)\n  {\n${body}  }\n}\n`;
    const { best, query, asked } = bestExcerpt('does Dock moor heavy ropes?', 'Ferry.cs', text);
    expect(shownPlace(best, { query, asked }).code.lines.join('\n')).toContain(
      'bool heavy = true)',
    );
  });
});

it('places by their names stand in one line for each file, each name once and then by its line, with their repository if that is new', () => {
  const place = (path: string, name: string, line: number) => ({
    path,
    name: `\`${name}\``,
    reference: {
      repo: 'pier',
      type: 'File',
      link: `/pier/-/blob/${path}?L${line}`,
      text: `${path}:${line}`,
      label: `pier · ${path}`,
    },
  });
  const said: string[] = [];
  const lines = namedPlaceLines(
    [
      place('a_b.js', 'dock', 1),
      place('c.js', 'sail', 5),
      place('a_b.js', 'dock', 9),
      place('a_b.js', 'moor', 12),
    ],
    (repo) => (said.push(repo) === 1 ? ` in ${repo}` : ''),
  );
  expect(lines).toEqual([
    '- a\\_b.js in pier: [`dock`](/pier/-/blob/a_b.js?L1) · [line 9](/pier/-/blob/a_b.js?L9) · [`moor`](/pier/-/blob/a_b.js?L12)',
    '- c.js: [`sail`](/pier/-/blob/c.js?L5)',
  ]);
});

describe('an answer that is a guess', () => {
  const part = (n: number) =>
    `export function part${n}(cargo) {\n  const weight = scale(cargo, ${n});\n  return crane(weight);\n}\n`;

  it('shows one place with its lines, tells of a few what they say, and names the others', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`p${n}.js`, part(n)]));
    const service = await startSharedSearchService([makeRepository(files, 'pier').path]);
    const question = 'where does the crane get the weight of the cargo from?';
    const { answer = '', sources } = onlyQuestion(await service.ask(question));
    const [places = '', others = ''] = answer.split('See also:');
    expect(places.match(/```javascript/g)).toHaveLength(1);
    expect(others.match(/^- /gm)).toHaveLength(6);
    expect(others).toMatch(/^- `part4`: `return crane\(weight\);` \(\[p4\.js:1–4\]/m);
    expect(
      others.match(/^- p\d\.js: \[`part\d`\]\(\/pier@\w+\/-\/blob\/p\d\.js\?L1-4\)$/gm),
    ).toHaveLength(3);
    expect(sources?.map(({ label }) => label)).toContain('pier · p4.js');
  });

  it('shows what computes something before what hands it on, and before a migration', async () => {
    const files = {
      'entry.php':
        '<?php\nclass Entry {\n    public function getTidalRange()\n    {\n        return $this->tidalRange;\n    }\n}\n',
      'migrations/v1.php':
        "<?php\nclass V1 {\n    public function up()\n    {\n        $this->addColumn('tidal_range');\n        $this->log('tidal range of an entry');\n    }\n}\n",
      'tide.php':
        '<?php\nclass Tide {\n    public static function tidalRange($entry)\n    {\n        $words = split($entry);\n        return floor(count($words) / 200);\n    }\n}\n',
    };
    const service = await startSharedSearchService([makeRepository(files, 'pier').path]);
    const question = 'Where is the estimated tidal range of an entry computed?';
    const { answer = '' } = onlyQuestion(await service.ask(question));
    expect(answer).toMatch(/^(?:Best guess: )?`Tide\.tidalRange`/);
  });

  it('shows a place for the second part of a question, too', async () => {
    const files = {
      'crane.js':
        'export function lift(cargo) {\n  const rope = cargo.heavy ? 4 : 2;\n  return pull(rope);\n}\n',
      'lamp.js':
        'export function light(lamp) {\n  if (lamp.oil < 3) return refill(lamp);\n  return lamp.burn();\n}\n',
      'gull.js': 'export function feed(gull) {\n  return gull.eat(herring);\n}\n',
    };
    const service = await startSharedSearchService([makeRepository(files, 'pier').path]);
    const question =
      'where does lifting choose the rope of heavy barges, and when is a dim lamp given new oil?';
    const { answer = '' } = onlyQuestion(await service.ask(question));
    expect(answer).toContain('const rope = cargo.heavy ? 4 : 2;');
    expect(answer).toContain('if (lamp.oil < 3) return refill(lamp);');
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
    expect(answer).toMatch(/^Nothing in `depot` fits this question well\. Best guess: `receive`/);
    expect(answer).toContain('self.error = RequestEntityTooLarge(limit)');
    expect(sources).toEqual([]);
  });
});

describe('copies of a document', () => {
  it('leave room for another one', async () => {
    const guide = '# Guide\n\nHow the crew moors the ferry at the pier. Moor the ferry twice.\n';
    const versions = [1, 2, 3, 4, 5, 6, 7].map((n) => [`docs/v${n}/ferry.md`, guide]);
    const filler = Array.from({ length: 150 }, (_, n) => `The tide of day ${n} is high.\n`).join(
      '\n',
    );
    const weather = `# Weather\n\n${filler}\nIn fog, the crew moors with a third rope.\n`;
    const files = { ...Object.fromEntries(versions), 'docs/notes/weather.md': weather };
    const service = await startSharedSearchService([makeRepository(files, 'bay').path]);
    const asked = await service.ask('How do I moor the ferry at the pier, with which rope?');
    expect(onlyQuestion(asked).answer).toContain('docs/notes/weather.md');
  });
});
