import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { logError, scrub } from '../../../../local/service/logging/log.js';

/** Built here, so that secret scanners do not report this file. */
const SECRET = ['S3cret-', 'Value0123456789'].join('');
const UUID = '0b9bb0f2-6a0d-4b8e-9a55-2f1d5b7c1234';

describe('the service’s log', () => {
  it.each([
    [`authorization: 'Bearer ${SECRET}'`],
    [`Authorization: token ${SECRET}`],
    [`{ headers: { 'x-api-key': '${SECRET}', "cookie": "a=1; session=${SECRET}" } }`],
    [`[Object] authorization: [ 'Basic ${SECRET}' ]`],
    [`GET /oauth/callback?code=${SECRET}&state=x${SECRET}`],
    [`GET /mcp?access_token=${SECRET}`],
    [`fatal: unable to access 'https://bot:${SECRET}@git.example.com/shop/'`],
    [`LLM_API_KEY=${SECRET}`],
    [`body: 'grant_type=x&client_secret=${SECRET}&refresh_token=${SECRET}'`],
    [`the token ${SECRET} is not known`],
  ])('has no secret: %s', (text) => {
    expect(scrub(text)).not.toContain(SECRET);
  });

  it('has no token of a share link', () => {
    expect(scrub(`/deepsearch/${UUID}?a=1`)).toBe('/deepsearch/[hidden]?a=1');
  });

  it.each([
    'question 12: TypeError: cannot read properties of undefined at engine.ts:10:4',
    'the token expired, and its authorization is gone',
    'commit 5d41402abc4b2a76b9719d911017c592aabbccdd',
  ])('is not changed without one: %s', (text) => {
    expect(scrub(text)).toBe(text);
  });

  it('says what failed with the error and its cause, without what these carry along', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const cause = Object.assign(new Error('below\u001b[2J'), {
      requestHeaders: { authorization: `Bearer ${SECRET}` },
    });
    logError('request failed:', new Error('above', { cause }));
    const [[line]] = written.mock.calls as [[string]];
    written.mockRestore();
    expect(line).toMatch(/^request failed: Error: above\n/);
    expect(line).toContain('below');
    expect(line).not.toContain(SECRET);
    expect(line).not.toContain('\u001b');
  });

  it('is linear in the length of a line', () => {
    for (const part of [
      'a',
      'token=',
      'authorization: ',
      '://a',
      'cookie',
      'bearer 1',
      '/0b9bb0f2-',
    ]) {
      expect(scrub(part.repeat(20_000))).not.toBe('');
    }
  });

  it('is written by one module only', () => {
    const root = join(dirname(dirname(dirname(dirname(import.meta.dirname)))), 'local');
    const direct = ['service', 'workspace'].flatMap((program) =>
      readdirSync(join(root, program), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.startsWith('eval/'))
        .map((path) => join(program, path))
        .filter((path) =>
          /^(?!.*\/\/).*\b(console\.|process\.std(out|err))/m.test(
            readFileSync(join(root, path), 'utf8'),
          ),
        ),
    );
    expect(direct.sort()).toEqual(['service/logging/log.ts', 'service/main.ts']);
  });
});
