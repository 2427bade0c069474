import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuestionAction } from '../../src/model/intent.js';
import { VERSION } from '../../src/queue/names.js';
import { SlackBusy, SlackRefused } from '../../src/slack/errors.js';
import {
  askIntent,
  createDeferred,
  type QueuesFixture,
  startQueuesFixture,
} from './queues-fixture.js';

const FAR = () => Date.now() + 3_600_000;

let queues: QueuesFixture;
beforeEach(async () => {
  queues = await startQueuesFixture();
});
afterEach(() => queues.stop());

describe('what is accepted', () => {
  it('a job added twice runs once, even after it is done', async () => {
    const { producer, work } = queues;
    const seen: string[] = [];
    const last = createDeferred();
    await Promise.all([producer.accept(askIntent()), producer.accept(askIntent())]);
    await work({
      ask: async (ask) => {
        seen.push(ask.id);
        if (ask.id === 'last') last.happen();
        return undefined;
      },
    });
    const [intake] = producer.queues;
    await expect.poll(() => seen.length).toBe(1);
    await expect.poll(() => intake?.getJob(askIntent().id)).toBeUndefined();
    await producer.accept(askIntent());
    await producer.accept(askIntent('last'));
    await last.happened;
    expect(seen).toEqual([askIntent().id, 'last']);
  });

  it('what a job was about is not kept once it is done', async () => {
    const { producer, work, redisFixture } = queues;
    const secret = 'what somebody wrote';
    const done = createDeferred();
    await work({
      ask: async ({ id }) => {
        if (id === 'last') done.happen();
      },
    });
    await producer.accept({ ...askIntent(), text: secret });
    await producer.accept(askIntent('last'));
    await done.happened;
    const [intake] = producer.queues;
    await expect.poll(() => intake?.getJobCountByTypes('active', 'waiting')).toBe(0);
    const redis = await redisFixture.connect();
    const dumped = await Promise.all((await redis.keys('*')).map((key) => redis.dumpBuffer(key)));
    expect(dumped.length).toBeGreaterThan(0);
    expect(dumped.filter((value) => value?.includes(secret))).toEqual([]);
    const ttls = await redis.pttl('{deepsearch}:bull:intake:de:last');
    expect(ttls).toBeGreaterThan(3600_000);
  });

  it('jobs that failed, and finished ones of an earlier version, are removed in time', async () => {
    const { producer, work } = queues;
    const [intake] = producer.queues;
    const kept = { removeOnComplete: false, attempts: 1 };
    for (const id of ['works', 'fails']) {
      await intake?.add('ask', { v: 1, ...askIntent(id) }, { ...kept, jobId: id });
    }
    const now = Date.now();
    await work({
      ask: async ({ id }) => {
        if (id === 'fails') throw new Error('a bug');
      },
      giveUpAsk: async () => {
        throw new Error('another bug');
      },
    });
    await expect.poll(() => intake?.getJobCountByTypes('completed', 'failed')).toBe(2);
    await producer.removeOldJobs();
    expect(await intake?.getJobCountByTypes('completed', 'failed')).toBe(2);
    vi.setSystemTime(now + 25 * 3600_000);
    await producer.removeOldJobs();
    vi.useRealTimers();
    expect(await intake?.getJobCountByTypes('completed', 'failed')).toBe(0);
  });

  it('a job’s data arrives unchanged', async () => {
    const arrived = createDeferred<unknown>();
    await queues.work({
      ask: async (ask) => {
        arrived.happen(ask);
        return undefined;
      },
    });
    await queues.producer.accept(askIntent());
    expect(await arrived.happened).toEqual(askIntent());
  });

  it('reads jobs without a version, and leaves newer versions to newer workers', async () => {
    const { producer, work } = queues;
    const [intake] = producer.queues;
    await intake?.add('ask', { v: VERSION + 1, ...askIntent('newer') }, { jobId: 'newer' });
    await intake?.add('ask', askIntent('older'), { jobId: 'older' });
    const seen: string[] = [];
    const last = createDeferred();
    await work({
      ask: async (ask) => {
        seen.push(ask.id);
        last.happen();
        return undefined;
      },
    });
    await last.happened;
    await expect.poll(async () => (await intake?.getJob('newer'))?.getState()).toBe('delayed');
    expect(seen).toEqual(['older']);
  });

  it('a stop runs while questions are busy', async () => {
    const stop: QuestionAction = {
      kind: 'stop',
      id: 'stop-1',
      questionId: 'q1',
      place: askIntent().place,
      user: 'U1',
      at: 1,
    };
    const handled = createDeferred<unknown>();
    const busy = createDeferred();
    const release = createDeferred();
    await queues.work(
      {
        question: async () => {
          busy.happen();
          await release.happened;
          return undefined;
        },
        handle: async (intent) => handled.happen(intent),
      },
      1,
    );
    await queues.producer.schedule('q1');
    await busy.happened;
    await queues.producer.accept(stop);
    expect(await handled.happened).toEqual(stop);
    release.happen();
  });

  it('adding a job fails in time if Redis hangs', async () => {
    queues.redisFixture.server.pause();
    try {
      await expect(queues.producer.accept(askIntent())).rejects.toThrow(/timed out/);
    } finally {
      queues.redisFixture.server.resume();
    }
  });

  it('a job that throws is retried', async () => {
    const done = createDeferred<number>();
    let tries = 0;
    await queues.work({
      ask: async () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
        done.happen(tries);
        return undefined;
      },
    });
    await queues.producer.accept(askIntent());
    expect(await done.happened).toBe(3);
  });
});

describe('a job that fails', () => {
  it('a failed job keeps no secrets of its error in Redis', async () => {
    const token = ['xoxb', '12', '34', 'a'.repeat(20)].join('-');
    const failed = await queues.events('intake');
    const failure = new Promise<string>((resolve) => {
      failed.on('delayed', ({ jobId }) => resolve(jobId));
    });
    await queues.work({
      ask: async () => {
        throw new TypeError(`refused ${token}`);
      },
    });
    await queues.producer.accept(askIntent());
    await failure;
    const [intake] = queues.producer.queues;
    const job = await intake?.getJob(askIntent().id);
    expect(job?.stacktrace?.[0]).toMatch(/TypeError: refused \[hidden\]\n +at /);
    expect(JSON.stringify(job)).not.toContain(token);
  });
});

describe('what could not be done', () => {
  const stop: QuestionAction = {
    ...{ kind: 'stop', id: 'stop-1', questionId: 'q1' },
    ...{ place: askIntent().place, user: 'U1', at: 1 },
  };

  it('a job is given up after its last attempt', async () => {
    const gaveUp = createDeferred<unknown>();
    const { producer, work } = queues;
    const [, , actions] = producer.queues;
    const { id, kind, ...rest } = stop;
    const last = { jobId: id, attempts: 1 };
    await actions?.add(kind, { v: 1, id, kind, ...rest }, last);
    await work({
      handle: async () => {
        throw new Error('a bug');
      },
      giveUp: async (given, error) => gaveUp.happen([given, (error as Error).message]),
    });
    expect(await gaveUp.happened).toEqual([stop, 'a bug']);
    await expect.poll(async () => (await actions?.getJob(id))?.getState()).toBe('completed');
  });

  it('a job is given up after a day of transient errors, a question after three', async () => {
    const { producer, work } = queues;
    const [intake, , actions] = producer.queues;
    const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
    await actions?.add('stop', { v: 1, ...stop }, { jobId: stop.id, timestamp: hoursAgo(25) });
    await intake?.add('ask', { v: 1, ...askIntent() }, { jobId: 'old', timestamp: hoursAgo(73) });
    const waiting = { jobId: 'waiting', timestamp: hoursAgo(71) };
    await intake?.add('ask', { v: 1, ...askIntent('T1-C1-2.2') }, waiting);
    const gaveUp: string[] = [];
    await work({
      ask: async () => {
        throw new SlackBusy('chat.postMessage', 3_600_000);
      },
      handle: async () => {
        throw new SlackBusy('chat.postMessage', 3_600_000);
      },
      giveUpAsk: async (ask) => void gaveUp.push(ask.id),
      giveUp: async (intent) => void gaveUp.push(intent.id),
    });
    const states = async () => [
      ...(await Promise.all(
        ['old', 'waiting'].map(async (id) => (await intake?.getJob(id))?.getState()),
      )),
      await (await actions?.getJob(stop.id))?.getState(),
    ];
    await expect.poll(states).toEqual(['completed', 'delayed', 'completed']);
    expect(gaveUp.sort()).toEqual([askIntent().id, stop.id]);
  });
});

describe('the jobs of a workspace', () => {
  it('a question that is put back to wait while they are removed is removed too', async () => {
    const { producer, work } = queues;
    const [intake] = producer.queues;
    const [started, refused] = [createDeferred(), createDeferred()];
    await producer.accept(askIntent());
    await work({
      ask: async () => {
        started.happen();
        await refused.happened;
        throw new SlackRefused('users.info', 'token_revoked');
      },
    });
    await started.happened;
    const removed = producer.removeJobs('T1');
    // By then, the removal without this job would be over.
    await producer.removeJobs('T2');
    refused.happen();
    await removed;
    await expect
      .poll(() => intake?.getJobCountByTypes('waiting', 'active', 'delayed', 'failed'))
      .toBe(0);
  });
});

describe('a question’s job', () => {
  it('a question has one job, however often it is scheduled', async () => {
    const { producer } = queues;
    await Promise.all(Array.from({ length: 5 }, () => producer.schedule('q1')));
    const [, questions] = producer.queues;
    expect(await questions?.getJobCountByTypes('waiting', 'delayed')).toBe(1);
    const job = await questions?.getJob('q1');
    expect(job?.data).toEqual({ id: 'q1' });
  });

  it('a delayed question job runs again at its time', async () => {
    const runs: number[] = [];
    const done = createDeferred();
    await queues.work({
      question: async () => {
        runs.push(Date.now());
        if (runs.length < 3) return { at: Date.now() + 50 };
        done.happen();
        return undefined;
      },
    });
    await queues.producer.schedule('q1');
    await done.happened;
    const [first = 0, second = 0, third = 0] = runs;
    expect(second - first).toBeGreaterThanOrEqual(49);
    expect(third - second).toBeGreaterThanOrEqual(49);
  });

  it('a delay does not count as an attempt', async () => {
    let runs = 0;
    const done = createDeferred();
    const gaveUp: string[] = [];
    await queues.work({
      question: async () => {
        runs += 1;
        if (runs < 30) return { at: Date.now() - 1 };
        done.happen();
        return undefined;
      },
      giveUpQuestion: async (id) => {
        gaveUp.push(id);
        return false;
      },
    });
    await queues.producer.schedule('q1');
    await done.happened;
    expect(gaveUp).toEqual([]);
  });

  it('a question’s job can be scheduled again once it is done', async () => {
    const [, questions] = queues.producer.queues;
    let runs = 0;
    await queues.work({
      question: async () => {
        runs += 1;
        return undefined;
      },
    });
    for (const nth of [1, 2]) {
      await queues.producer.schedule('q1');
      await expect.poll(() => runs).toBe(nth);
      await expect.poll(() => questions?.getJob('q1')).toBeUndefined();
    }
  });

  it('a failing question job is given up after its last attempt, and runs once more to post that', async () => {
    const { producer, work, redisFixture } = queues;
    const gaveUp = createDeferred<unknown>();
    const runsAfterwards: string[] = [];
    let isGivenUp = false;
    await work({
      question: async (id) => {
        if (!isGivenUp) throw new Error('a bug');
        runsAfterwards.push(id);
        return undefined;
      },
      giveUpQuestion: async (id, error) => {
        isGivenUp = true;
        gaveUp.happen([id, (error as Error).message]);
        return true;
      },
    });
    await producer.schedule('q1');
    const [, questions] = producer.queues;
    // Each wait between two attempts is cut short: the job is woken.
    let over = false;
    const woken = (async () => {
      while (!over) await producer.wake('q1');
    })();
    expect(await gaveUp.happened).toEqual(['q1', 'a bug']);
    over = true;
    await woken;
    await expect.poll(() => questions?.getJob('q1')).toBeUndefined();
    expect(await questions?.getFailedCount()).toBe(0);
    expect(runsAfterwards).toEqual(['q1']);
    expect(redisFixture.server.port).toBeGreaterThan(0);
  });
});

describe('a wake-up', () => {
  it('a wake-up runs a delayed job at once', async () => {
    const first = createDeferred();
    const second = createDeferred();
    let runs = 0;
    await queues.work({
      question: async () => {
        runs += 1;
        if (runs === 1) {
          first.happen();
          return { at: FAR() };
        }
        second.happen();
        return undefined;
      },
    });
    await queues.producer.schedule('q1');
    await first.happened;
    const [, questions] = queues.producer.queues;
    await expect.poll(() => questions?.getDelayedCount()).toBe(1);
    await queues.producer.wake('q1');
    await second.happened;
  });

  it('a wake-up waits for a running job to be delayed', async () => {
    const atWork = createDeferred();
    const release = createDeferred();
    const again = createDeferred();
    let runs = 0;
    await queues.work({
      question: async () => {
        runs += 1;
        if (runs > 1) {
          again.happen();
          return undefined;
        }
        atWork.happen();
        await release.happened;
        return { at: FAR() };
      },
    });
    await queues.producer.schedule('q1');
    await atWork.happened;
    const woken = queues.producer.wake('q1');
    release.happen();
    await woken;
    await again.happened;
  });

  it('a wake-up between a job’s run and its delay is not lost', async () => {
    const { producer, work } = queues;
    let runs = 0;
    let seen: () => void = () => undefined;
    await work({
      question: async () => {
        runs += 1;
        seen();
        return { at: FAR() };
      },
    });
    await producer.schedule('q1');
    await expect.poll(() => runs).toBe(1);
    for (let nth = 2; nth <= 40; nth++) {
      const ran = new Promise<void>((resolve) => {
        seen = resolve;
      });
      // Most of these fall into the moment in which the job lies down.
      await producer.wake('q1');
      await ran;
    }
    expect(runs).toBe(40);
  });

  it('a wake-up of a missing or waiting job does nothing', async () => {
    await queues.producer.wake('nobody');
    await queues.producer.schedule('q1');
    await queues.producer.wake('q1');
    const [, questions] = queues.producer.queues;
    expect(await questions?.getWaitingCount()).toBe(1);
  });
});

describe('the end of a worker', () => {
  it('stopping a worker waits for its running jobs', async () => {
    const atWork = createDeferred();
    const release = createDeferred();
    const done: string[] = [];
    const workers = await queues.work({
      question: async () => {
        atWork.happen();
        await release.happened;
        done.push('q1');
        return undefined;
      },
    });
    await queues.producer.schedule('q1');
    await atWork.happened;
    const stopped = workers.stop(30_000);
    release.happen();
    await stopped;
    expect(done).toEqual(['q1']);
  });

  it('a stopping worker takes no more jobs', async () => {
    const seen: string[] = [];
    const workers = await queues.work({
      question: async (id) => {
        seen.push(id);
        return undefined;
      },
    });
    await workers.stop(5_000);
    await queues.producer.schedule('q1');
    const [, questions] = queues.producer.queues;
    expect(await questions?.getWaitingCount()).toBe(1);
    expect(seen).toEqual([]);
  });

  it('stopping aborts slow jobs, which another worker takes over', async () => {
    const atWork = createDeferred();
    const told = createDeferred();
    const workers = await queues.work({
      question: async (_id, signal) => {
        atWork.happen();
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            told.happen();
            reject(new Error('stopped'));
          });
        });
        return undefined;
      },
      giveUpQuestion: async () => expect.unreachable('a stop is not a bug'),
    });
    await queues.producer.schedule('q1');
    await atWork.happened;
    await workers.stop(50);
    await told.happened;
    const taken = createDeferred<string>();
    await queues.work({
      question: async (id) => {
        taken.happen(id);
        return undefined;
      },
    });
    expect(await taken.happened).toBe('q1');
  });

  it('stopping is bounded even if a job ignores the abort', async () => {
    const atWork = createDeferred();
    const release = createDeferred();
    const workers = await queues.work({
      question: async () => {
        atWork.happen();
        await release.happened;
        return undefined;
      },
    });
    await queues.producer.schedule('q1');
    await atWork.happened;
    await workers.stop(50);
    release.happen();
  });
});

describe('a schedule', () => {
  it('all workers share one reconcile schedule', async () => {
    const { producer } = queues;
    await Promise.all([producer.scheduleMaintenance(60_000), producer.scheduleMaintenance(60_000)]);
    const ran = createDeferred();
    await queues.work({ reconcile: async () => ran.happen() });
    await ran.happened;
    const maintenance = producer.queues[3];
    expect(await maintenance?.getJobSchedulersCount()).toBe(1);
  });
});
