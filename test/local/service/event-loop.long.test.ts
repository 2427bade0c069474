import { beforeAll, describe, expect, it } from 'vitest';
import { longestTickMs } from '../../support/thread-time.js';
import { type McpFixture, startSharedMcpFixture } from './mcp/mcp-fixture.js';
import { makeRepository, SHOP } from './repositories.js';
import { ANN, startSharedTestService } from './service-fixture.js';

/** CPU time, of which none of these takes more than about 12 ms. */
const MAX_DELAY_MS = 50;
/** The shortest of these counts: a collection of garbage may fall into one. */
const TRIES = 4;
const LENGTH = 90_000;

const of = (piece: string, length = LENGTH) => piece.repeat(length / piece.length);
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
});

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

async function expectNoDelay(run: () => Promise<unknown>): Promise<void> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest > MAX_DELAY_MS; tries += 1) {
    shortest = Math.min(shortest, await longestTickMs(run));
  }
  expect(shortest).toBeLessThanOrEqual(MAX_DELAY_MS);
}

describe('the event loop does not wait for', () => {
  it.each(HOSTILE)('a question of %s', async (_name, text) => {
    await expectNoDelay(() => ask(text));
  });

  it.each(
    CALLS.flatMap(([tool, args]) => HOSTILE.map(([name, text]) => ({ tool, name, text, args }))),
  )('$tool with $name', async ({ tool, args, text }) => {
    await expectNoDelay(() => callTool(tool, args(text)));
  });

  it.each(PATTERNS)('the pattern %s', async (pattern) => {
    const query = `cart file:${pattern}`;
    await expectNoDelay(() => callTool('keyword_search', { query }));
    const args = { repos: ['shop'], useRegex: true, pattern };
    await expectNoDelay(() => callTool('diff_search', args));
  });

  it.each(['/', '..', 'a', '%2F', '.%0A', 'L1&'])('a page at an address of %s', async (piece) => {
    const rest = of(piece, 12_000);
    for (const kind of ['blob/', 'tree/', 'commit/', 'compare/', 'blob/README.md?']) {
      const url = `${mcp.service.url}/shop/-/${kind}${rest}x`;
      await expectNoDelay(async () => (await fetch(url)).text());
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
  const answer = `${of(sentence, 30_000)}\n\n\`\`\`ts\n${statement(199_000)}\`\`\`\n`;
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
  });

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
    await expectNoDelay(() => open(path));
  });
});
