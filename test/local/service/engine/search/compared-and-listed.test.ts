import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineAnswer } from '../../../../../local/service/conversation/engine.js';
import { createSearchEngine } from '../../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../../local/service/index/search-index.js';
import { createFilesOf } from '../../../../../local/service/tools/snapshot-files.js';
import { cleanUpAfterFile } from '../../../../support/cleanup.js';
import { createTestNavigator } from '../../nav/navigation-harness.js';
import { makeRepository } from '../../repositories.js';

const GARDEN = {
  'README.md':
    '# Garden\n\nGarden waters plants.\n\n## Frost\n\nFrost protection is not included.\n',
  'docs/guide.md':
    '# Guide\n\n## Watering by hand\n\nUse `sprinkle` for seedlings, and `soak` only when the soil is dry.\n\n## Protocols\n\nSoil/2 and Soil/3 are supported.\n\n## Tools of others\n\n- **[Wheelbarrow](https://wheel.example)**\n- Hoe\n',
  'docker/Dockerfile': 'FROM scratch\nCOPY garden /\n',
  'src/water.ts': `/** Waters a little. */
export function sprinkle(litres: number): number {
  const half = litres / 2;
  return half;
}

/** Waters much. */
export function soak(litres: number): number {
  const double = litres * 2;
  return double;
}
`,
  'src/tools/rake.ts': '/** Rakes leaves. */\nexport class RakeTool {}\n',
  'src/tools/spade.ts': '/** Digs holes. */\nexport class SpadeTool {}\n',
  'src/tools/index.ts': "export { RakeTool } from './rake.js';\n",
  'src/season.ts': 'export enum Season {\n  Spring,\n  Summer,\n}\n',
  'src/pump.ts': `export interface PumpOptions {
  litres?: number;
  silent?: boolean;
}

/** Pumps water. */
export function pump(options: PumpOptions = {}): number {
  const { litres = 12, silent = true } = options;
  return silent ? litres : 0;
}
`,
  'src/shed/store.ts':
    "import { RakeTool } from '../tools/rake.js';\n\nexport const stored = [new RakeTool()];\n",
  'src/shed/gardener.ts': `import { Hose } from '../hose.js';

/** Works in the garden. */
export class Gardener {
  readonly hose = new Hose();
}
`,
  'src/hose.ts': 'export class Hose {}\n',
  'test/water.test.ts': "it('waters', () => {});\n",
  'src/pests.ts': `${Array.from({ length: 4_000 }, (_, n) => `export class Pest${n} {}`).join('\n')}\n`,
};

let ask: (question: string) => Promise<string>;
beforeAll(async () => {
  const repositories = await openRepositories([makeRepository(GARDEN, 'garden').path]);
  const index = createSearchIndex();
  const navigator = createTestNavigator();
  const engine = createSearchEngine({ repositories, index, navigator, filesOf: createFilesOf() });
  const { signal } = new AbortController();
  ask = async (question) =>
    plain(
      await engine(question, { history: [], added: '', signal, report: () => {}, stats: () => {} }),
    );
  cleanUpAfterFile(async () => {
    await index.stop();
    await Promise.all(repositories.map((one) => one.close()));
  });
});

/** Without links: `[text](address)` is shown as `text`. */
const plain = ({ answer }: EngineAnswer) => answer.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

describe('a question that compares two things', () => {
  it.each([
    'What is the difference between sprinkle and soak?',
    'sprinkle vs. soak',
    'When should I use sprinkle instead of soak?',
    '¿Cuál es la diferencia entre sprinkle y soak?',
  ])('shows both, below the sentence that contrasts them: %s', async (question) => {
    const answer = await ask(question);
    expect(answer).toContain('only when the soil is dry');
    expect(answer).toContain('`sprinkle`: Waters a little. (src/water.ts:1–5)');
    expect(answer).toContain('export function sprinkle(litres: number): number {\n…');
    expect(answer).toContain('`soak`: Waters much. (src/water.ts:7–11)');
  });

  it('is explained if only one of them is there', async () => {
    const answer = await ask('What is the difference between sprinkle and drizzle?');
    expect(answer).toMatch(/^Nothing in `garden` fits this question well\. Best guess: /);
    expect(answer).toContain('- `sprinkle` (src/water.ts:1–5)');
  });
});

describe('a question whether there is something', () => {
  it('shows a file of that name from its first line on', async () => {
    const answer = await ask('Is there a Dockerfile?');
    expect(answer).toContain('There is `docker/Dockerfile`');
    expect(answer).toContain('FROM scratch\nCOPY garden /');
  });

  it.each([
    ['Is there a soak function?', 'There is `soak`: Waters much.'],
    ['Does garden support Soil/3?', '**Protocols**: Soil/2 and Soil/3 are supported.'],
    ['Does it provide frost protection?', '**Frost**: Frost protection is not included.'],
  ])('is answered by what has the name or says so: %s', async (question, expected) => {
    expect(await ask(question)).toContain(expected);
  });

  it('says that a document mentions what the code has no name for', async () => {
    expect(await ask('does garden support wheelbarrow?')).toMatch(
      /^Nothing in the code is named `wheelbarrow`, but it is mentioned in \*\*Tools of others\*\*: Wheelbarrow \(docs\/guide\.md:13\)/,
    );
  });

  it('says that nothing has the name', async () => {
    expect(await ask('Is there a soil sensor?')).toMatch(/^Nothing in `garden` fits/);
    expect(await ask('Is there a leaf rake?')).toMatch(
      /^I found nothing named `leaf rake`\. Closest match: /,
    );
  });
});

describe('a question whether there is something at a place', () => {
  it('says that no lines have both', async () => {
    expect(await ask('Is there a litres option on the hose?')).toMatch(
      /^The closest lines do not say all of `litres option hose`: /,
    );
    expect(await ask('Does it send seedling reports?')).toMatch(/^Nothing in `garden` fits/);
  });

  it('shows the lines that have both', async () => {
    expect(await ask('Is there a silent option for the pump?')).toMatch(/^`(?:PumpOptions|pump)`/);
  });
});

describe('a question for all of something', () => {
  it.each([
    ['List all tools.', '`src/tools/` has 2 entries: `rake`, `spade` (src/tools)'],
    ['How many tools are there?', '`src/tools/` has 2 entries: `rake`, `spade`'],
    ['Welche Tools gibt es?', '`src/tools/` has 2 entries: `rake`, `spade`'],
    ['List all pests.', '`src/pests.ts` defines 4,000: `Pest0`'],
    ['Which seasons are there?', 'export enum Season {\n  Spring,\n  Summer,\n}'],
    [
      'How many tests are there?',
      "1 file in `garden` is a test file, judging by the paths. I can't count",
    ],
    ['How many files does garden have?', '`garden` has 14 files: 11 with code, 1 with tests'],
  ])('lists them: %s', async (question, expected) => {
    expect(await ask(question)).toContain(expected);
  });

  it('is explained if it is about a part', async () => {
    expect(await ask('How many litres does pump have?')).toMatch(/^`pump`: Pumps water\. /);
  });
});

describe('a question for all defaults', () => {
  it.each(['What are the defaults of pump options?', 'What are the default options of pump?'])(
    'lists them with their lines: %s',
    async (question) => {
      const answer = await ask(question);
      expect(answer).toContain('`pump` sets 2 defaults: (src/pump.ts:7–10)');
      expect(answer).toContain('- `litres` = `12` (src/pump.ts:8)');
      expect(answer).toContain('- `silent` = `true` (src/pump.ts:8)');
    },
  );
});

describe('a question how two things hang together', () => {
  it('counts the imports between two folders', async () => {
    const answer = await ask('How do src/shed and src/tools hang together?');
    expect(answer).toContain(
      '`src/shed` imports `src/tools` in 1 line, and `src/tools` imports nothing from `src/shed`',
    );
    expect(answer).toContain("`src/shed/store.ts`: `import { RakeTool } from '../tools/rake.js';`");
  });

  it('shows the lines in which one definition names the other one', async () => {
    expect(await ask("How does the garden's Gardener relate to Hose?")).toContain(
      '`Gardener` names `Hose`: `readonly hose = new Hose();` (src/shed/gardener.ts:5)',
    );
  });
});

describe('a question about the history of a name that is not there', () => {
  it('says so first, and suggests nothing about it', async () => {
    const answer = await ask('Why was soakWater changed?');
    expect(answer).toMatch(/^I found no `soakWater`\. The closest match \(`/);
  });

  it('knows what "the soak function" was added to', async () => {
    expect(await ask('When was soak added to garden?')).toContain('`soak`');
  });
});
