import { expect, it } from 'vitest';
import { createJobGate } from '../../src/queue/job-gate.js';

/** A gate whose event loop makes ten turns between two checks. */
function gateOf(most: number) {
  const loop = { accepted: 0, turns: 0, now: 0 };
  const gate = createJobGate({
    most,
    accepted: () => loop.accepted,
    turns: () => loop.turns,
    now: () => loop.now,
  });
  const finish: (() => void)[] = [];
  return {
    loop,
    /** Starts a job that runs until it is finished by the test. */
    start: () => void gate.run(() => new Promise<void>((resolve) => finish.push(resolve))),
    started: () => finish.length,
    /** So many of the ten turns accepted a connection. */
    check(accepted: number): void {
      loop.accepted += accepted;
      loop.turns += 10;
      loop.now += 50;
      gate.check();
    },
    async finish(job: number): Promise<void> {
      finish[job]?.();
      await settled();
    },
  };
}

/** Lets jobs that may start do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('all jobs run at once while no connection waits', async () => {
  const { start, started, check } = gateOf(50);
  for (let i = 0; i < 50; i++) start();
  check(3);
  await settled();
  expect(started()).toBe(50);
});

it('jobs wait while every turn accepts a connection, but for four', async () => {
  const { start, started, check, finish } = gateOf(50);
  for (let i = 0; i < 20; i++) start();
  for (let i = 0; i < 12; i++) check(10);
  for (let i = 0; i < 10; i++) start();
  await settled();
  expect(started()).toBe(20);
  for (let i = 0; i < 16; i++) await finish(i);
  expect(started()).toBe(20);
  await finish(16);
  expect(started()).toBe(21);
});

it('more jobs run again once the connections are accepted', async () => {
  const { start, started, check, finish } = gateOf(50);
  for (let i = 0; i < 30; i++) start();
  for (let i = 0; i < 12; i++) check(10);
  for (let i = 0; i < 30; i++) start();
  for (let i = 0; i < 30; i++) await finish(i);
  expect(started()).toBe(34);
  for (let i = 0; i < 3; i++) check(1);
  await settled();
  expect(started()).toBe(47);
});

it('a job that waits for somebody else makes room after a second', async () => {
  const { loop, start, started, check } = gateOf(50);
  for (let i = 0; i < 10; i++) start();
  for (let i = 0; i < 12; i++) check(10);
  start();
  await settled();
  expect(started()).toBe(10);
  loop.now += 1_000;
  check(10);
  await settled();
  expect(started()).toBe(11);
});
