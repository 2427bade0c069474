import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';

const ROOT = join(import.meta.dirname, '..', '..');
const NEEDED = [
  ...['scripts', 'package.json', 'package-lock.json', 'CHANGELOG.md', 'README.md', 'SECURITY.md'],
  ...['docs/install.md', 'docs/upgrading.md'],
];
const IDENTITY = { 'user.name': 'test', 'user.email': 'test@localhost' };
const run = promisify(execFile);

let folder: ReturnType<typeof makeTemporaryFolder>;
beforeEach(async () => {
  folder = makeTemporaryFolder('deepsearch-release');
  for (const path of NEEDED) {
    cpSync(join(ROOT, path), join(folder.path, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
  await git('init', '--quiet');
  for (const [key, value] of Object.entries(IDENTITY)) await git('config', key, value);
  await git('add', ...NEEDED);
  await git('commit', '--quiet', '--message', 'first');
});
afterEach(() => folder.remove());

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: folder.path });
  return stdout.trim();
}

const release = () =>
  run(process.execPath, [join(folder.path, 'scripts', 'release.mjs'), '--version', '9.9.9']);

/** What a release changes. */
async function state(): Promise<string[]> {
  return Promise.all([
    git('for-each-ref'),
    git('status', '--porcelain', '--untracked-files=no'),
    git('diff', 'HEAD'),
  ]);
}

it('a release is one commit with a tag', async () => {
  const { stdout } = await release();
  expect(stdout).toContain('tagged it v9.9.9');
  expect(await git('log', '--format=%s', 'v9.9.9')).toBe('chore(release): 9.9.9\nfirst');
  expect(await git('status', '--porcelain', '--untracked-files=no')).toBe('');
});

it('a release whose tag exists is refused, and changes nothing', async () => {
  await git('tag', 'v9.9.9');
  const before = await state();
  await expect(release()).rejects.toThrow('The tag v9.9.9 exists already');
  expect(await state()).toEqual(before);
});

it('a release that cannot be tagged leaves nothing behind', async () => {
  await git('config', 'tag.gpgSign', 'true');
  await git('config', 'gpg.program', 'false');
  const before = await state();
  await expect(release()).rejects.toThrow();
  expect(await state()).toEqual(before);
});
