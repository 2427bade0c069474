import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeferred, type QueuesFixture, startQueuesFixture } from './queues-fixture.js';

let queues: QueuesFixture;
beforeEach(async () => {
  queues = await startQueuesFixture();
});
afterEach(() => queues.stop());

/** Starts a worker process, waits until it has taken a job, and takes its life. */
async function killAtWork(): Promise<string> {
  const program = fileURLToPath(new URL('doomed-worker.ts', import.meta.url));
  const args = ['--import', 'tsx', program, queues.redisFixture.server.url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.kill('SIGKILL');
  await ended;
  return line;
}

it('another worker takes over a killed worker’s job, which does not count as a failure', async () => {
  await queues.producer.schedule('q1');
  expect(await killAtWork()).toBe('q1');
  const taken = createDeferred<unknown>();
  const gaveUp: string[] = [];
  await queues.work({
    question: async (id, _signal, isFirst) => {
      taken.happen({ id, isFirst });
      return undefined;
    },
    giveUpQuestion: async (id) => {
      gaveUp.push(id);
      return false;
    },
  });
  expect(await taken.happened).toEqual({ id: 'q1', isFirst: false });
  expect(gaveUp).toEqual([]);
});
