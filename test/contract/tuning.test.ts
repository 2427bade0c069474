import { describe, expect, onTestFinished, vi } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import { builtProgram } from '../support/dist.js';
import { askedQuestions, newScenario, textMatches } from '../support/scenario.js';
import type { Bot, Stack } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import { launchProgram, readMetrics } from './program.js';

let bot: Bot | undefined;
const it = stackTest({ roles: [], workspace: { limits: 'off' } });
it.afterEach(async ({ stack }) => {
  stack.redis.resume();
  await bot?.kill();
});

async function start(stack: Stack, env: Readonly<Record<string, string>>): Promise<Bot> {
  bot = await stack.startBot('both', env);
  return bot;
}

const patience = { timeout: 60_000, interval: 50 };

it('WORKER_CONCURRENCY limits the jobs that run at once', async ({ stack }) => {
  const running = await start(stack, { WORKER_CONCURRENCY: '1' });
  const gate = stack.service.gate('create');
  const scenarios = [newScenario(stack), newScenario(stack)];
  const texts = ['who is first?', 'who is second?'];
  const threads = await Promise.all(
    scenarios.map((scenario, i) => scenario.mention(texts[i] ?? '')),
  );
  await gate.reached;
  await vi.waitFor(async () => {
    const now = await readMetrics(running);
    expect(now.get('queue_jobs{queue="questions",state="active"}')).toBe(1);
    expect(now.get('queue_jobs{queue="questions",state="waiting"}')).toBe(1);
  }, patience);
  gate.release();
  for (const text of texts) (await stack.engine.next(text)).answer();
  for (const thread of threads) await thread.ended();
  expect(await running.stop()).toBe(0);
});

/** When the service was asked how a conversation is, ms. */
function readsOf(stack: Stack, text: string): number[] {
  const id = askedQuestions(stack, text)[0]?.conversation_id;
  const calls = stack.service.calls.filter(({ path }) => path.includes(`/v1/${id}`));
  return calls.filter(({ method }) => method === 'GET').map(({ at }) => at);
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, i) => at - (times[i] ?? at));

it('POLL_MIN_MS and POLL_MAX_MS bound the polling interval', async ({ stack }) => {
  await start(stack, { POLL_MIN_MS: '60', POLL_MAX_MS: '60' });
  const text = 'how often are you asked?';
  const { work, thread } = await newScenario(stack).asked(text);
  // By itself the gaps grow: after a minute they are about a twentieth of the time until then.
  await vi.waitFor(() => {
    const times = readsOf(stack, text);
    const [first = 0] = times;
    const shares = gaps(times).map((gap, n) => gap / ((times[n] ?? 0) - first));
    expect(Math.min(...shares)).toBeLessThan(1 / 30);
  }, patience);
  // Clocks round.
  expect(Math.min(...gaps(readsOf(stack, text)))).toBeGreaterThanOrEqual(58);
  work.answer();
  await thread.ended();
});

it('after QUESTION_TIMEOUT_MS the asker is asked, and after twice that the question expires', async ({
  stack,
}) => {
  // On a busy machine, nobody is asked if twice the time is over before the first look at the question.
  await start(stack, { QUESTION_TIMEOUT_MS: '3000' });
  const { thread } = await newScenario(stack).asked('how long may it take?');
  await thread.message('Keep waiting, or stop?');
  await thread.message('No answer came within');
  await thread.ended(2);
});

it('RETENTION_DAYS is how long finished records are kept', async ({ stack }) => {
  await start(stack, { RETENTION_DAYS: '2' });
  const thread = await newScenario(stack).answered('for how long?');
  const [key] = await stack.store.keys(`{deepsearch}:question:*${thread.ts}`);
  await vi.waitFor(async () => {
    const days = (await stack.store.pttl(key ?? '')) / 86_400_000;
    expect(days).toBeGreaterThan(1.99);
    expect(days).toBeLessThanOrEqual(2);
  }, patience);
});

describe('LOG_LEVEL', () => {
  it('LOG_LEVEL=debug logs the most', async ({ stack }) => {
    const { log } = await start(stack, { LOG_LEVEL: 'debug' });
    await newScenario(stack).answered('what do you log?');
    expect(log.some(({ level }) => level === 'debug')).toBe(true);
  });

  it('LOG_LEVEL=error logs nothing without errors', async ({ stack }) => {
    const [port, opsPort] = [await freePort(), await freePort()];
    const env = { LOG_LEVEL: 'error', PORT: String(port), OPS_PORT: String(opsPort) };
    const command = [process.execPath, builtProgram('main.js')];
    const { child, ended } = launchProgram(command, { ...stack.env, ...env });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitFor(async () => {
      expect((await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status).toBe(200);
    }, patience);
    stack.workspace.connect({ requestUrl: `http://127.0.0.1:${port}/slack/events` });
    await newScenario(stack).answered('do you log this?');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, out: '', err: '' });
  });
});

it('SHUTDOWN_TIMEOUT_MS lets running jobs finish', async ({ stack }) => {
  const running = await start(stack, { SHUTDOWN_TIMEOUT_MS: '20000' });
  const { thread, work } = await newScenario(stack).asked('will it be finished?');
  await thread.status();
  const gate = stack.service.gate('read');
  await gate.reached;
  work.answer();
  const ended = running.stop();
  await vi.waitFor(
    () => expect(running.log.some(({ msg }) => msg === 'stopping')).toBe(true),
    patience,
  );
  gate.release();
  expect(await ended).toBe(0);
  expect(thread.ours().some((message) => textMatches(message, 'backoff()'))).toBe(true);
});

it('after SHUTDOWN_TIMEOUT_MS it exits with 0 whatever hangs, and jobs continue after a restart', async ({
  stack,
}) => {
  const patient = await start(stack, { SHUTDOWN_TIMEOUT_MS: '600000' });
  onTestFinished(() => patient.kill());
  const running = await start(stack, { SHUTDOWN_TIMEOUT_MS: '500' });
  const { thread, work } = await newScenario(stack).asked('will it go on?');
  await thread.status();
  const gate = stack.service.gate('read');
  await gate.reached;
  stack.redis.pause();
  const ended = vi.fn();
  void patient.stop().then(ended);
  expect(await running.stop()).toBe(0);
  expect(ended).not.toHaveBeenCalled();
  await patient.kill();
  stack.redis.resume();
  gate.release();
  await start(stack, {});
  work.answer();
  await thread.message('backoff()');
});
