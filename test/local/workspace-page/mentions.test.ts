import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeMessage,
  encodeMessage,
} from '../../../local/workspace/page/client/text/mentions.js';
import { parseInput } from '../../../local/workspace/page/client/text/parse-input.js';
import { COMPANY } from './content.js';

const directory = {
  people: COMPANY.people,
  channels: COMPANY.channels.filter(({ kind }) => kind !== 'direct'),
};

describe('encodeMessage', () => {
  it.each([
    ['@deepsearch how?', '<@UBOT> how?'],
    ['@Kim Park, @ravi!', '<@UKIM>, <@URAVI>!'],
    ['@kim is nobody', '@kim is nobody'],
    ['me@ravi.example', 'me@ravi.example'],
    ['@raviolo', '@raviolo'],
    ['in #general', 'in <#CGEN>'],
    ['a < b && c', 'a &lt; b &amp;&amp; c'],
    ['see https://a.b/?x=1&y=2.', 'see <https://a.b/?x=1&amp;y=2>.'],
    ['`@deepsearch` and ```<@UBOT> @Ravi```', '`@deepsearch` and ```&lt;@UBOT&gt; @Ravi```'],
    ['<@URAVI> typed out', '&lt;@URAVI&gt; typed out'],
  ])('%s', (typed, sent) => {
    expect(encodeMessage(typed, directory)).toBe(sent);
  });

  it('decodes an encoded message to what was typed', () => {
    const word = fc.constantFrom(
      '@Ravi',
      '@Kim Park',
      '@deepsearch',
      '#general',
      '#none',
      '@nobody',
      'https://a.b/c?d=1&e',
      '<b>',
      '&amp;',
      '`code @Ravi`',
      '```x < y```',
      'word',
      '\n',
      '*',
      '<@U1',
      '|',
    );
    const typed = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(typed, (given) => {
        expect(decodeMessage(encodeMessage(given, directory), directory)).toBe(given);
      }),
    );
  });

  it('escapes typed text so that none of it becomes markup', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        const left = encodeMessage(given, directory).replace(
          /<(?:@|#)[A-Z]+>|<https?:[^<>|]+>/g,
          '',
        );
        expect(left).not.toMatch(/[<>]/);
      }),
    );
  });
});

describe('parseInput', () => {
  const place = { commands: ['/deepsearch'], bot: 'deepsearch', directory };
  it('tells slash commands from messages', () => {
    const at = { ...place, inThread: false };
    expect(parseInput('/deepsearch how <x>?', at)).toEqual({
      kind: 'command',
      text: '/deepsearch how <x>?',
    });
    expect(parseInput('/DeepSearch list', at)).toEqual({
      kind: 'command',
      text: '/deepsearch list',
    });
    expect(parseInput('/usr/bin is a path', at).kind).toBe('message');
    expect(parseInput(' /deepsearch', at).kind).toBe('message');
    expect(parseInput('/poll', at).kind).toBe('refused');
  });
  it('refuses slash commands in threads', () => {
    const typed = parseInput('/deepsearch how?', { ...place, inThread: true });
    expect(typed).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('@deepsearch'),
    });
  });
});
