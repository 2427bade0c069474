import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASK, maskSecrets } from '../src/secret-patterns.js';

/** Made here, so that no tool takes this file for a leak. */
const of = (...parts: string[]) => parts.join('');
const LETTERS = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6';

const SECRETS: readonly (readonly [what: string, before: string, secret: string, after: string])[] =
  [
    ['an AWS key', 'key ', of('AKI', 'AIOSFODNN7EXAMPLE'), ' is old'],
    ['an AWS secret', 'aws_secret_access_key = ', `${LETTERS}/+AB`, '\nregion = eu'],
    ['a Slack token', '', of('xo', 'xb-2314-2314-abcDEF'), ' leaked'],
    ['a Slack app token', 'it is ', of('xa', 'pp-1-A01-2314-abcdef'), '.'],
    ['a Slack webhook', 'https://hooks.slack.com/', 'services/T01/B02/abcDEF', ' posts'],
    ['a GitHub token', 'GH_TOKEN is ', of('gh', `p_${LETTERS}`), ''],
    ['a GitHub fine-grained token', '', of('github', `_pat_${LETTERS}`), ''],
    ['a GitLab token', '', of('glp', `at-${LETTERS.slice(0, 20)}`), ' x'],
    ['a Google key', '', of('AIz', `a${LETTERS.slice(0, 35)}`), ''],
    ['a Stripe key', '', of('sk', `_live_${LETTERS}`), ''],
    ['a model’s key', 'use ', of('sk', `-ant-${LETTERS}`), ' now'],
    ['a JSON web token', 'cookie=', of('eyJ', 'hbGciOiJI.eyJzdWIiOiIxIn0.abc_-123'), '; a=b'],
    ['basic credentials', 'curl -H "Authorization: Basic ', 'YWxhZGRpbjpvcGVuc2VzYW1lMQ==', '"'],
    ['a hash of a password', 'password: ', '$2b$10$N9qo8uLOickgx2ZMRZoMye', ''],
    ['a bearer token', 'Authorization: Bearer ', `${LETTERS}==`, '\nHost: x'],
    ['a password in a URL', 'postgres://app:', 'hunter2!', '@db.example.com/shop'],
    ['a password without a user in a URL', 'redis://:', 'hunter2', '@cache:6379'],
    ['a password', 'DB_PASSWORD=', 'hunter2hunter2', ' npm start'],
    ['a token in JSON', '{"access_token": "', LETTERS, '", "ok": true}'],
  ];

describe('a secret', () => {
  it.each(SECRETS)('masks the secret %s', (...[, before, secret, after]) => {
    const { text, masked } = maskSecrets(before + secret + after);
    expect(text).not.toContain(secret);
    expect(text).toBe(before + MASK + after);
    expect(masked).toBe(1);
  });

  it('masks a whole private key, even without its end', () => {
    const key = (end: string) => of('-----BEGIN RSA PRIVATE', ` KEY-----\nMIIE\nabc\n${end}`);
    const whole = key('-----END RSA PRIVATE KEY-----');
    expect(maskSecrets(`a ${whole} b`).text).toBe(`a ${MASK} b`);
    expect(maskSecrets(`a ${key('')}`).text).toBe(`a ${MASK}`);
  });

  it('masks each secret in a text once', () => {
    const any = fc.constantFrom(...SECRETS);
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (found) => {
        const text = found.map(([, before, secret, after]) => before + secret + after).join('\n\n');
        const result = maskSecrets(text);
        for (const [, , secret] of found) expect(result.text).not.toContain(secret);
        expect(result.masked).toBe(found.length);
      }),
    );
  });
});

describe('what is none', () => {
  it.each([
    'TypeError: cannot read token of undefined at src/queue.ts:10:4',
    'the password field is empty, the secret is out',
    'https://example.com/a:b/c@d and git@github.com:acme/shop.git',
    'const token = readToken(request);',
    'the bearer of bad news, basic authentication, sk-8',
    'commit 5d41402abc4b2a76b9719d911017c592aabbccdd',
    'commit 5d41402 of 123e4567-e89b-42d3-a456-426614174000',
    'password: undefined',
    'const token = config.tokens2.first and password: process.env.DB_PASSWORD2',
    'token = readToken(1), secret: z.string().min(8), apiKey: keys[0].value1',
    'password=$DB_PASSWORD_1, token: <your-token-1>, secret: {{ secrets.V1_KEY }}',
    'sgd_with_momentum_and_decay, sk-folding-cube-animation-wrapper',
    'the bearer src/auth/oauth2.ts and the basic packages/http2-server of it',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ])('does not mask %s', (text) => {
    expect(maskSecrets(text)).toEqual({ text, masked: 0 });
  });

  it('masked text is not masked again', () => {
    const part = fc.oneof(
      fc.constantFrom(...SECRETS.flatMap(([, before, secret, after]) => [before, secret, after])),
      fc.constantFrom(MASK, 'token=', 'Bearer ', '://a:', '@', '"', '/', 'A1b2C3d4E5f6'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const once = maskSecrets(parts.join('')).text;
        expect(maskSecrets(once)).toEqual({ text: once, masked: 0 });
      }),
      { numRuns: 1_000 },
    );
  });
});

it('masks a hostile text in linear time', () => {
  for (const part of [
    'a',
    'a:',
    '://a',
    'password=',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    'sk-',
    'sgd_a',
    'bearer a/',
    'Basic A1',
    'token=a.b',
    'token: a1',
  ]) {
    expect(maskSecrets(part.repeat(20_000)).text).not.toBe('');
  }
});
