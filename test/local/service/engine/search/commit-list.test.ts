import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const repository = makeRepository({}, 'shop');
  const commit = (who: string, message: string, file = 'src/cart.ts') => {
    repository.commit({ [file]: `export const said = ${JSON.stringify(message)};\n` });
    const author = `${who} <${who.split(' ')[0]}@example.com>`;
    repository.git('commit', '-q', '--amend', '--author', author, '-m', message);
  };
  commit('Eve', 'Begin');
  commit('Kim Lee', 'Count carts\n\nThe sparse ones were left out.');
  commit('Eve', 'Lock the till', 'src/till.ts');
  commit('Kim Lee', 'Lock carts.*', 'lock.txt');
  commit('Eve', 'sparse carts', 'src/till.ts');
  commit('Danni', 'Have a shelf', 'src/shelf.ts');
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']').replace(/\n+\*Found by search[\s\S]*$/, '');
  };
});

describe('commits that are listed', () => {
  it('are those of an author, newest first, in any case', async () => {
    const answer = await answerTo('type:commit author:kim');
    expect(answer).toMatch(
      /^I found 2 commits by `kim`\. The newest is of .{10}, Kim Lee: “Lock carts\.\\\*” \(\[\w{8}\]\)\n\n- .{10}, Kim Lee: “Count carts” Why: “The sparse ones were left out\.” \(\[\w{8}\]\)$/,
    );
    expect(await answerTo('commits by Kim Lee')).toMatch(/^I found 2 commits by `Kim Lee`\./);
  });

  it('are those with all words in the message, taken literally', async () => {
    const answer = await answerTo('type:commit author:kim carts.*');
    expect(answer).toMatch(/^I found 1 commit by `kim` with `carts\.\*` in the message\. It is of/);
    expect(answer).not.toContain('Count');
  });

  it('are those with a phrase in the message', async () => {
    const answer = await answerTo('type:commit "sparse"');
    expect(answer).toMatch(
      /^I found 2 commits with `sparse` in the message\. The newest is of .{10}, Eve: “sparse carts”/,
    );
    expect(answer).not.toContain('No file contains');
  });

  it('are those with a word in the message, if there are any', async () => {
    expect(await answerTo('type:commit till')).toMatch(
      /^I found 1 commit with `till` in the message\. It is of .{10}, Eve: “Lock the till”/,
    );
    expect(await answerTo('type:commit said')).toMatch(/^`said` last changed on/);
    expect(await answerTo('type:diff till')).not.toMatch(/^I found \d commit/);
  });

  it('are those that changed a file', async () => {
    const answer = await answerTo('commits by Eve in till.ts');
    expect(answer).toMatch(/^I found 2 commits by `Eve` that changed `src\/till\.ts`\./);
    expect(answer).not.toContain('Begin');
  });

  it('may be none, which is said with other commits of the author', async () => {
    const answer = await answerTo('type:commit author:kim till');
    expect(answer).toMatch(/^I found no commit by `kim` with `till` in the message\./);
    expect(answer).toContain('Other commits of this author:\n\n- ');
    expect(await answerTo('type:commit author:nobody')).toMatch(
      /^I found no commit by `nobody`\. \(\[shop\]\)$/,
    );
  });

  it.each(['type:commit author:"kim\0lee"', 'type:commit "sparse\0carts"', 'commits by Kim\0Lee'])(
    'are found by words between which a NUL stands: %j',
    async (question) => {
      expect(await answerTo(question)).toMatch(/^I found \d commits? (?:by `kim|with `sparse) /i);
    },
  );

  it('are those whose messages match a regular expression', async () => {
    expect(await answerTo('type:commit /^lock (the )?t.l+/')).toMatch(
      /^I found 1 commit with `\/\^lock \(the \)\?t\.l\+\/` in the message\. It is of .{10}, Eve: “Lock the till”/,
    );
    expect(await answerTo('type:commit /sp.*se/ author:eve')).toMatch(/^I found 1 commit by `eve`/);
    expect(await answerTo('type:commit /nowhere+/')).toMatch(/^I found no commit with/);
    expect(await answerTo('type:commit /lo(ck/')).toMatch(/^The regular expression .* is invalid/);
  });

  it('are of an author who is called so, if there is one', async () => {
    expect(await answerTo('commits by lee')).toMatch(/^I found 2 commits by `lee`\./);
    expect(await answerTo('author:kim@example.com')).toMatch(/^I found 2 commits by `kim@/);
    for (const question of ['commits by ann', 'author:ann', 'author:ann after:2020-01-01'])
      expect(await answerTo(question)).toMatch(
        /^I found 1 commit whose author's name or address contains `ann`.* It is of .{10}, Danni:/,
      );
  });

  it('name the time that was asked about', async () => {
    expect(await answerTo('author:kim after:2020-01-01')).toMatch(
      /^I found 2 commits by `kim` since 2020-01-01\./,
    );
    const none = await answerTo('author:kim after:2090-01-01');
    expect(none).toMatch(/^I found no commit by `kim` since 2090-01-01\./);
    expect(none).toContain('Other commits of this author:\n\n- ');
  });

  it('are not what a sentence asks for that names no author', async () => {
    expect(await answerTo('commits by default')).not.toMatch(/^I found (?:no|\d) commit/);
  });
});
