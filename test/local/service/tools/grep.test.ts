import { expect, it } from 'vitest';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { countMatchingLines, findMatchingLines } from '../../../../local/service/tools/grep.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { makeRepository } from '../repositories.js';

const context = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY };

it('finds the same in files as in the commit, whatever git attributes say of them', async () => {
  const files = { 'a.ts': 'needle\n', 'b.md': 'needle\nneedle\n', 'line\nbreak.ts': 'needle\n' };
  const { path, git } = makeRepository({ ...files, '.gitattributes': '*.md -diff\n' }, 'shop');
  const elsewhere = makeRepository({ '.gitattributes': '*.ts -diff\n*.md binary\n' });
  const [repository] = await openRepositories([path]);
  if (!repository) throw new Error('there is no repository');
  const before = process.cwd();
  process.chdir(elsewhere.path);
  cleanUpAfterTest(async () => {
    process.chdir(before);
    await repository.close();
  });
  const snapshot = { repository, commit: git('rev-parse', 'HEAD') };
  const search = { snapshot, terms: [{ text: 'needle', isRegex: false }] };
  const among = Object.keys(files).map((name) => ({
    path: name,
    objectId: git('rev-parse', `HEAD:${name}`),
  }));
  const lines = { 'a.ts': [1], 'b.md': [1, 2], 'line\nbreak.ts': [1] };
  const counts = { 'a.ts': 1, 'b.md': 2, 'line\nbreak.ts': 1 };
  for (const one of [search, { ...search, among }]) {
    const found = await findMatchingLines(one, context);
    expect(Object.fromEntries(found.files)).toEqual(lines);
    const counted = await countMatchingLines(one, context);
    expect(Object.fromEntries(counted.files)).toEqual(counts);
  }
});
