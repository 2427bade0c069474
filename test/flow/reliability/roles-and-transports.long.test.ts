import { describe, expect } from 'vitest';
import {
  askedQuestions,
  CANCEL_BUTTON,
  newScenario,
  SUGGESTION_BUTTON,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const withSplitRoles = stackTest({
  workspace: { limits: 'off' },
  roles: ['bot', 'worker', 'worker'],
});
const overSocketMode = stackTest({
  transport: 'socket',
  workspace: { limits: 'off', redelivery: { delaysMs: [] } },
});

describe('split roles: one bot, two workers', () => {
  const it = withSplitRoles;

  it('split roles handle a question, its follow-up and its stop', async ({ stack, scenario }) => {
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    await thread.reply(scenario.asker, second);
    await stack.engine.next(second);
    await thread.press(scenario.asker, CANCEL_BUTTON);
    const said = await thread.ended(2);
    expect(said[1]).toBe(`Stopped by <@${scenario.asker.id}>.`);
  });

  it('split roles answer each of many questions once', async ({ stack }) => {
    const scenarios = Array.from({ length: 12 }, () => newScenario(stack));
    const threads = await Promise.all(
      scenarios.map(async (each) => {
        const text = each.text();
        const { thread, work } = await each.asked(text);
        work.answer({ answer: `The answer to ${text}` });
        return { text, thread };
      }),
    );
    for (const { text, thread } of threads) {
      expect(await thread.ended()).toEqual([expect.stringContaining(`The answer to ${text}`)]);
      expect(askedQuestions(stack, text)).toHaveLength(1);
    }
  });

  it('split roles answer even if one worker dies', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    await stack.bots[1]?.kill();
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('the bot role stores questions while there is no worker', async ({ stack, scenario }) => {
    await Promise.all(stack.bots.slice(1).map((worker) => worker.kill()));
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await stack.startBot('worker');
    (await stack.engine.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });
});

describe('Socket Mode', () => {
  const it = overSocketMode;
  it.beforeAll(async ({ stack }) => {
    await stack.workspace.socket.connected(2);
  });

  it('Socket Mode receives questions without a request URL', async ({ stack, scenario }) => {
    await scenario.answered(scenario.text());
    // Slack closes each of them now and again.
    expect(stack.workspace.socket.connections).toBe(2);
    const vias = new Set(stack.workspace.deliveries.map(({ via }) => via));
    expect([...vias]).toEqual(['socket']);
  });

  it('Socket Mode receives commands, suggested questions and stops', async ({
    stack,
    scenario,
  }) => {
    const [first, next] = [scenario.text(), scenario.text('how long')];
    const thread = await scenario.command(first);
    (await stack.engine.next(first)).answer({ suggested_followups: [next] });
    await thread.ended();
    await thread.press(scenario.asker, SUGGESTION_BUTTON);
    await stack.engine.next(next);
    await thread.press(scenario.asker, CANCEL_BUTTON);
    expect((await thread.ended(2))[1]).toBe(`Stopped by <@${scenario.asker.id}>.`);
  });

  it('Socket Mode explains in an ephemeral message how to ask', async ({ stack, scenario }) => {
    const { asker, channel } = scenario;
    const { ackStatus } = await stack.workspace.command({ as: asker, channel, text: 'help' });
    expect(ackStatus).toBe(200);
    expect(scenario.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
  });

  it.for([true, false] as const)(
    'Socket Mode handles a repeated envelope once (same envelope id: %s)',
    async (same, { stack, scenario }) => {
      const { workspace } = stack;
      const text = scenario.text();
      const thread = await scenario.answered(text);
      const told = workspace.deliveries.filter(({ payload }) =>
        JSON.stringify(payload).includes(`"ts":"${thread.ts}"`),
      );
      for (const { id } of told) {
        const again = await workspace.redeliver(id, { sameEnvelope: same });
        expect(again.status).toBe(200);
      }
      await waitUntilProcessed(stack);
      expect(askedQuestions(stack, text)).toHaveLength(1);
      expect(thread.endings()).toHaveLength(1);
    },
  );

  it('Socket Mode does not acknowledge an envelope that it could not store, and handles its retry', async ({
    stack,
    scenario,
  }) => {
    const { redis, workspace, engine } = stack;
    const text = scenario.text();
    redis.pause();
    const thread = await scenario.mention(text);
    const told = workspace.deliveries.filter(({ payload }) =>
      JSON.stringify(payload).includes(`"ts":"${thread.ts}"`),
    );
    redis.resume();
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 0));
    for (const { id } of told) await workspace.redeliver(id, { sameEnvelope: true });
    (await engine.next(text)).answer();
    await thread.ended();
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toHaveLength(1);
    expect(thread.endings()).toHaveLength(1);
  });

  it('Socket Mode reconnects when Slack requests it', async ({ stack, scenario }) => {
    const { socket } = stack.workspace;
    const { thread, work } = await scenario.asked(scenario.text());
    socket.disconnectAll('refresh_requested');
    work.answer();
    await thread.ended();
    await socket.connected();
    await newScenario(stack).answered(scenario.text());
  });

  it('Socket Mode reconnects after a dropped connection', async ({ stack, scenario }) => {
    const { socket } = stack.workspace;
    const { thread, work } = await scenario.asked(scenario.text());
    socket.dropAll();
    work.answer();
    await thread.ended();
    await socket.connected();
    await newScenario(stack).answered(scenario.text());
  });

  it('Socket Mode is ready while it is connected', async ({ stack }) => {
    const port = stack.bots[0]?.ports.ops;
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
});
