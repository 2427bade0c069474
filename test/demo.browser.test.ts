import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { askFirstQuestion } from '../local/demo/first-question.js';
import { startWorkspace } from '../local/workspace/workspace.js';
import { runCli } from './cli/run-cli.js';
import { startBrowser } from './support/browser.js';
import { runDemo } from './support/demo.js';
import { makeRepository, type Repository, SHOP } from './support/repository.js';

let browser: Browser;
let repository: Repository;

beforeAll(async () => {
  repository = await makeRepository('shop', SHOP);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await repository.remove();
});

/** Where what is run makes its temporary folders. */
let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'deepsearch-demo-'));
});
afterEach(() => rm(temporary, { recursive: true, force: true }));

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runDemo(args, { TMPDIR: temporary, ...env });

it('the demo answers a question about a real repository, and Ctrl-C stops everything quietly', async () => {
  const demo = run([repository.path]);
  const started = await demo.started();
  expect(demo.output()).toContain('Answers come from search');
  const page = await browser.newPage();
  await page.goto(started);
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByText('How does backoff work?').first().waitFor();
  await thread.getByText(/Found by search/).waitFor();
  await thread.getByRole('button', { name: 'Close' }).first().click();

  await page.getByRole('button', { name: 'backend', exact: true }).click();
  await page.getByText('/deepsearch How does backoff work?').waitFor();
  await page.getByRole('button', { name: 'general', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Message #general' })
    .fill('@deepsearch where is the backoff of a retry computed?');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('article').filter({ hasText: 'where is the backoff of a retry' });
  await asked.getByRole('button', { name: /repl/ }).click();
  await thread
    .getByRole('link', { name: /src\/queue\.ts/ })
    .first()
    .waitFor();
  await thread.getByText(/Found by search/).waitFor();
  const href = await thread
    .getByRole('link', { name: /src\/queue\.ts/ })
    .first()
    .getAttribute('href');
  expect((await fetch(href ?? '')).status).toBe(200);
  await page.close();

  const [, url = ''] =
    /REDIS_URL=(\S+) npx deepsearch-slack audit verify/.exec(demo.output()) ?? [];
  const audit = await runCli(['audit', 'verify'], { env: { REDIS_URL: url } });
  expect(audit).toMatchObject({ code: 0, out: expect.stringContaining('Unbroken') });

  expect(await readdir(temporary)).not.toEqual([]);
  const before = demo.output();
  expect(await demo.interrupt()).toBe(0);
  expect(demo.output().slice(before.length).trim()).toBe('Stopping…');
  expect(await readdir(temporary)).toEqual([]);
  await expect(fetch(started)).rejects.toThrow();
});

it('the demo asks the first question once, and only in an empty channel', async () => {
  const workspace = await startWorkspace();
  const { general: channel } = workspace.channels;
  const questions = [{ title: 'Learn', message: 'How does it work?' }];
  const said = () => workspace.messages({ channel }).map(({ text }) => text);
  await askFirstQuestion(workspace, []);
  expect(said()).toEqual([]);
  const { ravi } = workspace.people;
  const first = askFirstQuestion(workspace, questions);
  await expect.poll(said).toEqual([`<@${workspace.app.botUserId}> How does it work?`]);
  const [{ ts: threadTs } = { ts: '' }] = workspace.messages({ channel });
  await workspace.say({ as: ravi, channel, threadTs, text: 'a reply' });
  await first;
  await askFirstQuestion(workspace, questions);
  expect(said()).toHaveLength(1);
  await workspace.stop();
});

it.each(['SIGTERM', 'SIGHUP'] as const)(
  'the demo exits quietly after %s, and leaves nothing behind',
  async (signal) => {
    const { child, exited, address, output } = run([repository.path]);
    await address;
    expect(await readdir(temporary)).not.toEqual([]);
    const before = output();
    child.kill(signal);
    expect((await exited)[0]).toBe(0);
    expect(output().slice(before.length).trim()).toBe('Stopping…');
    expect(await readdir(temporary)).toEqual([]);
  },
);

it('the demo leaves nothing behind when it is killed', async () => {
  const { child, exited, address, output } = run([repository.path]);
  await address;
  const [, bot = ''] = /Bot: (http:\S+)/.exec(output()) ?? [];
  child.kill('SIGKILL');
  await exited;
  const answers = () =>
    fetch(bot).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 60_000 }).toBe(false);
  await expect.poll(() => readdir(temporary), { timeout: 60_000 }).toEqual([]);
});

it('the demo says when the bot crashes, and keeps its log', async () => {
  const { child, exited, address, output } = run([repository.path]);
  await address;
  const { stdout } = await promisify(execFile)('pgrep', [
    '-P',
    String(child.pid),
    '-f',
    ' \\S*/main\\.js$',
  ]);
  process.kill(Number(stdout), 'SIGKILL');
  expect((await exited)[0]).toBe(1);
  const [, log = ''] = /The bot exited \(SIGKILL\): see (\S+)\n$/.exec(output()) ?? [];
  expect(await readFile(log, 'utf8')).toContain('"msg":"ready"');
});

it('the demo prints one sentence for an invalid path, port or model', async () => {
  const wrongPath = run(['/nowhere/at/all']);
  expect((await wrongPath.exited)[0]).toBe(1);
  expect(wrongPath.output()).toMatch(/\/nowhere\/at\/all/);
  expect(wrongPath.output()).not.toMatch(/ at .*\.js:\d+/);

  const wrongPort = run([repository.path], { DEMO_PORT: 'eighty' });
  expect((await wrongPort.exited)[0]).toBe(1);
  expect(wrongPort.output()).toMatch(/DEMO_PORT is "eighty"/);

  const wrongSlow = run(['--slow', 'very', repository.path]);
  expect((await wrongSlow.exited)[0]).toBe(1);
  expect(wrongSlow.output()).toBe('--slow is "very": set whole seconds, up to 999.\n');

  const wrongOption = run(['--fast']);
  expect((await wrongOption.exited)[0]).toBe(1);
  expect(wrongOption.output()).toMatch(
    /^Unknown option '--fast'[^\n]*: see npm run demo -- --help\n$/,
  );

  const noModel = run([repository.path], { LLM_BASE_URL: 'http://127.0.0.1:9' });
  expect((await noModel.exited)[0]).toBe(1);
  expect(noModel.output()).toMatch(/^LLM_BASE_URL is set and LLM_MODEL is missing: [^\n]+\n$/);
});
