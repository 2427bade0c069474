import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Block, Person } from '../../local/workspace/workspace.js';
import { makeRepository, type Repository, SHOP } from './repository.js';
import type { Stack } from './stack.js';
import { viewText, waitForModal } from './views.js';

/** The shop with a history: a second commit by somebody else, a branch, and a file of 3,000 lines. */
export async function makeShopWithHistory(): Promise<Repository> {
  const shop = await makeRepository('shop', SHOP);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', shop.path, ...args], { stdio: 'pipe' });
  async function commit(by: string, message: string, files: Readonly<Record<string, string>>) {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(shop.path, file)), { recursive: true });
      await writeFile(join(shop.path, file), text);
    }
    git('add', '--all');
    const who = ['-c', `user.name=${by}`, '-c', `user.email=${by.toLowerCase()}@example.com`];
    git(...who, 'commit', '--quiet', '-m', message);
  }
  const patient = SHOP['src/queue.ts'].replace('MAX_RETRIES = 5', 'MAX_RETRIES = 9');
  await commit('Lee', 'Retry payments more often', { 'src/queue.ts': patient });
  await commit('Kim', 'Keep all rates <!channel>', { 'data/rates.txt': RATES });
  git('checkout', '--quiet', '-b', 'feature');
  await commit('Lee', 'Count the cart', {
    'src/count.ts':
      "import { total } from './cart.js';\n\nexport const count = () => total([1]);\n",
  });
  git('checkout', '--quiet', 'main');
  return shop;
}

/** More than the 128 KB that are read at once. */
const RATES = Array.from({ length: 3_000 }, (_, i) => `rate ${i + 1} ${'x'.repeat(60)}`).join('\n');

/** The modal on top of somebody's, once it reads like this, with a way to use it. */
export async function openedView(stack: Stack, as: Person, like: string | RegExp) {
  const { workspace } = stack;
  const modal = await waitForModal(stack, as, like);
  const element = (label: string) => {
    const found = elements(modal.blocks).find((it) => labelOf(it) === label);
    if (found === undefined) throw new Error(`no "${label}" in:\n${viewText(modal)}`);
    return String(found['action_id']);
  };
  return {
    modal,
    read: () => viewText(modal),
    labels: () => elements(modal.blocks).map(labelOf),
    /** Presses what has this label; gives the view that reads like `next` then. */
    async press(label: string, next: string | RegExp) {
      await workspace.clickInView({ as, actionId: element(label) });
      return openedView(stack, as, next);
    },
    /** Chooses or types into what has this label. */
    async choose(label: string, value: string, next: string | RegExp) {
      await workspace.clickInView({ as, actionId: element(label), value });
      return openedView(stack, as, next);
    },
  };
}

type Element = Readonly<Record<string, unknown>>;

function elements(blocks: readonly Block[]): Element[] {
  return blocks
    .flatMap((block) => [
      block['accessory'],
      block['element'],
      ...(block.type === 'actions' ? (block['elements'] as unknown[]) : []),
    ])
    .filter((it): it is Element => typeof it === 'object' && it !== null);
}

function labelOf(element: Element): string {
  const text = (element['text'] ?? element['placeholder']) as { text?: string } | undefined;
  return text?.text ?? '';
}
