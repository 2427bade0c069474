import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { click, eventBody, parseEventBody } from '../payloads.js';

const NOW = 1_700_000_000_000;

describe('opening Home', () => {
  const event = {
    type: 'app_home_opened',
    user: 'U1',
    channel: 'D1',
    tab: 'home',
    event_ts: '1700000000.000100',
  };

  it('opening Home shows the user’s own conversations first', () => {
    expect(parseEventBody(eventBody(event))).toEqual({
      kind: 'home',
      id: expect.stringMatching(/^home-[0-9a-f]{20}$/),
      workspace: 'T1',
      user: 'U1',
      at: NOW,
      state: { filter: 'mine', page: 0 },
    });
  });

  it.each([
    '1700000000000100',
    1_700_000_000_000_100,
    '1700000000000',
    1_700_000_000,
    1_700_000_000.0001,
  ])('opening Home is understood with the event_ts %o', (event_ts) => {
    expect(parseEventBody(eventBody({ ...event, event_ts }))).toMatchObject({
      kind: 'home',
      at: NOW,
    });
  });

  it.each(['', '17', '1.7e9', 'soon', null, -1_700_000_000])(
    'opening Home is ignored with the event_ts %o',
    (event_ts) => {
      expect(parseEventBody(eventBody({ ...event, event_ts })).kind).toBe('ignored');
    },
  );

  it('opening Home is told apart from opening the messages tab', () => {
    expect(parseEventBody(eventBody({ ...event, tab: 'messages' })).kind).toBe(
      'messages-tab-opened',
    );
    expect(parseEventBody({}).kind).toBe('ignored');
  });
});

describe('a click in Home', () => {
  const look = { filter: 'starred', page: 2, search: 'retry' };
  const view = { id: 'V1', type: 'home', private_metadata: JSON.stringify(look) };
  const clicked = (action: object, change: object = {}) =>
    parseAction(click({ ...action }, { channel: undefined, view, ...change }), NOW);

  it('a click in Home changes what Home shows', () => {
    const next = { filter: 'all', page: 1 };
    const value = JSON.stringify(next);
    expect(clicked({ action_id: 'home.change.3', value })).toMatchObject({
      kind: 'home',
      state: next,
    });
  });

  it('a click in Home searches from the first page, or ends the search', () => {
    expect(clicked({ action_id: 'home.search', value: ' queue ' })).toMatchObject({
      state: { filter: 'starred', page: 0, search: 'queue' },
    });
    const cleared = clicked({ action_id: 'home.search', value: null });
    expect(cleared).toMatchObject({ state: { filter: 'starred', page: 0 } });
    expect(cleared).not.toHaveProperty('state.search');
  });

  it('a click in Home stops a question and keeps what Home shows', () => {
    const stop = 'T1-C1-1.1';
    expect(clicked({ action_id: 'home.stop.0', value: stop })).toMatchObject({ stop, state: look });
  });

  it('a click in Home is ignored outside Home', () => {
    const modal = { ...view, type: 'modal' };
    expect(clicked({ action_id: 'home.change.3', value: '{}' }, { view: modal })).toMatchObject({
      kind: 'ignored',
    });
  });

  it('a click in Home with an unknown id or value is ignored', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (name, value) => {
        expect(clicked({ action_id: `other.${name}`, value })).toMatchObject({ kind: 'ignored' });
        expect(clicked({ action_id: 'home.change.0', value })).toMatchObject({ kind: 'ignored' });
      }),
    );
  });
});
