import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder, makeRepository, SHOP } from './repositories.js';

const MAIN = fileURLToPath(new URL('../../../local/service/main.ts', import.meta.url));
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

/** The program, as its command runs it, but from the sources. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: { PATH: process.env['PATH'], SERVICE_PORT: '0', SERVICE_CACHE: makeFolder(), ...env },
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  const said = async (words: RegExp) => {
    while (!words.test(output)) await once(child.stdout, 'data');
    return words.exec(output) ?? [];
  };
  return { child, ended, said };
}

describe('npm run service', () => {
  it('npm run service answers, and stops on SIGTERM', async () => {
    const { path } = makeRepository(SHOP, 'shop');
    const { child, ended, said } = run([path]);
    const [, url = ''] = await said(/answers at (\S+) about/);
    const [, token = ''] = await said(/Access token: (\S+)/);
    const api = `${url}/.api/deepsearch/v1`;
    const headers = { authorization: `token ${token}` };
    const response = await fetch(api, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Where is computeBackoff?' }),
    });
    expect(await response.json()).toMatchObject({ user_id: 1 });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it.each([
    [[], {}, 'Give the path'],
    [['/nowhere/at/all'], {}, '/nowhere/at/all does not exist'],
    [['.'], { SERVICE_PORT: 'x' }, 'SERVICE_PORT is x'],
    [['.'], { LLM_MODEL: 'tiny' }, 'LLM_BASE_URL is missing'],
  ])('prints an invalid setting in one sentence: %j %j', async (args, env, words) => {
    const { code, output } = await run(args, env).ended;
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    [{}, /Answers come from search; set LLM_BASE_URL and LLM_MODEL to use a model/],
    [
      { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'tiny', LLM_API_KEY: 'sk-secret' },
      /Answers come from the model tiny at 127\.0\.0\.1:9/,
    ],
  ])('prints whether a model answers, but not its key: %j', async (env, words) => {
    const { child, ended, said } = run([makeRepository(SHOP, 'shop').path], env);
    await said(words);
    child.kill('SIGTERM');
    expect((await ended).output).not.toContain('sk-secret');
  });

  it('prints the help', async () => {
    const { code, output } = await run(['--help']).ended;
    expect(code).toBe(0);
    expect(output).toContain('SERVICE_TOKENS');
    expect(output).toContain('LLM_BASE_URL');
  });
});
