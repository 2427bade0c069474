import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReaction } from '../../src/intake/changes.js';
import { eventBody } from './payloads.js';

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
        by: 'U1',
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

it('whatever arrives is parsed without a throw', () => {
  const disturbed = fc
    .dictionary(fc.constantFrom(...Object.keys(reaction()['event'] as object)), fc.jsonValue())
    .map((change) => reaction(change as Record<string, unknown>));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), disturbed), (body) => {
      expect(['ignored', 'reaction']).toContain(parseReaction(body).kind);
    }),
  );
});
