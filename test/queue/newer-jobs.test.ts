import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUEUES, VERSION } from '../../src/queue/names.js';
import type { NewerRequest } from '../../src/queue/newer-jobs.js';
import { NewerQuestion } from '../../src/store/questions.js';
import {
  askIntent,
  createDeferred,
  type QueuesFixture,
  startQueuesFixture,
} from './queues-fixture.js';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => Date.now() - hours * HOUR_MS;
const place = { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1.1' };

let queues: QueuesFixture;
beforeEach(async () => {
  queues = await startQueuesFixture();
});
afterEach(() => queues.stop());

function queueOf(name: string) {
  const queue = queues.producer.queues.find((each) => each.name === name);
  if (queue === undefined) throw new Error(`there is no queue ${name}`);
  return queue;
}

/** Adds a job of a newer version; `data` as it was stored. */
function addNewer(queue: string, data: object, { id, hours }: { id: string; hours: number }) {
  const job = { v: VERSION + 1, ...data };
  return queueOf(queue).add('divine', job, { jobId: id, timestamp: hoursAgo(hours) });
}

describe('a job of a newer version', () => {
  it('is left to a newer worker for three days if it asks a question, and for one day else', async () => {
    await addNewer(QUEUES.intake, askIntent('old'), { id: 'old', hours: 73 });
    await addNewer(QUEUES.intake, askIntent('young'), { id: 'young', hours: 71 });
    const { id: _none, ...unknown } = askIntent();
    await addNewer(QUEUES.intake, { asked: unknown }, { id: 'unknown', hours: 73 });
    await addNewer(QUEUES.requests, { place, user: 'U1' }, { id: 'list', hours: 25 });
    await addNewer(QUEUES.actions, { place, user: 'U1' }, { id: 'stop', hours: 23 });
    await addNewer(QUEUES.questions, {}, { id: 'q1', hours: 73 });
    const asks: unknown[] = [];
    const requests: NewerRequest[] = [];
    const errors: unknown[] = [];
    await queues.work({
      giveUpAsk: async (ask, error) => {
        asks.push(ask);
        errors.push(error);
      },
      giveUpNewer: async (request, error) => {
        requests.push(request);
        errors.push(error);
      },
    });
    for (const [queue, id] of [
      [QUEUES.intake, 'young'],
      [QUEUES.actions, 'stop'],
    ] as const) {
      await expect.poll(async () => (await queueOf(queue).getJob(id))?.getState()).toBe('delayed');
    }
    await expect.poll(() => requests.length).toBe(3);
    await expect.poll(() => asks.length).toBe(1);
    const { text: _notRead, ...asked } = askIntent('old');
    expect(asks).toEqual([{ ...asked, text: '', externallyShared: true }]);
    expect(requests.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: 'list', kind: 'divine', by: { place, user: 'U1' } },
      { id: 'q1', kind: 'divine' },
      { id: 'unknown', kind: 'divine' },
    ]);
    expect(errors).toEqual(Array(4).fill(expect.objectContaining({ code: 'newer_job' })));
  });

  it('keeps no secrets in Redis of an error that giving it up ends with', async () => {
    const token = ['xoxb', '12', '34', 'a'.repeat(20)].join('-');
    await addNewer(QUEUES.requests, { place, user: 'U1' }, { id: 'list', hours: 25 });
    await queues.work({
      giveUpNewer: async () => {
        throw new TypeError(`refused ${token}`);
      },
    });
    const job = () => queueOf(QUEUES.requests).getJob('list');
    await expect.poll(async () => (await job())?.failedReason).toContain('refused');
    expect(JSON.stringify(await job())).not.toContain(token);
  });
});

describe('a question that a newer version stored', () => {
  /** Runs its job again and again, as if the time had passed. */
  async function runsOf(hours: number, enough: (runs: number) => boolean) {
    const { producer, work } = queues;
    const options = { jobId: 'q1', timestamp: hoursAgo(hours), attempts: 6 };
    await queueOf(QUEUES.questions).add('question', { id: 'q1' }, options);
    const gaveUp = createDeferred<unknown>();
    let runs = 0;
    await work({
      question: async (id) => {
        runs += 1;
        throw new NewerQuestion(id, 2);
      },
      giveUpQuestion: async (_id, error) => {
        gaveUp.happen(error);
        return false;
      },
    });
    let given: unknown;
    void gaveUp.happened.then((error) => {
      given = error;
    });
    while (given === undefined && !enough(runs)) await producer.wake('q1');
    return { runs, given };
  }

  it('is given up after three days, once this worker has left it for about an hour', async () => {
    const { runs, given } = await runsOf(73, () => false);
    expect(given).toBeInstanceOf(NewerQuestion);
    expect(runs).toBe(61);
  });

  it('is not given up before', async () => {
    const { given } = await runsOf(71, (runs) => runs > 70);
    expect(given).toBeUndefined();
  });
});
