import { describe, expect, it } from 'vitest';
import { parseSlashCommand } from '../../../src/intake/parse/slash-command.js';
import { BOT, command, eventBody, message, parseEventBody } from '../payloads.js';

const seal = (secret: string, as: string) => `sealed ${as} ${secret.length}`;
const ROOT = '1699999999.000100';

const parse = (event: Record<string, unknown>) => parseEventBody(eventBody(message(event)), seal);
const mention = (text: string) => parse({ text: `<@${BOT}> ${text}` });
const direct = (text: string) => parse({ channel: 'D1', channel_type: 'im', text });
const reply = (text: string) => {
  const parsed = parse({ text, thread_ts: ROOT });
  return parsed.kind === 'reply' ? parsed.intent : parsed;
};
const slash = (text: string) => parseSlashCommand(command({ text }), 5, seal);

const WAYS = [
  ['a mention', mention],
  ['a direct message', direct],
  ['a reply', reply],
] as const;

describe.each(WAYS)('in %s', (_way, parsed) => {
  it.each([
    ['list', { kind: 'list', filter: 'mine' }],
    ['List starred', { kind: 'list', filter: 'starred' }],
    ['show 12', { kind: 'show', conversation: { id: 12 } }],
    [
      'show <https://x.test/shared/5d9a>',
      { conversation: { sealedLink: 'sealed pasted_link 26' } },
    ],
    ['delete #12', { kind: 'delete', confirmed: false }],
    ['usage', { kind: 'usage' }],
    ['cancel 12', { kind: 'cancel', conversation: { id: 12 } }],
    ['check', { kind: 'check' }],
    ['who knows', { kind: 'owners' }],
  ])('%s is a command', (text, expected) => {
    expect(parsed(text)).toMatchObject({ kind: 'conversation-request', command: expected });
  });

  it.each([
    ['help', { kind: 'help' }],
    ['hlep', { kind: 'help' }],
    ['doctor', { kind: 'doctor' }],
    ['code help', { kind: 'code', command: { kind: 'help' } }],
    ['code search retry repo:shop', { kind: 'code', command: { kind: 'call' } }],
    ['code search "a b" OR refund', { kind: 'code', command: { kind: 'call' } }],
    ['code frobnicate', { kind: 'code', command: { kind: 'invalid' } }],
  ])('%s is a command as well', (text, expected) => {
    expect(parsed(text)).toMatchObject(expected);
  });

  it.each([
    ['lst', 'list'],
    ['shwo 12', 'show 12'],
    ['code serch retry', 'code search retry'],
    ['settings', 'settings'],
    ['code', 'code'],
    ['code read', 'code read'],
  ])('%s is offered as the command %s', (text, suggestion) => {
    expect(parsed(text)).toMatchObject({ kind: 'did-you-mean', text, suggestion });
  });

  it.each([...['thanks!', ':tada:', 'ok', 'danke']])('%s is small talk', (text) => {
    expect(parsed(text)).toMatchObject({ kind: 'small-talk' });
  });

  it.each([
    ...['ok, and how does retry work?', 'list all places that retry', 'code search is slow, why'],
    ...['code review bot: where does it run?', 'show me the queue', 'ask Kim who knows the queue'],
    ...['stop words?', 'cancel orders how', 'usage of the queue', 'yes'],
  ])('%s is a question', (text) => {
    expect(parsed(text)).toMatchObject({ kind: 'ask', text });
  });

  it.each(['list', 'help', 'lst', 'thanks', 'stop'])('ask %s asks about that word', (word) => {
    expect(parsed(`ask ${word}`)).toMatchObject({ kind: 'ask', text: word });
  });
});

describe('outside threads', () => {
  it.each([
    ['a mention', mention],
    ['a direct message', direct],
  ])('stop in %s concerns the questions of its author', (_way, parsed) => {
    const place = { workspace: 'T1', direct: parsed === direct };
    const stop = { kind: 'conversation-request', command: { kind: 'cancel' }, place };
    expect(parsed('stop')).toMatchObject(stop);
    expect(parsed('Cancel!')).toMatchObject(stop);
    expect(parsed('stop')).not.toHaveProperty('place.threadTs');
  });

  it.each(['hi', 'mute', 'new question'])('%s is answered with help', (text) => {
    expect(mention(text)).toMatchObject({ kind: 'help' });
    expect(direct(text)).toMatchObject({ kind: 'help' });
    expect(slash(text)).toMatchObject({ kind: 'help' });
  });

  it('a greeting between people in a thread is ignored', () => {
    expect(reply('hi')).toMatchObject({ kind: 'ignored' });
  });

  it.each(['thanks!', 'ok', ':+1:'])(
    '`/deepsearch %s` shows the help, since it has to reply',
    (text) => {
      expect(slash(text)).toMatchObject({ kind: 'help' });
    },
  );

  it('`/deepsearch stop` is `/deepsearch cancel`', () => {
    expect(slash('stop')).toMatchObject({ command: { kind: 'cancel' } });
    expect(slash('stpo')).toMatchObject({ kind: 'did-you-mean', suggestion: 'stop' });
    expect(slash('shop')).toMatchObject({ kind: 'ask' });
  });

  it('an unknown code tool is explained in private', () => {
    const mistake = { kind: 'unknown-tool', typed: 'frobnicate' };
    expect(slash('code frobnicate')).toMatchObject({ kind: 'code', command: { mistake } });
    expect(slash('code frobnicate acme/shop')).toMatchObject({ kind: 'code' });
    expect(slash('ask code frobnicate')).toMatchObject({ kind: 'ask', text: 'code frobnicate' });
  });
});
