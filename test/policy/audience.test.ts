import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { createAudienceOf, isInAudience, judgeAudience } from '../../src/policy/audience.js';

describe('a pattern of an audience', () => {
  it.each([
    ['acme/shop', 'acme/shop'],
    ['acme/shop', 'github.com/acme/shop'],
    ['acme/*', 'github.com/acme/shop'],
    ['acme/shop*', 'acme/shop-web'],
    ['*/shop', 'beta/shop'],
    ['github.com/acme/shop', 'github.com/acme/shop'],
    ['github.com/acme/*', 'GitHub.com/Acme/Shop'],
    ['*.acme.com/core/*', 'git.acme.com/core/shop'],
    ['https://github.com/acme/shop.git', 'github.com/acme/shop'],
    ['https://github.com/acme/shop/', 'github.com/acme/shop'],
    ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
    ['ssh://git@github.com/acme/shop', 'github.com/acme/shop'],
    ['acme/**', 'gitlab.com/acme/team/shop'],
    ['**', 'github.com/acme/shop'],
    ['**/shop', 'github.com/acme/shop'],
    ['shop', 'shop'],
    ['npm/@acme/*', 'npm/@acme/shop'],
  ])('%s lets a channel see %s', (pattern, name) =>
    expect(isInAudience([pattern], name)).toBe(true),
  );

  it.each([
    ['acme/shop', 'acme/shop-legacy'],
    ['acme/shop', 'beta/shop'],
    ['acme/shop', 'gitlab.com/group/acme/shop'],
    ['acme/shop', 'shop'],
    ['shop', 'acme/shop'],
    ['acme/*', 'acme/team/shop'],
    ['acme/*', 'acme'],
    ['acme/*', 'acme-evil/shop'],
    ['github.com/acme/*', 'gitlab.com/acme/shop'],
    // Nobody knows which host that is on.
    ['github.com/acme/*', 'acme/shop'],
    ['acme/**', 'acme/../secret'],
    ['acme/**', 'acme//secret'],
    ['acme/**', 'acme/./shop'],
    ['acme/**', 'acme/shop\\..\\..\\secret'],
    ['acme/**', 'acme/%2e%2e/secret'],
    ['acme/shop', 'acme/*'],
    ['acme/*', '*'],
    ['**', ''],
    ['', 'acme/shop'],
    ['', ''],
    ['acme/s.op', 'acme/shop'],
  ])('%s does not let it see %s', (pattern, name) =>
    expect(isInAudience([pattern], name)).toBe(false),
  );

  it('no list is everything, and an empty one is nothing', () => {
    expect(isInAudience(undefined, 'acme/shop')).toBe(true);
    expect(isInAudience([], 'acme/shop')).toBe(false);
  });
});

const part = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const pattern = fc
  .array(fc.oneof(part, fc.constantFrom('*', '**', 'a*', '*-web')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

describe('audiences in general', () => {
  it('a name is in an audience of itself, with and without its host', () => {
    fc.assert(
      fc.property(name, (repository) => {
        expect(isInAudience([repository], repository)).toBe(true);
        expect(isInAudience([repository], `github.com/${repository}`)).toBe(true);
        expect(isInAudience([`github.com/${repository}`], repository)).toBe(false);
      }),
    );
  });

  it('more patterns never show less', () => {
    fc.assert(
      fc.property(fc.array(pattern), pattern, name, (some, another, repository) => {
        const more = isInAudience([...some, another], repository);
        expect(more || !isInAudience(some, repository)).toBe(true);
      }),
    );
  });

  it('agrees with a regular expression', () => {
    const expression = (text: string) =>
      text
        .split('/')
        .map((each) => (each === '**' ? '**' : each.replaceAll('*', '[^/]*')))
        .reduce((all, each, i) => {
          if (each === '**') return i === 0 ? '(?:[^/]+(?:/[^/]+)*)?' : `${all}(?:/[^/]+)*`;
          const glue = i === 0 ? '' : text.startsWith('**') && /\?$/.test(all) ? '/?' : '/';
          return `${all}${glue}${each}`;
        }, '');
    fc.assert(
      fc.property(
        pattern.filter((text) => !text.startsWith('**')),
        name,
        (text, repository) => {
          const wanted = new RegExp(`^${expression(text)}$`).test(repository);
          expect(isInAudience([text], repository)).toBe(wanted);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('an expression that cannot match ends', () => {
    const stars = '*a'.repeat(100);
    expect(isInAudience([stars], 'a'.repeat(5_000))).toBe(true);
    expect(isInAudience([`${stars}b`], 'a'.repeat(5_000))).toBe(false);
    expect(isInAudience(['**/a'.repeat(50)], `${'b/'.repeat(2_000)}b`)).toBe(false);
  });
});

describe('the verdict on what a channel may be shown', () => {
  const AUDIENCE = ['acme/*'];

  it('without an audience, everything may be shown', () => {
    expect(judgeAudience(undefined, { names: ['x/y'], unknown: true })).toEqual({ ok: true });
  });

  it('what is all about its repositories may be shown', () => {
    const mentions = { names: ['acme/a', 'github.com/acme/b'], unknown: false };
    expect(judgeAudience(AUDIENCE, mentions)).toEqual({ ok: true });
  });

  it('names what is outside, each once', () => {
    const mentions = { names: ['acme/a', 'beta/b', 'beta/b'], unknown: true };
    const verdict = { ok: false, why: 'outside', outside: ['beta/b'] };
    expect(judgeAudience(AUDIENCE, mentions)).toEqual(verdict);
  });

  it('what nobody can tell is no', () => {
    const verdict = { ok: false, why: 'unknown' };
    expect(judgeAudience(AUDIENCE, { names: ['acme/a'], unknown: true })).toEqual(verdict);
    expect(judgeAudience(['**'], { names: [], unknown: true })).toEqual(verdict);
  });
});

describe('the audience of a place', () => {
  const audienceOf = createAudienceOf({
    load: async () => ({ ...DEFAULT_SETTINGS, audience: ['acme/*'] }),
  });
  const place = { workspace: 'T1', channel: 'C1', direct: false };

  it('a channel sees what its settings say', async () => {
    const audience = await audienceOf(place);
    expect(audience.isUnlimited).toBe(false);
    expect([audience.sees('acme/a'), audience.sees('beta/b')]).toEqual([true, false]);
  });

  it.each([
    { ...place, direct: true },
    { ...place, channel: 'D1' },
    { ...place, channel: 'U1' },
  ])('a direct message has one reader and sees everything: $channel', async (direct) => {
    const audience = await audienceOf(direct);
    expect(audience.isUnlimited).toBe(true);
    expect(audience.judge({ names: ['beta/b'], unknown: true })).toEqual({ ok: true });
  });
});
