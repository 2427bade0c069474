import { describe, expect } from 'vitest';
import type { FaultEffect, PersonChange } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { rootOf, type Scenario, waitUntilProcessed } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

/** Slack's events reach another process than the one that looks people and channels up. */
const it = stackTest({ workspace: { limits: 'off' }, roles: ['bot', 'worker'] });
const onRestart = stackTest({ workspace: { limits: 'off' }, env: { LOOKUP_RETRY_MS: '300' } });

const ANSWER = 'backoff()';
const MOVED = 'Continued in a direct message.';

/** Everything that the bot sent to a channel, also what it replaced later. */
function sentTo({ stack, channel }: Scenario, where: { readonly id: string } = channel): string {
  const calls = stack.workspace.calls.filter(
    ({ method, args }) => /^(chat|files)\./.test(method) && args['channel'] === where.id,
  );
  return JSON.stringify(calls.map(({ args }) => args));
}

/** What the bot said in the direct message about a question. */
async function directOutcome({ stack, asker }: Scenario, text: string): Promise<string[]> {
  const direct = await rootOf(stack.workspace, stack.workspace.dm(asker), text);
  return direct.ended();
}

describe('a channel that changes while a question runs', () => {
  it('the outcome goes to the direct message if the channel was shared', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    await stack.workspace.share(scenario.channel);
    work.answer();
    expect(await directOutcome(scenario, text)).toEqual([expect.stringContaining(ANSWER)]);
    await waitUntilProcessed(stack);
    expect(thread.said()).toEqual([MOVED]);
    expect(sentTo(scenario)).not.toContain(ANSWER);
  });

  it('a running question moves before its answer comes', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    await stack.workspace.share(scenario.channel);
    const direct = await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text);
    await direct.status();
    expect(thread.said()).toEqual([MOVED]);
    work.answer();
    expect(await direct.ended()).toEqual([expect.stringContaining(ANSWER)]);
  });

  it('a question that moved is its author’s alone, who can stop it', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { asker, channel } = scenario;
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await thread.status();
    await workspace.share(channel);
    const direct = await rootOf(workspace, workspace.dm(asker), text);
    await direct.status();
    const id = conversationIdOf(stack, text);
    const general = workspace.channels.general;
    const shown = await runCommand(
      stack,
      { as: workspace.people.kim, channel: general },
      `show ${id}`,
    );
    expect(shown.read()).toContain('There is no such conversation');
    await runCommand(stack, { as: asker, channel: general }, `cancel ${id}`);
    expect(await direct.ended()).toEqual([expect.stringContaining('Stopped')]);
  });

  it('a status message whose post had no reply does not stay with its button', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { channel, asker } = scenario;
    const lost = workspace.faults.add({
      method: 'chat.postMessage',
      kind: 'lost-reply',
      channel,
      times: 1,
    });
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await workspace.waitFor(() => lost.hits > 0, { what: 'a lost reply' });
    await workspace.share(channel);
    await (await rootOf(workspace, workspace.dm(asker), text)).status();
    expect(thread.said()).toEqual([MOVED]);
  });

  it('a question that waits for its turn is asked from the direct message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const [first, second] = [scenario.text(), scenario.text('how long')];
    const { thread, work } = await scenario.asked(first);
    await thread.reply(scenario.asker, second);
    await thread.message('Next in line');
    await workspace.share(scenario.channel);
    work.answer();
    (await engine.next(second)).answer({ answer: 'At most a minute.' });
    expect(await directOutcome(scenario, first)).toEqual([expect.stringContaining(ANSWER)]);
    expect(await directOutcome(scenario, second)).toEqual([expect.stringContaining('a minute')]);
    expect(thread.said()).toEqual([MOVED, MOVED]);
    expect(sentTo(scenario)).not.toMatch(/backoff\(\)|a minute/);
  });

  it('the outcome goes to the direct message if the channel’s answers are private now', async ({
    stack,
    scenario,
  }) => {
    const { workspace, store } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    const key = `{deepsearch}:settings:${workspace.app.teamId}:${scenario.channel.id}`;
    await store.set(key, JSON.stringify({ answers: 'asker' }));
    work.answer();
    expect(await directOutcome(scenario, text)).toEqual([expect.stringContaining(ANSWER)]);
    expect(sentTo(scenario)).not.toContain(ANSWER);
    expect(thread.said()).toEqual([MOVED]);
  });

  it('nobody sees the outcome if Slack does not open the direct message either', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    const fault = workspace.faults.add({
      method: 'conversations.open',
      kind: 'error',
      error: 'user_not_visible',
      where: ({ users }) => users === scenario.asker.id,
    });
    await workspace.share(scenario.channel);
    await thread.message('neither here nor in a direct message');
    expect(work.context.signal.aborted).toBe(true);
    work.answer();
    await waitUntilProcessed(stack);
    fault.remove();
    expect(thread.ours()).toHaveLength(1);
    expect(sentTo(scenario)).not.toContain(ANSWER);
  });
});

describe('a question that has to move while Slack opens no direct message', () => {
  const OUTAGES: [string, FaultEffect][] = [
    ['answers 503', { kind: 'status', status: 503 }],
    ['answers internal_error', { kind: 'error', error: 'internal_error' }],
    ['limits the rate', { kind: 'ratelimited', retryAfterSeconds: 1 }],
  ];

  /** Slack fails to open the asker's direct message, for longer than look-ups are retried. */
  async function duringOutage({ stack, asker }: Scenario, effect: FaultEffect) {
    const { workspace } = stack;
    const inDirect = () => workspace.messages({ channel: workspace.dm(asker) });
    const fault = workspace.faults.add({
      method: 'conversations.open',
      where: ({ users }) => users === asker.id,
      ...effect,
    });
    return async () => {
      await stack.retryUntil(() => expect(fault.hits).toBeGreaterThanOrEqual(3));
      expect(inDirect()).toEqual([]);
      fault.remove();
      await stack.retryUntil(() => expect(inDirect()).not.toEqual([]));
    };
  }

  onRestart.for(OUTAGES)(
    'is answered when that works again: its channel was shared, and Slack %s',
    async ([, effect], { stack, scenario }) => {
      const text = scenario.text();
      const { thread, work } = await scenario.asked(text);
      await thread.status();
      const outageEnds = await duringOutage(scenario, effect);
      await stack.workspace.share(scenario.channel);
      work.answer();
      await outageEnds();
      expect(await directOutcome(scenario, text)).toEqual([expect.stringContaining(ANSWER)]);
      expect(thread.said()).toEqual([MOVED]);
      expect(sentTo(scenario)).not.toContain(ANSWER);
      expect(scenario.notes()).toEqual([]);
    },
  );

  onRestart(
    'is asked when that works again: the bot is not in its channel',
    async ({ stack, scenario }) => {
      const { workspace } = stack;
      const { asker } = scenario;
      const channel = workspace.addChannel({
        name: `room-of-${asker.name}`,
        members: [asker],
        botIsMember: false,
      });
      const outageEnds = await duringOutage(scenario, { kind: 'error', error: 'internal_error' });
      const text = scenario.text();
      await workspace.command({ as: asker, channel, text });
      await outageEnds();
      (await stack.engine.next(text)).answer();
      expect(await directOutcome(scenario, text)).toEqual([expect.stringContaining(ANSWER)]);
    },
  );
});

describe('somebody who may not ask any more when their question ends', () => {
  const KINDS: [string, PersonChange][] = [
    ['was made a guest', { is_restricted: true }],
    ['was removed', { deleted: true }],
    ['belongs to another company now', { is_stranger: true }],
  ];

  onRestart.for(KINDS)(
    'nobody sees the outcome: the author %s',
    async ([, change], { stack, scenario }) => {
      const { workspace } = stack;
      const text = scenario.text();
      const { thread, work } = await scenario.asked(text);
      await thread.status();
      await Promise.all(stack.bots.map((bot) => bot.stop()));
      workspace.changePerson(scenario.asker, change);
      await stack.startBot();
      await thread.message('This question was ended without an answer.');
      expect(work.context.signal.aborted).toBe(true);
      work.answer();
      await waitUntilProcessed(stack);
      expect(thread.said()).toEqual(['This question was ended without an answer.']);
      const direct = workspace.dm(scenario.asker);
      expect(workspace.messages({ channel: direct }).map(messageText)).toEqual([]);
      expect(sentTo(scenario)).not.toContain(ANSWER);
      expect(scenario.notes()).toEqual([]);
    },
  );

  onRestart('nobody sees the outcome of an answered question', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    await Promise.all(stack.bots.map((bot) => bot.stop()));
    work.answer();
    workspace.changePerson(scenario.asker, { is_restricted: true });
    await stack.startBot();
    await thread.message('This question was ended without an answer.');
    await waitUntilProcessed(stack);
    expect(thread.ours()).toHaveLength(1);
    expect(sentTo(scenario)).not.toContain(ANSWER);
  });

  onRestart(
    'the outcome waits for a look-up that fails for the moment',
    async ({ stack, scenario }) => {
      const { workspace } = stack;
      const { thread, work } = await scenario.asked(scenario.text());
      await thread.status();
      await Promise.all(stack.bots.map((bot) => bot.stop()));
      const fault = workspace.faults.add({
        method: 'users.info',
        kind: 'ratelimited',
        retryAfterSeconds: 1,
        times: 1,
      });
      await stack.startBot();
      work.answer();
      expect(await thread.ended()).toEqual([expect.stringContaining(ANSWER)]);
      expect(fault.hits).toBe(1);
    },
  );

  onRestart.for([
    { kind: 'status', status: 503 },
    { kind: 'error', error: 'token_revoked' },
    { kind: 'error', error: 'missing_scope' },
  ] as const)(
    'a running question and its outcome wait as long as Slack does not say who the author is: %j',
    async (effect, { stack, scenario }) => {
      const { workspace } = stack;
      const { thread, work } = await scenario.asked(scenario.text());
      await thread.status();
      await Promise.all(stack.bots.map((bot) => bot.stop()));
      const fault = workspace.faults.add({
        method: 'users.info',
        ...effect,
        where: ({ user }) => user === scenario.asker.id,
      });
      await stack.startBot();
      // Later than the time for which a look-up is retried, 300 ms.
      await stack.retryUntil(() => expect(fault.hits).toBeGreaterThanOrEqual(4));
      expect(work.context.signal.aborted).toBe(false);
      work.answer();
      const before = fault.hits;
      await stack.retryUntil(() => expect(fault.hits).toBeGreaterThanOrEqual(before + 4));
      expect(sentTo(scenario)).not.toContain(ANSWER);
      fault.remove();
      await stack.retryUntil(() => expect(thread.said().join()).toContain(ANSWER));
      expect(await thread.ended()).toEqual([expect.stringContaining(ANSWER)]);
    },
  );

  onRestart(
    'the question ends if Slack refuses to say who its author is',
    async ({ stack, scenario }) => {
      const { workspace } = stack;
      const { thread, work } = await scenario.asked(scenario.text());
      await thread.status();
      await Promise.all(stack.bots.map((bot) => bot.stop()));
      const fault = workspace.faults.add({
        method: 'users.info',
        kind: 'error',
        error: 'user_not_visible',
        where: ({ user }) => user === scenario.asker.id,
      });
      await stack.startBot();
      work.answer();
      await thread.message('because Slack does not say who may see it');
      fault.remove();
      await waitUntilProcessed(stack);
      expect(thread.ours()).toHaveLength(1);
      expect(sentTo(scenario)).not.toContain(ANSWER);
    },
  );
});
