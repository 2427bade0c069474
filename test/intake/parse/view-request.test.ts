import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { parseShortcut } from '../../../src/intake/parse/shortcut.js';
import { parseSlashCommand } from '../../../src/intake/parse/slash-command.js';
import { ACTIONS } from '../../../src/model/actions.js';
import { SHORTCUTS } from '../../../src/model/modal.js';
import { click, command } from '../payloads.js';

const NOW = 1_700_000_000_000;
const TRIGGER = '13345224609.738474920.8088930838d88f008e0';
const seal = (secret: string, as: string) => `sealed ${as} ${secret.length}`;
const REASON = { kind: 'reason', questionId: 'T1-C1-1.1' } as const;

const pressed = (value: unknown, change: Record<string, unknown> = {}, action = 'modal.open.0') =>
  parseAction(
    click(
      { action_id: action, value: typeof value === 'string' ? value : JSON.stringify(value) },
      { trigger_id: TRIGGER, ...change },
    ),
    NOW,
    seal,
  );

describe('the command', () => {
  it.each(['', '  ', undefined])('a command with the text %j opens the form', (text) => {
    expect(parseSlashCommand(command({ text }), NOW, seal)).toEqual({
      kind: 'open-view',
      request: {
        kind: 'view-request',
        id: expect.stringMatching(/^view-[0-9a-f]{20}$/),
        modal: { kind: 'ask' },
        workspace: 'T1',
        place: { workspace: 'T1', channel: 'C1', direct: false },
        user: 'U1',
        at: NOW,
        sealedResponseUrl: 'sealed response_url 38',
      },
      trigger: { id: TRIGGER, inModal: false },
    });
  });

  it('a command with a question opens no form', () => {
    expect(parseSlashCommand(command(), NOW).kind).toBe('ask');
    expect(parseSlashCommand({}, NOW).kind).toBe('ignored');
  });
});

describe('a shortcut', () => {
  const body = {
    type: 'shortcut',
    callback_id: SHORTCUTS.ask,
    team: { id: 'T1', domain: 'acme' },
    user: { id: 'U1', username: 'kim', team_id: 'T1' },
    action_ts: '1700000009.123456',
    trigger_id: TRIGGER,
  };

  it('a shortcut opens the form, without a place', () => {
    const opened = parseShortcut(body, NOW);
    expect(opened.kind === 'open-view' && opened.request).toMatchObject({
      modal: { kind: 'ask' },
      workspace: 'T1',
      user: 'U1',
    });
    expect(opened.kind === 'open-view' && opened.request).not.toHaveProperty('place');
  });

  it('a shortcut of another name opens nothing', () => {
    expect(parseShortcut({ ...body, callback_id: 'other' }, NOW).kind).toBe('ignored');
    expect(parseShortcut({ ...body, callback_id: SHORTCUTS.about }, NOW).kind).toBe('ignored');
  });
});

describe('a click', () => {
  it('a click opens what its button says, in its thread', () => {
    expect(pressed(REASON)).toMatchObject({
      kind: 'open-view',
      request: {
        modal: REASON,
        place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' },
      },
      trigger: { id: TRIGGER, inModal: false },
    });
  });

  it('a click in an ephemeral message takes its thread from the container', () => {
    const container = { type: 'message', is_ephemeral: true, thread_ts: '1700000000.000100' };
    const opened = pressed(REASON, { message: undefined, container });
    expect(opened).toMatchObject({ request: { place: { threadTs: '1700000000.000100' } } });
  });

  const view = {
    id: 'V1',
    type: 'modal',
    private_metadata: JSON.stringify({
      modal: { kind: 'ask' },
      place: { channel: 'C7', threadTs: '1700000000.000100' },
    }),
  };
  const inView = { channel: undefined, message: undefined, view };

  it('a click in a modal opens the view on top, and keeps the place', () => {
    expect(pressed({ kind: 'ask' }, inView)).toMatchObject({
      request: { place: { channel: 'C7', threadTs: '1700000000.000100' } },
      trigger: { inModal: true },
    });
  });

  it('a click in Home opens a view without a place', () => {
    const home = { ...inView, view: { id: 'V1', type: 'home', private_metadata: '{}' } };
    const opened = pressed({ kind: 'ask' }, home);
    expect(opened).toMatchObject({ trigger: { inModal: false } });
    expect(opened).not.toHaveProperty('request.place');
  });

  it('a click on a button that updates its view names that view', () => {
    const talk = { kind: 'conversation', id: 12, page: 1 };
    expect(pressed(talk, inView, `${ACTIONS.updateModal}.1`)).toMatchObject({
      kind: 'view-request',
      modal: talk,
      viewId: 'V1',
    });
    expect(pressed(talk, {}, `${ACTIONS.updateModal}.1`)).toMatchObject({ kind: 'ignored' });
  });

  it('a click has another id for each trigger, person and workspace', () => {
    const idOf = (change: Record<string, unknown>) => {
      const opened = pressed(REASON, change);
      return opened.kind === 'open-view' ? opened.request.id : undefined;
    };
    const changes = [{}, { trigger_id: '1.2.3' }, { user: { id: 'U2' } }, { team: { id: 'T2' } }];
    expect(new Set(changes.map(idOf)).size).toBe(4);
    expect(idOf({})).toBe(idOf({}));
  });

  it('a click on another button opens no view', () => {
    expect(pressed('T1-C1-1.1', {}, ACTIONS.stop).kind).toBe('stop');
  });

  it('a click opens nothing that is unknown, whatever its value', () => {
    const any = fc.oneof(fc.string(), fc.json(), fc.constant('{"of":"talk","id":-1,"page":0}'));
    fc.assert(
      fc.property(any, (value) => {
        expect(pressed(value)).toMatchObject({ kind: 'ignored' });
      }),
    );
  });
});
