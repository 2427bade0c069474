import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import {
  CANCEL_BUTTON,
  hasButton,
  newScenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

/** The workspace's clock is behind by more than the 10 s after which an asker counts as gone. */
const LAG_MS = 15_000;

const withOneSlot = stackTest({ workspace: { limits: 'off' }, service: { slots: 1 } });
const withLateClock = stackTest({
  workspace: { limits: 'off', now: () => Date.now() - LAG_MS },
});

describe('while a question is open', () => {
  const it = withOneSlot;
  it.afterEach(({ stack }) => stack.service.faults.clear());

  it('the status shows the steps and tool calls of the instance', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const status = await thread.status();
    work.context.report('Searching for **backoff**');
    work.context.stats({ tool_calls: 1 });
    const first = await thread.message(/Searching for backoff[\s\S]*1 tool call\b/);
    expect(first.ts).toBe(status.ts);
    work.context.report('Reading `src/queue.ts`');
    work.context.stats({ tool_calls: 2 });
    const second = await thread.message(/Reading src\/queue\.ts[\s\S]*3 tool calls/);
    expect([first, second].every((message) => hasButton(message, CANCEL_BUTTON))).toBe(true);
    expect(messageText(second)).toContain('Searching the code…');
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('3 tool calls')]);
  });

  it('the steps show their state in a plan, or as lines once Slack refuses plans', async ({
    stack,
    scenario,
  }) => {
    const { workspace, store } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    work.context.report('Searching');
    work.context.report('Reading');
    await thread.message(/^complete: Searching\nin_progress: Reading$/m);
    const where = (args: Readonly<Record<string, unknown>>) =>
      JSON.stringify(args['blocks']).includes('task_card');
    const refusal = { kind: 'error', error: 'invalid_blocks', where } as const;
    const fault = workspace.faults.add({ method: 'chat.update', ...refusal });
    work.context.report('Comparing');
    await thread.message(/^• Searching\n• Reading\n• Comparing$/m);
    work.context.report('Writing');
    await thread.message(/^• Comparing\n• Writing$/m);
    expect(fault.hits).toBe(1);
    fault.remove();
    await store.del(`{deepsearch}:refused:${workspace.app.teamId}:plan`);
    work.answer();
    await thread.ended();
  });

  it('a question whose status a direct message refuses is read as often as any other', async ({
    stack: { workspace, service, engine },
    scenario,
  }) => {
    const { id } = workspace.dm(scenario.asker);
    const where = ({ channel }: Readonly<Record<string, unknown>>) => channel === id;
    const refusal = { kind: 'error', error: 'restricted_action', where } as const;
    const fault = workspace.faults.add({ method: 'chat.postMessage', ...refusal });
    const text = scenario.text();
    const thread = await scenario.direct(text);
    const work = await engine.next(text);
    await workspace.waitFor(() => fault.hits > 0);
    const reads = () => service.calls.filter(({ route }) => route === 'read').length;
    const before = reads();
    await expect.poll(reads).toBeGreaterThan(before + 5);
    fault.remove();
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    expect(fault.hits).toBeLessThan(4);
  });

  it('the status says how long answers usually take, once enough are known', async ({
    stack,
    scenario,
  }) => {
    for (let i = 0; i < 5; i++) await scenario.answered(scenario.text());
    // A bot reads this every half minute, and when it starts.
    await stack.bots.at(-1)?.stop();
    await stack.startBot();
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.message(/ · usually (under 5 s|\d+ (s|min))$/m);
    work.answer();
    await thread.ended();
  });

  it('the status says that the question waits for a free slot', async ({ stack, scenario }) => {
    const other = newScenario(stack);
    const busy = await other.asked(other.text());
    const text = scenario.text();
    const thread = await scenario.mention(text);
    // The local service says so in a step, other instances by a status.
    await thread.message('Waiting for a free slot: number 1 in line.');
    const fault = stack.service.faults.add({ route: 'read', kind: 'pending' });
    expect(hasButton(await thread.message('as soon as it has a free slot'), CANCEL_BUTTON)).toBe(
      true,
    );
    fault.remove();
    busy.work.answer();
    (await stack.engine.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it.for([
    ['is not answering right now', { kind: 'reset' }],
    ['has an internal problem', { kind: 'status', status: 503 }],
    ['is very busy', { kind: 'status', status: 429, retryAfter: 1 }],
  ] as const)(
    'the status says that the instance %s, and continues once it recovers (%o)',
    async ([words, fault], { stack, scenario }) => {
      const { service } = stack;
      const { thread, work } = await scenario.asked(scenario.text());
      const trouble = service.faults.add({ route: 'read', ...fault });
      const said = await thread.message(words);
      expect(messageText(said)).toContain('Still trying');
      expect(hasButton(said, CANCEL_BUTTON)).toBe(true);
      trouble.remove();
      work.answer();
      await thread.message('backoff()');
      expect(await thread.ended()).toContainEqual(expect.stringContaining('backoff()'));
      expect(thread.said().filter((text) => text.includes(words))).toEqual([]);
    },
  );

  it('the status shows a long Retry-After at once, and can be cancelled meanwhile', async ({
    stack,
    scenario,
  }) => {
    const wait = { kind: 'status', status: 429, retryAfter: 3_600 } as const;
    stack.service.faults.add({ route: 'create', times: 1, ...wait });
    const thread = await scenario.mention(scenario.text());
    expect(hasButton(await thread.message('The service is very busy'), CANCEL_BUTTON)).toBe(true);
    await thread.press(scenario.asker, CANCEL_BUTTON);
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  });

  it('no status overwrites an outcome', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    work.answer();
    await thread.ended();
    await waitUntilProcessed(stack);
    const last = workspace.calls.findLast(
      ({ method, args }) => method === 'chat.update' && args['channel'] === scenario.channel.id,
    );
    expect(String(last?.args['blocks'])).not.toContain(CANCEL_BUTTON);
  });
});

describe('an answer after more than ten seconds', () => {
  const it = withLateClock;

  it('an answer after 10 s is a new reply that mentions the asker, and the status shrinks to one line', async ({
    scenario,
  }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const status = await thread.status();
    work.answer();
    await thread.ended();
    const [line, answer, ...more] = thread.said();
    expect(line).toMatch(/^Answered below · \d+ s$/);
    expect(answer).toMatch(new RegExp(`^<@${scenario.asker.id}> \\*Where retries are decided\\*`));
    expect(more).toEqual([]);
    expect(thread.ours()[0]?.ts).toBe(status.ts);
    expect(thread.ours()[1]?.text).toBe(
      `<@${scenario.asker.id}> Retries are decided in backoff().`,
    );
  });

  it('an answer in a direct message mentions nobody', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    await thread.ended();
    const [line, answer] = thread.said();
    expect(line).toContain('Answered below');
    expect(answer).not.toContain('<@');
  });

  it('a stop replaces the status without a mention', async ({ scenario }) => {
    const { thread } = await scenario.asked(scenario.text());
    await thread.press(scenario.asker, CANCEL_BUTTON);
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  });

  it('an outcome without an answer also mentions the asker', async ({ stack, scenario }) => {
    const { service } = stack;
    const { thread } = await scenario.asked(scenario.text());
    service.faults.add({ route: 'read', kind: 'status', status: 403, times: 1 });
    await thread.ended();
    const [line, ending] = thread.said();
    expect(line).toMatch(/^No answer: the service refused/);
    expect(ending).toContain(`<@${scenario.asker.id}> The app is not allowed to ask`);
  });
});
