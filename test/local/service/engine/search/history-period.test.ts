import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const repository = makeRepository({}, 'shop');
  const commit = (date: string, files: Record<string, string>, message: string) => {
    repository.commit(files);
    const env = { PATH: process.env['PATH'], GIT_COMMITTER_DATE: `${date}T12:00:00Z` };
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    const args = [...who, '-C', repository.path, 'commit', '-q', '--amend', '-m', message];
    execFileSync('git', args, { env });
  };
  const cart = (size: number) => ({ 'src/cart.ts': `export const size = ${size};\n` });
  commit('2021-05-01', cart(1), 'Begin');
  commit('2022-03-02', cart(2), 'Weigh apples on the scale');
  commit('2022-11-03', cart(3), 'Weigh pears on the scale');
  commit('2024-01-04', cart(4), 'Weigh plums on a new scale');
  commit('2024-02-05', { 'src/till.ts': 'export const till = 1;\n' }, 'Count the till');
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
});

it('the changes of a year are those of that year', async () => {
  const answer = await answerTo('what changed in cart.ts in 2022 and why?');
  expect(answer).toMatch(
    /^2 commits changed `src\/cart\.ts` in 2022\. .{0,90}The newest of them is of 2022-11-03, by Ann: “Weigh pears on the scale”/,
  );
  expect(answer).toContain('2022-03-02, Ann: “Weigh apples on the scale”');
  expect(answer).not.toMatch(/Begin|plums/);
});

it('the changes of a month, and of all files', async () => {
  expect(await answerTo('what changed in cart.ts in March 2022?')).toMatch(
    /^1 commit changed `src\/cart\.ts` in March 2022\. .{0,90}2022-03-02, by Ann/,
  );
  expect(await answerTo('what changed in 2024?')).toMatch(
    /^2 commits changed `shop` in 2024\. .{0,90}2024-02-05, by Ann: “Count the till”/,
  );
  expect(await answerTo('who changed cart.ts in 2022?')).toContain(
    'Ann made all of the 2 changes to `src/cart.ts` in 2022.',
  );
});

it('of a year without changes, that is said, with the last one', async () => {
  expect(await answerTo('what changed in cart.ts in 2023 and why?')).toMatch(
    /^No commit changed `src\/cart\.ts` in 2023\. .{0,90}It last changed on 2024-01-04/,
  );
});

it('a year is no part of what the messages are searched for', async () => {
  const answer = await answerTo('what changed in weighing on the scale in 2022?');
  expect(answer).toMatch(/of 2022-11-03, .{0,50}“Weigh pears on the scale”/);
  expect(await answerTo('what changed in weighing on the scale in 2023?')).toContain(
    'No commit in 2023 fits.',
  );
});
