import { describe, expect, onTestFinished } from 'vitest';
import { changeSettings } from '../../support/change-settings.js';
import { runCommand } from '../../support/run-command.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

describe('what was used today and this month', () => {
  it('is shown to everybody for themselves, with their budget', async ({ stack, scenario }) => {
    await changeSettings(stack, { personBudget: { month: { questions: 20, credits: 5 } } });
    onTestFinished(() => changeSettings(stack, { personBudget: undefined }));
    const { work, thread } = await scenario.asked(scenario.text());
    work.context.stats({ credits: 0.75 });
    work.answer();
    await thread.ended();
    const me = { as: scenario.asker, channel: scenario.channel };
    const said = (await runCommand(stack, me, 'usage')).read();
    expect(said).toContain('*You*\nToday: 1 question, 0.75 credits\n');
    expect(said).toContain('This month: 1 of 20 questions, 0.75 of 5 credits');
    expect(said).not.toContain('This workspace');
  });

  it('is shown in a channel with a budget for that', async ({ stack, scenario }) => {
    const { channel, asker: as } = scenario;
    const channelBudget = { day: { questions: 9 } };
    await changeSettings(stack, { channelBudget }, { channel: channel.id });
    await scenario.answered(scenario.text());
    const said = (await runCommand(stack, { as, channel }, 'usage')).read();
    expect(said).toContain('*This channel*\nToday: 1 of 9 questions');
    const direct = await runCommand(stack, { as, channel: stack.workspace.dm(as) }, 'usage');
    expect(direct.read()).not.toContain('This channel');
  });

  it('is shown to admins for the whole workspace', async ({ stack, scenario }) => {
    const { asker, channel } = scenario;
    const admin = stack.workspace.addPerson({ name: 'boss', is_admin: true });
    await scenario.answered(scenario.text());
    await stack.workspace.invite({ channel, user: admin });
    const said = (await runCommand(stack, { as: admin, channel }, 'usage')).read();
    expect(said).toMatch(/\*This workspace\*\nToday: \d+ question/);
    expect(said).toContain(`<@${asker.id}>: 1 question (1 question today)`);
    expect(said).toContain(`<#${channel.id}>: 1 question (1 question today)`);
  });

  it('is shown also while the service does not answer', async ({ stack, scenario }) => {
    const fault = stack.service.faults.add({ route: 'list', kind: 'status', status: 503 });
    onTestFinished(() => fault.remove());
    const me = { as: scenario.asker, channel: scenario.channel };
    const said = (await runCommand(stack, me, 'usage')).read();
    expect(said).toContain('*You*\nToday: 0 questions');
  });
});
