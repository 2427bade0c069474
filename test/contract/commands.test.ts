import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runProgram } from './program.js';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deepsearch-npm-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Without the set-up that comes first, which a test run has behind it. */
const npm = (script: string, ...args: string[]) =>
  runProgram(['npm', 'run', '--silent', '--ignore-scripts', script, '--', ...args], { HOME: home });

describe('npm run', () => {
  it.each([
    ['demo', []],
    ['service', []],
    ['bench', ['--json']],
    ['eval', ['--json']],
  ])('npm run %s -- --help prints its usage', async (script, options) => {
    const { code, out, err } = await npm(script, '--help');
    expect([code, err]).toEqual([0, '']);
    for (const part of [`npm run ${script}`, ...options]) expect(out).toContain(part);
  });

  it.each(['build', 'start', 'test'])('npm run %s exists', (script) => {
    expect(scripts).toHaveProperty(script);
  });

  it('the demo and the tests run the setup first', () => {
    for (const name of ['predemo', 'pretest']) {
      expect(scripts[name]).toMatch(/^node scripts\/setup\.mjs\b/);
    }
  });
});

describe('npx deepsearch-slack', () => {
  it.each(['doctor', 'init'])('%s says how it is used', async (command) => {
    const env = { HOME: home, npm_config_cache: join(home, 'cache') };
    const { code, out } = await runProgram(['npx', 'deepsearch-slack', command, '--help'], env);
    expect([code, out]).toEqual([0, expect.stringContaining(`deepsearch-slack ${command}`)]);
  });
});
