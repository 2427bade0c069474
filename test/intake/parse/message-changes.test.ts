import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { ACTIONS } from '../../../src/model/actions.js';
import { BOT, click, eventBody, parseEventBody } from '../payloads.js';

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
  it.each(['x', 'octagonal_sign'])('a reaction with :%s: stops the message’s question', (name) => {
    expect(parseEventBody(reaction({ reaction: name }))).toMatchObject({
      kind: 'reaction',
      messageTs: '1700000000.000100',
      action: {
        kind: 'stop',
        place: { workspace: 'T1', channel: 'C1', direct: false },
        user: 'U1',
        at: 1_700_000_009_000,
      },
    });
  });

  it('a reaction has one id when Slack sends it twice, and another by another user or later', () => {
    const idOf = (change: Record<string, unknown> = {}) => {
      const parsed = parseEventBody(reaction(change));
      return parsed.kind === 'reaction' ? parsed.action.id : parsed;
    };
    expect(idOf()).toBe(idOf());
    const ids = [idOf(), idOf({ user: 'U3' }), idOf({ event_ts: '1700000010.000200' })];
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['another one', { reaction: 'eyes' }, 'unrelated reaction'],
    ['one to a file', { item: { type: 'file', file: 'F1' } }, 'unknown shape'],
    ['one by nobody', { user: undefined }, 'unknown shape'],
    ['one taken away', { type: 'reaction_removed' }, 'unknown shape'],
  ])('a reaction is ignored: %s', (_which, change, reason) => {
    expect(parseEventBody(reaction(change))).toEqual({ kind: 'ignored', reason });
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

describe('a changed message', () => {
  it('a changed message has a new text, without the mention', () => {
    const intent = { ...about, kind: 'message-changed', text: 'why not?' };
    const parsed = parseEventBody(change({ text: `<@${BOT}> why not?` }));
    expect(parsed).toMatchObject({ kind: 'reply', toBot: false, intent });
  });

  it('a changed message is deleted, also if Slack leaves a tombstone above replies', () => {
    const intent = { ...about, kind: 'message-deleted' };
    expect(parseEventBody(change(undefined))).toMatchObject({ kind: 'reply', intent });
    const tombstone = { subtype: 'tombstone', user: 'USLACKBOT', edited: undefined };
    expect(parseEventBody(change(tombstone))).toMatchObject({ kind: 'reply', intent });
  });

  it('a tombstone that goes with the last reply is no message of a person', () => {
    const body = change(undefined, { subtype: 'tombstone', user: 'USLACKBOT' });
    expect(parseEventBody(body)).toMatchObject({ kind: 'ignored' });
  });

  it('a changed message has one id when Slack sends it twice, and another for each edit', () => {
    const idOf = (body: unknown) => {
      const parsed = parseEventBody(body);
      return parsed.kind === 'reply' ? parsed.intent.id : parsed;
    };
    const edit = (ts: string) => change({ text: 'why not?', edited: { user: 'U1', ts } });
    expect(idOf(edit('1.1'))).toBe(idOf(edit('1.1')));
    expect(idOf(edit('1.2'))).not.toBe(idOf(edit('1.1')));
    expect(idOf(change(undefined))).toBe(idOf(change(undefined)));
  });

  it.each([
    ['a link preview', change({ edited: undefined, attachments: [{}] }), 'no new text'],
    ['only the mention', change({ text: `<@${BOT}>` }), 'no new text'],
    ['a message of ours', change({ text: 'x' }, { user: BOT }), 'sent by a bot'],
    ['a bot’s message', change({ text: 'x' }, { bot_id: 'B1' }), 'sent by a bot'],
    ['a message of nobody', change(undefined, { user: undefined }), 'sent by a bot'],
  ])('a changed message is ignored: %s', (_what, body, reason) => {
    expect(parseEventBody(body)).toEqual({ kind: 'ignored', reason });
  });

  it('a changed message without the previous message is ignored by its subtype', () => {
    const { previous_message: _, ...event } = change({ text: 'x' })['event'] as {
      previous_message: unknown;
    };
    const body = eventBody({ ...event, ts: '1700000005.000100' });
    expect(parseEventBody(body)).toEqual({ kind: 'ignored', reason: 'subtype message_changed' });
  });
});

describe('a click on the button that asks the edited question', () => {
  const again = (value: string, ts = '2.2') =>
    parseAction(
      click(
        { action_id: ACTIONS.askEdited, value },
        { message: undefined, container: { message_ts: ts } },
      ),
      5,
    );

  it('a click on the button that asks the edited question names the question and its new text', () => {
    expect(again('T1-C1-1.1 why\nnot?')).toMatchObject({
      kind: 'ask-edited',
      questionId: 'T1-C1-1.1',
      text: 'why\nnot?',
      user: 'U1',
      at: 5,
    });
    const idOf = (value: string, ts?: string) => {
      const parsed = again(value, ts);
      return 'id' in parsed ? parsed.id : '';
    };
    expect(idOf('T1-C1-1.1 why?')).not.toBe(idOf('T1-C1-1.1 why not?'));
    expect(idOf('T1-C1-1.1 why?')).toBe(idOf('T1-C1-1.1 why?'));
    expect(idOf('T1-C1-1.1 why?', '2.2')).not.toBe(idOf('T1-C1-1.1 why?', '3.3'));
  });

  it.each(['', 'T1-C1-1.1', 'T1-C1-1.1  ', '<!channel> why?'])(
    'a click on the button that asks the edited question is ignored with %j',
    (value) => {
      expect(again(value)).toMatchObject({ kind: 'ignored' });
    },
  );
});

it('any payload is parsed without an error', () => {
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
        expect(['ignored', 'reaction', 'reply', 'side-message', 'ask', 'help']).toContain(
          parseEventBody(body).kind,
        );
        expect(parseAction(body, 5)).toMatchObject({ kind: 'ignored' });
      },
    ),
  );
});
