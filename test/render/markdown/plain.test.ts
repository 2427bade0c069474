import { describe, expect, it } from 'vitest';
import { firstSentence, plainText } from '../../../src/render/markdown/plain-text.js';

describe('the first sentence', () => {
  it.each([
    ['# Title\n\nIt is **here**, e.g. in [a](b). And more.', 'It is here, e.g. in a.'],
    ['# Only a title', 'Only a title'],
    ['1. First thing. Then.\n2. Second', 'First thing.'],
    ['> - quoted `item`', 'quoted item'],
    ['```\nlet a = 1;\nlet b;\n```', 'let a = 1;'],
    ['| a | b |\n|---|---|\n| c | d |', 'a | b'],
    ['再試行されます。詳しくは', '再試行されます。'],
    [
      'Version 1.2.3 is fine, says kim@example.com. Yes',
      'Version 1.2.3 is fine, says kim@example.com.',
    ],
    ['Is it? Yes.', 'Is it?'],
    ['', ''],
  ])('the first sentence of %j is %j', (markdown, sentence) =>
    expect(firstSentence(markdown, 300)).toBe(sentence),
  );

  it('the first sentence is truncated to the limit', () => {
    expect(firstSentence('word '.repeat(200), 20)).toBe('word word word word…');
  });
});

it('plainText removes Markdown formatting', () => {
  expect(plainText('## A\n\n- [x] *b* <@U1>\n- ~~c~~\n\n> d &amp; \\*e\\*')).toBe(
    'A\n\n• ☑ b <\u200b@U1>\n• c\n\n> d & *e*',
  );
});
