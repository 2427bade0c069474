import { expect, it } from 'vitest';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../local/service/index/search-index.js';
import {
  type CandidatesOf,
  createCandidatesOf,
  findWord,
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
  'data.txt': Buffer.from('rareWord \0'),
  'empty.ts': '',
};

async function openIndexed() {
  const shop = makeRepository(FILES, 'shop');
  const [repository] = await openRepositories([shop.path]);
  if (!repository) throw new Error('there is no repository');
  const index = createSearchIndex();
  cleanUpAfterTest(() => Promise.all([index.stop(), repository.close()]));
  const snapshotOf = (commit: string) => ({ repository, commit });
  const head = shop.git('rev-parse', 'HEAD');
  await index.search({ gitDir: repository.gitDir, commit: head });
  return { shop, repository, index, snapshotOf, head, candidatesOf: createCandidatesOf(index) };
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
    findWord(
      { snapshot, word, candidatesOf: from },
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
  expect(asked).not.toContain('empty.ts');
});

it('knows the files of the commit that is indexed, and no other', async () => {
  const { shop, repository, index, snapshotOf, head, candidatesOf } = await openIndexed();
  const condition = [[{ kind: 'word' as const, text: 'sendMail' }]];
  const pathsAt = async (commit: string) =>
    (await candidatesOf(snapshotOf(commit), condition))?.map(({ path }) => path);
  const before = ['package-lock.json', 'src/a b.md', 'src/copy.ts', 'src/large.ts', 'src/mail.ts'];
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
  const search = { snapshot: snapshotOf(head), word: 'sendMail', candidatesOf };
  const signal = new AbortController().signal;
  const late = await findWord(search, { signal, deadline: Date.now() - 1 });
  expect(late.complete).toBe(false);
  const aborted = findWord(search, { signal: AbortSignal.abort(), deadline: Date.now() + 60_000 });
  await expect(aborted).rejects.toThrow();
});
