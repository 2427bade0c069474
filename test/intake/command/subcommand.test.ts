import { describe, expect, it } from 'vitest';
import {
  matchSubcommand,
  parseConversationButton,
} from '../../../src/intake/command/subcommand.js';

const parse = (text: string, seal?: (link: string) => string) => matchSubcommand(text.trim(), seal);

describe('a subcommand on conversations', () => {
  const LIST = { kind: 'list', filter: 'mine', sortBy: 'updated', page: 0 };
  it.each([
    ['list', LIST],
    ['  LIST  Starred ', { ...LIST, filter: 'starred' }],
    ['list by created', { ...LIST, sortBy: 'created' }],
    ['list all by updated', { ...LIST, filter: 'all' }],
    ['show 12', { kind: 'show', conversation: { id: 12 }, page: 0 }],
    ['Show  #12', { kind: 'show', conversation: { id: 12 }, page: 0 }],
    ['star 12', { kind: 'star', conversation: { id: 12 } }],
    ['UNSTAR #12', { kind: 'unstar', conversation: { id: 12 } }],
    ['share 12', { kind: 'share', conversation: { id: 12 } }],
    ['delete 12', { kind: 'delete', conversation: { id: 12 }, confirmed: false }],
    ['export #12', { kind: 'export', conversation: { id: 12 } }],
    ['usage', { kind: 'usage' }],
    ['check', { kind: 'check' }],
    ['Check #12', { kind: 'check', conversation: { id: 12 } }],
    ['who knows', { kind: 'owners' }],
    ['who knows 12', { kind: 'owners', conversation: { id: 12 } }],
    ['cancel', { kind: 'cancel' }],
    ['stop', { kind: 'cancel' }],
    ['cancel 12', { kind: 'cancel', conversation: { id: 12 } }],
    ['show https://a.test/x', { kind: 'show', conversation: { sealedLink: 'sealed 16' }, page: 0 }],
  ])('parses the subcommand %j', (text, command) => {
    expect(parse(text, (link) => `sealed ${link.length}`)).toEqual({
      kind: 'conversation',
      command,
    });
  });

  it('rejects a link that cannot be sealed', () => {
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
  ])('is not a subcommand: %j', (text) => expect(parse(text)).toBeUndefined());
});

describe('a button', () => {
  it('a button has a subcommand and a page', () => {
    expect(parseConversationButton('list all by created page 2')).toEqual({
      ...{ kind: 'list', filter: 'all', sortBy: 'created', page: 2 },
    });
    expect(parseConversationButton('list mine by updated')).toMatchObject({ page: 0 });
    expect(parseConversationButton('show 12 page 3')).toEqual({
      kind: 'show',
      conversation: { id: 12 },
      page: 3,
    });
    expect(parseConversationButton('delete 12 for good')).toMatchObject({
      kind: 'delete',
      confirmed: true,
    });
    expect(parseConversationButton('stop T1-C1-1.1')).toEqual({
      kind: 'stop',
      questionId: 'T1-C1-1.1',
    });
    expect(parseConversationButton('delete 12')).toMatchObject({
      kind: 'delete',
      confirmed: false,
    });
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
  ])('ignores a button with %j', (value) => expect(parseConversationButton(value)).toBeUndefined());
});
