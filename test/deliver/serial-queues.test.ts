import { expect, it } from 'vitest';
import { createSerialQueues } from '../../src/deliver/serial-queues.js';

function aDoor() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

it('runs tasks of one key in order, and of different keys concurrently', async () => {
  const turns = createSerialQueues();
  const door = aDoor();
  const done: string[] = [];
  const first = turns.run('a', async () => {
    await door.opened;
    done.push('a1');
  });
  const second = turns.run('a', async () => void done.push('a2'));
  await turns.run('b', async () => void done.push('b'));
  expect(done).toEqual(['b']);
  door.open();
  await Promise.all([first, second]);
  expect(done).toEqual(['b', 'a1', 'a2']);
});

it('continues after a failed task, whose error goes to its caller', async () => {
  const turns = createSerialQueues();
  const failed = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('a', async () => undefined);
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBeUndefined();
});

it('is idle when all tasks are done', async () => {
  const turns = createSerialQueues();
  const door = aDoor();
  let done = false;
  void turns.run('a', () => door.opened);
  void turns.run('a', async () => {
    done = true;
  });
  const idle = turns.idle();
  door.open();
  await idle;
  expect(done).toBe(true);
});
