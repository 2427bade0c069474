import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASK, maskSecrets } from '../src/secret-patterns.js';
import { splitUp as of, PASTED_SECRETS as SECRETS } from './support/pasted-secrets.js';

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

  it('masks all of several secrets without a space between them', () => {
    const secret = of('glp', 'at-aB3dE6gH9jK2mN5pQ8sT');
    for (let repeated = 2; repeated < 8; repeated += 1) {
      const text = secret.repeat(repeated);
      expect(maskSecrets(text)).toEqual({ text: MASK, masked: 1 });
    }
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
