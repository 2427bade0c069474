import { expect, it } from 'vitest';
import { unsearchedTextNote } from '../../../../../local/service/engine/search/answer.js';
import { filesWithin } from '../../../../../local/service/engine/search/passages/file-limits.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { cleanUpAfterTest } from '../../../../support/cleanup.js';
import { makeRepository } from '../../repositories.js';

const PHRASE = 'too many berths';

async function withinLimits(text: string, timeoutMs: number) {
  const { path, git } = makeRepository({
    'src/pier.ts': `throw new Error('${PHRASE}');\n`,
    'src/quay.ts': 'export const berths = 3;\n',
  });
  const [repository] = await openRepositories([path]);
  if (!repository) throw new Error('there is no repository');
  cleanUpAfterTest(() => repository.close());
  const among = ['src/pier.ts', 'src/quay.ts'].map((name) => ({
    path: name,
    objectId: git('rev-parse', `HEAD:${name}`),
  }));
  const { has, missing, unsearched } = await filesWithin(
    { matchesFile: () => true, exact: [{ text, isRegex: false }] },
    {
      snapshot: { repository, commit: git('rev-parse', 'HEAD') },
      among,
      candidatesOf: undefined,
      signal: new AbortController().signal,
      timeoutMs,
    },
  );
  const files = among.map((file) => file.path).filter((file) => has(file));
  return { files, missing, unsearched };
}

it('only files with the phrase are let through', async () => {
  expect(await withinLimits(PHRASE, 60_000)).toEqual({
    files: ['src/pier.ts'],
    missing: [],
    unsearched: [],
  });
});

it('a phrase that no file has limits nothing, and is missing', async () => {
  const { files, missing, unsearched } = await withinLimits('no berth at all', 60_000);
  expect({ files: files.length, missing, unsearched }).toEqual({
    files: 2,
    missing: ['no berth at all'],
    unsearched: [],
  });
});

it('a phrase for which the time was too short limits nothing, and is not said to be missing', async () => {
  const { files, missing, unsearched } = await withinLimits(PHRASE, 0);
  expect({ files: files.length, missing, unsearched }).toEqual({
    files: 2,
    missing: [],
    unsearched: [PHRASE],
  });
  expect(unsearchedTextNote(PHRASE)).toContain(`\`${PHRASE}\``);
});
