import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHomeClick, parseHomeOpened } from '../../src/intake/parse-home.js';
import { click, eventBody } from './payloads.js';

const NOW = 1_700_000_000_000;

describe('a look at Home', () => {
  const event = {
    type: 'app_home_opened',
    user: 'U1',
    channel: 'D1',
    tab: 'home',
    event_ts: '1700000000.000100',
  };

  it('begins with one’s own conversations', () => {
    expect(parseHomeOpened(eventBody(event))).toEqual({
      kind: 'home',
      id: expect.stringMatching(/^home-[0-9a-f]{20}$/),
      workspace: 'T1',
      user: 'U1',
      at: NOW,
      state: { which: 'mine', page: 0 },
    });
  });

  it('at the messages is an arrival there; of another shape it is none', () => {
    expect(parseHomeOpened(eventBody({ ...event, tab: 'messages' })).kind).toBe(
      'messages-tab-opened',
    );
    expect(parseHomeOpened({}).kind).toBe('ignored');
  });
});

describe('a click in Home', () => {
  const look = { which: 'starred', page: 2, search: 'retry' };
  const view = { id: 'V1', type: 'home', private_metadata: JSON.stringify(look) };
  const clicked = (action: object, change: object = {}) =>
    parseHomeClick(click({ ...action }, { channel: undefined, view, ...change }), NOW);

  it('changes what is looked at', () => {
    const next = { which: 'all', page: 1 };
    const value = JSON.stringify(next);
    expect(clicked({ action_id: 'home.look.3', value })).toMatchObject({
      kind: 'home',
      state: next,
    });
  });

  it('searches from the first page on, or for nothing any more', () => {
    expect(clicked({ action_id: 'home.search', value: ' queue ' })).toMatchObject({
      state: { which: 'starred', page: 0, search: 'queue' },
    });
    const cleared = clicked({ action_id: 'home.search', value: null });
    expect(cleared).toMatchObject({ state: { which: 'starred', page: 0 } });
    expect(cleared).not.toHaveProperty('state.search');
  });

  it('stops a question, and looks on', () => {
    const stop = 'T1-C1-1.1';
    expect(clicked({ action_id: 'home.stop.0', value: stop })).toMatchObject({ stop, state: look });
  });

  it('elsewhere is none', () => {
    const modal = { ...view, type: 'modal' };
    expect(clicked({ action_id: 'home.look.3', value: '{}' }, { view: modal })).toBeUndefined();
  });

  it('does nothing that we do not know, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (name, value) => {
        expect(clicked({ action_id: `other.${name}`, value })).toMatchObject({ kind: 'ignored' });
        expect(clicked({ action_id: 'home.look.0', value })).toMatchObject({ kind: 'ignored' });
      }),
    );
  });
});
