import { expect, it } from 'vitest';
import { createSuspensionWatch, LOCK_MS, WorkerSuspended } from '../../src/queue/suspension.js';

function watch() {
  const clock = { now: 1_000 };
  return { clock, ...createSuspensionWatch(() => clock.now) };
}

it('a job goes on after a short pause', async () => {
  const { clock, run, check } = watch();
  await run(async () => {
    for (let i = 0; i < 10; i++) {
      clock.now += LOCK_MS / 2;
      check();
    }
  });
});

it('a job has no effect after its process was suspended', async () => {
  const { clock, run, check } = watch();
  await run(async () => {
    clock.now += LOCK_MS;
    expect(check).toThrow(WorkerSuspended);
    // Nor later, when the process has run for a while.
    clock.now += 1;
    expect(check).toThrow(WorkerSuspended);
  });
});

it('a job that begins after the process was suspended goes on', async () => {
  const { clock, run, check } = watch();
  let resume: () => void = () => undefined;
  const suspended = run(async () => {
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
    check();
  });
  clock.now += LOCK_MS;
  await run(async () => expect(check).toThrow(WorkerSuspended));
  await run(async () => check());
  resume();
  await expect(suspended).rejects.toThrow(WorkerSuspended);
});

it('outside of jobs nothing is checked', () => {
  const { clock, check } = watch();
  clock.now += LOCK_MS;
  check();
});
