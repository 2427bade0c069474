import { describe, expect, it } from 'vitest';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from '../../src/slack/errors.js';
import { createRetryLimit } from '../../src/slack/retry-limit.js';

const UNKNOWN = new SlackOutcomeUnknown('users.info');
const GIVEN_UP = new SlackRefused('users.info', 'no_reply');

/** A look-up that fails with `error` until that is undefined; `now` is the time, ms. */
function aLookUp(error: Error | undefined) {
  const world = { error, now: 0 };
  const limited = createRetryLimit({ forMs: 30_000, now: () => world.now });
  const lookUp = async (id: string) => {
    if (world.error !== undefined) throw world.error;
    return `found ${id}`;
  };
  return { world, limited, lookUp };
}

describe('a look-up that keeps failing', () => {
  it('counts as refused after its time', async () => {
    const { world, limited, lookUp } = aLookUp(UNKNOWN);
    const find = limited(lookUp);
    for (; world.now < 30_000; world.now += 10_000) await expect(find('U1')).rejects.toBe(UNKNOWN);
    await expect(find('U1')).rejects.toEqual(GIVEN_UP);
    await expect(find('U1')).rejects.toEqual(GIVEN_UP);
    await expect(find('U2')).rejects.toBe(UNKNOWN);
    world.now += 60_000;
    await expect(find('U1')).rejects.toBe(UNKNOWN);
  });

  it('gets the whole time again, where its failure has a cost', async () => {
    const { world, limited, lookUp } = aLookUp(UNKNOWN);
    const find = limited(lookUp, { startsAgain: true });
    await expect(find('U1')).rejects.toBe(UNKNOWN);
    world.now = 30_000;
    await expect(find('U1')).rejects.toEqual(GIVEN_UP);
    await expect(find('U1')).rejects.toBe(UNKNOWN);
    world.now = 45_000;
    await expect(find('U1')).rejects.toBe(UNKNOWN);
    world.now = 60_000;
    await expect(find('U1')).rejects.toEqual(GIVEN_UP);
  });

  it('starts again after a success', async () => {
    const { world, limited, lookUp } = aLookUp(UNKNOWN);
    const find = limited(lookUp);
    await expect(find('U1')).rejects.toBe(UNKNOWN);
    world.error = undefined;
    world.now = 20_000;
    expect(await find('U1')).toBe('found U1');
    world.error = UNKNOWN;
    world.now = 30_000;
    await expect(find('U1')).rejects.toBe(UNKNOWN);
  });

  it('may wait for a rate limit of one call a minute, and not for one that lasts', async () => {
    const minute = new SlackBusy('users.info', 60_000);
    const { world, limited, lookUp } = aLookUp(minute);
    const find = limited(lookUp);
    await expect(find('U1')).rejects.toBe(minute);
    world.now = 60_000;
    await expect(find('U1')).rejects.toEqual(GIVEN_UP);
    world.error = new SlackBusy('users.info', 300_000);
    await expect(find('U2')).rejects.toEqual(GIVEN_UP);
  });

  it('throws a refusal as it is', async () => {
    const refused = new SlackRefused('users.info', 'user_not_found');
    const { limited, lookUp } = aLookUp(refused);
    await expect(limited(lookUp)('U1')).rejects.toBe(refused);
  });
});
