import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAskAgain, parseChange, parseReaction } from '../../src/intake/changes.js';
import { ACTIONS } from '../../src/model/actions.js';
import { BOT, click, eventBody } from './payloads.js';

const reaction = (change: Record<string, unknown> = {}) =>
  eventBody({
    type: 'reaction_added',
    user: 'U1',
    reaction: 'x',
    item: { type: 'message', channel: 'C1', ts: '1700000000.000100' },
    item_user: 'U2',
    event_ts: '1700000009.000200',
    ...change,
  });

describe('a reaction', () => {
  it.each(['x', 'octagonal_sign'])(':%s: wants the message’s question stopped', (name) => {
    expect(parseReaction(reaction({ reaction: name }))).toMatchObject({
      kind: 'reaction',
      messageTs: '1700000000.000100',
      press: {
        kind: 'stop',
        place: { workspace: 'T1', channel: 'C1', direct: false },
        user: 'U1',
        at: 1_700_000_009_000,
      },
    });
  });

  it('told twice is one; of another person, or made again, it is another', () => {
    const idOf = (change: Record<string, unknown> = {}) => {
      const parsed = parseReaction(reaction(change));
      return parsed.kind === 'reaction' ? parsed.press.id : parsed;
    };
    expect(idOf()).toBe(idOf());
    const ids = [idOf(), idOf({ user: 'U3' }), idOf({ event_ts: '1700000010.000200' })];
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['another one', { reaction: 'eyes' }, 'another reaction'],
    ['one to a file', { item: { type: 'file', file: 'F1' } }, 'unexpected shape'],
    ['one by nobody', { user: undefined }, 'unexpected shape'],
    ['one taken away', { type: 'reaction_removed' }, 'unexpected shape'],
  ])('is nothing to us where it is %s', (_which, change, reason) => {
    expect(parseReaction(reaction(change))).toEqual({ kind: 'ignored', reason });
  });
});

/** As Slack tells that a message was changed or deleted. */
function change(to: Record<string, unknown> | undefined, before: Record<string, unknown> = {}) {
  const was = { type: 'message', user: 'U1', text: `<@${BOT}> why?`, ts: '1700000000.000100' };
  const now = to && { ...was, edited: { user: 'U1', ts: '1700000005.000000' }, ...to };
  return eventBody({
    type: 'message',
    subtype: now === undefined ? 'message_deleted' : 'message_changed',
    channel: 'C1',
    previous_message: { ...was, ...before },
    event_ts: '1700000005.000100',
    ...(now === undefined ? { deleted_ts: was.ts } : { message: now }),
  });
}

const about = {
  place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' },
  messageTs: '1700000000.000100',
  user: 'U1',
  at: 1_700_000_005_000,
};

describe('a change', () => {
  it('of the words is a rewrite, without the mention', () => {
    const said = { ...about, kind: 'message-changed', text: 'why not?' };
    const parsed = parseChange(change({ text: `<@${BOT}> why not?` }), BOT);
    expect(parsed).toMatchObject({ kind: 'reply', toUs: false, said });
  });

  it('to nothing at all is a removal, as is the mark that a root with replies leaves', () => {
    const said = { ...about, kind: 'message-deleted' };
    expect(parseChange(change(undefined), BOT)).toMatchObject({ kind: 'reply', said });
    const tombstone = { subtype: 'tombstone', user: 'USLACKBOT', edited: undefined };
    expect(parseChange(change(tombstone), BOT)).toMatchObject({ kind: 'reply', said });
  });

  it('told twice has one id; each edit has its own', () => {
    const idOf = (body: unknown) => {
      const parsed = parseChange(body, BOT);
      return parsed?.kind === 'reply' ? parsed.said.id : parsed;
    };
    const edit = (ts: string) => change({ text: 'why not?', edited: { user: 'U1', ts } });
    expect(idOf(edit('1.1'))).toBe(idOf(edit('1.1')));
    expect(idOf(edit('1.2'))).not.toBe(idOf(edit('1.1')));
    expect(idOf(change(undefined))).toBe(idOf(change(undefined)));
  });

  it.each([
    ['a link preview', change({ edited: undefined, attachments: [{}] }), 'no new text'],
    ['only the mention', change({ text: `<@${BOT}>` }), 'no new text'],
    ['a message of ours', change({ text: 'x' }, { user: BOT }), 'a bot said it'],
    ['a bot’s message', change({ text: 'x' }, { bot_id: 'B1' }), 'a bot said it'],
    ['a message of nobody', change(undefined, { user: undefined }), 'a bot said it'],
  ])('is nothing to us where it is %s', (_what, body, reason) => {
    expect(parseChange(body, BOT)).toEqual({ kind: 'ignored', reason });
  });

  it('is none where something was said', () => {
    expect(parseChange(eventBody({ type: 'message', channel: 'C1' }), BOT)).toBeUndefined();
  });
});

describe('a click on the button that asks anew', () => {
  const again = (value: string) =>
    parseAskAgain(click({ action_id: ACTIONS.askNewText, value }, { message: undefined }), 5);

  it('names the question and its new text', () => {
    expect(again('T1-C1-1.1 why\nnot?')).toMatchObject({
      kind: 'ask-edited',
      questionId: 'T1-C1-1.1',
      text: 'why\nnot?',
      user: 'U1',
      at: 5,
    });
    expect(again('T1-C1-1.1 why?')?.id).not.toBe(again('T1-C1-1.1 why not?')?.id);
  });

  it.each(['', 'T1-C1-1.1', 'T1-C1-1.1  ', '<!channel> why?'])('is none with %j', (value) => {
    expect(again(value)).toBeUndefined();
  });
});

it('whatever arrives is parsed without a throw', () => {
  const disturbed = (body: Readonly<Record<string, unknown>>) => {
    const event = body['event'] as Record<string, unknown>;
    return fc
      .dictionary(fc.constantFrom(...Object.keys(event)), fc.jsonValue())
      .map((fields) => eventBody({ ...event, ...fields }));
  };
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), disturbed(reaction()), disturbed(change({ text: 'x' }))),
      (body) => {
        expect(['ignored', 'reaction']).toContain(parseReaction(body).kind);
        expect(['ignored', 'reply', undefined]).toContain(parseChange(body, BOT)?.kind);
        expect(parseAskAgain(body, 5)).toBeUndefined();
      },
    ),
  );
});
