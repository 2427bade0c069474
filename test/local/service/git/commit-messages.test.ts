import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommitMessages } from '../../../../local/service/git/commit-messages.js';
import { type Git, openGit } from '../../../../local/service/git/git.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { makeRepository, type TestRepository } from '../repositories.js';

function commit({ git, commit }: TestRepository, files: readonly string[], message: string): void {
  commit(Object.fromEntries(files.map((file) => [file, `${file} ${message}\n`])));
  git('commit', '-q', '--amend', '--cleanup=verbatim', '-m', message);
}

function open({ path }: TestRepository): Git {
  const git = openGit(join(path, '.git'));
  cleanUpAfterTest(() => git.close());
  return git;
}

async function messagesOf(repository: TestRepository, ...paths: string[]) {
  const wanted = { commit: repository.git('rev-parse', 'HEAD'), paths: new Set(paths) };
  const found = await readCommitMessages(open(repository), wanted);
  return Object.fromEntries(
    [...found].map(([path, messages]) => [path, messages.map((message) => message.trim())]),
  );
}

describe('readCommitMessages', () => {
  it('gives the messages of the commits that changed a file, newest first', async () => {
    const repository = makeRepository();
    commit(repository, ['a.ts', 'größe.ts'], 'add two\n\nThey are needed.');
    commit(repository, ['a.ts'], 'fix one');
    commit(repository, ['b.ts'], 'not asked for');
    expect(await messagesOf(repository, 'a.ts', 'größe.ts')).toEqual({
      'a.ts': ['fix one', 'add two\n\nThey are needed.'],
      'größe.ts': ['add two\n\nThey are needed.'],
    });
  });

  it('leaves out merges, changes of many files, trailers, links and numbers of issues', async () => {
    const repository = makeRepository();
    commit(
      repository,
      ['a.ts'],
      'first, see https://example.com/1 (#12)\n\nSigned-off-by: Ann <a@b>',
    );
    repository.git('checkout', '-q', '-b', 'side');
    commit(repository, ['a.ts'], 'aside');
    repository.git('checkout', '-q', 'main');
    commit(repository, ['b.ts'], 'on main');
    repository.git('merge', '-q', '--no-ff', '-m', 'merge side', 'side');
    const many = Array.from({ length: 10 }, (_, n) => `${n}.ts`);
    commit(repository, ['a.ts', ...many], 'new style everywhere');
    const found = await messagesOf(repository, 'a.ts', 'b.ts', '0.ts');
    expect(Object.keys(found).sort()).toEqual(['a.ts', 'b.ts']);
    expect(found['b.ts']).toEqual(['on main']);
    expect(found['a.ts']?.map((message) => message.replaceAll(/\s+/g, ' '))).toEqual([
      'aside',
      'first, see ( )',
    ]);
  });

  it('no message passes for another commit or a path, however it is written', async () => {
    const repository = makeRepository();
    commit(repository, ['a.ts'], '\u0001one\n\nb.ts\n\u0001two');
    commit(repository, ['\u0001c.ts', 'd\ne.ts', 'f.ts'], `long ${'word '.repeat(10_000)}`);
    const found = await messagesOf(repository, 'a.ts', 'b.ts', '\u0001c.ts', 'd\ne.ts', 'f.ts');
    expect(Object.keys(found).sort()).toEqual(['\u0001c.ts', 'a.ts', 'd\ne.ts', 'f.ts']);
    expect(found['a.ts']).toEqual(['\u0001one\n\nb.ts\n\u0001two']);
    expect(found['f.ts']?.[0]?.length).toBeLessThan(1_000);
  });

  it('of a file that changes all the time, the latest fifty count', async () => {
    const repository = makeRepository();
    for (let n = 0; n < 52; n += 1) commit(repository, ['a.ts'], `change ${n}`);
    const messages = (await messagesOf(repository, 'a.ts'))['a.ts'] ?? [];
    expect(messages.length).toBe(50);
    expect([messages[0], messages.at(-1)]).toEqual(['change 51', 'change 2']);
  });

  it('fails for no missing history, and gives what was read when the time is over', async () => {
    const repository = makeRepository({ 'a.ts': '' });
    const paths = new Set(['a.ts']);
    const git = open(repository);
    expect(await readCommitMessages(git, { commit: '0'.repeat(40), paths })).toEqual(new Map());
    const head = repository.git('rev-parse', 'HEAD');
    const inNoTime = await readCommitMessages(git, { commit: head, paths }, 0);
    expect([0, 1]).toContain(inNoTime.size);
  });
});
