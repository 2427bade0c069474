import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctTypo, withoutExtraWords } from '../../../src/intake/command/typo.js';
import { GENERAL } from '../../../src/render/prompts.js';

describe('a typo in a subcommand', () => {
  it.each([
    ['lst', 'list'],
    ['lsit starred', 'list starred'],
    ['shwo 12', 'show 12'],
    ['delet #12', 'delete #12'],
    ['exprot 3', 'export 3'],
    ['usgae', 'usage'],
    ['setings', 'settings'],
    ['docter', 'doctor'],
    ['hlep', 'help'],
    ['show', 'list'],
    ['Share', 'list'],
    ['delete', 'list'],
    ['delet', 'list'],
    ['show abc', 'list'],
    ['code serch where is it', 'code search where is it'],
    ['code fnd the retry logic', 'code find the retry logic'],
    ['code serch retry', 'code search retry'],
    ['code raed acme/shop src/queue.ts:10-20', 'code read acme/shop src/queue.ts:10-20'],
  ])('`%s` is corrected to `%s`', (said, meant) => {
    expect(correctTypo(said)).toBe(meant);
  });
});

describe('a subcommand with words that it does not take', () => {
  it.each([
    ['usage all', 'usage'],
    ['Settings foo', 'settings'],
    ['settings foo bar', 'settings'],
    ['disconnect me', 'disconnect'],
    ['forget my data', 'forget'],
  ])('`%s` is corrected to `%s`', (said, meant) => {
    expect(withoutExtraWords(said)).toBe(meant);
  });

  it.each([
    'usage of the queue',
    'settings of the retry queue',
    'settings page validation errors',
    'connect timeouts?',
    'list retries',
    'forget https://deep.example.com/shared/5d9aa0d4',
  ])('is a question if it reads as one: %s', (text) => {
    expect(withoutExtraWords(text)).toBeUndefined();
  });
});

/** As people ask, some of them beginning much like a subcommand. */
const QUESTIONS = [
  ...GENERAL.map(({ message }) => message),
  'list all places that retry',
  'lists of repositories: where are they cached?',
  'show me how checkout retries a failed payment',
  'shoe 12 sizes',
  'star ratings are computed where',
  'share links hold a token?',
  'sharing 12 files at once',
  'checks before a deploy',
  'cancelled orders: who refunds them?',
  'usage of the queue in tests',
  'helper functions for dates',
  'code reach in the retry loop',
  'code review bot: where does it run?',
  'code searches are slow, why',
  'ask lst',
  'code kind of retry loop',
  'show it',
  'show https://deep.example.com/shared/5d9aa0d4',
  'shwo https://deep.example.com/shared/5d9aa0d4',
];

describe('an ordinary question', () => {
  it.each(QUESTIONS)('is not corrected: %s', (text) => {
    expect(correctTypo(text)).toBeUndefined();
    expect(withoutExtraWords(text)).toBeUndefined();
  });

  it('is not corrected whatever subcommand its first word looks like', () => {
    const first = fc.constantFrom('lst', 'lists', 'shows', 'delet', 'usgae', 'cancels');
    const rest = fc.constantFrom(
      ...['does the queue retry', 'all the callers of this', 'is slow since we upgraded', 'where?'],
    );
    fc.assert(
      fc.property(first, rest, (a, b) => {
        expect(correctTypo(`${a} ${b}`)).toBeUndefined();
      }),
    );
  });
});
