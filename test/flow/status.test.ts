import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { fence, has, newScene, type Scene, STOP, shown } from './scene.js';

/** The workspace's clock is behind by more than the 10 s after which an asker counts as gone. */
const LAG_MS = 15_000;

describe('while a question is open', () => {
  let stack: Stack;
  let scene: Scene;
  beforeAll(async () => {
    stack = await startStack({ workspace: { limits: 'off' }, service: { slots: 1 } });
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    await stack.refill();
    scene = newScene(stack);
  });
  afterEach(() => stack.service.faults.clear());

  it('the status follows the steps and tool calls of the service', async () => {
    const { thread, work } = await scene.asked(scene.text());
    const status = await thread.status();
    work.context.report('Searching for **backoff**');
    work.context.stats({ tool_calls: 1 });
    const first = await thread.message(/Searching for backoff[\s\S]*1 tool call\b/);
    expect(first.ts).toBe(status.ts);
    work.context.report('Reading `src/queue.ts`');
    work.context.stats({ tool_calls: 2 });
    const second = await thread.message(/Reading src\/queue\.ts[\s\S]*3 tool calls/);
    expect([first, second].every((message) => has(message, STOP))).toBe(true);
    expect(shown(second)).toContain('Looking through the code…');
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('3 tool calls')]);
  });

  it('the steps have their state; where Slack takes no plan, they are lines from then on', async () => {
    const { workspace, store } = stack;
    const { thread, work } = await scene.asked(scene.text());
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

  it('says how long answers take, once there are enough of them to tell', async () => {
    for (let i = 0; i < 5; i++) await scene.answered(scene.text());
    const { thread, work } = await scene.asked(scene.text());
    await thread.message(/ · usually (a few seconds|\d+ (seconds|minutes?))$/m);
    work.answer();
    await thread.ended();
  });

  it('says that it waits for a free slot of the service', async () => {
    const other = newScene(stack);
    const busy = await other.asked(other.text());
    const text = scene.text();
    const thread = await scene.mention(text);
    expect(has(await thread.message('as soon as it has a free slot'), STOP)).toBe(true);
    busy.work.answer();
    (await stack.desk.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it.each([
    ['is not answering right now', { kind: 'reset' }],
    ['has trouble of its own', { kind: 'status', status: 503 }],
    ['asked us to wait', { kind: 'status', status: 429, retryAfter: 1 }],
  ] as const)(
    'says that the service %s, and goes on when it is back (%o)',
    async (words, fault) => {
      const { service } = stack;
      const { thread, work } = await scene.asked(scene.text());
      const trouble = service.faults.add({ route: 'read', ...fault });
      const said = await thread.message(words);
      expect(shown(said)).toContain('Your question waits');
      expect(has(said, STOP)).toBe(true);
      trouble.remove();
      work.answer();
      await thread.message('backoff()');
      expect(await thread.ended()).toContainEqual(expect.stringContaining('backoff()'));
      expect(thread.said().filter((text) => text.includes(words))).toEqual([]);
    },
  );

  it('says at once that the service asks for a long wait, during which one may stop', async () => {
    const wait = { kind: 'status', status: 429, retryAfter: 3_600 } as const;
    stack.service.faults.add({ route: 'create', times: 1, ...wait });
    const thread = await scene.mention(scene.text());
    expect(has(await thread.message('asked us to wait'), STOP)).toBe(true);
    await thread.press(scene.asker, STOP);
    expect(await thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
  });

  it('draws no status over an ending', async () => {
    const { workspace } = stack;
    const { thread, work } = await scene.asked(scene.text());
    await thread.status();
    work.answer();
    await thread.ended();
    await fence(stack);
    const last = workspace.calls.findLast(
      ({ method, args }) => method === 'chat.update' && args['channel'] === scene.channel.id,
    );
    expect(String(last?.args['blocks'])).not.toContain(STOP);
  });
});

describe('an answer after more than ten seconds', () => {
  let stack: Stack;
  let scene: Scene;
  beforeAll(async () => {
    stack = await startStack({ workspace: { limits: 'off', now: () => Date.now() - LAG_MS } });
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    await stack.refill();
    scene = newScene(stack);
  });

  it('is a new reply that mentions the asker; the status shrinks to one line', async () => {
    const { thread, work } = await scene.asked(scene.text());
    const status = await thread.status();
    work.answer();
    await thread.ended();
    const [line, answer, ...more] = thread.said();
    expect(line).toMatch(/^Answered below · \d+ s$/);
    expect(answer).toMatch(new RegExp(`^<@${scene.asker.id}> \\*Where retries are decided\\*`));
    expect(more).toEqual([]);
    expect(thread.ours()[0]?.ts).toBe(status.ts);
    expect(thread.ours()[1]?.text).toBe(`<@${scene.asker.id}> Retries are decided in backoff().`);
  });

  it('needs no mention in a direct message', async () => {
    const text = scene.text();
    const thread = await scene.direct(text);
    (await stack.desk.next(text)).answer();
    await thread.ended();
    const [line, answer] = thread.said();
    expect(line).toContain('Answered below');
    expect(answer).not.toContain('<@');
  });

  it('a stop still takes the place of the status: who stops is looking', async () => {
    const { thread } = await scene.asked(scene.text());
    await thread.press(scene.asker, STOP);
    expect(await thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
  });

  it('an ending without an answer mentions the asker as well', async () => {
    const { service } = stack;
    const { thread } = await scene.asked(scene.text());
    service.faults.add({ route: 'read', kind: 'status', status: 403, times: 1 });
    await thread.ended();
    const [line, ending] = thread.said();
    expect(line).toMatch(/^No answer: the service refused/);
    expect(ending).toContain(`<@${scene.asker.id}> The service does not let this bot ask`);
  });
});
