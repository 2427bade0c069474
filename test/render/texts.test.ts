import { describe, expect, it } from 'vitest';
import * as amounts from '../../src/render/format/amounts.js';
import * as limitTexts from '../../src/render/texts/limits.js';
import * as questionTexts from '../../src/render/texts/question.js';

describe('amounts', () => {
  it.each([
    [0, '0.1 s'],
    [400, '0.4 s'],
    [999, '1 s'],
    [12_300, '12 s'],
    [59_600, '1 min'],
    [65_000, '1 min 5 s'],
    [3_600_000, '1 h'],
    [7_380_000, '2 h 3 min'],
  ])('formats %d ms as %s', (ms, said) => expect(amounts.duration(ms)).toBe(said));

  it.each([
    [0, 'a few seconds'],
    [-5, 'a few seconds'],
    [26_000, '25 seconds'],
    [60_000, '1 minute'],
    [3_599_000, '59 minutes'],
    [3_600_000, '1 hour'],
    [7_500_000, '2 hours 5 minutes'],
    [47 * 3_600_000, '47 hours'],
    [80 * 3_600_000, '3 days'],
  ])('formats %d ms roughly as %s', (ms, said) => expect(amounts.roughly(ms)).toBe(said));

  it('numbers have grouped digits', () => {
    expect([0, 999, 1_000, 1_234_567].map(amounts.count)).toEqual([
      '0',
      '999',
      '1,000',
      '1,234,567',
    ]);
  });

  it('zero amounts are omitted', () => {
    const spent = { elapsedMs: 12_000, toolCalls: 1, totalTokens: 0, credits: 0.001 };
    expect(questionTexts.costText(spent)).toBe('12 s · 1 tool call');
    expect(questionTexts.costText({ elapsedMs: 0, toolCalls: 0, totalTokens: 0, credits: 1 })).toBe(
      '1 credit',
    );
  });

  it('a time is in the reader’s time zone, or in UTC as fallback', () => {
    expect(amounts.moment(1_767_225_600_000)).toBe(
      '<!date^1767225600^{date_short_pretty} at {time}|2026-01-01 00:00 UTC>',
    );
  });
});

it('mentions only valid user ids', () => {
  expect(questionTexts.mention('U0KIM')).toBe('<@U0KIM>');
  expect(questionTexts.mention('!channel')).toBe('!channel');
  expect(questionTexts.mention('<!channel>')).not.toContain('<');
});

it.each([
  [false, 'this channel has 10 open questions', 'send me a direct message'],
  [true, 'this direct message has 10 open questions', 'You can ask in a channel.'],
])(
  'the limit of a channel names where it holds and where to ask (direct: %s)',
  (direct, ...said) => {
    const text = limitTexts.questionLimit({ scope: 'channel', max: 10 }, { direct, edited: false });
    for (const part of said) expect(text).toContain(part);
  },
);
