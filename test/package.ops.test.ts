import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { makeTemporaryFolder } from '../local/demo/temporary-folder.js';
import { BOT_SCOPES } from '../src/intake/receiver/install-pages.js';
import { startStack } from './support/stack.js';
import { HAS_TERMINALS, KEYS, runInTerminal } from './support/terminal.js';

const ROOT = dirname(import.meta.dirname);
const Packed = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

/** Runs a program; gives its exit code and what it prints. */
async function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env) {
  const [program = '', ...args] = command;
  const child = promisify(execFile)(program, args, { cwd, env, maxBuffer: 1 << 24 });
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), out: `${stdout}`, err: `${stderr}` }),
  );
}

/** What operators read and use beside the app. */
const DOCUMENTS =
  /^(docs\/(adr\/)?[\w.-]+\.(md|json|yaml)|deploy\/.+\.(ya?ml|json)|[\w.-]+\.(md|yml)|LICENSE|package\.json)$/;

/** Where a document's relative links lead, as paths in the package; pictures stay in the sources. */
function linkedFrom(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, to = '']) => to);
  return links
    .filter((to) => !/^\w+:/.test(to) && !/\.(png|svg)$/.test(to))
    .map((to) => join(dirname(path), to));
}

/** Links that only somebody with the sources follows. */
const FOR_DEVELOPERS = /^\.github\//;

describe('the package that npm pack makes', () => {
  const folder = makeTemporaryFolder('deepsearch-pack');
  let files: string[];

  beforeAll(async () => {
    const packed = await run(['npm', 'pack', '--json', '--pack-destination', folder.path], ROOT);
    const [{ filename, files: found }] = Packed.parse(JSON.parse(packed.out));
    files = found.map(({ path }) => path);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const installed = await run(['npm', 'install', ...options, `./${filename}`], folder.path);
    expect(installed.code, installed.err).toBe(0);
  });
  afterAll(() => folder.remove());

  it('contains the built app, and neither sources nor the local programs', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/main.js']));
    const app = /^dist\/[^./][^/]*\.js(\.map)?$/;
    expect(files.filter((path) => !app.test(path) && !DOCUMENTS.test(path))).toEqual([]);
  });

  it('has every page that its README and its other pages link to', () => {
    const packed = (path: string) =>
      files.some((file) => file === path || file.startsWith(`${path}/`));
    const pages = files.filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(30);
    const missing = pages.flatMap((page) =>
      linkedFrom(page)
        .filter((to) => !packed(to.replace(/\/$/, '')) && !FOR_DEVELOPERS.test(to))
        .map((to) => `${page} -> ${to}`),
    );
    expect(missing).toEqual([]);
  });

  it('says how to start it there', async () => {
    const command = ['npx', '--no', 'deepsearch-slack'];
    const { out } = await run([...command, 'help'], folder.path);
    expect(out).toContain(
      'node --env-file=.env node_modules/deepsearch-slack/dist/main.js [bot|worker]',
    );
  });

  it('runs init and doctor from an empty folder', async () => {
    const command = ['npx', '--no', 'deepsearch-slack'];
    const init = [...command, 'init', '--instance', 'https://code.example.com', '--socket-mode'];
    expect(await run(init, folder.path)).toMatchObject({ code: 0 });
    expect(readdirSync(folder.path)).toEqual(
      expect.arrayContaining(['.env', 'slack-manifest.yml']),
    );
    const doctor = await run([...command, 'doctor', '--env-file', '.env'], folder.path);
    expect(doctor).toMatchObject({
      code: 1,
      out: expect.stringContaining('SLACK_BOT_TOKEN is missing'),
    });
  });

  it.skipIf(!HAS_TERMINALS)('guides to a running app', async () => {
    const stack = await startStack({
      roles: [],
      transport: 'socket',
      workspace: { scopes: BOT_SCOPES },
    });
    onTestFinished(() => stack.stop());
    const settings = { ...stack.env, ACCESS_MODE: 'shared' };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder.path, 'values.env'), lines.join('\n'));
    const init = ['init', '--dir', 'guided', '--socket-mode', '--values', 'values.env'];
    const guide = runInTerminal(['npx', '--no', 'deepsearch-slack', ...init], { cwd: folder.path });
    onTestFinished(guide.kill);
    await guide.until('Start the app now');
    guide.answer();
    await guide.until('Ctrl-C ends this');
    guide.type(KEYS.ctrlC);
    await guide.until('node --env-file=guided/.env node_modules/deepsearch-slack/dist/main.js');
    expect(await guide.exited).toBe(0);
  });

  it('starts with valid settings, and its doctor finds no problem', async () => {
    const stack = await startStack({ roles: [], workspace: { scopes: BOT_SCOPES } });
    onTestFinished(() => stack.stop());
    const lines = Object.entries(stack.env).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder.path, 'tokens.env'), lines.join('\n'));
    const installed = join('node_modules', 'deepsearch-slack', 'dist');
    const bot = spawn(process.execPath, ['--env-file=tokens.env', join(installed, 'main.js')], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void bot.kill('SIGKILL'));
    let log = '';
    bot.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await expect.poll(() => log).toContain('"msg":"ready"');
    const command = ['npx', '--no', 'deepsearch-slack', 'doctor', '--env-file', 'tokens.env'];
    const doctor = await run(command, folder.path);
    expect(doctor.code, doctor.out).toBe(0);
  });
});

describe('the documents', () => {
  it('show npx only after a build in the same folder, and say that nothing is published', () => {
    const install = readFileSync(join(ROOT, 'docs', 'install.md'), 'utf8');
    const order = [
      'npm run build',
      'npx deepsearch-slack',
      'nothing of this project has been published',
    ];
    const places = order.map((text) => install.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(readme.indexOf('npm run build')).toBeLessThan(readme.indexOf('npx deepsearch-slack'));
  });
});
