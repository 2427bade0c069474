import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const cart = (limit: number) =>
  `export const CARTS = ['small', 'large'];\n\n/** How many carts fit. */\nexport function countCarts() {\n  return ${limit};\n}\n`;

let answerTo: (question: string) => Promise<string>;

/** A shop whose history lacks the old text of a file, as clones do that leave out large files. */
beforeAll(async () => {
  const repository = makeRepository({ 'old/cart.ts': cart(1) }, 'shop');
  const lost = repository.git('rev-parse', 'HEAD:old/cart.ts');
  repository.git('rm', '-q', 'old/cart.ts');
  const commit = (files: Record<string, string>, who: string, message: string) => {
    repository.commit(files);
    repository.git(
      'commit',
      '-q',
      '--amend',
      '--author',
      `${who} <${who}@example.com>`,
      '-m',
      message,
    );
  };
  commit({ 'src/cart.ts': `${cart(2)}// More to come.\n` }, 'ben', 'Move the carts');
  commit(
    { 'src/cart.ts': cart(3), 'src/till.ts': 'export const tills = 1;\n' },
    'eve',
    'Fit three carts',
  );
  rmSync(join(repository.path, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
});

describe('the history of a file of which git lacks an old text', () => {
  it('is what git can tell without it', async () => {
    const who = await answerTo('who wrote src/cart.ts?');
    expect(who).toContain('eve made 1 of the last 2 changes to `src/cart.ts`, ben 1.');
    const last = await answerTo('what changed lately in src/cart.ts and why?');
    expect(last).toMatch(
      /^`src\/cart\.ts` last changed on \d{4}-\d\d-\d\d, by eve: “Fit three carts”/,
    );
  });

  it('does not tell since when it is there', async () => {
    const answer = await answerTo('when was src/cart.ts added?');
    expect(answer).toMatch(
      /^The oldest change to `src\/cart\.ts` that was found is of .{12}by ben/,
    );
  });

  it('is that of its lines, too', async () => {
    expect(await answerTo('who wrote countCarts?')).toContain('changes to `countCarts`, ben 1.');
  });
});

it('is said not to be known of a file that only a merge brought', async () => {
  const repository = makeRepository({ 'README.md': '# Shop\n' }, 'till');
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit({ 'side.md': '# Side\n' });
  repository.git('checkout', '-q', 'main');
  repository.git('merge', '-q', '--no-ff', '--no-commit', 'side');
  repository.commit({ 'src/till.ts': 'export const tills = 2;\n' });
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('who wrote src/till.ts?'));
  expect(answer).toMatch(/^I found no commit that changed `src\/till\.ts`\./);
});

describe('the authors of a file', () => {
  const author = async (names: readonly string[], mailmap: string) => {
    const repository = makeRepository({ '.mailmap': mailmap }, 'till');
    for (const [n, name] of names.entries()) {
      repository.commit({ 'src/till.ts': `export const tills = ${n};\n` });
      const who = `${name} <${n}@example.com>`;
      repository.git('commit', '-q', '--amend', '--author', who, '-m', 'Count');
    }
    const bare = join(makeFolder(), 'till');
    repository.git('clone', '-q', '--bare', repository.path, bare);
    const answers: string[] = [];
    for (const path of [repository.path, bare]) {
      const world = await startSharedSearchService([path]);
      answers.push(onlyQuestion(await world.ask('who wrote src/till.ts?')).answer ?? '');
    }
    return answers;
  };

  it('are one person for one name, however its letters are encoded', async () => {
    for (const answer of await author(['Zo\u00eb', 'Zoe\u0308', 'Ann'], ''))
      expect(answer).toContain('Zo\u00eb made 2 of the 3 changes to `src/till.ts`, Ann 1.');
  });

  it('have the names that .mailmap gives them', async () => {
    for (const answer of await author(['ann', 'Ann Lee', 'eve'], 'Ann Lee <0@example.com>\n'))
      expect(answer).toContain('Ann Lee made 2 of the 3 changes to `src/till.ts`, eve 1.');
  });
});

describe('a follow-up about the history', () => {
  it('of a class is about the one that was shown, of several with its name', async () => {
    const lock = 'namespace Shop\\Lock;\n\n/** Locks a till. */\nclass Plugin {\n}\n';
    const list = 'namespace Shop\\List;\n\n/** Lists what is in the till. */\nclass Plugin {\n';
    const body = '  public function all() {\n    return 1;\n  }\n';
    const repository = makeRepository({ 'lib/Lock/Plugin.php': `<?php\n${lock}` }, 'shop');
    repository.git('commit', '-q', '--amend', '--author', 'eve <eve@example.com>', '-m', 'Lock');
    repository.commit({ 'lib/List/Plugin.php': `<?php\n${list}${body.repeat(9)}}\n` });
    const world = await startSharedSearchService([repository.path]);
    const first = await world.ask('what does Plugin of Lock do, which locks a till?');
    expect(onlyQuestion(first).answer).toContain('Locks a till');
    await world.request('POST', `/${first.id}/questions`, { body: { question: 'who wrote it?' } });
    const { questions } = await world.waitForOutcome(first);
    expect(questions.at(-1)?.answer).toMatch(/^eve made the only change to `Plugin`/);
  });

  it('why something was added is about the commit that brought it', async () => {
    const answer = await answerTo('why was CARTS introduced?');
    expect(answer).toMatch(/^The oldest change to `CARTS` .{1,40}, by ben: “Move the carts”/);
  });
});

describe('two questions about the history of one thing', () => {
  it('are one where the first answer has all of the second', async () => {
    const answer = await answerTo('who wrote src/cart.ts and when did it last change?');
    expect(answer.match(/last changed on/g)).toHaveLength(1);
    expect(answer).toContain('changes to `src/cart.ts`, ben 1.');
    expect(answer).not.toContain('**When did it last change?**');
  });

  it('repeat no commit', async () => {
    const answer = await answerTo('when was src/cart.ts added and who wrote it?');
    expect(answer).toMatch(/^The oldest change to `src\/cart\.ts`/);
    expect(answer).toContain('**Who wrote it?** eve made 1 of the last 2 changes');
    expect(answer.match(/last changed on/g)).toHaveLength(1);
  });

  it('are two where they are about two things that one commit changed', async () => {
    const answer = await answerTo('who wrote src/cart.ts and when was src/till.ts last changed?');
    expect(
      answer.match(/`src\/till\.ts` last changed on .{10}, by eve: “Fit three carts”/g),
    ).toHaveLength(1);
    expect(answer.match(/It last changed on .{10}, by eve: “Fit three carts”/g)).toHaveLength(1);
  });
});
