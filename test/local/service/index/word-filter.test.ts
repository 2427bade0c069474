import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SETTING_FILES } from '../../../../local/service/engine/search/facts/setting-lines.js';
import {
  ANY_WORDS,
  type FileCondition,
  filterTest,
  messageCondition,
  NO_WORDS,
  nameCondition,
  phraseCondition,
  wholeWordCondition,
  wordFilterOf,
} from '../../../../local/service/index/segments/word-filter.js';
import { wordParts } from '../../../../local/service/index/terms.js';

function mayFulfil(text: string, condition: FileCondition | undefined): boolean {
  return condition !== undefined && filterTest(condition)(wordFilterOf(Buffer.from(text)));
}

const words = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
const texts = fc.array(fc.oneof(words, fc.constantFrom(' ', '\n', '.', '(', 'é', '-', '=')), {
  maxLength: 80,
});

describe('the word filter of a file', () => {
  it('denies no word that is there, in any case', () => {
    fc.assert(
      fc.property(texts, words, texts, (before, word, behind) => {
        const text = `${before.join('')} ${word}.${behind.join('')}`;
        expect(mayFulfil(text, wholeWordCondition(word))).toBe(true);
        expect(mayFulfil(text, wholeWordCondition(word.toUpperCase()))).toBe(true);
      }),
    );
  });

  it('denies no phrase that is there, whatever is next to it', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, phrase, behind) => {
        const condition = phraseCondition(phrase.join(''));
        const text = `${before.join('')}${phrase.join('')}${behind.join('')}`;
        if (condition) expect(mayFulfil(text, condition)).toBe(true);
      }),
    );
    expect(mayFulfil('XFST_ERR_BODY_TOO_LARGE', phraseCondition('err_body_too'))).toBe(true);
    expect(mayFulfil('FST_ERR_BODY', phraseCondition('ERR_HEAD_TOO'))).toBe(false);
    expect(mayFulfil('a socket that was closed', phraseCondition('The socket closed'))).toBe(true);
    expect(mayFulfil('a pipe that was closed', phraseCondition('The socket closed'))).toBe(false);
    expect(phraseCondition('socket')).toBeUndefined();
  });

  it('denies no message that is there, behind a line break too', () => {
    for (const text of [
      "'Timeout of ' + ms",
      'print("\\nTimeout of %d")',
      'f"{host}\\tTimeout of"',
    ])
      expect(mayFulfil(text, messageCondition('timeout of'))).toBe(true);
    expect(mayFulfil('ATimeout of', messageCondition('timeout of'))).toBe(false);
    expect(messageCondition('größer als')).toBeUndefined();
  });

  it('denies no spelling of a name', () => {
    const parts = fc.array(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 1, maxLength: 3 });
    const spellings = fc.constantFrom<(all: readonly string[]) => string>(
      (all) => all.join('_').toUpperCase(),
      (all) => `--${all.join('-')}`,
      (all) => all.join(''),
      (all) => all.join(' '),
      (all) => `self._${all.join('_')}`,
      (all) => `__${all.join('')}__`,
      (all) => `default${all.map(capitalized).join('')}`,
      (all) => `HTTP${all.map(capitalized).join('')}2`,
    );
    fc.assert(
      fc.property(texts, parts, spellings, (around, name, spell) => {
        const text = `${around.join('')} ${spell(name)} = 1`;
        expect(mayFulfil(text, nameCondition(name))).toBe(true);
      }),
    );
  });

  it('finds a name by the words that its spelling has, digits among them', () => {
    for (const name of ['sha256', 'utf8Decoder', 'HTTPServer', 'v2_client', 'toS3', 'userIDs'])
      expect(mayFulfil(`use ${name} here`, nameCondition(wordParts(name)))).toBe(true);
    expect(nameCondition(['größe'])).toBeUndefined();
  });

  it('denies most words that are not there', () => {
    const text = Array.from({ length: 300 }, (_, n) => `word${n}`).join(' ');
    const others = Array.from({ length: 1_000 }, (_, n) => `other${n}`);
    const wrong = others.filter((word) => mayFulfil(text, wholeWordCondition(word)));
    expect(wrong.length).toBeLessThan(50);
    expect(filterTest([[{ kind: 'word', text: 'a' }]])(NO_WORDS)).toBe(false);
    expect(filterTest([[{ kind: 'word', text: 'a' }]])(ANY_WORDS)).toBe(true);
  });

  it('knows names in capitals that a line sets or a table lists', () => {
    const capitals: FileCondition = [[{ kind: 'capitals' }]];
    for (const text of ['MAIL_HOST=x', '  "MAIL_HOST": 1', '| `MAIL_HOST` | the host |'])
      expect(mayFulfil(`first line\n${text}\n`, capitals)).toBe(true);
    for (const text of ["$_ENV['MAIL_HOST']", "_environ['MAIL_HOST']"])
      expect(mayFulfil(text, SETTING_FILES)).toBe(true);
    for (const text of ['const MAIL_HOST = 1', 'MAIL_HOST', 'MAIL = 1', 'Mail_Host = 1'])
      expect(mayFulfil(`first line\n${text}\n`, capitals)).toBe(false);
  });
});

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
