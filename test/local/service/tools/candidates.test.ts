import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../../local/demo/temporary-folder.js';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../local/service/index/search-index.js';
import {
  type CandidatesOf,
  createCandidatesOf,
  createFindWord,
} from '../../../../local/service/tools/candidates.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { makeRepository } from '../repositories.js';

const LARGE = `${'const padding = 0;\n'.repeat(40_000)}rareWord();\n`;
const FILES = {
  'src/mail.ts': 'export function sendMail() {}\nsendMail();\n',
  'src/copy.ts': 'export function sendMail() {}\nsendMail();\n',
  'src/other.ts': 'sendMailLater();\nconst sendMails = 1;\n',
  'src/a b.md': 'Call `sendMail` to send it, é_sendMail_ is another one.\n',
  'src/größe.py': 'rareWord = größe\n',
  'src/large.ts': LARGE,
  'package-lock.json': '{ "rareWord": 1 }\n',
  'icon.png': Buffer.from('rareWord \0'),
  'cart.class': '<?php class Cart { function sendMail() {} }\n',
  'lib/shop.so': 'INPUT(rareWord.o)\n',
  'lib/shop.a': Buffer.from('!<arch>\0 rareWord'),
  'data.txt': Buffer.from('rareWord \0'),
  'empty.ts': '',
};

async function openIndexed() {
  const shop = makeRepository(FILES, 'shop');
  const [repository] = await openRepositories([shop.path]);
  if (!repository) throw new Error('there is no repository');
  const { path: cacheDir, remove } = makeTemporaryFolder('index-test');
  const index = createSearchIndex({ cacheDir });
  cleanUpAfterTest(async () => {
    await Promise.all([index.stop(), repository.close()]);
    await remove();
  });
  const snapshotOf = (commit: string) => ({ repository, commit });
  const head = shop.git('rev-parse', 'HEAD');
  await index.search({ gitDir: repository.gitDir, commit: head });
  const candidatesOf = createCandidatesOf(index);
  return { shop, repository, index, cacheDir, snapshotOf, head, candidatesOf };
}

it('finds the same lines as a search of all files', async () => {
  const { snapshotOf, head, candidatesOf } = await openIndexed();
  const snapshot = snapshotOf(head);
  const asked: string[] = [];
  const counted: CandidatesOf = async (given, condition) => {
    const found = await candidatesOf(given, condition);
    asked.push(...(found ?? []).map(({ path }) => path));
    return found;
  };
  const find = (word: string, from: CandidatesOf | undefined) =>
    createFindWord(from)(
      { snapshot, word },
      { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY },
    );
  for (const word of [
    'sendMail',
    'sendMailLater',
    'rareWord',
    'größe',
    'padding',
    'nowhere',
    '=',
  ]) {
    const all = await find(word, undefined);
    const some = await find(word, counted);
    expect([word, ...some.files]).toEqual([word, ...all.files]);
    expect(some.complete).toBe(true);
  }
  expect(asked).toContain('src/mail.ts');
  expect(asked).not.toContain('icon.png');
  expect(asked).not.toContain('lib/shop.a');
  expect(asked).not.toContain('empty.ts');
});

it('knows the files of the commit that is indexed, and no other', async () => {
  const { shop, repository, index, snapshotOf, head, candidatesOf } = await openIndexed();
  const condition = [[{ kind: 'word' as const, text: 'sendMail' }]];
  const pathsAt = async (commit: string) =>
    (await candidatesOf(snapshotOf(commit), condition))?.map(({ path }) => path);
  const before = ['cart.class', 'src/a b.md', 'src/copy.ts', 'src/large.ts', 'src/mail.ts'];
  expect(await pathsAt(head)).toEqual(before);
  const next = shop.commit({ 'src/mail.ts': 'nothing();\n', 'src/new.ts': 'sendMail();\n' });
  expect(await pathsAt(next)).toBeUndefined();
  await index.search({ gitDir: repository.gitDir, commit: next });
  expect(await pathsAt(head)).toBeUndefined();
  const after = before.filter((path) => path !== 'src/mail.ts');
  expect(await pathsAt(next)).toEqual([...after, 'src/new.ts']);
});

it('a search that is aborted or late says so', async () => {
  const { snapshotOf, head, candidatesOf } = await openIndexed();
  const findWord = createFindWord(candidatesOf);
  const search = { snapshot: snapshotOf(head), word: 'sendMail' };
  const signal = new AbortController().signal;
  const late = await findWord(search, { signal, deadline: Date.now() - 1 });
  expect(late.complete).toBe(false);
  const aborted = findWord(search, { signal: AbortSignal.abort(), deadline: Date.now() + 60_000 });
  await expect(aborted).rejects.toThrow();
});

it('an index that cannot be read fails the search, and no other', async () => {
  const { index, repository, head, candidatesOf, snapshotOf, cacheDir } = await openIndexed();
  const condition = [[{ kind: 'word' as const, text: 'sendMail' }]];
  for (const name of readdirSync(cacheDir, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.segment')) truncateSync(join(cacheDir, name));
  }
  const files = { gitDir: repository.gitDir, commit: head, condition };
  await expect(index.filesWith(files)).rejects.toThrow('the segment file ends early');
  expect(await candidatesOf(snapshotOf(head), condition)).toBeUndefined();
  // The thread is still the same one: another has not indexed the commit.
  await expect(index.filesWith(files)).rejects.toThrow('the segment file ends early');
});

it('a word that several callers look for at once is looked for once', async () => {
  const { snapshotOf, head, candidatesOf } = await openIndexed();
  let asked = 0;
  const findWord = createFindWord((snapshot, condition) => {
    asked += 1;
    return candidatesOf(snapshot, condition);
  });
  const search = { snapshot: snapshotOf(head), word: 'sendMail' };
  const first = new AbortController();
  const deadline = Date.now() + 60_000;
  const gone = findWord(search, { signal: first.signal, deadline });
  const { signal } = new AbortController();
  const found = findWord(search, { signal, deadline: deadline + 1 });
  first.abort();
  await expect(gone).rejects.toThrow();
  const { files, complete } = await found;
  expect([[...files.keys()], complete, asked]).toEqual([
    ['cart.class', 'src/a b.md', 'src/copy.ts', 'src/mail.ts'],
    true,
    1,
  ]);
  expect((await findWord(search, { signal, deadline })).files).toBe(files);
  expect(asked).toBe(1);
});

it('a word search that everybody has left is aborted, and begins anew for the next', async () => {
  const { snapshotOf, head, candidatesOf } = await openIndexed();
  let asked = 0;
  const findWord = createFindWord((snapshot, condition) => {
    asked += 1;
    return candidatesOf(snapshot, condition);
  });
  const search = { snapshot: snapshotOf(head), word: 'sendMail' };
  const deadline = Date.now() + 60_000;
  const first = new AbortController();
  const gone = findWord(search, { signal: first.signal, deadline });
  first.abort();
  await expect(gone).rejects.toThrow();
  const { signal } = new AbortController();
  expect((await findWord(search, { signal, deadline })).files.size).toBe(4);
  expect(asked).toBe(2);
});
