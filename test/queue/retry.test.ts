import { describe, expect, it } from 'vitest';
import { Refused, Unreachable } from '../../src/deepsearch/errors.js';
import { createJobCount } from '../../src/queue/job-count.js';
import { NewerIntent, rescheduleOnTransientError, retryDelay } from '../../src/queue/retry.js';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from '../../src/slack/errors.js';
import { EventAwaited, MessageUnconfirmed } from '../../src/store/question-messages.js';
import { StaleQuestion } from '../../src/store/question-writes.js';
import { silentLogger } from '../support/redis-fixture.js';

const ASKED = { method: 'GET', path: '/7' };

describe('patience', () => {
  const passing: [string, unknown, number][] = [
    ['Slack asks to wait', new SlackBusy('chat.update', 4_000), 4_000],
    ['Slack asks to wait a moment', new SlackBusy('chat.update', 1), 50],
    ['Slack gives no clear answer', new SlackOutcomeUnknown('chat.postMessage'), 2_000],
    ['our token was revoked', new SlackRefused('chat.postMessage', 'token_revoked'), 30_000],
    [
      'the service is not there',
      new Unreachable(ASKED, { detail: 'no', maybeTookEffect: false }),
      3_000,
    ],
    ['the service says no', new Refused(ASKED, { reason: 'token', message: 'no' }), 3_000],
    ['somebody else wrote the record', new StaleQuestion('q1'), 250],
    [
      'Slack has not confirmed a message',
      new MessageUnconfirmed({ channel: 'C1', ts: '1.1' }),
      250,
    ],
    ['a newer version asked for it', new NewerIntent('divine'), 2_000],
    ['Redis hangs', new Error('Command timed out'), 2_000],
    ['Redis is full', new Error("OOM command not allowed when used memory > 'maxmemory'."), 2_000],
    ['Redis loads', new Error('LOADING Redis is loading the dataset in memory'), 2_000],
    ['Redis is away', new Error('Connection is closed.'), 2_000],
  ];
  it.each(passing)('reschedules if %s', (_what, error, ms) => {
    expect(retryDelay(error)).toBe(ms);
  });

  it.each([
    [60_000, 30_000],
    [3_600_000, 180_000],
    [48 * 3_600_000, 300_000],
  ])('a job that has waited %d ms for a new token looks again after %d ms', (waitedMs, ms) => {
    expect(retryDelay(new SlackRefused('users.info', 'token_revoked'), waitedMs)).toBe(ms);
  });

  it.each([
    [20_000, 1_000],
    [3_600_000, 5_000],
  ])('a job that has waited %d ms for a message looks again after %d ms', (waitedMs, ms) => {
    const error = new MessageUnconfirmed({ channel: 'C1', ts: '1.1' });
    expect(retryDelay(error, waitedMs)).toBe(ms);
  });

  it.each([
    [0, 250],
    [4_000, 2_000],
    [14_000, 5_000],
  ])(
    'a reaction that has waited %d ms for the event of its message looks again after %d ms',
    (waitedMs, ms) => {
      expect(retryDelay(new EventAwaited({ channel: 'C1', ts: '1.1' }), waitedMs)).toBe(ms);
    },
  );

  it.each([
    ['a message of an unknown form', new SlackRefused('chat.update', 'invalid_blocks')],
    ['a closed channel', new SlackRefused('chat.postMessage', 'is_archived')],
    ['a mistake of ours', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('does not reschedule on %s', (_what, error) => {
    expect(retryDelay(error)).toBeUndefined();
  });
});

describe('a request left to a newer version', () => {
  function createRun() {
    const logged: unknown[] = [];
    const options = {
      now: () => 0,
      random: () => 1,
      countLeft: createJobCount(),
      logger: { ...silentLogger, warn: (entry: unknown) => logged.push(entry) },
    };
    const run = (id: string) =>
      rescheduleOnTransientError(options, { id }, () => Promise.reject(new NewerIntent('divine')));
    return { logged, run };
  }

  it('runs again ever more rarely, at last once a minute, and none of these runs is kept', async () => {
    const { run } = createRun();
    const runs = [];
    for (let i = 0; i < 8; i++) runs.push(await run('a'));
    const at = runs.map((again) => again?.at);
    expect(at).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(runs.every((again) => again?.isUnchanged)).toBe(true);
  });

  it('is logged the first time only', async () => {
    const { logged, run } = createRun();
    for (const id of ['a', 'a', 'b', 'a']) await run(id);
    expect(logged).toEqual([
      { err: expect.any(NewerIntent), job: 'a' },
      { err: expect.any(NewerIntent), job: 'b' },
    ]);
  });
});

it('no more than so many jobs are counted', () => {
  const count = createJobCount(2);
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(count)).toEqual([1, 1, 2, 1, 3, 1]);
});
