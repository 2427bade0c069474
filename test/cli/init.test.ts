import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createManifest } from '../../src/cli/manifest.js';
import { describeSettings, readConfig } from '../../src/config.js';
import { runCli } from './run-cli.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deepsearch-init-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('init', () => {
  const files = async () => ({
    env: await readFile(join(folder, '.env'), 'utf8'),
    manifest: parse(await readFile(join(folder, 'slack-manifest.yml'), 'utf8')),
  });

  it.each([
    ['http', ['--url', 'https://bot.example.com/'], 'https://bot.example.com'],
    ['Socket Mode', ['--socket-mode'], undefined],
    ['Socket Mode where no address is given', [], undefined],
  ])('init writes the files for %s', async (_, args, url) => {
    const { code, out, err } = await runCli(['init', ...args], { cwd: folder });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/1\. [\s\S]*https:\/\/api\.slack\.com\/apps[\s\S]*2\. [\s\S]*3\. /);
    expect(out).toContain('npx deepsearch-slack smoke --channel C… --env-file .env\n');
    const { env, manifest } = await files();
    expect(manifest).toEqual(createManifest(url === undefined ? {} : { publicUrl: url }));
    const empty = Object.entries(parseEnv(env)).filter(([, value]) => value === '');
    const found = {
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_SIGNING_SECRET: 's',
      SLACK_APP_TOKEN: 'xapp-1',
    };
    const values = { ...found, DEEPSEARCH_URL: 'https://code.example.com', DEEPSEARCH_TOKEN: 't' };
    const filled = empty.map(([name]) => [name, Reflect.get(values, name)]);
    const { slack } = readConfig({ ...parseEnv(env), ...Object.fromEntries(filled) }, 'both');
    expect(slack.transport.kind).toBe(url === undefined ? 'socket' : 'http');
  });

  it('init writes the instance’s URL to both files, and keeps it', async () => {
    const asked = ['init', '--instance', 'https://code.example.com/ds/'];
    const { code, out } = await runCli(asked, { cwd: folder });
    expect(code).toBe(0);
    expect(out).not.toContain('previews');
    const { env, manifest } = await files();
    expect(parseEnv(env)['DEEPSEARCH_URL']).toBe('https://code.example.com/ds');
    expect(manifest.features.unfurl_domains).toEqual(['code.example.com']);
    await runCli(['init', '--force'], { cwd: folder });
    expect((await files()).manifest).toEqual(manifest);
    const wrong = await runCli(['init', '--instance', 'code', '--force'], { cwd: folder });
    expect([wrong.code, wrong.err]).toEqual([
      expect.any(Number),
      expect.stringContaining('--instance must be the URL'),
    ]);
    expect(wrong.code).not.toBe(0);
  });

  it('init without an instance says what link previews need', async () => {
    const { out } = await runCli(['init'], { cwd: folder });
    expect(out).toContain('--force --instance URL');
    expect((await files()).manifest.features).not.toHaveProperty('unfurl_domains');
  });

  it('init documents every variable, and generates a new key each time', async () => {
    await runCli(['init'], { cwd: folder });
    const { env } = await files();
    for (const { name, meaning, fallback } of describeSettings()) {
      expect(env).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
      expect(env.toLowerCase()).toContain(meaning.replaceAll('`', '').toLowerCase());
      if (fallback !== undefined) expect(env).toContain(`# ${name}=${fallback}\n`);
    }
    await runCli(['init', '--dir', join(folder, 'deep', 'er')], { cwd: folder });
    const other = parseEnv(await readFile(join(folder, 'deep', 'er', '.env'), 'utf8'));
    expect(Buffer.from(other['ENCRYPTION_KEY'] ?? '', 'base64')).toHaveLength(32);
    expect(other['ENCRYPTION_KEY']).not.toBe(parseEnv(env)['ENCRYPTION_KEY']);
  });

  it('init writes settings that only the owner can read', async () => {
    await runCli(['init'], { cwd: folder });
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
    await writeFile(join(folder, '.env'), '', { mode: 0o644 });
    await runCli(['init', '--force'], { cwd: folder });
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
  });

  it('init overwrites nothing without --force, and then keeps the key', async () => {
    await writeFile(join(folder, '.env'), 'SLACK_BOT_TOKEN=xoxb-mine\n');
    const refused = await runCli(['init'], { cwd: folder });
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/exists? already.*--force/),
    ]);
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe('SLACK_BOT_TOKEN=xoxb-mine\n');
    await expect(stat(join(folder, 'slack-manifest.yml'))).rejects.toThrow('ENOENT');

    await runCli(['init', '--force'], { cwd: folder });
    const { ENCRYPTION_KEY: key } = parseEnv((await files()).env);
    const { out } = await runCli(['init', '--force'], { cwd: folder });
    expect(parseEnv((await files()).env)['ENCRYPTION_KEY']).toBe(key);
    expect(out).toContain('kept its ENCRYPTION_KEY');
    expect(out).not.toContain(key);
  });

  it('init says which file it cannot write', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, err } = await runCli(['init', '--dir', join(folder, 'file', 'below')]);
    expect([code, err]).toEqual([1, expect.stringContaining('ENOTDIR')]);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
