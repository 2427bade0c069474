import { describe, expect } from 'vitest';
import {
  askedQuestions,
  conversationWith,
  rootOf,
  type Scenario,
  type Thread,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

interface Held {
  readonly thread: Thread;
  readonly text: string;
  /** Slack's reply to the post arrives. */
  readonly release: () => void;
  /** It never does. */
  readonly drop: () => void;
}

/** Asks by command. Its root message is shown in Slack, which has not replied to the post yet. */
async function withUnknownRoot(scenario: Scenario): Promise<Held> {
  const { asker, channel, stack } = scenario;
  const { workspace } = stack;
  const text = scenario.text();
  const gate = workspace.gate('chat.postMessage', { channel, when: 'after' });
  await workspace.command({ as: asker, channel, text });
  await gate.reached;
  const thread = await rootOf(workspace, channel, text);
  return { thread, text, release: gate.release, drop: gate.drop };
}

const stopped = ({ asker }: Scenario) => [`Stopped by <@${asker.id}>.`];

describe('a message of ours that Slack has not confirmed yet', () => {
  it.for(['release', 'drop'] as const)(
    'a cross on the root message of a command stops the question (%s)',
    async (then, { stack, scenario }) => {
      const { asker: as, channel } = scenario;
      const held = await withUnknownRoot(scenario);
      await stack.workspace.react({ as, channel, ts: held.thread.ts, name: 'x' });
      held[then]();
      expect(await held.thread.ended()).toEqual(stopped(scenario));
    },
  );

  it('a cross on the status message stops the question', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    const gate = workspace.gate('chat.postMessage', { channel, when: 'after' });
    const thread = await scenario.mention(scenario.text());
    await gate.reached;
    const { ts } = await thread.status();
    await workspace.react({ as, channel, ts, name: 'x' });
    gate.release();
    expect(await thread.ended()).toEqual(stopped(scenario));
  });

  it.for(['release', 'drop'] as const)(
    'the reply stop below the root message of a command stops the question (%s)',
    async (then, { scenario }) => {
      const held = await withUnknownRoot(scenario);
      await held.thread.reply(scenario.asker, 'stop');
      held[then]();
      expect(await held.thread.ended()).toEqual(stopped(scenario));
      expect(scenario.notes()).toEqual([]);
    },
  );

  it('a question below the root message of a command is a follow-up', async ({
    stack,
    scenario,
  }) => {
    const { engine } = stack;
    const { thread, text, release } = await withUnknownRoot(scenario);
    const second = scenario.text();
    await thread.reply(scenario.asker, second);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, second)).toEqual([]);
    release();
    (await engine.next(text)).answer();
    (await engine.next(second)).answer();
    await thread.ended(2);
    expect(conversationWith(stack, text)).toEqual([text, second]);
  });

  it('a question in a thread of somebody else does not wait for a status message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker, bot, channel } = scenario;
    const gate = workspace.gate('chat.postMessage', { channel, when: 'after' });
    await scenario.mention(scenario.text());
    await gate.reached;
    const thread = threadAt(
      workspace,
      channel,
      (await workspace.say({ as: asker, channel, text: 'lunch?' })).ts,
    );
    const second = scenario.text();
    await thread.reply(asker, `${bot} ${second}`);
    // Slack's reply is held for as long as the app waits for it, which is 10 s.
    await expect.poll(() => askedQuestions(stack, second), { timeout: 9_000 }).toHaveLength(1);
    gate.release();
    (await engine.next(second)).answer();
    await thread.ended();
  });

  it('a cross on a message of somebody else stops nothing', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const { asker: as, channel } = scenario;
    const { thread, text, release } = await withUnknownRoot(scenario);
    const { ts } = await workspace.say({ as, channel, text: 'lunch?' });
    await workspace.react({ as, channel, ts, name: 'x' });
    release();
    (await engine.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });
});
