import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { parseSlashCommand } from '../../../src/intake/parse/slash-command.js';
import { ACTIONS } from '../../../src/model/actions.js';
import { BOT, click, command, eventBody, message, parseEventBody } from '../payloads.js';

const parse = (event: Record<string, unknown>, around: Record<string, unknown> = {}) =>
  parseEventBody(eventBody(message(event), around));

const seal = (secret: string, as: string) => `sealed ${as} ${secret.length}`;
const SEALED = 'sealed response_url 38';

const idOf = (parsed: object) => ('id' in parsed ? parsed.id : undefined);

describe('an event', () => {
  it('an event becomes a question: who, where, what, when', () => {
    expect(parse({})).toEqual({
      kind: 'ask',
      id: 'T1-C1-1700000000.000100',
      origin: 'mention',
      place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' },
      messageTs: '1700000000.000100',
      user: 'U1',
      text: 'how does retry work?',
      externallyShared: false,
      at: 1_700_000_000_000,
    });
  });

  it('an event has one id whether it comes as message or as app_mention', () => {
    const mention = { type: 'app_mention', channel_type: undefined, event_id: 'Ev2' };
    expect(idOf(parse(mention))).toBe(idOf(parse({})));
    expect(parse(mention)).toEqual(parse({}));
  });

  it('an event in a direct message needs no mention, and is a thread of its own', () => {
    const parsed = parse({ channel: 'D1', channel_type: 'im', text: 'how?' });
    expect(parsed).toMatchObject({ kind: 'ask', origin: 'direct', text: 'how?' });
    expect(parsed).toMatchObject({ place: { direct: true, threadTs: '1700000000.000100' } });
  });

  it('an event inside a thread without a mention is a reply, whose thread has to be looked up', () => {
    const reply = { text: 'and why?', thread_ts: '1699999999.000100' };
    expect(parse(reply)).toMatchObject({
      kind: 'reply',
      toBot: false,
      intent: { origin: 'reply', text: 'and why?', place: { threadTs: '1699999999.000100' } },
    });
    expect(parse({ ...reply, parent_user_id: BOT })).toMatchObject({ kind: 'reply', toBot: true });
  });

  it.each(['stop', 'Stop.', 'CANCEL!'])(
    'an event that says %j in a thread is a thread command',
    (text) => {
      const reply = { text, thread_ts: '1699999999.000100' };
      const word = {
        kind: 'thread-command',
        command: 'stop',
        user: 'U1',
        messageTs: '1700000000.000100',
      };
      expect(parse(reply)).toMatchObject({ kind: 'reply', toBot: false, intent: word });
      const mentioned = parse({ ...reply, text: `<@${BOT}> ${text}` });
      expect(mentioned).toMatchObject({ kind: 'reply', toBot: true, intent: word });
    },
  );

  it.each([
    ['Mute', 'mute'],
    ['unmute.', 'unmute'],
    ['New question', 'new-question'],
  ])('an event that says %j in a thread is the thread command %s', (text, word) => {
    const said = parse({ text, thread_ts: '1699999999.000100' });
    expect(said).toMatchObject({
      kind: 'reply',
      intent: { kind: 'thread-command', command: word },
    });
  });

  it.each(['new: why?', 'New question:\n why?'])(
    'an event that says %j in a thread starts a conversation of its own',
    (text) => {
      const said = parse({ text, thread_ts: '1699999999.000100' });
      expect(said).toMatchObject({
        kind: 'reply',
        intent: { kind: 'ask', text: 'why?', newConversation: true },
      });
      expect(parse({ text: `<@${BOT}> ${text}` })).not.toHaveProperty('newConversation');
    },
  );

  it.each(['<@U2> you know this', '<!subteam^S1|@ops> look'])(
    'an event that says %j in a thread is addressed to somebody else',
    (text) => {
      expect(parse({ text, thread_ts: '1699999999.000100' })).toEqual({
        kind: 'side-message',
        place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1699999999.000100' },
        messageTs: '1700000000.000100',
      });
      expect(parse({ text })).toMatchObject({ kind: 'ignored' });
    },
  );

  it('an event in a thread of a direct message is a reply to the bot', () => {
    const said = { channel: 'D1', channel_type: 'im', thread_ts: '1699999999.000100' };
    expect(parse({ ...said, text: 'and?' })).toMatchObject({ kind: 'reply', toBot: true });
  });

  it.each(['new questions: which?', 'new:', 'stop words?', 'when does it stop', 'cancel that'])(
    'an event that says %j is a question nevertheless',
    (text) => {
      const said = parse({ text, thread_ts: '1699999999.000100' });
      expect(said).toMatchObject({ kind: 'reply', intent: { kind: 'ask', text } });
    },
  );

  it('an event inside a thread with a mention is a question there', () => {
    const parsed = parse({ thread_ts: '1699999999.000100' });
    expect(parsed).toMatchObject({ kind: 'ask', place: { threadTs: '1699999999.000100' } });
  });

  it('an event’s workspace comes from its authorizations, or else from its context', () => {
    expect(parse({}, { team_id: 'T9' })).toMatchObject({ place: { workspace: 'T1' } });
    const org = { authorizations: [{ team_id: null }], context_team_id: 'T2', team_id: 'T9' };
    expect(parse({}, org)).toMatchObject({ place: { workspace: 'T2' } });
    const bare = { authorizations: [], context_team_id: null, team_id: 'T9' };
    expect(parse({}, bare)).toMatchObject({ place: { workspace: 'T9' } });
  });

  it('an event says that its channel is shared with another company', () => {
    expect(parse({}, { is_ext_shared_channel: true })).toMatchObject({ externallyShared: true });
  });

  it('an event that is only cancel stops the questions of its thread, or of its author elsewhere', () => {
    const cancel = { text: `<@${BOT}> Cancel`, thread_ts: '1699999999.000100' };
    expect(parse(cancel)).toMatchObject({
      kind: 'reply',
      intent: { kind: 'thread-command', command: 'stop', place: { threadTs: '1699999999.000100' } },
      toBot: true,
    });
    expect(parse({ ...cancel, text: `<@${BOT}> cancel orders how?` })).toMatchObject({
      kind: 'ask',
    });
    expect(parse({ text: `<@${BOT}> cancel` })).toMatchObject({ command: { kind: 'cancel' } });
  });

  it('an event without a question asks for help', () => {
    expect(parse({ text: `<@${BOT}>` })).toMatchObject({ kind: 'help', user: 'U1' });
    expect(parse({ text: `  <@${BOT}|bot>  ` })).toMatchObject({ kind: 'help' });
  });

  it.each(['thread_broadcast', 'file_share'])('an event with subtype %s is accepted', (subtype) => {
    expect(parse({ subtype })).toMatchObject({ kind: 'ask' });
  });

  const ignored: [string, Record<string, unknown>, string][] = [
    ['a bot', { bot_id: 'B1' }, 'sent by a bot'],
    ['ourselves', { user: BOT }, 'sent by a bot'],
    ['an edit', { edited: { user: 'U1', ts: '1700000001.000000' } }, 'an edit'],
    ['a change', { subtype: 'message_changed' }, 'subtype message_changed'],
    ['a deletion', { subtype: 'message_deleted' }, 'subtype message_deleted'],
    ['a joining', { subtype: 'channel_join' }, 'subtype channel_join'],
    ['nobody', { user: undefined }, 'no user'],
    ['channel talk', { text: 'lunch?' }, 'not for the bot'],
    ['an empty reply', { text: '   ', thread_ts: '1699999999.000100' }, 'no text'],
    ['another type', { type: 'reaction_added' }, 'unknown shape'],
    ['a bad channel', { channel: 'C1:*' }, 'unknown shape'],
    ['a bad ts', { ts: '1700000000' }, 'unknown shape'],
  ];
  it.each(ignored)('an event by %s is ignored', (_who, event, reason) => {
    expect(parse(event)).toEqual({ kind: 'ignored', reason });
  });

  it('an event at an impossible time is ignored', () => {
    expect(parse({ ts: '999999999999999.999999999' })).toEqual({
      kind: 'ignored',
      reason: 'unknown shape',
    });
    expect(parse({ ts: '999999999999.999999' })).toMatchObject({ at: 1_000_000_000_000_000 });
  });

  it('an event without any workspace is ignored', () => {
    const around = { authorizations: undefined, team_id: undefined };
    expect(parse({}, around)).toEqual({ kind: 'ignored', reason: 'no workspace' });
  });
});

describe('a command', () => {
  it('a command becomes a question with its sealed response URL', () => {
    expect(parseSlashCommand(command(), 5, seal)).toMatchObject({
      kind: 'ask',
      origin: 'command',
      place: { workspace: 'T1', channel: 'C1', direct: false },
      user: 'U1',
      text: 'how does retry work?',
      at: 5,
      sealedResponseUrl: SEALED,
    });
  });

  it('a command has the id of its trigger, so that a repeated one is the same', () => {
    const first = parseSlashCommand(command(), 5);
    expect(idOf(parseSlashCommand(command(), 99))).toBe(idOf(first));
    expect(idOf(parseSlashCommand(command({ trigger_id: 'other' }), 5))).not.toBe(idOf(first));
  });

  it.each(['help', 'HELP', 'ask'])('a command of %j asks for help', (text) => {
    expect(parseSlashCommand(command({ text }), 5)).toMatchObject({ kind: 'help', user: 'U1' });
  });

  it.each([
    ['help me understand the queue', 'help me understand the queue'],
    ['list all places that retry', 'list all places that retry'],
    ['ask help', 'help'],
    ['ASK  why?', 'why?'],
    ['a &lt; b &amp;&amp; c', 'a < b && c'],
    ['see <https://x.test/a|x.test/a> <@U2|kim>', 'see https://x.test/a @kim'],
  ])('a command of %j is a question', (text, asked) => {
    expect(parseSlashCommand(command({ text }), 5)).toMatchObject({ kind: 'ask', text: asked });
  });

  it('a command runs the doctor only if that is its only word', () => {
    const checkup = parseSlashCommand(command({ text: ' Doctor ' }), 5, seal);
    expect(checkup).toMatchObject({ kind: 'doctor', user: 'U1', sealedResponseUrl: SEALED });
    expect(parseSlashCommand(command({ text: 'doctor who?' }), 5)).toMatchObject({ kind: 'ask' });
  });

  it('a command whose text is an object with a length is ignored', () => {
    const odd = { length: { toString: 1, valueOf: 1 } };
    const reason = 'unknown shape';
    expect(parseSlashCommand(command({ trigger_id: odd }), 5)).toEqual({ kind: 'ignored', reason });
    const action = { action_id: ACTIONS.stop, value: odd };
    expect(parseAction(click(action), 5)).toEqual({ kind: 'ignored', reason });
    expect(parseAction(click({}, { actions: odd }), 5)).toEqual({ kind: 'ignored', reason });
  });

  it('a command of an unexpected shape is ignored', () => {
    const shapeless = { kind: 'ignored', reason: 'unknown shape' };
    expect(parseSlashCommand(command({ user_id: undefined }), 5)).toEqual(shapeless);
    expect(parseSlashCommand(undefined, 5)).toEqual(shapeless);
  });
});

describe('a click', () => {
  it('a click on Stop and on Keep waiting names its question', () => {
    const place = { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' };
    const common = { questionId: 'q1', user: 'U1', at: 5, place };
    const stop = parseAction(click({ action_id: ACTIONS.stop, value: 'q1' }), 5);
    expect(stop).toMatchObject({ kind: 'stop', ...common });
    const keep = parseAction(click({ action_id: ACTIONS.keepWaiting, value: 'q1' }), 5);
    expect(keep).toMatchObject({ kind: 'keep-waiting', ...common });
    expect(idOf(stop)).not.toBe(idOf(keep));
  });

  it('a click sent twice has one id; two clicks have two', () => {
    const stop = { action_id: ACTIONS.stop, value: 'q1' };
    expect(idOf(parseAction(click(stop), 5))).toBe(idOf(parseAction(click(stop), 99)));
    const later = click({ ...stop, action_ts: '1700000010.000000' });
    expect(idOf(parseAction(later, 5))).not.toBe(idOf(parseAction(click(stop), 5)));
  });

  it('a click on a suggestion asks it in the thread, and says which button it was', () => {
    const asked = parseAction(click({ action_id: `${ACTIONS.ask}.1`, value: ' Why? ' }), 5);
    expect(asked).toMatchObject({
      kind: 'ask',
      origin: 'suggestion',
      text: 'Why?',
      place: { threadTs: '1700000000.000100' },
      buttonId: `1700000005.000100.${ACTIONS.ask}.1`,
    });
    expect(asked).not.toHaveProperty('messageTs');
  });

  it.each([
    ['answer.vote', 'up::T1-C1-1.1', { vote: 'up', questionId: 'T1-C1-1.1' }],
    ['answer.vote.down', 'down::q1', { vote: 'down', questionId: 'q1' }],
    ['answer.vote.wrong', 'down:wrong:q1', { vote: 'down', reason: 'wrong', questionId: 'q1' }],
  ])('a click on %s with %s is a vote', (action_id, value, vote) => {
    expect(parseAction(click({ action_id, value }), 5)).toEqual({
      kind: 'vote',
      id: expect.stringMatching(/^vote-\w+$/),
      place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' },
      user: 'U1',
      at: 5,
      ...vote,
    });
  });

  it.each([
    ['answer.copy', 'copy'],
    ['answer.more-sources', 'sources'],
  ])('a click on %s shows more of its answer', (action_id, content) => {
    expect(parseAction(click({ action_id, value: 'T1-C1-1.1' }), 5)).toEqual({
      kind: 'reveal',
      id: expect.stringMatching(/^reveal-\w+$/),
      content,
      questionId: 'T1-C1-1.1',
      place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' },
      user: 'U1',
    });
  });

  const chosen = (value: string) => ({ action_id: 'answer.menu', selected_option: { value } });

  it.each([
    ['again:q1', { kind: 'ask', repeatOf: 'q1', text: '', origin: 'suggestion' }],
    ['copy:q1', { kind: 'reveal', content: 'copy', questionId: 'q1' }],
    ['share:q1', { command: { kind: 'share', conversation: { questionId: 'q1' } } }],
    ['check:q1', { command: { kind: 'check', conversation: { questionId: 'q1' } } }],
    ['explore:q1', { request: { modal: { kind: 'explore', questionId: 'q1' } } }],
  ])('%s in the menu under an answer is parsed', (value, intent) => {
    expect(parseAction(click(chosen(value)), 5)).toMatchObject(intent);
  });

  it.each(['drop:q1', 'copy:q 1', 'copy', 'copy:q1:q2', ''])(
    'an unknown choice in that menu is ignored: "%s"',
    (value) => {
      expect(parseAction(click(chosen(value)), 5)).toMatchObject({ reason: 'unusable action' });
    },
  );

  it('a click in an ephemeral message belongs to its thread, if it has one', () => {
    const action = { action_id: 'answer.vote.wrong', value: 'down:wrong:q1' };
    const note = { message: undefined, container: { message_ts: '1700000007.000100' } };
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    expect(parseAction(click(action, note), 5)).toMatchObject({ kind: 'vote', place });
    const container = { ...note.container, thread_ts: '1700000000.000100' };
    const inThread = { place: { ...place, threadTs: container.thread_ts } };
    expect(parseAction(click(action, { ...note, container }), 5)).toMatchObject(inThread);
  });

  it('a click in a direct message stays there', () => {
    const body = click({ action_id: ACTIONS.stop, value: 'q1' }, { channel: { id: 'D1' } });
    expect(parseAction(body, 5)).toMatchObject({ place: { channel: 'D1', direct: true } });
  });

  it.each([
    [{ action_id: ACTIONS.openLink }, 'link button'],
    [{ action_id: 'other.thing', value: 'x' }, 'unknown action'],
    [{ action_id: '__proto__', value: 'x' }, 'unknown action'],
    [{ action_id: ACTIONS.ask, value: 'x' }, 'unknown action'],
    [{ action_id: `${ACTIONS.ask}.0`, value: '  ' }, 'no text'],
    [{ action_id: 'answer.vote', value: 'sideways::q1' }, 'unusable action'],
    [{ action_id: 'answer.vote', value: 'down:because:q1' }, 'unusable action'],
    [{ action_id: 'answer.vote', value: 'down::q 1' }, 'unusable action'],
    [{ action_id: 'answer.copy', value: 'q 1' }, 'unusable action'],
    [{ action_id: 7 }, 'unknown shape'],
  ])('a click on %j is ignored', (action, reason) => {
    expect(parseAction(click(action), 5)).toEqual({ kind: 'ignored', reason });
  });
});

describe('whatever arrives', () => {
  const ID = /^[\w.-]+$/;
  const kinds = new Set([
    ...[
      'ask',
      'stop',
      'keep-waiting',
      'help',
      'doctor',
      'conversation-request',
      'vote',
      'reveal',
      'ignored',
      'reply',
      'side-message',
      'open-view',
      'did-you-mean',
      'code',
    ],
  ]);

  it('any JSON is parsed without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(kinds).toContain(parseEventBody(body).kind);
        expect(kinds).toContain(parseSlashCommand(body, 5).kind);
        expect(kinds).toContain(parseAction(body, 5).kind);
      }),
    );
  });

  /** A payload with a few of its fields replaced by anything. */
  const disturbed = (body: Record<string, unknown>) =>
    fc
      .dictionary(fc.constantFrom(...Object.keys(body)), fc.jsonValue())
      .map((change) => ({ ...body, ...change }));

  it('a Slack payload with any field replaced is parsed without an error', () => {
    fc.assert(
      fc.property(
        disturbed(message()).map((event) => eventBody(event)),
        disturbed(command()),
        disturbed(click({ action_id: ACTIONS.stop, value: 'q1' })),
        (event, slash, action) => {
          for (const parsed of [
            parseEventBody(event),
            parseSlashCommand(slash, 5),
            parseAction(action, 5),
          ]) {
            expect(kinds).toContain(parsed.kind);
            const id = parsed.kind === 'reply' ? parsed.intent.id : idOf(parsed);
            if (id !== undefined) expect(id).toMatch(ID);
          }
        },
      ),
    );
  });

  it('the same payload gives the same intent', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, inThread) => {
        const event = { text, ...(inThread ? { thread_ts: '1699999999.000100' } : {}) };
        expect(parse(event)).toEqual(parse(event));
      }),
    );
  });

  it.each([
    ['open brackets', '<'.repeat(400_000)],
    ['open mentions', `<@${BOT}|`.repeat(50_000)],
    ['nested links', '<a|'.repeat(130_000)],
    ['entities', '&amp;'.repeat(80_000)],
    ['spaces', `${' '.repeat(400_000)}x`],
  ])('400 kB of %s are parsed in time', (_what, text) => {
    expect(kinds).toContain(parse({ text, channel_type: 'im' }).kind);
    expect(kinds).toContain(parseSlashCommand(command({ text }), 5).kind);
  });
});
