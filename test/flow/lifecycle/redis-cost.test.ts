import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { monitorRedis } from '../../support/redis-monitor.js';
import { newScenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({
  workspace: { limits: 'off' },
  env: { POLL_MIN_MS: '1000', POLL_MAX_MS: '5000' },
});

const QUESTIONS = 20;

/**
 * What runs by the clock, so that a slow machine has more of it: BullMQ's waiting for jobs and its checks, the audit
 * trail's each second, the polls of watched conversations, waking a job that is active (asked again every 100 ms until
 * it is not), and all about the reaction to a question that takes longer.
 */
const BY_CLOCK =
  /^bzpopmin |^client |:stalled |^(?!xadd|evalsha).*:audit-|^get \S+:watched-poll:|^hgetall \S+:questions:|^eval(sha)? .* [89] \S+:questions:(completed|delayed) |^evalsha \S+ \d+ \S+:watch-lease|^h\w+ \S+:watched:|^evalsha \S+ \d+ \S+:open \S+:reactions|^z\w+ \S+:reactions |^evalsha \S+ \d+ \S+:bucket:reactions\./i;

/** The record of a question is read with its flags in each turn of its job. */
const TURN = /\{deepsearch\}:question:\S+ \{deepsearch\}:flags:/;
/** More turns than these come from polls, which a slow machine needs more of; each takes so many commands. */
const TURNS = 6.5;
const COMMANDS_PER_TURN = 10;

/**
 * Measured: 70 to 73 commands, about two of them for waking, 24 to 26 kB and 10 keys, with budgets, the audit trail
 * and the scope. Raise a bound only for what is worth it.
 */
it('a question costs a bounded number of commands, bytes and keys in Redis', async ({
  stack,
  scenario: _witness,
}) => {
  await askAndAnswer(stack, 2);
  await stack.refill();
  const keysBefore = await stack.store.dbsize();
  const sent = await recordCommands(stack);
  await askAndAnswer(stack, QUESTIONS);
  const commands = sent().filter((command) => !BY_CLOCK.test(command));
  const keys = (await stack.store.dbsize()) - keysBefore;
  const bytes = commands.reduce((sum, command) => sum + command.length, 0);
  const turns = commands.filter((command) => TURN.test(command)).length / QUESTIONS;
  const polls = Math.max(0, turns - TURNS);
  expect(commands.length / QUESTIONS - polls * COMMANDS_PER_TURN).toBeLessThan(80);
  expect(bytes / QUESTIONS).toBeLessThan(28_000);
  expect(keys / QUESTIONS).toBeLessThan(12);
});

/** Each in a channel of its own, all open at the same time; resolves once nothing is left to do. */
async function askAndAnswer(stack: Stack, count: number): Promise<void> {
  const asks = Array.from({ length: count }, () => {
    const scenario = newScenario(stack);
    return scenario.asked(scenario.text());
  });
  const asked = await Promise.all(asks);
  await stack.refill();
  for (const { work } of asked) work.answer();
  await Promise.all(asked.map(({ thread }) => thread.message('backoff()')));
  await eventually(async () => expect(await stack.store.zcard('{deepsearch}:open')).toBe(0));
}

/** The commands of the bot, without those inside its scripts. */
async function recordCommands({ redis, store }: Stack): Promise<() => readonly string[]> {
  const own = /\baddr=(\S+)/.exec(await store.call('CLIENT', 'INFO').then(String))?.[1];
  const monitor = await monitorRedis(redis.port);
  onTestFinished(monitor.stop);
  return () =>
    monitor
      .commands()
      .filter(({ source }) => source !== 'lua' && source !== own)
      .map(({ text }) => text);
}
