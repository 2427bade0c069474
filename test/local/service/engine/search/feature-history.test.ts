import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

let answerTo: (question: string) => Promise<string>;

/** A shop whose commits name its features in other words than questions do. */
beforeAll(async () => {
  const repository = makeRepository({}, 'shop');
  const commit = (message: string, files: Record<string, string>) => {
    repository.commit(files);
    repository.git('commit', '-q', '--amend', '-m', message);
  };
  const page = (n: number) => ({ 'src/page.js': `export const page = ${n};\n` });
  commit('Begin', { 'src/page.js': 'export const page = "webpackery";\n' });
  commit('Pelican messages.', { 'src/channels/pelican.js': 'export const send = () => 1;\n' });
  commit('Fix a link after adding Pelican messages', page(2));
  commit('🌑 add darktheme for forms', page(3));
  commit('Fix the dark theme of tables', page(4));
  commit('feat: add --allow-local flag to bypass XSRF protection', page(5));
  commit('fix(form): remediate XSRF vulnerability in orders', page(6));
  commit('Add XSRF protection to the till', page(7));
  commit('add login rate limiter', page(8));
  commit('Added simple TOTP Two Factor Authentication', page(9));
  commit('add command to turn off 2fa', page(10));
  commit('chore: move gadgets below internal', { 'internal/gadget/a.js': 'export const a = 1;\n' });
  commit('Tell ospreys', { 'src/notifications/osprey.js': 'export const tell = () => 1;\n' });
  commit('Tell ibises', { 'src/notifications/ibis/send.js': 'export const post = () => 1;\n' });
  commit('Shout', { 'src/notifications/osprey.js': 'export const tell = () => 2;\n' });
  commit('Write down what is new', { 'CHANGELOG.md': '# Changes\n\n- The heron page is blue\n' });
  commit('Upgrade Nuxt.js', page(11));
  commit('delete nuxtjs, update packages', page(12));
  commit('Fix what removing nuxtjs broke', page(13));
  commit(
    'chore: retire the walrus plugin\n\nNobody used it for a year, and it kept us on an old version.',
    page(14),
  );
  commit('Move from Mongoose to plain queries', page(15));
  commit('remove v1 pages and mongoose migration guide', page(16));
  commit('remove autotailor (#12)', page(17));
  commit('Replace plain-rabbit with Hare for jobs (#13)', page(18));
  commit('Fix the tasks of plain-rabbit', page(19));
  commit('Removed teapot pages.', page(20));
  commit('remove teapot references from README', { 'README.md': 'Shop\n' });
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
});

describe('when a feature came in', () => {
  it.each([
    ['Who added the Pelican messages?', 'Pelican messages.'],
    ['When was dark theme added?', '🌑 add darktheme for forms'],
    ['Who added the XSRF protection?', 'fix\\(form\\): remediate XSRF vulnerability in orders'],
    ['Which commit introduced rate limiting?', 'add login rate limiter'],
    ['When was ratelimiting added?', 'add login rate limiter'],
    ['When did we switch to Hare?', 'Replace plain-rabbit with Hare for jobs \\(#13\\)'],
    ['Who added 2FA?', 'Added simple TOTP Two Factor Authentication'],
  ])('is told by the oldest commit that says so: %s', async (question, title) => {
    expect(await answerTo(question)).toMatch(/^The oldest commit that fits is of .{10}, Ann: “/);
    expect((await answerTo(question)).split('Ann: “')[1]?.replaceAll('\\', '')).toMatch(
      new RegExp(`^${title}`),
    );
  });

  it('is told by the oldest commit that names it, if none says more', async () => {
    expect(await answerTo('When was Nuxt added?')).toMatch(
      /^The oldest commit whose title names it is of .{10}, Ann: “Upgrade Nuxt\.js”/,
    );
  });
});

describe('the history of a feature', () => {
  it('is that of the file or folder whose path has its words', async () => {
    const who = await answerTo('Who wrote the osprey notification?');
    expect(who).toMatch(/^Ann made all of the 2 changes to `src\/notifications\/osprey\.js`\./);
    expect(who).toContain('It was added on ');
    expect(who).toContain('Ann: “Tell ospreys”');
    expect(await answerTo('What changed in the ibis notification lately?')).toMatch(
      /^`src\/notifications\/ibis\/` last changed on .{10}, by Ann: “Tell ibises”/,
    );
  });

  it('is no log of a changelog', async () => {
    expect(await answerTo('When was the heron page last changed?')).not.toContain('CHANGELOG');
  });
});

describe('why a feature was removed', () => {
  it('is in the message of the commit that says so', async () => {
    for (const question of [
      'Why was the walrus bot removed?',
      'Why was the walrus plugin removed?',
      'Why did we remove the walrus plugin?',
    ])
      expect(await answerTo(question)).toMatch(
        /^The newest commit that says so is of .{10}, Ann: “chore: retire the walrus plugin” Why: “Nobody used it/,
      );
  });

  it.each([
    ['Nuxt.js', 'delete nuxtjs, update packages'],
    ['nuxt', 'delete nuxtjs, update packages'],
    ['Mongoose', 'Move from Mongoose to plain queries'],
    ['AutoTailor', 'remove autotailor \\(\\\\#12\\)'],
  ])('is told of %s, also that no reason is given', async (name, title) => {
    const said = `^The newest commit that says so is of .{10}, Ann: “${title}”`;
    expect(await answerTo(`Why was ${name} removed?`)).toMatch(
      new RegExp(`${said}\\. Its message gives no reason\\.`),
    );
    expect(await answerTo(`When was ${name} removed?`)).toMatch(new RegExp(`${said} \\(`));
  });

  it('is also told if something came instead', async () => {
    for (const question of [
      'Why did we move from plain-rabbit to Hare?',
      'why were the jobs switched away from plain-rabbit?',
      'Why was plain-rabbit replaced by Hare?',
    ])
      expect(await answerTo(question)).toMatch(
        /^The newest commit that says so is of .{10}, Ann: “Replace plain-rabbit with Hare for jobs/,
      );
  });

  it('is not said to be the newest where a later commit of a document says so, too', async () => {
    const answer = await answerTo('Why was teapot support removed?');
    expect(answer).toMatch(/^A commit that says so is of .{10}, Ann: “Removed teapot pages/);
    expect(answer).toContain('“remove teapot references from README”');
  });

  it('is that of the commit that removed its last line, if no title says so', async () => {
    expect(await answerTo('Why was webpackery removed?')).toMatch(
      /^The newest commit that added or removed a line with `webpackery` is of .{10}, Ann: “Fix a link after adding Pelican messages”\. Its message gives no reason\./,
    );
  });

  it('is not asked where a program may remove it', async () => {
    expect(await answerTo('Why was the page removed?')).not.toMatch(/commit/);
  });
});
