import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const lines = (name: string, many = 20) =>
  Array.from({ length: many }, (_, n) => `export const ${name}${n} = ${n};\n`).join('');

/** A file that was renamed by somebody else, a year later, and one that began as half a copy of another. */
function makeShop() {
  const repository = makeRepository({}, 'shop');
  const commit = (
    [date, who, message]: readonly [string, string, string],
    files: Record<string, string>,
  ) => {
    repository.commit(files);
    const env = { PATH: process.env['PATH'], GIT_COMMITTER_DATE: `${date}T12:00:00Z` };
    const author = ['--author', `${who} <${who.toLowerCase()}@example.com>`];
    const amend = ['commit', '-q', '--amend', ...author, '--date', date, '-m', message];
    const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    execFileSync('git', [...person, '-C', repository.path, ...amend], { env });
  };
  commit(['2024-02-01', 'Ann', 'Begin the till'], { 'src/till.ts': lines('till') });
  commit(['2024-03-01', 'Ann', 'Count more'], { 'src/till.ts': `${lines('till')}// More.\n` });
  repository.git('mv', 'src/till.ts', 'src/register.ts');
  commit(['2025-02-01', 'Eve', 'Call it a register'], {});
  commit(['2025-03-01', 'Eve', 'Have invoices'], {
    'src/register.ts': `${lines('till')}// Even more.\n`,
    'src/invoices.ts': `${lines('till', 12)}${lines('invoice', 9)}`,
  });
  return repository;
}

async function answersFrom(path: string): Promise<(question: string) => Promise<string>> {
  const world = await startSharedSearchService([path]);
  return async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
}

describe('what changed in a file before it was renamed', () => {
  let answerTo: (question: string) => Promise<string>;
  beforeAll(async () => {
    answerTo = await answersFrom(makeShop().path);
  });

  it('is told of a year that ended before', async () => {
    const answer = await answerTo('What changed in src/register.ts in 2024?');
    expect(answer).toMatch(/^2 commits changed `src\/register\.ts` in 2024\..*“Count more”/s);
  });

  it.each(['type:commit author:ann src/register.ts', 'commits by Ann in src/register.ts'])(
    'is told of an author who did not rename it: %s',
    async (question) => {
      const answer = await answerTo(question);
      expect(answer).toMatch(
        /^I found 2 commits by `ann` that changed `src\/register\.ts`.*“Begin the till”/is,
      );
      expect(answer).not.toContain('Eve');
    },
  );

  it('is told of words that the message of the rename does not have', async () => {
    expect(await answerTo('type:commit "the TILL" src/register.ts')).toMatch(
      /^I found 1 commit with `the TILL` in the message that changed .*“Begin the till”/s,
    );
  });

  it('says when it was added, under either name', async () => {
    expect(await answerTo('when was src/register.ts added?')).toMatch(
      /^`src\/register\.ts` was added on 2024-02-01, by Ann: “Begin the till”/,
    );
  });

  it('is not what was in another file that it began as half a copy of', async () => {
    expect(await answerTo('when was src/invoices.ts introduced?')).toMatch(
      /^`src\/invoices\.ts` was added on 2025-03-01, by Eve: “Have invoices”/,
    );
  });
});

it('where a shallow clone begins, nothing is said to have been added', async () => {
  const clone = join(makeFolder(), 'shop');
  const url = pathToFileURL(makeShop().path).href;
  execFileSync('git', ['clone', '--quiet', '--bare', '--depth', '2', url, clone]);
  const answerTo = await answersFrom(clone);
  expect(await answerTo('when was src/register.ts added?')).toMatch(
    /^The oldest change to `src\/register\.ts` that was found is of 2025-02-01/,
  );
  expect(await answerTo('when was src/invoices.ts added?')).toMatch(
    /^`src\/invoices\.ts` was added on 2025-03-01/,
  );
});
