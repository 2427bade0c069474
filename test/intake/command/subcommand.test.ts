import { describe, expect, it } from 'vitest';
import {
  matchSubcommand,
  parseConversationButton,
} from '../../../src/intake/command/subcommand.js';

const parse = (text: string, seal?: (link: string) => string) => matchSubcommand(text.trim(), seal);

describe('a subcommand on conversations', () => {
  const LIST = { do: 'list', which: 'mine', by: 'updated', page: 0 };
  it.each([
    ['list', LIST],
    ['  LIST  Starred ', { ...LIST, which: 'starred' }],
    ['list by created', { ...LIST, by: 'created' }],
    ['list all by updated', { ...LIST, which: 'all' }],
    ['show 12', { do: 'show', of: { id: 12 }, page: 0 }],
    ['Show  #12', { do: 'show', of: { id: 12 }, page: 0 }],
    ['star 12', { do: 'star', of: { id: 12 } }],
    ['UNSTAR #12', { do: 'unstar', of: { id: 12 } }],
    ['share 12', { do: 'share', of: { id: 12 } }],
    ['delete 12', { do: 'delete', of: { id: 12 }, sure: false }],
    ['export #12', { do: 'export', of: { id: 12 } }],
    ['usage', { do: 'usage' }],
    ['check', { do: 'check' }],
    ['Check #12', { do: 'check', of: { id: 12 } }],
    ['who knows', { do: 'owners' }],
    ['who knows 12', { do: 'owners', of: { id: 12 } }],
    ['cancel', { do: 'cancel' }],
    ['cancel 12', { do: 'cancel', of: { id: 12 } }],
    ['show https://a.test/x', { do: 'show', of: { sealedLink: 'sealed 16' }, page: 0 }],
  ])('is %j', (text, command) => {
    expect(parse(text, (link) => `sealed ${link.length}`)).toEqual({
      kind: 'conversation',
      command,
    });
  });

  it('takes no link where it cannot be sealed', () => {
    expect(parse('show https://a.test/x')).toBeUndefined();
    expect(parseConversationButton('show https://a.test/x')).toBeUndefined();
  });

  it.each([
    '',
    'list all places that retry',
    'list starred page 2',
    'listen',
    'please list',
    'show',
    'star',
    'usage of the retry helper?',
    'check the queue',
    'who knows about queues?',
    'again 12',
    'stop T1-C1-1.1',
    'cancel the subscription flow?',
    'delete 12 for good',
    'delete 12 old files',
    'share 12 page 1',
    'show 0',
    'show 12 and 13',
    'show me where 12 is used',
    'show file:///etc/passwd',
    'show https://a.test/x and explain it',
    'list by nobody',
    `list ${'x'.repeat(400_000)}`,
    `list${' '.repeat(400_000)}x`,
  ])('is not %j', (text) => expect(parse(text)).toBeUndefined());
});

describe('a button', () => {
  it('means a subcommand and its page', () => {
    expect(parseConversationButton('list all by created page 2')).toEqual({
      ...{ do: 'list', which: 'all', by: 'created', page: 2 },
    });
    expect(parseConversationButton('list mine by updated')).toMatchObject({ page: 0 });
    expect(parseConversationButton('show 12 page 3')).toEqual({
      do: 'show',
      of: { id: 12 },
      page: 3,
    });
    expect(parseConversationButton('delete 12 for good')).toMatchObject({
      do: 'delete',
      sure: true,
    });
    expect(parseConversationButton('stop T1-C1-1.1')).toEqual({
      do: 'stop',
      questionId: 'T1-C1-1.1',
    });
    expect(parseConversationButton('delete 12')).toMatchObject({ do: 'delete', sure: false });
  });

  it.each([
    '',
    'page 2',
    'list page',
    'star 12 page 1',
    'share 12 for good',
    'list page 1000',
    'list page -1',
    'ask why',
    'x'.repeat(3_000),
  ])('of %j means nothing', (value) => expect(parseConversationButton(value)).toBeUndefined());
});
