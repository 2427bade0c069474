import { describe, expect, it } from 'vitest';
import { createPersonLimits, MAX_LOOK_UPS } from '../../src/store/person-limits.js';
import { useRedis } from '../support/redis-fixture.js';

const KIM = { workspace: 'T1', user: 'U1' };
const LEE = { workspace: 'T1', user: 'U2' };

let now = 1_000_000;

const { redis } = await useRedis();

const limits = (requestsPerMinute = 3) =>
  createPersonLimits({ redis, requestsPerMinute, now: () => now });

const times = <T>(n: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)));

const accepted = (answers: readonly boolean[]) => answers.filter(Boolean).length;

describe('requests within a minute', () => {
  it('are bounded for each person and kind, over all processes', async () => {
    const [one, two] = [limits(), limits()];
    const asked = await times(40, (n) => (n % 2 ? one : two).mayRequest('question', KIM));
    expect(accepted(asked)).toBe(3);
    expect(await one.mayRequest('other', KIM)).toBe(true);
    expect(await one.mayRequest('question', LEE)).toBe(true);
  });

  it('are not bounded at 0', async () => {
    expect(accepted(await times(40, () => limits(0).mayRequest('question', KIM)))).toBe(40);
  });

  it('are told of once', async () => {
    expect(accepted(await times(40, () => limits().mayTell('requests', KIM)))).toBe(1);
  });
});

describe('look-ups at once', () => {
  it('are bounded for each person, over all processes', async () => {
    const [one, two] = [limits(), limits()];
    const started = await times(40, (n) => (n % 2 ? one : two).startLookUp(KIM, `job-${n}`));
    expect(accepted(started)).toBe(MAX_LOOK_UPS);
    expect(await one.startLookUp(LEE, 'job-1')).toBe(true);
  });

  it('can start again when others end, and count once when they run again', async () => {
    const one = limits();
    await times(MAX_LOOK_UPS, (n) => one.startLookUp(KIM, `job-${n}`));
    expect(await one.startLookUp(KIM, 'job-0')).toBe(true);
    await one.endLookUp(KIM, 'job-0');
    expect(await one.startLookUp(KIM, 'more')).toBe(true);
    expect(await one.startLookUp(KIM, 'yet another')).toBe(false);
  });

  it('of a killed worker count for a minute', async () => {
    const one = limits();
    await times(MAX_LOOK_UPS, (n) => one.startLookUp(KIM, `job-${n}`));
    now += 59_000;
    expect(await one.startLookUp(KIM, 'more')).toBe(false);
    now += 1_000;
    expect(await one.startLookUp(KIM, 'more')).toBe(true);
  });
});
