import { describe, expect, it } from 'vitest';
import { openCorpus } from '../../../../local/service/index/corpus.js';
import { buildQuery } from '../../../../local/service/index/query.js';
import { isRelevant, mergeHits } from '../../../../local/service/index/search-results.js';
import { openStorage } from '../../../../local/service/index/segments/storage.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';

async function corpusOf(name: string, files: Readonly<Record<string, string>>) {
  const corpus = openCorpus(openStorage(undefined, `/${name}/.git`), 'code');
  cleanUpAfterTest(async () => corpus.close());
  for (const [path, text] of Object.entries(files)) corpus.put({ path, objectId: path, text });
  await corpus.finish('tree');
  return corpus;
}

describe('the hits of several repositories', () => {
  it('a definition in a small repository comes before a mention in a large one', async () => {
    const small = await corpusOf('small', {
      'src/zoo.ts': 'export function feedGiraffe() {}\n',
      'src/keeper.ts': "import { feedGiraffe } from './zoo.js';\n",
    });
    const others = Array.from({ length: 400 }, (_, n) => [`src/file${n}.ts`, `let a${n} = ${n};`]);
    const large = await corpusOf('large', {
      ...Object.fromEntries(others),
      'src/visit.ts': 'await feedGiraffe();\n',
    });
    for (const question of ['feedGiraffe', 'How does feedGiraffe choose the leaves?']) {
      const query = buildQuery(question);
      const hits = [small, large].flatMap((corpus) => corpus.search(query, 20).files);
      const merged = mergeHits(hits.map((found) => ({ found })));
      expect(merged[0]?.found.path).toBe('src/zoo.ts');
    }
  });
});

describe('a hit', () => {
  it.each([
    ['Where is JSON serialised?', true],
    ['How are routes matched?', true],
    ['giraffes', true],
    ['Where are Kubernetes pods scheduled?', false],
    ['How does the JSON database encrypt passwords?', false],
  ])('of %s is relevant: %s', async (question, relevant) => {
    const corpus = await corpusOf('app', {
      'src/json.ts':
        'export function serialize(value: unknown) {\n  return JSON.stringify(value);\n}\n',
      'src/router.ts': 'export class Router {\n  match(path: string) {}\n}\n',
      'src/zoo.ts': '// One giraffe is enough.\n',
      ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`lib/part${n}.ts`, `a(${n})`])),
    });
    const query = buildQuery(question);
    const { files } = corpus.search(query, 20);
    expect(files.slice(0, 3).some((found) => isRelevant(found, query))).toBe(relevant);
  });
});
