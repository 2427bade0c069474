import { afterEach, describe, expect } from 'vitest';
import type { SettingsPatch } from '../../../src/settings/edit-layer.js';
import { createUsageStore } from '../../../src/store/usage.js';
import { changeSettings } from '../../support/change-settings.js';
import { eventually } from '../../support/eventually.js';
import {
  askedQuestions,
  type Scenario,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

// A step of a workflow needs an installation on the organization.
const ORGANIZATION = 'E0ACMEORG';
const it = stackTest({
  workspace: { limits: 'off', enterpriseId: ORGANIZATION, orgInstall: true },
});

let current: Stack | undefined;
it.beforeEach(({ stack }) => {
  current = stack;
});
/** They are the workspace's: other tests ask there too. */
afterEach(async () => {
  const none = { personBudget: undefined, workspaceBudget: undefined };
  if (current !== undefined) await set(current, none);
});

const set = (stack: Stack, patch: SettingsPatch, channel?: string) =>
  changeSettings(stack, patch, {
    workspace: ORGANIZATION,
    ...(channel === undefined ? {} : { channel }),
  });

/** Asks, and gives what the asker is told in private. */
async function refused(scenario: Scenario, text = scenario.text('one too many')): Promise<string> {
  const refusals = () => scenario.notes().filter((said) => said.includes('was not asked'));
  const before = refusals().length;
  await scenario.mention(text);
  const note = await scenario.stack.workspace.waitFor(() => refusals()[before], {
    what: 'a refusal',
  });
  expect(askedQuestions(scenario.stack, text)).toEqual([]);
  return note;
}

/** Asks a question whose answer costs so much. */
async function answeredFor(scenario: Scenario, credits: number): Promise<void> {
  const { thread, work } = await scenario.asked(scenario.text());
  work.context.stats({ credits });
  work.answer();
  await thread.ended();
}

/** What somebody, or a channel, has used this month. */
async function used({ store }: Stack, scope: 'person' | 'channel', id: string) {
  const usage = createUsageStore({ redis: store });
  const { month } = await usage.of({ workspace: ORGANIZATION, scope }, id, Date.now());
  return month;
}

async function metric({ bots }: Stack, like: RegExp): Promise<string | undefined> {
  const response = await fetch(`http://127.0.0.1:${bots.at(-1)?.ports.ops}/metrics`);
  return (await response.text()).split('\n').find((line) => like.test(line));
}

describe('a person who has used up their budget', () => {
  it('is told which, when it resets and who can raise it; nothing is asked or counted', async ({
    stack,
    scenario,
  }) => {
    await set(stack, { personBudget: { day: { questions: 1 } } });
    await scenario.answered(scenario.text());
    expect(await refused(scenario)).toMatch(
      /^Your question was not asked: you have used up your budget of 1 question a day\. You can ask again <!date\^\d{10}\^.*Admins can raise it in the Home tab of this app\. Until then, `\/deepsearch code search …`/,
    );
    expect(await used(stack, 'person', scenario.asker.id)).toEqual({ questions: 1, credits: 0 });
    const labels = 'scope="person",period="day",measure="questions"';
    expect(await metric(stack, /^deepsearch_slack_budget_refusals_total/)).toContain(labels);
  });

  it('can ask again at once where it is raised', async ({ stack, scenario }) => {
    await set(stack, { personBudget: { month: { questions: 0 } } });
    expect(await refused(scenario)).toContain('your budget is 0 questions a month');
    await set(stack, { personBudget: { month: { questions: 1 } } });
    await scenario.answered(scenario.text());
  });

  it('cannot ask an edited question, and the original one is answered', async ({
    stack,
    scenario,
  }) => {
    await set(stack, { personBudget: { day: { questions: 1 } } });
    const { thread, work } = await scenario.asked(scenario.text());
    const { asker: as, channel, bot } = scenario;
    await stack.workspace.edit({ as, channel, ts: thread.ts, text: `${bot} in other words` });
    const offer = await stack.workspace.waitFor(
      () => stack.workspace.ephemerals({ user: as, channel }).find(({ blocks }) => blocks?.length),
      { what: 'an offer to ask again' },
    );
    await stack.workspace.click({ as, channel, ts: offer.ts, actionId: 'question.ask-edited' });
    const note =
      /^Your edited question was not asked: you have used up.*The original question continues\.$/;
    await stack.workspace.waitFor(() => scenario.notes().some((said) => note.test(said)), {
      what: 'a note that the edit was not asked',
    });
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('a workflow’s step fails and says why', async ({ stack, scenario }) => {
    await set(stack, { personBudget: { month: { questions: 1 } } });
    await scenario.answered(scenario.text());
    const run = await stack.workspace.runStep({
      as: scenario.asker,
      callbackId: 'ask_deep_search',
      inputs: { question: scenario.text(), channel: scenario.channel.id },
    });
    const ended = await stack.workspace.waitFor(() =>
      stack.workspace.stepRuns().find((r) => r.execution === run.execution && r.state === 'failed'),
    );
    expect(ended.error).toContain('used up a budget of 1 question a month. Run the workflow again');
  });
});

describe('a channel with a budget of credits', () => {
  it('lets what is open go on, then refuses, and the direct message still works', async ({
    stack,
    scenario,
  }) => {
    const { channel, asker } = scenario;
    const channelBudget = { month: { credits: 1 } };
    await set(stack, { channelBudget }, channel.id);
    await answeredFor(scenario, 0.6);
    const open = await scenario.asked(scenario.text());
    await answeredFor(scenario, 0.6);
    expect(await refused(scenario)).toMatch(
      /this channel has used up its budget of 1 credit a month.*Workspace admins can raise it here/,
    );
    open.work.context.stats({ credits: 2 });
    open.work.answer();
    await open.thread.ended();
    expect(await used(stack, 'channel', channel.id)).toEqual({ questions: 3, credits: 3.2 });
    const text = scenario.text();
    const thread = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    await thread.ended();
    expect(await used(stack, 'person', asker.id)).toEqual({ questions: 4, credits: 3.2 });
    expect(await metric(stack, /^deepsearch_slack_credits_total/)).toMatch(/ \d/);
  });

  it('counts a question that was stopped, with what it had cost', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    work.context.stats({ credits: 0.25 });
    await thread.press(scenario.asker, 'question.stop');
    await thread.ended();
    await waitUntilProcessed(stack);
    const asked = { questions: 1, credits: 0.25 };
    expect(await used(stack, 'channel', scenario.channel.id)).toEqual(asked);
  });

  it('counts what a question had cost when it was last read, also if it ends without an answer', async ({
    stack,
    scenario,
  }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    work.context.stats({ credits: 0.75 });
    const counted = { questions: 1, credits: 0.75 };
    await eventually(async () =>
      expect(await used(stack, 'channel', scenario.channel.id)).toEqual(counted),
    );
    const gone = stack.service.faults.add({ route: 'read', kind: 'status', status: 404 });
    await stack.crash();
    await stack.startBot();
    await thread.ended();
    gone.remove();
    await waitUntilProcessed(stack);
    expect(await used(stack, 'channel', scenario.channel.id)).toEqual(counted);
  });

  it('counts once what was read by a process that was killed', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    work.context.stats({ credits: 0.5 });
    await eventually(async () =>
      expect(await used(stack, 'channel', scenario.channel.id)).toMatchObject({ credits: 0.5 }),
    );
    await stack.crash();
    work.context.stats({ credits: 0.75 });
    work.answer();
    await stack.startBot();
    await thread.message('backoff()');
    await waitUntilProcessed(stack);
    expect(await used(stack, 'channel', scenario.channel.id)).toEqual({
      questions: 1,
      credits: 1.25,
    });
  });

  it('counts an answer once whose post was cut off by a kill', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const gate = stack.workspace.gate('chat.postMessage', {
      channel: scenario.channel,
      when: 'before',
    });
    const update = stack.workspace.gate('chat.update', {
      channel: scenario.channel,
      when: 'before',
    });
    work.context.stats({ credits: 1.5 });
    work.answer();
    await Promise.race([gate.reached, update.reached]);
    await stack.crash();
    gate.drop();
    update.drop();
    await stack.startBot();
    await thread.message('backoff()');
    expect(await used(stack, 'channel', scenario.channel.id)).toEqual({
      questions: 1,
      credits: 1.5,
    });
  });
});

it('a workspace that has used up its budget refuses everybody', async ({ stack, scenario }) => {
  await set(stack, { workspaceBudget: { day: { questions: 1 } } });
  expect(await refused(scenario)).toContain('this workspace has used up its budget of 1 question');
});

describe('once most of a budget is used', () => {
  it('a person is told in their direct message, once', async ({ stack, scenario }) => {
    await set(stack, { personBudget: { day: { questions: 5 } } });
    const told = () =>
      stack.workspace
        .messages({ channel: stack.workspace.dm(scenario.asker) })
        .map(({ text }) => text);
    for (let n = 0; n < 3; n++) await scenario.answered(scenario.text());
    await waitUntilProcessed(stack);
    expect(told()).toEqual([]);
    await scenario.answered(scenario.text());
    const said = /^You have used 4 of your 5 questions today\. The budget resets <!date\^/;
    await stack.workspace.waitFor(() => told().length === 1);
    expect(told()).toEqual([expect.stringMatching(said)]);
    await scenario.answered(scenario.text());
    await waitUntilProcessed(stack);
    expect(told()).toHaveLength(1);
  });

  it('a channel is told in the thread of the question that has used it', async ({
    stack,
    scenario,
  }) => {
    await set(stack, { channelBudget: { month: { credits: 2 } } }, scenario.channel.id);
    await answeredFor(scenario, 1);
    const { thread, work } = await scenario.asked(scenario.text());
    work.context.stats({ credits: 0.75 });
    work.answer();
    await thread.message(
      /^This channel has used 1\.75 of its 2 credits this month\. The budget resets <!date/,
    );
    await answeredFor(scenario, 0.1);
    await waitUntilProcessed(stack);
    const all = stack.workspace.messages({ channel: scenario.channel });
    const threads = all.flatMap(({ ts }) => threadAt(stack.workspace, scenario.channel, ts).said());
    expect(threads.filter((text) => text.startsWith('This channel has used'))).toHaveLength(1);
  });

  it('it is told with the next question where Slack took no message', async ({
    stack,
    scenario,
  }) => {
    const { channel } = scenario;
    await set(stack, { channelBudget: { day: { questions: 2 } } }, channel.id);
    await scenario.answered(scenario.text());
    const { thread, work } = await scenario.asked(scenario.text());
    stack.workspace.faults.add({
      method: 'chat.postMessage',
      where: ({ text }) => String(text).startsWith('This channel has used'),
      kind: 'error',
      error: 'restricted_action',
      times: 1,
    });
    work.answer();
    await thread.ended();
    await waitUntilProcessed(stack);
    await set(stack, { channelBudget: { day: { questions: 3 } } }, channel.id);
    const next = await scenario.asked(scenario.text());
    next.work.answer();
    await next.thread.message('This channel has used 3 of its 3 questions today.');
  });
});
