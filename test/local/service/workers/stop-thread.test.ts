import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { stopThread } from '../../../../local/service/workers/stop-thread.js';

async function start(onMessage: string): Promise<Worker> {
  const source = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => { ${onMessage} });
    parentPort.postMessage('ready');`;
  const worker = new Worker(source, { eval: true });
  await once(worker, 'message');
  return worker;
}

it('a thread that fails while it stops has stopped', async () => {
  const worker = await start("throw new Error('too late');");
  worker.on('error', () => {});
  const exited = once(worker, 'exit').catch(() => undefined);
  worker.postMessage('stop');
  await stopThread(worker, 60_000);
  await exited;
  expect(worker.threadId).toBe(-1);
});

it('a thread that does not stop is terminated', async () => {
  const worker = await start('for (;;);');
  worker.postMessage('stop');
  await stopThread(worker, 50);
  expect(worker.threadId).toBe(-1);
});
