import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRepositories, type Repository } from '../../../../local/service/git/repository.js';
import { createSyntaxParser } from '../../../../local/service/nav/parser/parser.js';
import { createSyntaxNavigator } from '../../../../local/service/nav/syntax-navigator.js';
import { findSnapshot, headSnapshot } from '../../../../local/service/tools/lookup.js';
import type { NavigationResult, SymbolQuery } from '../../../../local/service/tools/navigator.js';
import { createFilesOf } from '../../../../local/service/tools/snapshot-files.js';
import type { ToolContext } from '../../../../local/service/tools/tool.js';
import { makeRepository } from '../repositories.js';
import { sharedParser } from './navigation-harness.js';

const CART = 'export class Cart {\n  add() {\n  }\n}\n';
const OTHER = 'export class Log {\n  add() {\n  }\n}\n';
const USE = "import { Cart } from './cart.js';\nnew Cart().add();\n";

let repository: Repository;
let first = '';
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const made = makeRepository({ 'cart.ts': CART, 'log.ts': OTHER, 'use.ts': USE });
  first = made.git('rev-parse', 'HEAD');
  made.commit({
    'cart.ts': `\n\n\n${CART}`,
    'use.ts': "import { Log as Cart } from './log.js';\nnew Cart().add();\n",
    'broken.ts': `${USE}\nfunction (((} class {\n`,
    'deep.ts': `${USE}\nconst deep = ${'['.repeat(4_000)}${']'.repeat(4_000)};\n`,
    'huge.ts': `${USE}\n${'// a generated line\n'.repeat(40_000)}`,
    'binary.ts': Buffer.concat([Buffer.from(USE), Buffer.from([0])]),
    'use.rb': 'Cart.new.add\n',
  });
  [repository] = (await openRepositories([made.path])) as [Repository];
  closing.push(repository.close);
});
afterAll(async () => {
  for (const close of closing) await close();
});

const untilNever = (): ToolContext => ({
  signal: new AbortController().signal,
  deadline: Date.now() + 600_000,
});

async function askedFor(path: string, given: Partial<SymbolQuery> = {}): Promise<SymbolQuery> {
  const snapshot = await headSnapshot(repository);
  return { snapshot, path, symbol: 'add', others: [], limit: 10, ...given };
}

const navigator = (syntax = sharedParser()) =>
  createSyntaxNavigator({ filesOf: createFilesOf(), syntax });
const paths = ({ blocks }: NavigationResult) => blocks.map(({ path }) => path);

describe('the navigator', () => {
  it('resolves definitions at the requested revision', async () => {
    const now = await navigator().definitions(await askedFor('use.ts'), untilNever());
    expect([paths(now), now.precise, now.complete]).toEqual([['log.ts'], true, true]);
    const lookup = { repositories: [repository], toolName: (name: string) => name };
    const snapshot = await findSnapshot(lookup, { repo: repository.name, revision: first });
    const then = await navigator().definitions(
      await askedFor('use.ts', { snapshot }),
      untilNever(),
    );
    expect(then.blocks).toMatchObject([
      { path: 'cart.ts', chunks: [{ startLine: 1, endLine: 4 }] },
    ]);
  });

  it.each([
    ['of another language', 'use.rb'],
    ['that is nested too deep', 'deep.ts'],
    ['that is too large', 'huge.ts'],
    ['that is no text', 'binary.ts'],
  ])('falls back to text search for a file %s', async (_what, path) => {
    const asked = await askedFor(path);
    const defined = await navigator().definitions(asked, untilNever());
    expect(defined.precise).toBe(false);
    expect(paths(defined).sort()).toEqual(['cart.ts', 'log.ts']);
    expect((await navigator().references(asked, untilNever())).precise).toBe(false);
  });

  it('resolves symbols in a file with syntax errors', async () => {
    const found = await navigator().definitions(await askedFor('broken.ts'), untilNever());
    expect([paths(found), found.precise]).toEqual([['cart.ts'], true]);
  });

  it('references are not precise if a file that cannot be parsed has the name', async () => {
    const asked = await askedFor('cart.ts', { symbol: 'Cart.add' });
    const found = await navigator().references(asked, untilNever());
    expect(paths(found)).toEqual(['broken.ts']);
    expect([found.precise, found.complete]).toEqual([false, true]);
  });

  it('resolves names through cyclic re-exports', async () => {
    const all = (n: number) => `export * from './a${n}.js';\nexport * from './b${n}.js';\n`;
    const steps = Array.from({ length: 40 }, (_, n) => [`a${n}.ts`, `b${n}.ts`] as const);
    const made = makeRepository({
      ...Object.fromEntries(steps.flatMap(([a, b], n) => [a, b].map((path) => [path, all(n + 1)]))),
      'a40.ts': "export * from './a0.js';\nexport * from './circle.js';\n",
      'b40.ts': 'export const rate = 1;\n',
      'circle.ts': "export { loop } from './circle.js';\nexport const next = next.next;\n",
      'use.ts': "import { rate, loop, next, none } from './a0.js';\nrate(loop, next, none);\n",
    });
    const [many] = await openRepositories([made.path]);
    if (!many) throw new Error('there is no repository');
    closing.push(many.close);
    const snapshot = await headSnapshot(many);
    const find = async (symbol: string) =>
      navigator().definitions(
        { snapshot, path: 'use.ts', symbol, others: [], limit: 10 },
        untilNever(),
      );
    expect([paths(await find('rate')), (await find('rate')).precise]).toEqual([['b40.ts'], true]);
    for (const symbol of ['loop', 'next', 'none', 'next.next']) {
      expect(await find(symbol)).toMatchObject({ complete: true });
    }
  });

  it('returns incomplete results when the time is up', async () => {
    const late = { ...untilNever(), deadline: Date.now() - 1 };
    for (const way of ['definitions', 'references'] as const) {
      const found = await navigator()[way](await askedFor('use.ts'), late);
      expect([found.precise, found.complete]).toEqual([false, false]);
    }
  });

  it('navigation is aborted with its signal', async () => {
    const gone = { ...untilNever(), signal: AbortSignal.abort(new Error('gone')) };
    await expect(navigator().definitions(await askedFor('use.ts'), gone)).rejects.toThrow('gone');
  });

  it('falls back to text search when the parser is stopped', async () => {
    const syntax = createSyntaxParser();
    const stopped = navigator(syntax);
    const asked = await askedFor('use.ts');
    const pending = stopped.definitions(asked, untilNever());
    await syntax.stop();
    await pending;
    expect(await stopped.definitions(asked, untilNever())).toMatchObject({ precise: false });
  });
});
