import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSettings } from '../src/config.js';
import { builtProgram, ensureBuilt } from './support/dist.js';
import { type Bot, type Stack, spawnBot, startStack } from './support/stack.js';

const ROOT = join(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const run = promisify(execFile);

beforeAll(ensureBuilt);

describe('the README', () => {
  it('names only commands that exist', () => {
    const named = [...README.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start))\b/g)];
    expect(named.length).toBeGreaterThan(3);
    for (const [, script, short] of named) expect(scripts).toHaveProperty(script ?? short ?? '');
  });

  it('points only at files that are there', () => {
    const links = [...README.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(5);
    for (const path of links) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('has each setting with its default and meaning', () => {
    for (const { name, fallback, meaning } of describeSettings()) {
      const shown = fallback === undefined ? '' : `\`${fallback}\``;
      expect(README).toContain(`| \`${name}\` | ${shown} | ${meaning} |`);
    }
  });

  it('gives commands that say how they are used', async () => {
    for (const program of ['local/demo/main.js', 'local/service/main.js', 'cli.js']) {
      const { stdout } = await run(process.execPath, [builtProgram(program), '--help']);
      expect(stdout).toMatch(/npm run (demo|service) -- |Usage: deepsearch-slack/);
    }
  });

  it('makes the settings and the manifest with the command it gives', async () => {
    const given = /npx deepsearch-slack (init .*)/.exec(README)?.[1]?.split(' ') ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'deepsearch-init-'));
    await run(process.execPath, [builtProgram('cli.js'), ...given], { cwd: folder });
    expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(/^ENCRYPTION_KEY=.{40,}/m);
    expect(existsSync(join(folder, 'slack-manifest.yml'))).toBe(true);
    await rm(folder, { recursive: true });
  });
});

describe('the `.env` of the README', () => {
  let folder: string;
  let stack: Stack;
  let bot: Bot | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deepsearch-readme-'));
    stack = await startStack({ roles: [] });
  });
  afterAll(async () => {
    await bot?.kill();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts the bot as the README does', async () => {
    const block = /```sh\n( *SLACK_BOT_TOKEN=[\s\S]*?)```/.exec(README)?.[1] ?? '';
    const names = [...block.matchAll(/^ *([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
    expect(names).toContain('ENCRYPTION_KEY');
    const lines = names.map((name) => `${name}=${stack.env[name]}`);
    await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
    expect(README).toContain('node --env-file=.env dist/main.js');
    const { SLACK_API_URL = '' } = stack.env;
    bot = await spawnBot('both', { SLACK_API_URL, PORT: '0', HOST: '127.0.0.1', OPS_PORT: '0' }, [
      `--env-file=${join(folder, '.env')}`,
    ]);
    const ready = await fetch(`http://127.0.0.1:${bot.ports.ops}/readyz`);
    expect(ready.status).toBe(200);
  });
});
