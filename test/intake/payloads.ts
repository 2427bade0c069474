import { parseEvent, readEvent } from '../../src/intake/parse/event.js';
import type { IncomingEvent, Seal } from '../../src/intake/parse/result.js';

/** Slack's payloads, cut to what Slack always sends; see https://docs.slack.dev/apis/events-api */

export const BOT = 'U0BOT';

/** What an event means to a bot with the user id `BOT`. */
export function parseEventBody(body: unknown, seal?: Seal): IncomingEvent {
  const received = readEvent(body);
  if (received.kind === 'ignored') return received;
  return parseEvent(received, { botUser: BOT, ...(seal && { seal }) });
}

type Fields = Readonly<Record<string, unknown>>;

/** Without the fields that are undefined: what JSON cannot carry never arrives. */
function wire(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields)) as Fields;
}

export function eventBody(event: Fields, around: Fields = {}): Fields {
  return wire({
    token: 'legacy',
    team_id: 'T1',
    api_app_id: 'A1',
    type: 'event_callback',
    event_id: 'Ev1',
    event_time: 1_700_000_000,
    authorizations: [{ team_id: 'T1', user_id: BOT, is_bot: true }],
    event,
    ...around,
  });
}

export function message(change: Fields = {}): Fields {
  return {
    type: 'message',
    user: 'U1',
    text: `<@${BOT}> how does retry work?`,
    ts: '1700000000.000100',
    channel: 'C1',
    channel_type: 'channel',
    ...change,
  };
}

export function command(change: Fields = {}): Fields {
  return wire({
    token: 'legacy',
    team_id: 'T1',
    team_domain: 'acme',
    channel_id: 'C1',
    channel_name: 'general',
    user_id: 'U1',
    command: '/deepsearch',
    text: 'how does retry work?',
    response_url: 'https://hooks.slack.com/commands/1/2/3',
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
    ...change,
  });
}

export function click(action: Fields, change: Fields = {}): Fields {
  return wire({
    type: 'block_actions',
    team: { id: 'T1', domain: 'acme' },
    user: { id: 'U1', team_id: 'T1' },
    channel: { id: 'C1', name: 'general' },
    message: { type: 'message', ts: '1700000005.000100', thread_ts: '1700000000.000100' },
    actions: [{ type: 'button', block_id: 'b1', action_ts: '1700000009.123456', ...action }],
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
    ...change,
  });
}
