import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type McpFixture, startSharedMcpFixture } from './mcp/mcp-fixture.js';
import { makeRepository, SHOP } from './repositories.js';
import { ANN, startSharedTestService } from './service-fixture.js';

/** The bound is 50 ms. On a loaded machine a harmless text of the same length takes longer as well. */
const MAX_DELAY_MS = 50;
const MAX_TIMES_HARMLESS = 3;
/** The shortest of these counts: the process may have to wait for a core. */
const TRIES = 4;
const LENGTH = 90_000;

const of = (piece: string, length = LENGTH) => piece.repeat(length / piece.length);
const HARMLESS = of('where is the cart ');
const HOSTILE = [
  ['one word', of('a')],
  ['slashes', `${of('/')}a`],
  ['spaces', `x${of(' ')}x`],
  ['dots', of('.')],
  ['backticks', of('`')],
  ['parentheses', of('(')],
  ['compound names', of('getUserName ')],
  ['different words', Array.from({ length: LENGTH / 10 }, (_, n) => `word${n}`).join(' ')],
] as const;
/** Linear in the text, but with a large factor for each character. */
const PATTERNS = ['(?:.?){200}x', '(.*.*.*.*){20}=', '((a{10}){10}){10}', '[\\p{L}]{300}'];

const shop = { repo: 'shop', path: 'src/cart/shopping-cart.ts' };
const CALLS: readonly (readonly [tool: string, args: (text: string) => object])[] = [
  ['read_file', (path) => ({ ...shop, path })],
  ['read_file', (revision) => ({ ...shop, revision })],
  ['list_files', (repo) => ({ repo, path: '.' })],
  ['list_files', (path) => ({ repo: 'shop', path })],
  ['list_repos', (query) => ({ query })],
  ['list_repos', (after) => ({ query: '', after })],
  ['keyword_search', (text) => ({ query: text.slice(0, 2_000) })],
  ['nls_search', (text) => ({ query: text.slice(0, 2_000) })],
  ['go_to_definition', (text) => ({ ...shop, symbol: text.slice(0, 200) })],
  ['find_references', (text) => ({ ...shop, symbol: text.slice(0, 200) })],
  ['commit_search', (after) => ({ repos: ['shop'], after })],
  ['commit_search', (text) => ({ repos: ['shop'], files: [text.slice(0, 500)] })],
  ['diff_search', (text) => ({ repos: ['shop'], pattern: text.slice(0, 500) })],
  ['compare_revisions', (base) => ({ repo: 'shop', base, head: 'HEAD' })],
  ['get_contributor_repos', (text) => ({ author: text.slice(0, 200) })],
];

let mcp: McpFixture;
beforeAll(async () => {
  const many = Array.from({ length: 400 }, (_, n) => [
    `lib/part-${n}.ts`,
    `export const a${n} = 1;\n`,
  ]);
  const { path } = makeRepository({ ...SHOP, ...Object.fromEntries(many) }, 'shop');
  mcp = await startSharedMcpFixture({ repositories: [path], answers: true });
  for (const [tool, args] of CALLS) await callTool(tool, args('cart'));
  await ask('Where is the cart?');
}, 120_000);

const callTool = (name: string, args: object) => mcp.toolError(name, args).catch(() => undefined);

async function ask(question: string): Promise<void> {
  const { service } = mcp;
  const response = await fetch(`${service.url}/.api/deepsearch/v1`, {
    method: 'POST',
    headers: { authorization: `token ${ANN.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  });
  const { id } = (await response.json()) as { id: number };
  const hasOutcome = () => service.conversations().find((one) => one.id === id)?.viewer;
  await service.waitFor(hasOutcome, { what: 'the outcome' });
}

/** The longest that the event loop waited, in ms. */
async function delayOf(run: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await run();
  // The monitor notes a delay with the next timer.
  await new Promise((resolve) => setTimeout(resolve, 5));
  histogram.disable();
  return histogram.max / 1e6;
}

function expectNoDelay(run: (text: string) => Promise<unknown>, text: string) {
  return expectNoLongerDelay(
    () => run(text),
    () => run(HARMLESS.slice(0, text.length)),
  );
}

async function expectNoLongerDelay(
  run: () => Promise<unknown>,
  runHarmless: () => Promise<unknown>,
) {
  let shortest = Number.POSITIVE_INFINITY;
  let harmless = 0;
  for (let tries = 0; tries < TRIES && shortest > MAX_DELAY_MS; tries += 1) {
    shortest = Math.min(shortest, await delayOf(run));
    if (shortest > MAX_DELAY_MS) {
      harmless = Math.max(harmless, await delayOf(runHarmless));
    }
  }
  expect(shortest).toBeLessThan(Math.max(MAX_DELAY_MS, MAX_TIMES_HARMLESS * harmless) + 1);
}

describe('the event loop does not wait for', () => {
  it.each(HOSTILE)('a question of %s', async (_name, text) => {
    await expectNoDelay(ask, text);
  });

  it.each(
    CALLS.flatMap(([tool, args]) => HOSTILE.map(([name, text]) => ({ tool, name, text, args }))),
  )('$tool with $name', async ({ tool, args, text }) => {
    await expectNoDelay((one) => callTool(tool, args(one)), text);
  });

  it.each(PATTERNS)('the pattern %s', async (pattern) => {
    const filtered = (text: string) => callTool('keyword_search', { query: `cart file:${text}` });
    await expectNoDelay(filtered, pattern);
    const args = { repos: ['shop'], useRegex: true };
    await expectNoDelay((text) => callTool('diff_search', { ...args, pattern: text }), pattern);
  });

  it.each(['/', '..', 'a', '%2F', '.%0A', 'L1&'])('a page at an address of %s', async (piece) => {
    const rest = of(piece, 12_000);
    for (const kind of ['blob/', 'tree/', 'commit/', 'compare/', 'blob/README.md?']) {
      const open = (text: string) => fetch(`${mcp.service.url}/shop/-/${kind}${text}`);
      await expectNoDelay(async (text) => (await open(text)).text(), `${rest}x`);
    }
  });
});

describe('the event loop does not wait while the service renders', () => {
  const line = 'const total = items.map(({ price }) => price * 2).concat([1, 2]); // 10\n';
  const statement = (length: number) => of(line, length);
  const MEGABYTE = 1_048_576;
  const FILES = {
    'highlighted.ts': statement(199_000),
    'largest.ts': statement(2 * MEGABYTE),
    'lines.txt': '\n'.repeat(2 * MEGABYTE),
  };
  const sentence = 'See [the `cart`](/shop) and *more*. ';
  const answer = `${of(sentence, 60_000)}\n\n\`\`\`ts\n${statement(199_000)}\`\`\`\n`;
  const pages = new Map<string, string>();
  let url = '';

  beforeAll(async () => {
    const { path, commit } = makeRepository({ 'README.md': '# Shop\n' }, 'shop');
    commit(FILES);
    commit({ 'diff.ts': statement(190_000) });
    const engine = async () => ({ answer });
    const repositories = [path];
    const world = await startSharedTestService({ repositories, engine, sharing: true });
    url = world.service.url;
    const { share_url } = await world.ask('Where is the cart?');
    pages.set('a file that is highlighted', '/shop/-/blob/highlighted.ts');
    pages.set('the largest file', '/shop/-/blob/largest.ts');
    pages.set('a file of two million lines', '/shop/-/blob/lines.txt');
    pages.set('a commit', '/shop/-/commit/HEAD');
    pages.set('a comparison', '/shop/-/compare/HEAD~1...HEAD');
    pages.set('a conversation', new URL(share_url).pathname);
    pages.set('a conversation as Markdown', `${new URL(share_url).pathname}.md`);
  }, 120_000);

  /** Drops what it reads: putting a large page together would take this process long. */
  async function open(path: string): Promise<void> {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    await response.body?.pipeTo(new WritableStream());
  }

  it.each([
    'a file that is highlighted',
    'the largest file',
    'a file of two million lines',
    'a commit',
    'a comparison',
    'a conversation',
    'a conversation as Markdown',
  ])('%s', async (name) => {
    const path = pages.get(name) ?? '';
    await expectNoLongerDelay(
      () => open(path),
      () => open('/shop'),
    );
  });
});
