import { describe, expect, it } from 'vitest';
import { CHANNEL_EVENTS } from '../../../src/intake/parse/payloads.js';
import { eventBody, parseEventBody } from '../payloads.js';

const changed = (...channels: string[]) => ({ kind: 'channels-changed', channels });

describe('a change of a channel', () => {
  it.each(CHANNEL_EVENTS)('%s', (type) => {
    const event = { type, channel: 'C1', user: 'U1', event_ts: '1700000009.000200' };
    expect(parseEventBody(eventBody(event))).toEqual(changed('C1'));
  });

  it('a new id is a change of both', () => {
    const event = { type: 'channel_id_changed', old_channel_id: 'C1', new_channel_id: 'C2' };
    expect(parseEventBody(eventBody(event))).toEqual(changed('C1', 'C2'));
  });

  it.each(['channel_convert_to_private', 'channel_convert_to_public'])(
    'a message says so: %s',
    (subtype) => {
      const event = { type: 'message', subtype, user: 'U1', text: '', channel: 'C1' };
      expect(parseEventBody(eventBody({ ...event, ts: '1700000000.000100' }))).toEqual(
        changed('C1'),
      );
    },
  );
});
