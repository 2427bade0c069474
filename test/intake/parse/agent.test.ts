import { describe, expect, it } from 'vitest';
import { eventBody, parseEventBody } from '../payloads.js';

type Change = Readonly<Record<string, unknown>>;

const stopped = (change: Change = {}) =>
  parseEventBody(
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
  parseEventBody(
    eventBody({
      type: 'app_home_opened',
      tab: 'messages',
      channel: 'D1',
      user: 'U1',
      event_ts: '1700000009.000200',
      ...change,
    }),
  );

const idOf = (parsed: ReturnType<typeof stopped>) => ('id' in parsed ? parsed.id : '');

describe('Slack’s own Stop button', () => {
  it('Slack’s own Stop button means the thread command stop, without a message', () => {
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

  it('Slack’s own Stop button has one id when Slack sends it twice, and another when it is clicked again', () => {
    const ids = [stopped(), stopped(), stopped({ event_ts: '1700000010.000200' })].map(idOf);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([{ user: undefined }, { thread_ts: undefined }, { channel: '../x' }])(
    'Slack’s own Stop button is ignored with %o',
    (change) => expect(stopped(change)).toEqual({ kind: 'ignored', reason: 'unknown shape' }),
  );
});

describe('opening the messages tab', () => {
  it('opening the messages tab names the user and the direct message', () => {
    expect(arrival()).toEqual({
      kind: 'messages-tab-opened',
      id: expect.stringMatching(/^messages-tab-[0-9a-f]+$/),
      place: { workspace: 'T1', channel: 'D1', direct: true },
      user: 'U1',
    });
  });

  it('opening the messages tab has one id within ten minutes, and another one later or by another user', () => {
    const soon = arrival({ event_ts: '1700000039.000200' });
    const later = arrival({ event_ts: '1700000809.000200' });
    expect(idOf(soon)).toBe(idOf(arrival()));
    expect(new Set([arrival(), later, arrival({ user: 'U2' })].map(idOf)).size).toBe(3);
  });

  it.each([
    [{ tab: 'about' }, 'other tab'],
    [{ tab: undefined }, 'unknown shape'],
    [{ user: undefined }, 'unknown shape'],
  ])('opening the messages tab is ignored with %o', (change, reason) => {
    expect(arrival(change)).toEqual({ kind: 'ignored', reason });
  });
});
