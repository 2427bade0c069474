import { beforeAll, describe, expect, it } from 'vitest';
import type {
  EngineAnswer,
  PreviousQuestion,
} from '../../../../../local/service/conversation/engine.js';
import { createSearchEngine } from '../../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../../local/service/index/search-index.js';
import { createFilesOf } from '../../../../../local/service/tools/snapshot-files.js';
import { cleanUpAfterFile } from '../../../../support/cleanup.js';
import { createTestNavigator } from '../../nav/navigation-harness.js';
import { makeRepository, SHOP } from '../../repositories.js';

const ORDERS = {
  'README.md':
    '# Orders\n\n[![Build](https://x/y.svg)](https://x)\n\nSends **orders** to the [kitchen](https://k). It is small.\n\n' +
    '## Running it\n\nStart it with a port:\n\n```sh\norders --port 80\n```\n\nIt then waits for orders.\n',
  'src/order.ts': `import { pauseMs } from './retry.js';
import { post } from './post.js';

/**
 * Sends an order to the kitchen. Tries three times.
 *
 * @example
 *     await sendOrder('soup')
 */
export async function sendOrder(order: string): Promise<void> {
  const kitchen = process.env.KITCHEN_URL;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const ok = await post(kitchen, order);
    if (ok) return;
    await pauseMs(attempt);
  }
  const first = 1;
  const second = 2;
  const third = 3;
  throw new Error(\`\${order} \${first} \${second} \${third}\`);
}
`,
  'src/retry.ts': `/** Waits longer after each attempt. */
export function pauseMs(attempt: number): Promise<void> {
  return new Promise((done) => setTimeout(done, 2 ** attempt));
}
`,
  'src/post.ts': `/** Posts an order over HTTP, and says whether it was taken. */
export async function post(url: string | undefined, order: string): Promise<boolean> {
  return url !== undefined && order !== '';
}
`,
  'src/menu.ts': `/** What there is to eat, in the order of the day. */

export class Menu {
  /** All dishes. */
  dishes(): string[] {
    return [];
  }

  /** Whether there is such a dish. */
  has(dish: string): boolean {
    return this.dishes().includes(dish);
  }
}
`,
  'test/order.test.ts': `import { sendOrder } from '../src/order.js';

describe('an order', () => {
  it('is sent to the kitchen', async () => {
    await sendOrder('soup');
  });

  it('is sent again when the kitchen is busy', async () => {
    await sendOrder('tea');
  });
});
`,
  'tools/count.rb': 'def count_orders(orders)\n  orders.size\nend\n',
};

type Ask = (question: string, history?: readonly PreviousQuestion[]) => Promise<EngineAnswer>;
let ask: Ask;
beforeAll(async () => {
  const made = [makeRepository(ORDERS, 'orders'), makeRepository(SHOP, 'shop')];
  const repositories = await openRepositories(made.map(({ path }) => path));
  const index = createSearchIndex();
  const navigator = createTestNavigator();
  const filesOf = createFilesOf();
  const engine = createSearchEngine({ repositories, index, navigator, filesOf });
  const { signal } = new AbortController();
  ask = (question, history = []) =>
    engine(question, { history, added: '', signal, report: () => {}, stats: () => {} });
  cleanUpAfterFile(async () => {
    await index.stop();
    await Promise.all(repositories.map((one) => one.close()));
  });
});

/** Without links: `[text](address)` is shown as `text`. */
const plain = ({ answer }: EngineAnswer) => answer.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

describe('an answer', () => {
  it('says what it is, shows its lines, and how it goes on', async () => {
    const answer = plain(await ask('How does sendOrder work?')).split('\n*Found')[0];
    expect(
      answer,
    ).toBe(`\`sendOrder\`: Sends an order to the kitchen. Tries three times. (src/order.ts:4–21 in \`orders\`)

\`\`\`typescript
export async function sendOrder(order: string): Promise<void> {
  const kitchen = process.env.KITCHEN_URL;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const ok = await post(kitchen, order);
    if (ok) return;
    await pauseMs(attempt);
  }
  const first = 1;
  const second = 2;
  const third = 3;
  throw new Error(\`\${order} \${first} \${second} \${third}\`);
}
\`\`\`

What it calls, in order:

1. \`post\`: Posts an order over HTTP, and says whether it was taken. (src/post.ts:1–4)
2. \`pauseMs\`: Waits longer after each attempt. (src/retry.ts:1–4)

- Reads \`KITCHEN_URL\` (src/order.ts:11)
- Tested by “is sent to the kitchen” (test/order.test.ts:4–5)
`);
  });

  it('shows of a class its members', async () => {
    const answer = plain(await ask('What is Menu?'));
    expect(answer).toContain(
      'export class Menu {\n  dishes(): string[] { …\n  has(dish: string): boolean { …\n',
    );
    expect(answer).toContain('- `Menu.has`: Whether there is such a dish. (src/menu.ts:9–12)');
  });

  it('in a language that is not parsed has no path of calls', async () => {
    const answer = plain(await ask('How does count_orders work?'));
    expect(answer).toMatch(/^`count_orders` \(tools\/count\.rb:1–3/);
    expect(answer).not.toContain('What it calls');
  });

  it('about a section of a document says its sentences, and shows its code', async () => {
    const answer = plain(await ask('What does README.md say about running it?'));
    expect(answer).toMatch(
      /^\*\*Running it\*\*: It then waits for orders\. \(README\.md:7–15 in `orders`\)/,
    );
    expect(answer).toContain('```sh\norders --port 80\n```');
  });

  it('about a whole file says what it is for and what it defines', async () => {
    expect(plain(await ask('What does src/post.ts do?'))).toMatch(
      /^`src\/post\.ts` defines `post`: Posts an order over HTTP, and says whether it was taken\. \(/,
    );
    expect(plain(await ask('What does tools/inventory.py do?'))).toMatch(
      /^`tools\/inventory\.py`: Counts what is on the shelves\. \(tools\/inventory\.py:1 in `shop`\)/,
    );
    expect(plain(await ask('In orders: what is this repository about?'))).toMatch(
      /^\*\*Orders\*\*: Sends orders to the kitchen\. It is small\. \(README\.md:1–5\)/,
    );
  });

  it('about tests lists those that name the subject', async () => {
    const answer = plain(await ask('How is sendOrder tested?'));
    expect(answer).toContain(
      '2 tests name `sendOrder`, such as “is sent to the kitchen” (test/order.test.ts:4–5',
    );
    expect(answer).toContain("it('is sent to the kitchen', async () => {");
    expect(answer).toContain('- “is sent again when the kitchen is busy” (test/order.test.ts:8–9)');
  });

  it.each([
    'How does sendOrder work?',
    'How is sendOrder tested?',
    'What does src/menu.ts do?',
    'How is a shopping cart paid for?',
    'How long do we wait between attempts?',
    'What does README.md say about running it?',
  ])('fits one screen, with all that it refers to among its sources: %s', async (question) => {
    const { answer, sources = [], suggested_followups: followups = [] } = await ask(question);
    const room = answer.startsWith('Best guess: ') ? 42 : 28;
    expect(answer.split('\n').length).toBeLessThanOrEqual(room);
    const links = [...answer.matchAll(/\]\(\/([^@)]*)@\w+\/-\/blob\/([^)?]*)/g)];
    expect(links.length).toBeGreaterThan(0);
    const labels = sources.map(({ label }) => label);
    for (const [, repo, path = ''] of links) {
      expect(labels).toContain(`${repo} · ${decodeURIComponent(path)}`);
    }
    expect(followups).not.toContain(question);
  });

  it('suggests nothing that it says already', async () => {
    const { suggested_followups: followups } = await ask('How does sendOrder work?');
    expect(followups).toContain('Where is sendOrder used?');
    expect(followups).not.toContain('How does sendOrder work?');
    const tests = await ask('How is sendOrder tested?');
    expect(tests.suggested_followups).not.toContain('How is sendOrder tested?');
  });

  it('is about the repository that the question names', async () => {
    const { sources } = await ask('In shop: how long do we wait between attempts?');
    expect(sources?.map(({ label }) => label).every((label) => label.startsWith('shop'))).toBe(
      true,
    );
    expect((await ask('In nowhere: what is it?')).answer).toBe(
      'No repository is named `nowhere`. I can search `orders`, `shop`.',
    );
  });

  it('to a follow-up is about what the answer before is about', async () => {
    const question = 'How does sendOrder work?';
    const first = await ask(question);
    const history = [{ question, answer: first.answer, sources: first.sources ?? [] }];
    expect(plain(await ask('and how is it tested?', history))).toContain(
      '2 tests name `sendOrder`',
    );
    expect(plain(await ask('show me the second one', history))).toMatch(/^`pauseMs`: Waits longer/);
  });
});
