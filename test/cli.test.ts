import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runCli } from './cli/run-cli.js';

describe('the command line', () => {
  it('the command line prints its help and version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await runCli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
    const help = await runCli(['--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatch(/doctor[\s\S]*init/);
    expect(help.out).toContain('node --env-file=.env dist/main.js [bot|worker]\n');
  });

  it.each(['doctor', 'init'])('prints the help of %s', async (name) => {
    const { code, out } = await runCli([name, '--help']);
    expect([code, out]).toEqual([0, expect.stringContaining(`deepsearch-slack ${name}`)]);
  });

  it.each([
    [[], /^Usage/],
    [['docter'], /Unknown command "docter"/],
    [['doctor', '--jason'], /--jason[\s\S]*Usage/],
    [['doctor', 'boss'], /"boss" is not a role/],
    [['doctor', '--env-file'], /--env-file/],
    [['init', 'here'], /here[\s\S]*Usage/],
    [['init', '--url', 'http://bot.example.com'], /must be the https:\/\/ URL/],
    [['init', '--url', 'https://bot.example.com/?a=1'], /must be the https:\/\/ URL/],
  ])('rejects %j with a plain message', async (args, says) => {
    const { code, out, err } = await runCli(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
