import { describe, expect, it } from 'vitest';
import { parseSessionStopped } from '../../src/intake/agent.js';
import { parseHomeOpened } from '../../src/intake/parse-home.js';
import { eventBody } from './payloads.js';

type Change = Readonly<Record<string, unknown>>;

const stopped = (change: Change = {}) =>
  parseSessionStopped(
    eventBody({
      type: 'agent_session_stopped',
      channel: 'C1',
      user: 'U1',
      thread_ts: '1700000000.000100',
      streaming_message_ts: [],
      event_ts: '1700000009.000200',
      ...change,
    }),
  );

const arrival = (change: Change = {}) =>
  parseHomeOpened(
    eventBody({
      type: 'app_home_opened',
      tab: 'messages',
      channel: 'D1',
      user: 'U1',
      event_ts: '1700000009.000200',
      ...change,
    }),
  );

const idOf = (parsed: ReturnType<typeof stopped>) => (parsed.kind === 'ignored' ? '' : parsed.id);

describe('Slack’s own Stop', () => {
  it('is the word in its thread, said without a message', () => {
    expect(stopped()).toEqual({
      kind: 'thread-command',
      id: expect.stringMatching(/^stopped-[0-9a-f]+$/),
      command: 'stop',
      place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1700000000.000100' },
      user: 'U1',
      at: 1_700_000_009_000,
    });
    expect(stopped({ channel: 'D1' })).toMatchObject({ place: { direct: true } });
  });

  it('told twice is one; pressed again it is another', () => {
    const ids = [stopped(), stopped(), stopped({ event_ts: '1700000010.000200' })].map(idOf);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([{ user: undefined }, { thread_ts: undefined }, { channel: '../x' }])(
    'with %o is nothing to us',
    (change) => expect(stopped(change)).toEqual({ kind: 'ignored', reason: 'unexpected shape' }),
  );
});

describe('the direct message opened', () => {
  it('is by whom and where', () => {
    expect(arrival()).toEqual({
      kind: 'messages-tab-opened',
      id: expect.stringMatching(/^arrival-[0-9a-f]+$/),
      place: { workspace: 'T1', channel: 'D1', direct: true },
      user: 'U1',
    });
  });

  it('again and again within minutes is one; later, or by another person, it is another', () => {
    const soon = arrival({ event_ts: '1700000039.000200' });
    const later = arrival({ event_ts: '1700000809.000200' });
    expect(idOf(soon)).toBe(idOf(arrival()));
    expect(new Set([arrival(), later, arrival({ user: 'U2' })].map(idOf)).size).toBe(3);
  });

  it.each([
    [{ tab: 'about' }, 'another tab'],
    [{ tab: undefined }, 'unexpected shape'],
    [{ user: undefined }, 'unexpected shape'],
  ])('with %o is nothing to us', (change, reason) => {
    expect(arrival(change)).toEqual({ kind: 'ignored', reason });
  });
});
