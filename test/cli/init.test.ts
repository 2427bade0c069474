import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createManifest } from '../../src/cli/commands/manifest.js';
import { manifestLink } from '../../src/cli/init/manifest-link.js';
import { withLogin } from '../../src/cli/init/topics.js';
import { runCommandLine } from '../../src/cli/run.js';
import { describeSettings, readConfig } from '../../src/config.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import { startStack } from '../support/stack.js';
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

  it('init for the local workspace says how to start it, and accepts this machine’s address', async () => {
    const local = [
      '--slack-api-url',
      'http://127.0.0.1:3081/api',
      '--url',
      'http://127.0.0.1:3000',
    ];
    const { code, out } = await runCli(['init', ...local], { cwd: folder });
    expect(code).toBe(0);
    expect(out).toContain('npm run workspace -- --manifest slack-manifest.yml --port 3081\n');
    expect(out).not.toMatch(/api\.slack\.com|Forward/);
    const { env, manifest } = await files();
    expect(parseEnv(env)).toMatchObject({
      SLACK_API_URL: 'http://127.0.0.1:3081/api/',
      PUBLIC_URL: 'http://127.0.0.1:3000',
    });
    expect(manifest).toEqual(createManifest({ publicUrl: 'http://127.0.0.1:3000' }));
  });

  it.each([
    ['--url', 'http://bot.example.com', '--url must be the https:// URL'],
    ['--url', 'https://bot.example.com/?a', '--url must be the https:// URL'],
    ['--slack-api-url', 'slack', '--slack-api-url must be the root of a Slack Web API'],
  ])('init refuses %s %s', async (option, value, says) => {
    const { code, err } = await runCli(['init', option, value], { cwd: folder });
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
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
    const { ENCRYPTION_KEY: key, SLACK_BOT_TOKEN: token } = parseEnv((await files()).env);
    expect(token).toBe('xoxb-mine');
    const { out } = await runCli(['init', '--force'], { cwd: folder });
    expect(parseEnv((await files()).env)['ENCRYPTION_KEY']).toBe(key);
    expect(out).toContain('kept its ENCRYPTION_KEY');
    expect(out).not.toContain(key);
  });

  it('init changes only what it has to in an existing .env', async () => {
    const mine = '# mine\nexport OTHER="1\n2"\nSLACK_APP_TOKEN=xapp-1\n';
    await writeFile(join(folder, '.env'), mine);
    await runCli(['init', '--force', '--instance', 'https://code.example.com'], { cwd: folder });
    const { env, manifest } = await files();
    expect(env.startsWith(mine)).toBe(true);
    expect(manifest.settings.socket_mode_enabled).toBe(true);
    const args = ['init', '--force', '--url', 'https://bot.example.com'];
    const { out } = await runCli(args, { cwd: folder });
    expect(out).toContain(
      'Commented out SLACK_APP_TOKEN in .env: with it, the app would use Socket Mode.\n',
    );
    const { env: after } = await files();
    expect(after.startsWith(mine.replace('SLACK_APP', '# SLACK_APP'))).toBe(true);
    expect(parseEnv(after)).not.toHaveProperty('SLACK_APP_TOKEN');
    expect(parseEnv(after)).toMatchObject({
      OTHER: '1\n2',
      PUBLIC_URL: 'https://bot.example.com',
      DEEPSEARCH_URL: 'https://code.example.com',
    });
    const back = await runCli(['init', '--force', '--socket-mode'], { cwd: folder });
    expect(back.out).toContain('Restored SLACK_APP_TOKEN, which was commented out in .env.\n');
    expect((await files()).env.startsWith(mine)).toBe(true);
    expect(parseEnv((await files()).env)).toMatchObject({ SLACK_APP_TOKEN: 'xapp-1' });
  });

  it('init in a package says that the local workspace is started in a clone', async () => {
    const args = ['init', '--dir', folder, '--slack-api-url', 'http://127.0.0.1:3080/api/'];
    const program = join('node_modules', 'deepsearch-slack', 'dist', 'main.js');
    const { out } = await runCommandLine(args, {}, { program });
    expect(out).toContain('In another terminal, in a clone of the sources, start');
    expect(out).toContain(`--manifest ${join(folder, 'slack-manifest.yml')}\n`);
    expect((await files()).env).toMatch(/^# shared: every question/m);
  });

  it('init names the port that .env has', async () => {
    await writeFile(join(folder, '.env'), 'PORT=3201\n');
    const args = ['init', '--force', '--url', 'https://bot.example.com'];
    const { out } = await runCli(args, { cwd: folder });
    expect(out).toContain('Forward https://bot.example.com/slack/events to its PORT (3201).');
  });

  it('init replaces no ENCRYPTION_KEY, not even an invalid one', async () => {
    await writeFile(join(folder, '.env'), 'ENCRYPTION_KEY=short\n');
    const { code, err } = await runCli(['init', '--force'], { cwd: folder });
    expect([code, err]).toEqual([1, expect.stringContaining('ENCRYPTION_KEY in .env is invalid')]);
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe('ENCRYPTION_KEY=short\n');
  });

  it('init takes tokens from a file, and checks them', async () => {
    const lines = [
      ...['SLACK_BOT_TOKEN=xoxb-1', 'SLACK_APP_TOKEN=xapp-1', 'SLACK_API_URL=http://127.0.0.1:1/'],
      ...[
        'DEEPSEARCH_URL=http://127.0.0.1:1',
        'DEEPSEARCH_TOKEN=t',
        'REDIS_URL=redis://127.0.0.1:1',
      ],
    ];
    await writeFile(join(folder, 'values'), lines.join('\n'));
    const { code, out } = await runCli(['init', '--values', 'values'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).not.toMatch(/api\.slack\.com|Fill in/);
    expect(out).toContain('1. Fix the problems above in .env, and check again:');
    expect(out).toMatch(/problem +redis .*ECONNREFUSED/);
    expect(out).toMatch(/problem +slack /);
    expect(out).toMatch(/problem +service .*could not be reached/);
    expect(parseEnv((await files()).env)).toMatchObject(parseEnv(lines.join('\n')));
  });

  it('init prints only what is left to do where all tokens are given and work', async () => {
    const stack = await startStack({
      roles: [],
      transport: 'socket',
      workspace: { scopes: BOT_SCOPES },
    });
    onTestFinished(() => stack.stop());
    const lines = Object.entries(stack.env).map(([name, value]) => `${name}=${value}`);
    await writeFile(join(folder, 'values'), lines.join('\n'));
    const { code, out } = await runCli(['init', '--yes', '--values', 'values'], { cwd: folder });
    expect(code, out).toBe(0);
    expect(out).not.toMatch(/api\.slack\.com|Fill in|doctor/);
    expect(out).toMatch(/Next:\n1\. Start the app:\n {5}node --env-file=\.env .*\n2\. Invite it/);
  });

  it('init --distributed prepares installations in several workspaces', async () => {
    const args = ['init', '--distributed', '--url', 'https://bot.example.com'];
    const { code, out } = await runCli(args, { cwd: folder });
    expect(code).toBe(0);
    const { env, manifest } = await files();
    const set = parseEnv(env);
    const empty = Object.keys(set).filter((name) => set[name] === '');
    expect(empty.sort()).toEqual([
      ...['DEEPSEARCH_TOKEN', 'DEEPSEARCH_URL', 'SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'],
      ...['SLACK_SIGNING_SECRET', 'SLACK_WORKSPACES'],
    ]);
    expect(set['SLACK_STATE_SECRET']).toMatch(/^[0-9a-f]{64}$/);
    expect(manifest.oauth_config.redirect_urls).toEqual([
      'https://bot.example.com/slack/oauth_redirect',
    ]);
    for (const name of empty) expect(out).toContain(`     ${name}`);
    expect(out).toContain('opens https://bot.example.com/slack/install\n');
    expect(out).toContain('activate public distribution');
    expect(out).not.toMatch(/SLACK_BOT_TOKEN|smoke/);
    await runCli(['init', '--force'], { cwd: folder });
    expect(parseEnv((await files()).env)).toEqual(set);
  });

  it('init --values with OAuth settings needs an address', async () => {
    await writeFile(join(folder, 'values'), 'SLACK_CLIENT_ID=1.2\n');
    const { code, err } = await runCli(['init', '--values', 'values'], { cwd: folder });
    expect([code, err]).toEqual([1, expect.stringContaining('several workspaces needs --url')]);
  });

  it('init --socket-mode prepares an app of several workspaces for one', async () => {
    const args = ['init', '--distributed', '--url', 'https://bot.example.com'];
    await runCli(args, { cwd: folder });
    const { out } = await runCli(['init', '--socket-mode', '--force'], { cwd: folder });
    expect(out).toContain('SLACK_BOT_TOKEN');
    expect(out).not.toMatch(/SLACK_CLIENT_ID|SLACK_WORKSPACES/);
    expect(out).toContain('Commented out SLACK_STATE_SECRET');
    expect(parseEnv((await files()).env)).not.toHaveProperty('SLACK_STATE_SECRET');
  });

  it('init --socket-mode after --distributed uses the tokens again that are commented out', async () => {
    await writeFile(join(folder, '.env'), 'SLACK_BOT_TOKEN=xoxb-1\nSLACK_APP_TOKEN=xapp-1\n');
    const distributed = ['init', '--force', '--distributed', '--url', 'https://bot.example.com'];
    await runCli(distributed, { cwd: folder });
    expect(parseEnv((await files()).env)).not.toHaveProperty('SLACK_BOT_TOKEN');
    await runCli(['init', '--force', '--socket-mode'], { cwd: folder });
    const tokens = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' };
    expect(parseEnv((await files()).env)).toMatchObject(tokens);
  });

  it('init --distributed after --socket-mode restores the settings for several workspaces', async () => {
    const oauth = { SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'c', SLACK_STATE_SECRET: 's' };
    const lines = Object.entries(oauth).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    await runCli(['init', '--force', '--socket-mode'], { cwd: folder });
    expect(parseEnv((await files()).env)).not.toHaveProperty('SLACK_CLIENT_ID');
    const distributed = ['init', '--force', '--distributed', '--url', 'https://bot.example.com'];
    await runCli(distributed, { cwd: folder });
    expect(parseEnv((await files()).env)).toMatchObject(oauth);
  });

  it('init restores the last of several values that are commented out, and keeps the others', async () => {
    await writeFile(join(folder, '.env'), '# SLACK_APP_TOKEN=old\n# SLACK_APP_TOKEN=new\n');
    await runCli(['init', '--force', '--socket-mode'], { cwd: folder });
    const { env } = await files();
    expect(env.startsWith('# SLACK_APP_TOKEN=old\nSLACK_APP_TOKEN=new\n')).toBe(true);
  });

  it.each([
    [['--socket-mode'], 2, '--distributed needs an address'],
    [[], 1, 'An app for several workspaces needs --url'],
  ])('init --distributed needs HTTP: %j', async (args, expected, says) => {
    const { code, err } = await runCli(['init', '--distributed', ...args], { cwd: folder });
    expect([code, err]).toEqual([expected, expect.stringContaining(says)]);
    await expect(stat(join(folder, '.env'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['SLACK_BOT_TOKN=1\n', 'what is not a setting: SLACK_BOT_TOKN'],
    [undefined, '--values cannot be read'],
  ])('init writes nothing for wrong --values: %s', async (text, message) => {
    if (text !== undefined) await writeFile(join(folder, 'values'), text);
    const { code, err } = await runCli(['init', '--values', 'values'], { cwd: folder });
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    await expect(stat(join(folder, '.env'))).rejects.toThrow('ENOENT');
  });

  it('the link to create the app has the manifest in it, if that is not too long', () => {
    const options = { publicUrl: 'https://bot.example.com', instance: 'https://code.example.com' };
    const link = new URL(manifestLink(options) ?? '');
    expect(JSON.parse(link.searchParams.get('manifest_json') ?? '')).toEqual(
      createManifest(options),
    );
    expect(manifestLink({ publicUrl: `https://${'a.'.repeat(2_000)}com` })).toBeUndefined();
  });

  it.each([
    ['redis://127.0.0.1:6379', 'secret', 'redis://:secret@127.0.0.1:6379'],
    ['rediss+cluster://a:1,b:2', 'me:s:e@c', 'rediss+cluster://me:s%3Ae%40c@a:1,b:2'],
    ['redis://:old@a:1/2', 'new', 'redis://:new@a:1/2'],
  ])('a password goes into the URL of Redis: %s', (url, login, expected) => {
    expect(withLogin(url, login)).toBe(expected);
  });

  it('init says which file it cannot write', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, err } = await runCli(['init', '--dir', join(folder, 'file', 'below')]);
    expect([code, err]).toEqual([1, expect.stringContaining('ENOTDIR')]);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
