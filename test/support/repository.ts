import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';

export interface Repository {
  readonly path: string;
  remove(): Promise<void>;
}

/** A real git repository of one commit with these files, in a temporary folder called `name`. */
export async function makeRepository(
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<Repository> {
  const parent = makeTemporaryFolder('deepsearch-repository');
  const path = join(parent.path, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', path, ...args], { stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', 'commit', '--quiet', '-m', 'Shop');
  return { path, remove: parent.remove };
}

/** A small shop with a queue that retries: what the demo and the browser are asked about. */
export const SHOP = {
  'README.md': '# shop\n\nA small shop. Failed payments are retried by the queue.\n',
  'src/queue.ts': [
    '/** How often a failed job is tried again. */',
    'export const MAX_RETRIES = 5;',
    '',
    '/** Milliseconds until the next try: doubles each time, up to a minute. */',
    'export function backoff(attempt: number): number {',
    '  return Math.min(60_000, 500 * 2 ** attempt);',
    '}',
    '',
    'export class PaymentQueue {',
    '  async retryPayment(attempt: number): Promise<void> {',
    '    if (attempt >= MAX_RETRIES) throw new Error("gave up");',
    '    await new Promise((resolve) => setTimeout(resolve, backoff(attempt)));',
    '  }',
    '}',
    '',
  ].join('\n'),
  'src/cart.ts':
    'export function total(prices: number[]): number {\n  return prices.reduce((a, b) => a + b, 0);\n}\n',
};
