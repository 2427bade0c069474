import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallTalk } from '../../../src/intake/command/small-talk.js';

describe('small talk', () => {
  it.each([
    ...['thanks!', 'Thank you so much :pray:', 'thx', 'ok', 'OK, thanks.', 'great… thanks a lot'],
    ...[
      'danke!',
      'Vielen Dank',
      'merci beaucoup',
      '¡gracias!',
      'Muchas gracias',
      'perfekt, danke dir',
    ],
    ...[
      'cool :+1::skin-tone-2:',
      'thanks for the help',
      'hi, thanks',
      'thanks :)',
      'ありがとうございます！',
    ],
    ...[':+1:', ':tada: :tada:', '👍🏽', '❤️', '👩‍💻!', ':)'],
  ])('%s asks nothing', (text) => {
    expect(smallTalk(text)).toBe('other');
  });

  it.each(['hi', 'Hello there!', 'hey :wave:', 'Hallo', 'bonjour', '¡Hola!', 'Hi everyone'])(
    '%s is a greeting',
    (text) => {
      expect(smallTalk(text)).toBe('greeting');
    },
  );

  it.each([
    ...['ok, and how does retry work?', 'thanks, where is it tested', 'hi, what is a lease?'],
    ...['thanks?', 'ok?', 'yes', 'no', 'yes please', 'go on', 'more', '?', '...', ''],
    ...['`ok`', 'ok()', 'ok 2', 'thanks.ts', 'hello.world', 'help', 'the help', 'retry'],
    ...['a:b:c', '12', 'C++', 'thank-you page', 'hello world'],
  ])('"%s" may be a question', (text) => {
    expect(smallTalk(text)).toBeUndefined();
  });

  const polite = fc.constantFrom('thanks', 'ok', 'Danke', 'hi', 'cool!', ':+1:', '👍', 'Merci,');

  it('stays small talk however often it is repeated', () => {
    fc.assert(
      fc.property(fc.array(polite, { minLength: 1, maxLength: 8 }), (words) => {
        expect(smallTalk(words.join(' '))).toBeDefined();
      }),
    );
  });

  it('is none once anything is asked with it', () => {
    const asked = fc.constantFrom(
      ...[
        'how',
        'where',
        'retry',
        'why?',
        'queue.ts',
        '`ok`',
        '42',
        'wie',
        'mehr',
        'warum',
        'more',
      ],
    );
    fc.assert(
      fc.property(fc.array(polite), asked, fc.array(polite), (before, question, after) => {
        expect(smallTalk([...before, question, ...after].join(' '))).toBeUndefined();
      }),
    );
  });
});
