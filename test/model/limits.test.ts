import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LIMIT_SCOPES,
  type LimitScope,
  type LimitUsage,
  NO_LIMITS,
  reachedLimit,
} from '../../src/model/limits.js';

const NONE: LimitUsage = { open: 0, asked: 0, freeAt: 0 };
const usage = (changed: Partial<Record<LimitScope, Partial<LimitUsage>>> = {}) => ({
  person: { ...NONE, ...changed.person },
  channel: { ...NONE, ...changed.channel },
  workspace: { ...NONE, ...changed.workspace },
});
const limits = {
  person: { open: 50, perHour: 200 },
  channel: { open: 500, perHour: 2000 },
  workspace: { open: 0, perHour: 0 },
};

describe('which limit is reached', () => {
  it('none below the limits', () => {
    expect(reachedLimit(limits, usage({ person: { open: 49, asked: 199 } }))).toBeUndefined();
  });

  it('as many open questions as a person may have, until one of them ends', () => {
    const reached = reachedLimit(limits, usage({ person: { open: 50 } }));
    expect(reached).toEqual({ scope: 'person', max: 50 });
  });

  it('as many questions as a channel may ask within an hour, with the time', () => {
    const reached = reachedLimit(limits, usage({ channel: { asked: 2000, freeAt: 99 } }));
    expect(reached).toEqual({ scope: 'channel', max: 2000, againAt: 99 });
  });

  it('of several, the one that lasts longest', () => {
    const reached = reachedLimit(
      limits,
      usage({
        person: { open: 50, asked: 200, freeAt: 5 },
        channel: { asked: 2000, freeAt: 9 },
      }),
    );
    expect(reached).toEqual({ scope: 'channel', max: 2000, againAt: 9 });
  });

  it('0 is no limit', () => {
    const count = fc.nat();
    const any = fc.record({ open: count, asked: count, freeAt: count });
    fc.assert(
      fc.property(fc.tuple(any, any, any), (each) => {
        const all = Object.fromEntries(LIMIT_SCOPES.map((scope, i) => [scope, each[i] ?? NONE]));
        expect(reachedLimit(NO_LIMITS, { ...usage(), ...all })).toBeUndefined();
      }),
    );
  });
});
