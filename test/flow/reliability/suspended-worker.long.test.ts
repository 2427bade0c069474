import { describe, expect } from 'vitest';
import { type Relay, startRelay } from '../../chaos/relay.js';
import { onlyOutcome, waitUntilProcessed } from '../../support/scenario.js';
import type { Bot, Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' }, roles: ['bot'] });

/** A worker whose traffic with Redis goes through a relay. */
async function startRelayedWorker(stack: Stack): Promise<{ relay: Relay; worker: Bot }> {
  const address = new URL(stack.redis.url);
  const relay = await startRelay(Number(address.port));
  address.hostname = '127.0.0.1';
  address.port = String(relay.port);
  return { relay, worker: await stack.startBot('worker', { REDIS_URL: address.href }) };
}

/** Stops the worker as it sends what `fits`: the server gets it, and the worker its reply only later. */
function suspendedAt(
  { relay, worker }: { readonly relay: Relay; readonly worker: Bot },
  fits: RegExp,
): Promise<void> {
  return new Promise((resolve) => {
    let isStopped = false;
    relay.hold('before', (chunk) => {
      if (!isStopped && fits.test(chunk)) {
        isStopped = worker.process.kill('SIGSTOP');
        resolve();
      }
      return false;
    });
  });
}

describe('a worker that is suspended while another one takes over its job', () => {
  it.for([
    // A link that Slack would preview makes the answer a message of its own.
    [
      'before it posts the answer',
      /"answer\.0":\{"at":\d+\}/,
      'See backoff() and https://example.org/queue.png',
    ],
    ['before it shows the answer in the status message', /"phase":"ended"/, 'In backoff().'],
  ] as const)(
    'posts no second outcome: %s',
    async ([_when, point, answer], { stack, scenario }) => {
      const suspended = await startRelayedWorker(stack);
      const { relay, worker } = suspended;
      try {
        const { thread, work } = await scenario.asked(scenario.text());
        await thread.status();
        const stopped = suspendedAt(suspended, point);
        work.answer({ answer });
        await stopped;
        const other = await stack.startBot('worker');
        await thread.message('backoff()');
        await thread.ended();
        worker.process.kill('SIGCONT');
        // What it had been sent meanwhile comes first.
        await expect
          .poll(() =>
            fetch(`http://127.0.0.1:${worker.ports.ops}/healthz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          )
          .toBe(true);
        await waitUntilProcessed(stack);
        onlyOutcome(thread.endings());
        expect(stack.outcomes.overlaps()).toEqual([]);
        await other.kill();
      } finally {
        await worker.kill();
        await relay.stop();
      }
    },
  );
});
