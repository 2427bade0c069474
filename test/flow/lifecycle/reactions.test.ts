import { describe, expect } from 'vitest';
import type { Ref } from '../../../local/workspace/workspace.js';
import {
  newScenario,
  type Scenario,
  type Thread,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });
const quiet = stackTest({ env: { REACTIONS: 'off' } });
it.afterEach(async ({ stack }) => {
  stack.workspace.faults.clear();
  const refused = await stack.store.keys('{deepsearch}:refused:*');
  if (refused.length > 0) await stack.store.del(...refused);
});

interface MessageRef {
  readonly channel: Ref;
  readonly ts: string;
}

/** The names of the bot's own reactions. */
function reactions({ workspace }: Stack, { channel, ts }: MessageRef): string[] {
  const all = workspace.messages({ channel, threadTs: ts }).concat(workspace.messages({ channel }));
  const found = all.find((message) => message.ts === ts)?.reactions ?? [];
  return found
    .filter(({ users }) => users.includes(workspace.app.botUserId))
    .map(({ name }) => name);
}

async function shows(stack: Stack, at: MessageRef, names: readonly string[]): Promise<void> {
  await stack.workspace.waitFor(() => reactions(stack, at).join() === names.join(), {
    what: `the reactions ${names}`,
  });
}

const callsOf = ({ stack, channel }: Scenario, method: string) =>
  stack.workspace.calls.filter(
    (call) => call.method === method && call.args['channel'] === channel.id,
  );

/** Nothing is left to be removed. */
async function noneIsLeft(stack: Stack): Promise<void> {
  await expect.poll(() => stack.store.zcard('{deepsearch}:reactions')).toBe(0);
}

/** On a slow machine an answer may come later than that: then another question is asked. */
async function answeredAtOnce(stack: Stack): Promise<{ scenario: Scenario; thread: Thread }> {
  for (;;) {
    const scenario = newScenario(stack);
    const askedAt = Date.now();
    const thread = await scenario.answered(scenario.text());
    if (Date.now() - askedAt < 1_000) return { scenario, thread };
  }
}

describe('the message of a question', () => {
  it.for(['channel', 'direct message'] as const)(
    'in a %s shows that it runs, then that it is answered',
    async (where, { stack, scenario }) => {
      const text = scenario.text();
      const thread = await (where === 'channel' ? scenario.mention(text) : scenario.direct(text));
      const work = await stack.engine.next(text);
      await shows(stack, thread, ['eyes']);
      work.answer();
      await thread.ended();
      await shows(stack, thread, ['white_check_mark']);
      await noneIsLeft(stack);
    },
  );

  it('shows it for a reply in a thread too', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text());
    const text = scenario.text();
    const { ts } = await thread.reply(scenario.asker, text);
    const work = await stack.engine.next(text);
    const reply = { channel: thread.channel, ts };
    await shows(stack, reply, ['eyes']);
    work.answer();
    await shows(stack, reply, ['white_check_mark']);
  });

  it('shows it for a command on the message that names it', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.command(text);
    const work = await stack.engine.next(text);
    await shows(stack, thread, ['eyes']);
    work.answer();
    await shows(stack, thread, ['white_check_mark']);
  });

  it('shows that the question failed', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await shows(stack, thread, ['eyes']);
    work.fail(new Error('out of memory'));
    await thread.ended();
    await shows(stack, thread, ['warning']);
  });

  it('shows nothing any more once the question is stopped', async ({ stack, scenario }) => {
    const { thread } = await scenario.asked(scenario.text());
    await shows(stack, thread, ['eyes']);
    await thread.reply(scenario.asker, 'stop');
    await thread.ended();
    await shows(stack, thread, []);
    await noneIsLeft(stack);
    expect(callsOf(scenario, 'reactions.add')).toHaveLength(1);
  });

  it('does not show that it runs if the answer comes at once', async ({ stack }) => {
    const { scenario, thread } = await answeredAtOnce(stack);
    await shows(stack, thread, ['white_check_mark']);
    await waitUntilProcessed(stack);
    expect(callsOf(scenario, 'reactions.add').map(({ args }) => args['name'])).toEqual([
      'white_check_mark',
    ]);
    expect(callsOf(scenario, 'reactions.remove')).toEqual([]);
  });
});

describe('where reactions are not possible', () => {
  it('a missing scope is not tried again, and questions are answered', async ({
    stack,
    scenario,
  }) => {
    const error = 'missing_scope';
    const where = ({ channel }: Readonly<Record<string, unknown>>) =>
      channel === scenario.channel.id;
    stack.workspace.faults.add({ kind: 'error', method: 'reactions.add', error, where });
    await scenario.answered(scenario.text());
    await expect.poll(() => callsOf(scenario, 'reactions.add')).toHaveLength(1);
    await expect.poll(() => stack.store.keys('{deepsearch}:refused:*')).toHaveLength(1);
    await scenario.answered(scenario.text());
    await waitUntilProcessed(stack);
    expect(callsOf(scenario, 'reactions.add')).toHaveLength(1);
  });

  it.for(['message_not_found', 'is_archived', 'no_reaction', 'too_many_reactions', 'fatal_error'])(
    '%s does not disturb the question',
    async (error, { stack, scenario }) => {
      for (const method of ['reactions.add', 'reactions.remove']) {
        stack.workspace.faults.add({ kind: 'error', method, error });
      }
      const { thread, work } = await scenario.asked(scenario.text());
      await expect.poll(() => callsOf(scenario, 'reactions.add')).toHaveLength(1);
      work.answer();
      expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
      await expect.poll(() => callsOf(scenario, 'reactions.add')).toHaveLength(2);
    },
  );

  it('an answer does not wait for a reaction that hangs', async ({ stack, scenario }) => {
    const gate = stack.workspace.gate('reactions.add');
    const { thread, work } = await scenario.asked(scenario.text());
    await gate.reached;
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    gate.release();
    await shows(stack, thread, ['white_check_mark']);
  });
});

it('the reaction of a process that was killed is removed', async ({ stack, scenario }) => {
  const { workspace, store } = stack;
  const gate = workspace.gate('reactions.remove');
  const { thread, work } = await scenario.asked(scenario.text());
  await shows(stack, thread, ['eyes']);
  work.answer();
  await gate.reached;
  await Promise.all(stack.bots.splice(0).map((bot) => bot.kill()));
  gate.release();
  const recorded = await store.zrange('{deepsearch}:reactions', '0', '-1');
  const member = recorded.find((each) => each.includes(` ${thread.ts} `)) ?? '';
  // As if that was long ago.
  await store.zadd('{deepsearch}:reactions', 1, member);
  await workspace.react({
    as: workspace.app.botUserId,
    channel: thread.channel,
    ts: thread.ts,
    name: 'eyes',
  });
  await stack.startBot();
  await shows(stack, thread, ['white_check_mark']);
  await expect.poll(() => store.zscore('{deepsearch}:reactions', member)).toBeNull();
});

quiet('with REACTIONS=off, no reactions are added', async ({ scenario }) => {
  await scenario.answered(scenario.text());
  const { thread, work } = await scenario.asked(scenario.text());
  await thread.message('Searching the code');
  work.answer();
  await thread.ended();
  expect(callsOf(scenario, 'reactions.add')).toEqual([]);
});

// The last one, since the app knows for seconds afterwards that it has no room for reactions.
it('no more questions are shown as running than can be shown as ended', async ({ stack }) => {
  await stack.refill();
  const scenarios = Array.from({ length: 20 }, () => newScenario(stack));
  const asked = await Promise.all(scenarios.map((each) => each.asked(each.text())));
  const running = () =>
    asked.filter(({ thread }) => reactions(stack, thread).includes('eyes')).length;
  await expect.poll(running).toBeGreaterThan(2);
  for (const { work } of asked) work.answer();
  await Promise.all(asked.map(({ thread }) => thread.ended()));
  // Where a slow machine left no room after all, the sweep removes it a minute later.
  await expect.poll(running, { timeout: 100_000 }).toBe(0);
});
