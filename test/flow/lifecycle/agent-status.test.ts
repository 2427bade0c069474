import { describe, expect, onTestFinished } from 'vitest';
import type { WebApiCall, WebApiFault } from '../../../local/workspace/workspace.js';
import { makeRepository, SHOP } from '../../support/repository.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  newScenario,
  type Scenario,
  type Thread,
  untilRepositoriesAreListed,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { type Stack, startStack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const SESSION = 'agents.sessions.setStatus';
const LINE = 'assistant.threads.setStatus';
const PROMPTS = 'assistant.threads.setSuggestedPrompts';
const it = stackTest({ workspace: { limits: 'off', suggestedPrompts: 'shown' } });
it.afterEach(async ({ stack }) => {
  stack.workspace.faults.clear();
  const refused = await stack.store.keys('{deepsearch}:refused:*');
  if (refused.length > 0) await stack.store.del(...refused);
});

const agentOf = (stack: Stack, { channel, ts }: Thread) => stack.workspace.agentThread(channel, ts);
const callsOf = (stack: Stack, method: string, channel: string): readonly WebApiCall[] =>
  stack.workspace.calls.filter((it) => it.method === method && it.args['channel_id'] === channel);

/** Slack shows the thread as being worked on, or as at rest. */
async function shows(stack: Stack, thread: Thread, status: 'processing' | 'active'): Promise<void> {
  await stack.workspace.waitFor(
    () => {
      const { session, status: line } = agentOf(stack, thread) ?? {};
      return session?.status === status && (line !== undefined) === (status === 'processing');
    },
    { what: `a session that is ${status}` },
  );
}

describe('while a question runs', () => {
  it.for(['channel', 'direct message'] as const)(
    'a %s shows the agent status until it ends',
    async (where, { stack, scenario }) => {
      const text = scenario.text();
      const thread = await (where === 'channel' ? scenario.mention(text) : scenario.direct(text));
      const work = await stack.engine.next(text);
      await shows(stack, thread, 'processing');
      expect(agentOf(stack, thread)).toMatchObject({
        status: 'is reading the code…',
        loading_messages: ['Reading the code…'],
        session: { title: text, initiator: scenario.asker.id },
      });
      work.answer();
      await thread.ended();
      await shows(stack, thread, 'active');
    },
  );

  it('the agent status is shown until the last question of a thread is answered', async ({
    stack,
    scenario,
  }) => {
    const [first, second] = [scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(first);
    await shows(stack, thread, 'processing');
    await thread.reply(scenario.asker, second);
    await thread.message('Next in line');
    work.answer();
    const next = await stack.engine.next(second);
    await shows(stack, thread, 'processing');
    const ended = callsOf(stack, SESSION, scenario.channel.id).filter(
      (it) => it.args['status'] === 'active',
    );
    expect(ended).toEqual([]);
    next.answer();
    await thread.ended(2);
    await shows(stack, thread, 'active');
  });
});

describe("Slack's own Stop", () => {
  it('Slack’s Stop button cancels like Cancel', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await shows(stack, thread, 'processing');
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    const { channel, ts: threadTs } = thread;
    await stack.workspace.stopSession({ as: colleague, channel, threadTs });
    expect(await thread.ended()).toEqual([`Stopped by <@${colleague.id}>.`]);
    expect(askedQuestions(stack, text)[0]?.error?.kind).toBe('Cancelled');
    await shows(stack, thread, 'active');
  });

  it('Slack’s Stop button is refused to a guest, and the question continues', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const { thread, work } = await scenario.asked(scenario.text());
    await shows(stack, thread, 'processing');
    await workspace.stopSession({ as: guest, channel: thread.channel, threadTs: thread.ts });
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('a stale agent session is ended when nothing is running', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const lost = { method: SESSION, kind: 'error', error: 'fatal_error' } as const;
    const { thread, work } = await scenario.asked(scenario.text());
    await shows(stack, thread, 'processing');
    workspace.faults.add(lost);
    work.answer();
    await thread.ended();
    await workspace.waitFor(
      () => callsOf(stack, SESSION, scenario.channel.id).at(-1)?.outcome === 'fatal_error',
    );
    workspace.faults.clear();
    expect(agentOf(stack, thread)?.session?.status).toBe('processing');
    const { channel, ts: threadTs } = thread;
    await workspace.stopSession({ as: scenario.asker, channel, threadTs });
    await shows(stack, thread, 'active');
    const told = [expect.stringContaining('No question is running')];
    await expect.poll(() => scenario.notes()).toEqual(told);
  });

  it('a stale agent session is also ended without a click', async ({ stack, scenario }) => {
    const { workspace, store } = stack;
    const lost = { method: SESSION, kind: 'error', error: 'fatal_error' } as const;
    const { thread, work } = await scenario.asked(scenario.text());
    await shows(stack, thread, 'processing');
    workspace.faults.add(lost);
    work.answer();
    await thread.ended();
    await workspace.waitFor(
      () => callsOf(stack, SESSION, scenario.channel.id).at(-1)?.outcome === 'fatal_error',
    );
    workspace.faults.clear();
    // As if it had been so for minutes, when the worker looks again.
    const left = await store.zrange('{deepsearch}:agent-statuses', 0, '-1');
    for (const each of left) await store.zadd('{deepsearch}:agent-statuses', 1, String(each));
    const again = await stack.startBot('worker');
    await shows(stack, thread, 'active');
    await again.stop();
    expect(await store.zcard('{deepsearch}:agent-statuses')).toBe(0);
  });
});

describe('where Slack does not take it', () => {
  it.for<[string, Omit<WebApiFault, 'method'>]>([
    ['unknown_method', { kind: 'error', error: 'unknown_method' } as WebApiFault],
    ['missing_scope', { kind: 'error', error: 'missing_scope' } as WebApiFault],
    ['a hang', { kind: 'hang' } as WebApiFault],
    ['a limit', { kind: 'ratelimited', retryAfterSeconds: 60 } as WebApiFault],
  ])(
    'by %s, questions are answered and stopped as ever',
    async ([_name, fault], { stack, scenario }) => {
      const { workspace } = stack;
      for (const method of [SESSION, LINE])
        workspace.faults.add({ ...fault, method } as WebApiFault);
      const { thread, work } = await scenario.asked(scenario.text());
      await thread.status();
      work.answer();
      expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
      const other = await scenario.asked(scenario.text());
      await other.thread.press(scenario.asker, CANCEL_BUTTON);
      expect(await other.thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
    },
  );

  it('a workspace that refuses agent statuses is not asked again for a while', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    for (const method of [SESSION, LINE]) {
      workspace.faults.add({ method, kind: 'error', error: 'unknown_method' });
    }
    await scenario.answered(scenario.text());
    const refused = () => stack.store.keys('{deepsearch}:refused:*');
    await expect.poll(async () => (await refused()).length).toBe(2);
    const before = callsOf(stack, LINE, scenario.channel.id).length;
    await scenario.answered(scenario.text());
    await waitUntilProcessed(stack);
    expect(callsOf(stack, LINE, scenario.channel.id)).toHaveLength(before);
  });
});

describe('where Slack refuses the token for a while', () => {
  it('the agent status is shown again once the token works', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const error = 'token_revoked';
    for (const method of [SESSION, LINE]) workspace.faults.add({ method, kind: 'error', error });
    await scenario.answered(scenario.text());
    for (const method of [SESSION, LINE]) {
      const isRefused = () =>
        workspace.calls.some((call) => call.method === method && call.outcome === error);
      await workspace.waitFor(isRefused, { what: `${method} ${error}` });
    }
    workspace.faults.clear();
    const other = newScenario(stack);
    const { thread, work } = await other.asked(other.text());
    await shows(stack, thread, 'processing');
    work.answer();
    await thread.ended();
  });
});

describe('where Slack refuses one thread', () => {
  it('a session refused for its initiator is started without one', async ({ stack, scenario }) => {
    stack.workspace.faults.add({
      method: SESSION,
      kind: 'error',
      error: 'user_not_in_channel',
      where: ({ initiator_user_id: initiator }) => initiator !== undefined,
    });
    const { thread, work } = await scenario.asked(scenario.text());
    await shows(stack, thread, 'processing');
    expect(agentOf(stack, thread)?.session).not.toHaveProperty('initiator');
    work.answer();
    await thread.ended();
    await shows(stack, thread, 'active');
  });

  it('other threads keep their session, whatever the error is', async ({ stack, scenario }) => {
    const error = 'an_error_that_is_not_documented';
    const { channel } = scenario;
    stack.workspace.faults.add({ method: SESSION, kind: 'error', error, channel });
    await scenario.answered(scenario.text());
    const other = newScenario(stack);
    const { thread, work } = await other.asked(other.text());
    await shows(stack, thread, 'processing');
    work.answer();
    await thread.ended();
  });
});

describe('who opens the direct message', () => {
  const prompts = (scenario: Scenario) =>
    scenario.stack.workspace.agentPrompts(scenario.stack.workspace.dm(scenario.asker))?.prompts;

  it('opening the direct message offers questions to ask', async ({ stack, scenario }) => {
    await stack.workspace.openHome({ as: scenario.asker, tab: 'messages' });
    await stack.workspace.waitFor(() => prompts(scenario));
    expect(prompts(scenario)?.map(({ message }) => message)).toEqual([
      'Where does the program start?',
      'How are the tests run?',
      'Where is the configuration read?',
      'Where are errors handled?',
    ]);
  });

  it('a workspace where Slack fails to set prompts is not asked again for a day', async ({
    stack,
    scenario,
  }) => {
    const { workspace, store } = stack;
    workspace.faults.add({ method: PROMPTS, kind: 'error', error: 'internal_error' });
    await workspace.openHome({ as: scenario.asker, tab: 'messages' });
    const key = `{deepsearch}:refused:*${PROMPTS}`;
    await expect.poll(async () => (await store.keys(key)).length).toBe(1);
    const [refused = ''] = await store.keys(key);
    expect(await store.pttl(refused)).toBeGreaterThan(23 * 3600_000);
    const before = workspace.calls.filter(({ method }) => method === PROMPTS).length;
    const next = newScenario(stack);
    await workspace.openHome({ as: next.asker, tab: 'messages' });
    await waitUntilProcessed(stack);
    expect(workspace.calls.filter(({ method }) => method === PROMPTS)).toHaveLength(before);
  });

  it('the suggested prompts start with the user’s recent questions, and are set at most once in a while', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const texts = [scenario.text(), scenario.text(), scenario.text()];
    for (const text of texts) await scenario.answered(text);
    await workspace.openHome({ as: scenario.asker, tab: 'messages' });
    const offered = await workspace.waitFor(() => prompts(scenario));
    expect(offered.map(({ message }) => message)).toEqual([
      texts[2],
      texts[1],
      'Where does the program start?',
      'How are the tests run?',
    ]);
    expect(offered[0]?.title).toBe('Where retries are decided');
    await workspace.openHome({ as: scenario.asker, tab: 'messages' });
    await waitUntilProcessed(stack);
    expect(callsOf(stack, PROMPTS, workspace.dm(scenario.asker).id)).toHaveLength(1);
  });

  it('the suggested prompts name the instance’s repositories', async () => {
    const shop = await makeRepository('shop', SHOP);
    onTestFinished(() => shop.remove());
    const pay = await makeRepository('pay', SHOP);
    onTestFinished(() => pay.remove());
    const there = await startStack({
      service: { repositories: [shop.path, pay.path] },
      workspace: { suggestedPrompts: 'shown' },
    });
    onTestFinished(() => there.stop());
    const scenario = newScenario(there);
    await untilRepositoriesAreListed(scenario);
    const { asker: as } = scenario;
    await there.workspace.openHome({ as, tab: 'messages' });
    const dm = there.workspace.dm(as);
    const offered = await there.workspace.waitFor(() => there.workspace.agentPrompts(dm)?.prompts);
    const named = offered.map(({ message }) => /^In (\w+): /.exec(message)?.[1]);
    expect(named.sort()).toEqual(['pay', 'pay', 'shop', 'shop']);
  });

  it('the first direct message offers prompts too', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    await thread.ended();
    expect((await stack.workspace.waitFor(() => prompts(scenario))).length).toBe(4);
  });

  it('a user who may not ask is offered no prompts', async ({ stack }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.openHome({ as: guest, tab: 'messages' });
    await waitUntilProcessed(stack);
    expect(callsOf(stack, PROMPTS, workspace.dm(guest).id)).toEqual([]);
  });
});
