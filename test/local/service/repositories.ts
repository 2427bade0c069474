import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTemporaryFolder } from '../../../local/demo/temporary-folder.js';
import { cleanUpAfterFile } from '../../support/cleanup.js';

/** A real repository for a test, removed after its file. */
export interface TestRepository {
  readonly path: string;
  git(...args: string[]): string;
  /** Writes the files and commits all; gives the commit's id. */
  commit(files?: Readonly<Record<string, string | Buffer>>): string;
}

export function makeFolder(name = 'work'): string {
  const folder = makeTemporaryFolder('service-test');
  cleanUpAfterFile(() => folder.remove());
  const inside = join(folder.path, name);
  mkdirSync(inside);
  return inside;
}

export function makeRepository(
  files: Readonly<Record<string, string | Buffer>> = {},
  name?: string,
): TestRepository {
  const path = makeFolder(name);
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    const env = { PATH: process.env['PATH'], HOME: path, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...who, '-C', path, ...args], { env, encoding: 'utf8' }).trim();
  };
  const commit: TestRepository['commit'] = (changed = {}) => {
    for (const [file, content] of Object.entries(changed)) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), content);
    }
    git('add', '--all');
    git('commit', '-q', '-m', 'a change');
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'main');
  if (Object.keys(files).length > 0) commit(files);
  return { path, git, commit };
}

/** A bare clone of the repository with its commits and folders, but without the contents of files. */
export function makePartialClone({ path, git }: TestRepository, name: string): string {
  git('config', 'uploadpack.allowFilter', 'true');
  const clone = join(makeFolder(), name);
  const args = [
    'clone',
    '--quiet',
    '--bare',
    '--filter=blob:none',
    pathToFileURL(path).href,
    clone,
  ];
  execFileSync('git', args, { stdio: 'ignore' });
  const url = `https://code.example.com/${name}.git`;
  execFileSync('git', ['-C', clone, 'config', 'remote.origin.url', url]);
  return clone;
}

/** A small web service in two languages, with its tests and documents. */
export const SHOP: Readonly<Record<string, string | Buffer>> = {
  'README.md': '# Shop\n\nA small shop.\n\n## Installing\n\nRun `make install`.\n',
  'src/cart/shopping-cart.ts': `import { Money } from '../money.js';

/** Holds what a visitor wants to buy. Nothing is reserved before checkout. */
export class ShoppingCart {
  readonly items: string[] = [];

  /** Puts an item in, at most 99 of each. */
  addItem(item: string, price: Money): void {
    if (this.items.length > 99) throw new Error('too many items');
    this.items.push(\`\${item} \${price}\`);
  }

  removeItem(item: string): void {
    this.items.splice(this.items.indexOf(item), 1);
  }
}
`,
  'src/cart/checkout.ts': `import { ShoppingCart } from './shopping-cart.js';
import { computeBackoff } from '../http/retry-policy.js';

// Sends the order to the payment provider, and tries again when it does not answer.
export async function checkout(cart: ShoppingCart): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await new Promise((done) => setTimeout(done, computeBackoff(attempt)));
    if (cart.items.length === 0) return;
  }
}
`,
  'src/http/retry-policy.ts': `/** Milliseconds to wait before the next attempt: exponential, with jitter. */
export function computeBackoff(attempt: number): number {
  return Math.random() * 100 * 2 ** attempt;
}
`,
  'src/money.ts': 'export type Money = number;\n',
  'tools/inventory.py': `"""Counts what is on the shelves."""


class InventoryReport:
    """A report of all shelves, one line each."""

    def count_missing(self, shelves):
        """How many shelves are empty."""
        return sum(1 for shelf in shelves if not shelf)
`,
  'test/shopping-cart.test.ts': `import { ShoppingCart } from '../src/cart/shopping-cart.js';

test('a shopping cart takes items', () => {
  const cart = new ShoppingCart();
  cart.addItem('tea', 3);
  expect(cart.items).toHaveLength(1);
});
`,
  'docs/cart.md': '# The shopping cart\n\nThe shopping cart holds items. An item can be added.\n',
  'docs/odd (1) #%?.md': '# Oddly named\n\nA zebra crossing.\n',
  'logo.png': Buffer.from([0x89, 0x50, 0, 0, 1, 2, 3]),
};
