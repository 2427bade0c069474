import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeSlack,
  type Inline,
  parseInline,
  parseMrkdwn,
} from '../../../local/workspace/page/client/text/mrkdwn.js';

const text = (value: string): Inline => ({ kind: 'text', text: value });

describe('parseInline', () => {
  const cases: readonly (readonly [string, readonly Inline[]])[] = [
    ['plain', [text('plain')]],
    ['*b* _i_ ~s~', [bold('b'), text(' '), italic('i'), text(' '), strike('s')]],
    ['2*3*4 and snake_case_name', [text('2*3*4 and snake_case_name')]],
    ['* not bold *', [text('* not bold *')]],
    ['*two\nlines*', [text('*two\nlines*')]],
    ['*a _b_*', [{ kind: 'bold', children: [text('a '), italic('b')] }]],
    ['`a *b* &lt;c&gt;`', [{ kind: 'code', text: 'a *b* <c>' }]],
    ['a &amp;lt; b', [text('a &lt; b')]],
    ['<https://a.b/c?x=1&amp;y=2|the page>', [link('https://a.b/c?x=1&y=2', 'the page')]],
    ['<https://a.b>', [link('https://a.b')]],
    ['see https://a.b/c, now', [text('see '), link('https://a.b/c'), text(', now')]],
    ['<@U1> <@U1|kim>', [user('U1'), text(' '), user('U1', 'kim')]],
    ['<#C1|general>', [{ kind: 'channel', id: 'C1', label: 'general' }]],
    [
      '<!here> <!subteam^S1|@ops>',
      [broadcast('here'), text(' '), { kind: 'group', id: 'S1', label: '@ops' }],
    ],
    [
      '<!date^1700000000^{date} at {time}^https://a.b|then>',
      [date(1700000000, '{date} at {time}', 'https://a.b')],
    ],
    [
      ':tada: 10:30:45 :no-such:',
      [{ kind: 'emoji', name: 'tada', char: '🎉' }, text(' 10:30:45 :no-such:')],
    ],
    ['<b>html</b>', [text('<b>html</b>')]],
    ['*<https://a.b|a*b>*', [{ kind: 'bold', children: [link('https://a.b', 'a*b')] }]],
  ];
  it.each(cases)('%s', (given, expected) => {
    expect(parseInline(given)).toEqual(expected);
  });
});

describe('parseMrkdwn', () => {
  it('parses code fences, quotes and lines', () => {
    const given = 'before\n```\nx &lt; y\n  *z*\n```\n&gt; said\n&gt; twice\nafter';
    expect(parseMrkdwn(given)).toEqual([
      { kind: 'paragraph', children: [text('before')] },
      { kind: 'pre', text: 'x < y\n  *z*' },
      { kind: 'quote', children: [text('said\ntwice')] },
      { kind: 'paragraph', children: [text('after')] },
    ]);
  });

  it('quotes all following lines after >>>', () => {
    expect(parseMrkdwn('&gt;&gt;&gt; a\nb')).toEqual([{ kind: 'quote', children: [text('a\nb')] }]);
  });

  it('leaves an unclosed code fence as text', () => {
    expect(parseMrkdwn('```open')).toEqual([{ kind: 'paragraph', children: [text('```open')] }]);
  });

  it('never throws, and shows escaped text unchanged', () => {
    const inert = fc.string({
      unit: fc.constantFrom('a', ' ', '&', '<', '>', '|', '@', '!', '#', 'ß', '1'),
    });
    fc.assert(
      fc.property(inert, (given) => {
        const quoted = /^>/m.test(given);
        const shown = shownText(escapeSlack(given));
        if (!quoted) expect(shown).toBe(given);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'*_~`<>@U1!:|&;h \n>tps/.'.split('')),
          maxLength: 200,
        }),
        (given) => {
          expect(() => parseMrkdwn(given)).not.toThrow();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('parses a line of style markers in linear time', () => {
    for (const sign of ['*', '_a', '~ ', '`', '<', ':a', '<@', '*_~']) {
      parseMrkdwn(sign.repeat(20_000));
    }
  });
});

function bold(value: string): Inline {
  return { kind: 'bold', children: [text(value)] };
}
function italic(value: string): Inline {
  return { kind: 'italic', children: [text(value)] };
}
function strike(value: string): Inline {
  return { kind: 'strike', children: [text(value)] };
}
function link(url: string, label?: string): Inline {
  return { kind: 'link', url, ...(label ? { label } : {}) };
}
function user(id: string, label?: string): Inline {
  return { kind: 'user', id, ...(label ? { label } : {}) };
}
function broadcast(range: string): Inline {
  return { kind: 'broadcast', range };
}
function date(at: number, format: string, url: string): Inline {
  return { kind: 'date', at, format, url, fallback: 'then' };
}

/** The plain text of a text without markup. */
function shownText(given: string): string {
  return parseMrkdwn(given)
    .flatMap((block) => (block.kind === 'pre' ? [] : block.children))
    .map((node) => (node.kind === 'text' ? node.text : `[${node.kind}]`))
    .join('');
}
