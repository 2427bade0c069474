import { describe, expect } from 'vitest';
import { EngineError } from '../../../local/service/service.js';
import type { StepRun } from '../../../local/workspace/workspace.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  rootOf,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const ASK = 'ask_deep_search';
const it = stackTest({
  workspace: { limits: 'off', enterpriseId: 'E0ACMEORG', orgInstall: true },
});
const atLimit = stackTest({
  workspace: { limits: 'off', enterpriseId: 'E0ACMEORG', orgInstall: true },
  env: { LIMIT_REQUESTS: '1' },
});
it.afterEach(({ stack }) => stack.workspace.faults.clear());

/** Starts a workflow of one step as the asker. */
const start = (scenario: Scenario, inputs: Readonly<Record<string, unknown>>) =>
  scenario.stack.workspace.runStep({ as: scenario.asker, callbackId: ASK, inputs });

const now = (stack: Stack, { execution }: StepRun) =>
  stack.workspace.stepRuns().find((run) => run.execution === execution);

/** The run, once Slack was told how it ended. */
const ended = (stack: Stack, run: StepRun): Promise<StepRun> =>
  stack.workspace.waitFor(
    () => {
      const found = now(stack, run);
      return found?.state !== 'running' && found;
    },
    { what: 'the end of the step', timeoutMs: 90_000 },
  );

const told = (stack: Stack, { execution }: StepRun) =>
  stack.workspace.calls.filter(
    ({ method, args, outcome }) =>
      method.startsWith('functions.') &&
      args['function_execution_id'] === execution &&
      outcome === 'ok',
  );

describe('a workflow’s question', () => {
  it('a workflow step asks in the channel, and completes with the answer', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine, service } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    const work = await engine.next(question);
    const thread = await rootOf(workspace, scenario.channel, question);
    expect(thread.root()?.blocks?.[0]).toMatchObject({
      text: { text: expect.stringContaining(`<@${scenario.asker.id}> asked`) },
    });
    expect(now(stack, run)?.state).toBe('running');
    work.answer();
    expect(await thread.ended()).toHaveLength(1);
    const { state, outputs } = await ended(stack, run);
    expect(state).toBe('completed');
    const at = thread.ts.replace('.', '');
    expect(outputs).toEqual({
      answer: expect.stringMatching(/^Retries are decided in backoff\(\)\./),
      sources: `src/queue.ts:10-20: ${service.url}/acme/shop/-/blob/src/queue.ts?L10-20`,
      status: 'completed',
      link: expect.stringContaining(`/archives/${scenario.channel.id}/p${at}`),
    });
  });

  it('a workflow step without a channel is answered in the asker’s direct message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question });
    (await engine.next(question)).answer();
    const thread = await rootOf(workspace, workspace.dm(scenario.asker), question);
    expect(await thread.ended()).toHaveLength(1);
    expect((await ended(stack, run)).outputs).toMatchObject({ status: 'completed' });
  });

  it('a workflow step for a channel without the bot is answered in the direct message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const away = workspace.addChannel({
      name: 'away-flow',
      members: [scenario.asker],
      botIsMember: false,
    });
    const question = scenario.text();
    const run = await start(scenario, { question, channel: away.id });
    (await engine.next(question)).answer();
    await (await rootOf(workspace, workspace.dm(scenario.asker), question)).ended();
    expect((await ended(stack, run)).state).toBe('completed');
  });

  it('a workflow gets no answer for a channel that was shared meanwhile', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    const work = await engine.next(question);
    await workspace.share(scenario.channel);
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), question);
    expect(await direct.ended()).toEqual([expect.stringContaining('backoff()')]);
    const { state, error } = await ended(stack, run);
    expect([state, error]).toEqual(['failed', expect.stringContaining('takes no answers')]);
  });

  it('a workflow is not told of a direct message that Slack does not open', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    await engine.next(question);
    workspace.faults.add({
      method: 'conversations.open',
      kind: 'error',
      error: 'user_not_visible',
    });
    await workspace.share(scenario.channel);
    const { state, error } = await ended(stack, run);
    expect([state, error]).toEqual(['failed', expect.stringContaining('nor in a direct message')]);
  });

  it('an answer that was posted stays where it is while Slack does not take the result of the step', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    const fault = workspace.faults.add({
      method: 'functions.completeSuccess',
      kind: 'status',
      status: 503,
    });
    (await engine.next(question)).answer();
    const thread = await rootOf(workspace, scenario.channel, question);
    await thread.ended();
    await workspace.waitFor(() => fault.hits > 0, { what: 'a failed call' });
    await workspace.share(scenario.channel);
    const before = fault.hits;
    await workspace.waitFor(() => fault.hits > before + 1, { what: 'more failed calls' });
    fault.remove();
    expect((await ended(stack, run)).state).toBe('completed');
    expect(thread.endings()).toEqual([expect.stringContaining('backoff()')]);
    expect(workspace.messages({ channel: workspace.dm(scenario.asker) })).toEqual([]);
  });

  it('a stopped question completes the workflow step and says so', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    await engine.next(question);
    const thread = await rootOf(workspace, scenario.channel, question);
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await thread.ended();
    const { outputs } = await ended(stack, run);
    expect(outputs).toMatchObject({
      status: 'cancelled',
      answer: expect.stringContaining('Stopped by'),
    });
  });

  it('a failed question fails the workflow step with the thread’s message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    const work = await engine.next(question);
    work.fail(new EngineError({ kind: 'InternalError', title: 'x', message: 'y' }));
    const thread = await rootOf(workspace, scenario.channel, question);
    const [said = ''] = await thread.ended();
    const { state, error } = await ended(stack, run);
    expect(state).toBe('failed');
    expect(error).toContain('The service had an internal error');
    expect(said).toContain('The service had an internal error');
  });

  it('a workflow’s thread takes follow-ups', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    (await engine.next(question)).answer();
    const thread = await rootOf(workspace, scenario.channel, question);
    await thread.ended();
    await ended(stack, run);
    const further = scenario.text('and then');
    await thread.reply(scenario.asker, further);
    const next = await engine.next(further);
    expect(next.context.history.map(({ question: asked }) => asked)).toEqual([question]);
    next.answer();
    await thread.ended(2);
    expect(told(stack, run)).toHaveLength(1);
  });
});

describe('a step ends with the reason', () => {
  it('a workflow step without a question fails and says so', async ({ stack, scenario }) => {
    const run = await ended(stack, await start(scenario, { question: '  ' }));
    expect(run).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('The question is empty'),
    });
  });

  it.for([
    ['names somebody who asks, as workflows once did', 'kim'],
    ['names nobody', undefined],
  ] as const)(
    'a workflow step fails if its workflow %s',
    async ([_what, named], { stack, scenario }) => {
      const { workspace } = stack;
      const question = scenario.text();
      const started = await workspace.runStep({
        as: scenario.asker,
        callbackId: ASK,
        inputs:
          named === undefined ? { question } : { question, asker: workspace.people[named].id },
        outdated: true,
      });
      const { state, error } = await ended(stack, started);
      expect(state).toBe('failed');
      expect(error).toContain('Slack does not say who asks');
      expect(error).toContain('remove this step, add it again and publish');
      expect(askedQuestions(stack, question)).toEqual([]);
    },
  );

  it('a workflow step fails for a guest and an outsider', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { guest, outsider } = workspace.people;
    for (const as of [guest, outsider]) {
      const question = scenario.text();
      const started = await workspace.runStep({ as, callbackId: ASK, inputs: { question } });
      const run = await ended(stack, started);
      expect(run).toMatchObject({ state: 'failed', error: expect.stringContaining('cannot ask') });
      expect(askedQuestions(stack, question)).toEqual([]);
    }
  });

  it('a workflow step fails for a shared channel, where nothing is posted', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { partners } = workspace.channels;
    const question = scenario.text();
    const run = await workspace.runStep({
      as: workspace.people.kim,
      callbackId: ASK,
      inputs: { question, channel: partners.id },
    });
    expect((await ended(stack, run)).error).toContain('shared with another company');
    expect(askedQuestions(stack, question)).toEqual([]);
    expect(workspace.messages({ channel: partners }).filter((it) => it.bot_id)).toEqual([]);
  });

  it('a workflow step fails for a private channel that the asker is not in', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { kim } = workspace.people;
    const members = [kim];
    const hidden = workspace.addChannel({ name: 'hidden-flow', kind: 'private', members });
    const question = scenario.text();
    const run = await start(scenario, { question, channel: hidden.id });
    expect((await ended(stack, run)).error).toContain('is not in the private channel');
    expect(workspace.messages({ channel: hidden })).toEqual([]);
  });
});

describe('the workflow hears of the end once', () => {
  it('a workflow step that Slack sends again completes once', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const run = await start(scenario, { question, channel: scenario.channel.id });
    const work = await engine.next(question);
    const sent = workspace.deliveries.findLast(({ name }) => name === 'function_executed');
    await workspace.redeliver(sent?.id ?? '');
    work.answer();
    await ended(stack, run);
    await workspace.redeliver(sent?.id ?? '');
    await waitUntilProcessed(stack);
    expect(told(stack, run)).toHaveLength(1);
    expect(askedQuestions(stack, question)).toHaveLength(1);
  });

  it.for(['lost-reply', 'reset'] as const)(
    'a workflow step completes once despite a %s',
    async (kind, { stack, scenario }) => {
      const { workspace, engine } = stack;
      const question = scenario.text();
      const run = await start(scenario, { question, channel: scenario.channel.id });
      const work = await engine.next(question);
      workspace.faults.add({ method: 'functions.completeSuccess', kind, times: 1 });
      work.answer();
      const thread = await rootOf(workspace, scenario.channel, question);
      expect(await thread.ended()).toHaveLength(1);
      expect((await ended(stack, run)).state).toBe('completed');
      await stack.workspace.waitFor(
        () =>
          workspace.calls.filter(
            ({ method, args }) =>
              method === 'functions.completeSuccess' &&
              args['function_execution_id'] === run.execution,
          ).length === 2,
        { what: 'the second try', timeoutMs: 90_000 },
      );
      await waitUntilProcessed(stack);
      expect(thread.endings()).toHaveLength(1);
    },
  );

  it('a workflow step completes once if the bot dies after the answer', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const question = scenario.text();
    const gate = workspace.gate('functions.completeSuccess');
    const run = await start(scenario, { question, channel: scenario.channel.id });
    (await engine.next(question)).answer();
    await gate.reached;
    const thread = await rootOf(workspace, scenario.channel, question);
    await thread.ended();
    await stack.crash();
    gate.drop();
    await stack.startBot();
    expect((await ended(stack, run)).state).toBe('completed');
    await waitUntilProcessed(stack);
    expect(told(stack, run)).toHaveLength(1);
    expect(thread.endings()).toHaveLength(1);
  });

  it.for(['parameter_validation_failed', 'access_denied'] as const)(
    'a permanent refusal (%s) of the completion leaves the question unaffected',
    async (error, { stack, scenario }) => {
      const { workspace, engine } = stack;
      const question = scenario.text();
      const untold = () => stack.bots.flatMap(({ log }) => log.filter(saysUntold)).length;
      const before = untold();
      const method = 'functions.completeSuccess';
      workspace.faults.add({ method, kind: 'error', times: 1, error });
      const run = await start(scenario, { question, channel: scenario.channel.id });
      (await engine.next(question)).answer();
      const thread = await rootOf(workspace, scenario.channel, question);
      await thread.ended();
      await waitUntilProcessed(stack);
      expect(thread.endings()).toHaveLength(1);
      expect(now(stack, run)?.state).toBe('running');
      await workspace.waitFor(() => untold() === before + 1, { what: 'a line in the log' });
    },
  );
});

it('ignores a workflow step of another app', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const sent = workspace.deliveries.findLast(({ name }) => name === 'function_executed');
  const payload = structuredClone(sent?.payload) as { event: Record<string, unknown> };
  const question = scenario.text();
  payload.event = {
    ...payload.event,
    function: { callback_id: 'another' },
    function_execution_id: 'Fx0OTHER',
    inputs: { question, user_context: { id: scenario.asker.id, secret: 'x' } },
  };
  const { status } = await workspace.deliverRaw({ body: JSON.stringify(payload) });
  expect(status).toBe(200);
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, question)).toEqual([]);
});

function saysUntold({ msg }: Record<string, unknown>): boolean {
  return msg === 'failed to complete a workflow step';
}

atLimit(
  'a workflow step of somebody who asks too much within a minute fails and says so, also if Slack is down at first',
  async ({ stack, scenario }) => {
    await start(scenario, { question: scenario.text() });
    stack.workspace.faults.add({ method: 'functions.completeError', kind: 'reset', times: 1 });
    const dropped = await start(scenario, { question: scenario.text('one too many') });
    const { state, error } = await ended(stack, dropped);
    expect([state, error]).toEqual(['failed', expect.stringContaining('too many questions')]);
  },
);
