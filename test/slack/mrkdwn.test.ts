import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mentions,
  mrkdwnToText,
  startsWithMention,
  withoutMention,
} from '../../src/slack/mrkdwn.js';

describe('readable', () => {
  it.each([
    ['plain words', 'plain words'],
    ['<@U1>', '@U1'],
    ['<@U1|kim>', '@kim'],
    ['<#C1|general>', '#general'],
    ['<#C1>', '#C1'],
    ['<#C1|>', '#C1'],
    ['<!here>', '@here'],
    ['<!channel|@channel>', '@channel'],
    ['<!subteam^S1|@ops>', '@ops'],
    ['<!date^1392734382^{date}|Feb 18>', 'Feb 18'],
    ['<https://x.test/a>', 'https://x.test/a'],
    ['<https://x.test/a|docs>', 'docs (https://x.test/a)'],
    ['<https://x.test|x.test>', 'https://x.test'],
    ['<mailto:kim@x.test|kim@x.test>', 'kim@x.test'],
    ['a &lt;b&gt; &amp;&amp; c', 'a <b> && c'],
    ['&amp;lt;', '&lt;'],
    ['`if (a &lt; b)`', '`if (a < b)`'],
    ['a < b', 'a < b'],
    ['', ''],
  ])('%j → %j', (mrkdwn, text) => {
    expect(mrkdwnToText(mrkdwn)).toBe(text);
  });

  it('readable restores typed text from Slack’s escaping', () => {
    const escaped = (text: string) =>
      text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(mrkdwnToText(escaped(text))).toBe(text);
      }),
    );
  });
});

describe('mentions', () => {
  it('mentions are found with and without a label, and removed', () => {
    expect(mentions('hi <@U1> there', 'U1')).toBe(true);
    expect(mentions('hi <@U1|bot> there', 'U1')).toBe(true);
    expect(mentions('hi <@U12> there', 'U1')).toBe(false);
    expect(withoutMention('<@U1> hi <@U1|bot>!', 'U1').trim()).toBe('hi  !');
    expect(withoutMention('<@U12> hi', 'U1')).toBe('<@U12> hi');
  });

  it('removing mentions keeps all other text', () => {
    const words = fc.string().map((text) => text.replace(/</g, ''));
    const mention = fc.constantFrom('<@U1>', '<@U1|bot>');
    fc.assert(
      fc.property(fc.array(fc.tuple(words, mention)), (pairs) => {
        const left = withoutMention(pairs.flat().join(''), 'U1');
        expect(left).toBe(pairs.map(([text]) => `${text} `).join(''));
      }),
    );
  });

  it('mentions at the start say who is addressed', () => {
    expect(startsWithMention(' <@U2> look')).toBe(true);
    expect(startsWithMention('<!subteam^S1> look')).toBe(true);
    expect(startsWithMention('ask <@U2>')).toBe(false);
    expect(startsWithMention('<!here> look')).toBe(false);
  });
});
