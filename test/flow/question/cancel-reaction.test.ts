import { describe, expect } from 'vitest';
import { askedQuestions, type Scenario, waitUntilProcessed } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

const answered = expect.stringContaining('backoff()');

function react(
  scenario: Scenario,
  ts: string,
  {
    as = scenario.asker,
    name = 'x',
  }: { readonly as?: { id: string }; readonly name?: string } = {},
): Promise<void> {
  return scenario.stack.workspace.react({ as, channel: scenario.channel, ts, name });
}

describe('a cross', () => {
  it('a cross on the question stops it on the instance', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await react(scenario, thread.ts);
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
    expect(askedQuestions(stack, text)[0]?.error?.kind).toBe('Cancelled');
  });

  it('a cross on the status message stops the question, also by a colleague', async ({
    stack,
    scenario,
  }) => {
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    const { thread } = await scenario.asked(scenario.text());
    const { ts } = await thread.status();
    await react(scenario, ts, { as: colleague, name: 'octagonal_sign' });
    expect(await thread.ended()).toEqual([`Stopped by <@${colleague.id}>.`]);
  });

  it('a cross on the root message of a command stops it', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.command(text);
    await stack.engine.next(text);
    await react(scenario, thread.ts);
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  });

  it('a cross on a waiting follow-up withdraws only that one', async ({ stack, scenario }) => {
    const [first, second] = [scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(first);
    const { ts } = await thread.reply(scenario.asker, second);
    await thread.message('Next in line');
    await react(scenario, ts);
    await thread.message(`Stopped by <@${scenario.asker.id}>.`);
    work.answer();
    expect(await thread.ended(2)).toContainEqual(answered);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, second)).toEqual([]);
  });

  it('a cross on a follow-up whose job has not started stops it before it is asked', async ({
    stack,
    scenario,
  }) => {
    const { store, workspace } = stack;
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    const colleague = workspace.addPerson({ name: 'colleague' });
    await workspace.invite({ channel: scenario.channel, user: colleague });
    const gate = workspace.gate('users.info', { where: ({ user }) => user === colleague.id });
    const { ts } = await thread.reply(colleague, second);
    await gate.reached;
    await react(scenario, ts);
    const flags = `{deepsearch}:flags:${workspace.app.teamId}-${scenario.channel.id}-${ts}`;
    await expect.poll(() => store.hexists(flags, 'stop'), { timeout: 90_000 }).toBe(1);
    gate.release();
    expect(await thread.ended(2)).toContain(`Stopped by <@${scenario.asker.id}>.`);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, second)).toEqual([]);
  });

  it('a cross of a guest or an outsider stops nothing', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const { id: team_id } = workspace.addTeam({ name: 'Initech', install: false });
    const stranger = workspace.addPerson({ name: 'bill', team_id, is_stranger: true });
    const { thread, work } = await scenario.asked(scenario.text());
    await react(scenario, thread.ts, { as: guest });
    await react(scenario, thread.ts, { as: stranger });
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    await waitUntilProcessed(stack);
    work.answer();
    expect(await thread.ended()).toEqual([answered]);
  });

  it('other reactions stop nothing', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await react(scenario, thread.ts, { as: scenario.asker, name: 'eyes' });
    const human = await stack.workspace.say({
      as: scenario.asker,
      channel: scenario.channel,
      text: 'lunch?',
    });
    await react(scenario, human.ts);
    await waitUntilProcessed(stack);
    work.answer();
    expect(await thread.ended()).toEqual([answered]);
  });

  it('a cross on an answered question changes nothing', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text());
    const [answer] = thread.ours();
    await react(scenario, thread.ts);
    await react(scenario, answer?.ts ?? 'an answer');
    await waitUntilProcessed(stack);
    expect(thread.endings()).toEqual([answered]);
    expect(scenario.notes()).toEqual([]);
  });
});
