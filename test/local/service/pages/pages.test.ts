import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitHtmlLines } from '../../../../local/service/pages/html-lines.js';
import { makeRepository, SHOP } from '../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSearchService,
  startSharedTestService,
  startTestService,
} from '../service-fixture.js';

async function startShop(files: Parameters<typeof makeRepository>[0]) {
  const made = makeRepository(files, 'shop');
  const world = await startTestService({ repositories: [made.path] });
  return { ...world, ...made, open: opener(world) };
}

/** For the tests that only read. */
let shop: ServiceFixture & { readonly open: ReturnType<typeof opener> };
beforeAll(async () => {
  const { path } = makeRepository(SHOP, 'shop');
  const world = await startSharedTestService({ repositories: [path] });
  shop = { ...world, open: opener(world) };
});

function opener({ service }: ServiceFixture) {
  return async (path: string) => {
    const response = await fetch(`${service.url}${path}`);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
}

const targets = (html: string) =>
  [...html.matchAll(/<tr id="L(\d+)" class="target">/g)].map(([, n]) => Number(n));

describe('the diff page', () => {
  it('the diff page shows a commit’s message and diff', async () => {
    const { open } = shop;
    const { status, html } = await open('/shop/-/commit/HEAD');
    expect(status).toBe(200);
    expect(html).toMatch(/<h1>.+<\/h1>/);
    expect(html).toContain('src/cart/checkout.ts');
    expect(html).toContain('hljs-addition');
  });

  it('the diff page shows the diff between two commits, or that there is none', async () => {
    const { open } = shop;
    const same = await open('/shop/-/compare/HEAD...HEAD');
    expect(same).toMatchObject({ status: 200, html: expect.stringContaining('No differences') });
  });

  it('the diff page says when a diff is too large to show', async () => {
    const { open } = await startShop({ 'large.txt': `${'x'.repeat(99)}\n`.repeat(30_000) });
    const { status, html } = await open('/shop/-/commit/HEAD');
    expect(status).toBe(200);
    expect(html).toContain('Too large to show.');
  });

  it.each([
    '/shop/-/commit/nowhere',
    '/nowhere/-/commit/HEAD',
    '/shop/-/commit/--output=x',
    '/shop/-/compare/HEAD',
    '/shop/-/compare/HEAD...nowhere',
  ])('the diff page returns 404 for %s', async (path) => {
    const { open } = shop;
    expect((await open(path)).status).toBe(404);
  });
});

describe('the file page', () => {
  it('the file page shows the file and highlights the requested lines', async () => {
    const { open } = shop;
    const { status, html, headers } = await open('/shop/-/blob/src/cart/shopping-cart.ts?L4-6');
    expect(status).toBe(200);
    expect(targets(html)).toEqual([4, 5, 6]);
    expect(html).toContain('<span class="hljs-keyword">class</span>');
    expect(html).toContain('<a href="/shop/-/tree/src/cart">cart</a>');
    expect(html).toContain('<title>src/cart/shopping-cart.ts · shop</title>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('the file page highlights the lines in every form of the link', async () => {
    const { open } = shop;
    const forms = [
      ['?L3', [3]],
      ['?L5-L4', [4, 5]],
      ['?x=1&L2-2', [2]],
      ['?L99-100', []],
      ['?L0', []],
      ['', []],
    ] as const;
    for (const [query, expected] of forms) {
      const { html } = await open(`/shop/-/blob/src/cart/checkout.ts${query}`);
      expect([query, targets(html)]).toEqual([query, expected]);
    }
  });

  it('the file page shows neither files of other formats nor too large ones', async () => {
    const { open } = await startShop({
      'logo.png': Buffer.from([0, 1, 2]),
      'bytes.txt': `${'x'.repeat(99)}\n`.repeat(30_000),
      'lines.txt': '\n'.repeat(200_001),
      'most-lines.txt': '\n'.repeat(200_000),
    });
    for (const path of ['logo.png', 'bytes.txt', 'lines.txt']) {
      const { html } = await open(`/shop/-/blob/${path}`);
      expect([path, html]).toEqual([path, expect.stringContaining('not text, or too large')]);
    }
    expect((await open('/shop/-/blob/most-lines.txt')).html).toContain('id="L200000"');
  });

  it('the file page shows the file at a revision', async () => {
    const { open, git, commit } = await startShop(SHOP);
    git('checkout', '-q', '-b', 'old/one');
    commit({ 'src/money.ts': 'export type Money = bigint;\n' });
    git('checkout', '-q', 'main');
    expect((await open('/shop/-/blob/src/money.ts')).html).toContain('number');
    expect((await open('/shop@old%2Fone/-/blob/src/money.ts')).html).toContain('bigint');
    expect((await open('/shop@nope/-/blob/src/money.ts')).status).toBe(404);
    expect((await open('/shop@--help/-/blob/src/money.ts')).status).toBe(404);
  });

  it('the file page can be opened from the links of an answer, even with unusual names', async () => {
    const { path } = makeRepository(SHOP, 'shop');
    const world = await startSearchService([path]);
    const open = opener(world);
    const questions = ['zebra', 'shopping cart items'];
    const asked = await Promise.all(questions.map((question) => world.ask(question)));
    const links = asked.map(onlyQuestion).flatMap(({ answer = '', sources = [] }) => {
      const inText = [...answer.matchAll(/\]\((\/[^)]+)\)/g)].map(([, to]) => to ?? '');
      return [...inText, ...sources.map(({ link }) => link)];
    });
    expect(links.find((link) => link.includes('odd%20%281%29%20%23%25%3F.md'))).toBeDefined();
    for (const link of links) {
      const { status, html } = await open(link);
      expect([link, status]).toEqual([link, 200]);
      if (link.includes('?L')) expect(targets(html).length).toBeGreaterThan(0);
    }
  });

  it('the file page is found by the remote’s name, and by the folder’s', async () => {
    const { path, git } = makeRepository(SHOP, 'shop');
    git('remote', 'add', 'origin', 'git@code.example.com:acme/store.git');
    const world = await startSearchService([path]);
    const open = opener(world);
    const { sources } = onlyQuestion(await world.ask('shopping cart items'));
    const link = sources?.[0]?.link ?? '';
    expect(link).toMatch(/^\/acme\/store@\w{12}\/-\/blob\//);
    for (const form of [link, link.replace('/acme/store', '/shop'), '/acme/store', '/shop']) {
      expect([form, (await open(form)).status]).toEqual([form, 200]);
    }
    const { html } = await open('/');
    expect(html).toContain('<a href="/acme/store">acme/store</a>');
    expect((await open('/acme/store/-/commit/HEAD')).status).toBe(200);
    expect((await open('/acme/store/-/compare/HEAD...HEAD')).status).toBe(200);
    expect((await open('/acme/-/blob/README.md')).status).toBe(404);
  });

  it('the file page escapes markup in a file', async () => {
    const { open } = await startShop({
      'x.html': '<script>alert(1)</script>\n',
      'x.none': '<img src=x onerror=alert(1)>\n',
      '<b>.txt': 'x',
    });
    for (const path of ['x.html', 'x.none']) {
      const { html } = await open(`/shop/-/blob/${path}`);
      expect(html).not.toMatch(/<script>|<img/);
    }
    expect((await open('/shop')).html).not.toContain('<b>');
  });

  it('the file page returns an error for what is no file', async () => {
    const { open } = shop;
    const missing = [
      '/shop/-/blob/none.ts',
      '/other/-/blob/README.md',
      '/shop/-/tree/none',
      '/x/y/z',
    ];
    const hostile = ['..%2f..%2fetc/passwd', '%2fetc/passwd', '.git/config', 'src/*', '%00', '%ff'];
    for (const path of [...missing, ...hostile.map((one) => `/shop/-/blob/${one}`)]) {
      const { status, html } = await open(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      expect(html).not.toContain('root:');
    }
  });
});

describe('the directory pages', () => {
  it('the directory pages link from the repositories to every file', async () => {
    const { open } = shop;
    const seen = new Set<string>();
    const queue = ['/'];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      const list = /<ul class="(?:files|repositories)">.*?<\/ul>/s.exec(html)?.[0] ?? '';
      for (const [, to = ''] of list.matchAll(/href="([^"]+)"/g)) {
        if (!seen.has(to)) queue.push(to);
        seen.add(to);
      }
    }
    expect([...seen].filter((path) => path.includes('/-/blob/'))).toHaveLength(
      Object.keys(SHOP).length,
    );
  });

  it('the directory pages serve their style sheet and script', async () => {
    const { open } = shop;
    const style = await open('/assets/style.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ]);
    expect(style.html).toContain('.hljs');
    expect((await open('/assets/page.js')).headers.get('content-type')).toContain('javascript');
  });
});

describe('a shared conversation', () => {
  const engine = async () => ({
    title: 'A title',
    answer:
      'See [here](/shop) <script>alert(1)</script> and [no](javascript:alert(1)).\n\n```ts\nlet x\n```',
    sources: [{ type: 'File', link: '/shop/-/blob/src/money.ts?L1', label: 'money' }],
  });

  it('a shared conversation can be read with its link while sharing is on', async () => {
    const world = await startTestService({ engine, sharing: true });
    const open = opener(world);
    const { share_url } = await world.ask('Where <b>is</b> it?');
    const path = share_url.slice(world.service.url.length);
    const { status, html } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain(
      'Where &lt;b&gt;is&lt;/b&gt; it?'.replaceAll('&lt;', '&#60;').replaceAll('&gt;', '&#62;'),
    );
    expect(html).toContain('<a href="/shop">here</a>');
    expect(html).toContain('<a href="/shop/-/blob/src/money.ts?L1">money</a>');
    expect(html).not.toMatch(/<script>alert|href="javascript/);
    world.service.setSharing(false);
    expect((await open(path)).status).toBe(404);
    expect((await open('/deepsearch/shared/nonsense')).status).toBe(404);
  });

  it('a shared conversation is Markdown with absolute links at `….md`', async () => {
    const world = await startTestService({
      sharing: true,
      engine: async (_question, { report }) => {
        report('Looked *around*');
        return { ...(await engine()), answer: '[a](/shop) `[b](/no)`\n\n```\n[c](/no)\n```' };
      },
    });
    const { service } = world;
    const { share_url } = await world.ask('Where\n# is it?');
    const path = share_url.slice(service.url.length);
    const { status, html: markdown, headers } = await opener(world)(`${path}.md`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(markdown).toMatch(
      /^# A title\n\nAsked \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n\n## Question\n/,
    );
    expect(markdown).toContain('> Where\n> \\# is it?');
    expect(markdown).toContain(`[a](${service.url}/shop) \`[b](/no)\``);
    expect(markdown).toContain('```\n[c](/no)\n```');
    expect(markdown).toContain(`- [money](${service.url}/shop/-/blob/src/money.ts?L1)`);
    expect(markdown).toContain('1. Looked \\*around\\*');
    expect((await opener(world)(path)).html).toContain(`${path}.md`);
    service.setSharing(false);
    expect((await opener(world)(`${path}.md`)).status).toBe(404);
  });

  it('a shared conversation says that a question is in progress, or why it has no answer', async () => {
    const waiting = new Promise<never>(() => {});
    const world = await startTestService({ engine: () => waiting, sharing: true });
    const open = opener(world);
    const { id, share_url } = await world.create('q');
    const path = share_url.slice(world.service.url.length);
    expect((await open(path)).html).toContain('http-equiv="refresh"');
    expect((await open(`${path}.md`)).html).toContain('In progress.');
    await world.request('POST', `/${id}/questions/1/cancel`);
    expect((await open(path)).html).toContain('Cancelled');
    expect((await open(`${path}.md`)).html).toContain('**Cancelled.** The question was cancelled.');
  });
});

describe('the Host header', () => {
  /** fetch would set the header by itself. */
  async function statusAs(host: string, { service }: ServiceFixture): Promise<number> {
    const { port } = new URL(service.url);
    const request = get({ port, host: '127.0.0.1', path: '/shop', headers: { host } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  }

  it('the Host header must name this machine', async () => {
    for (const host of ['localhost', '127.0.0.1:1', '[::1]:80']) {
      expect([host, await statusAs(host, shop)]).toEqual([host, 200]);
    }
    for (const host of ['evil.example.com', '127.0.0.1.evil.example.com', 'localhost.evil']) {
      expect([host, await statusAs(host, shop)]).toEqual([host, 403]);
    }
  });
});

describe('splitHtmlLines', () => {
  it('splitHtmlLines closes and reopens spans at line ends', () => {
    expect(splitHtmlLines('a<span class="x">b\nc<span class="y">d</span>\n</span>e')).toEqual([
      'a<span class="x">b</span>',
      '<span class="x">c<span class="y">d</span></span>',
      '<span class="x"></span>e',
    ]);
  });
});
