import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { askedOf, fence, newScene, type Scene, STOP, SUGGESTION } from './scene.js';

describe('split roles: one bot, two workers', () => {
  let stack: Stack;
  let scene: Scene;
  beforeAll(async () => {
    const roles = ['bot', 'worker', 'worker'] as const;
    stack = await startStack({ workspace: { limits: 'off' }, roles });
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    await stack.refill();
    scene = newScene(stack);
  });

  it('answer a question, its follow-up and its stop as one', async () => {
    const [first, second] = [scene.text(), scene.text()];
    const thread = await scene.answered(first);
    await thread.reply(scene.asker, second);
    await stack.desk.next(second);
    await thread.press(scene.asker, STOP);
    const said = await thread.ended(2);
    expect(said[1]).toBe(`Stopped by <@${scene.asker.id}>.`);
  });

  it('give each of many questions one answer', async () => {
    const scenes = Array.from({ length: 12 }, () => newScene(stack));
    const threads = await Promise.all(
      scenes.map(async (each) => {
        const text = each.text();
        const { thread, work } = await each.asked(text);
        work.answer({ answer: `The answer to ${text}` });
        return { text, thread };
      }),
    );
    for (const { text, thread } of threads) {
      expect(await thread.ended()).toEqual([expect.stringContaining(`The answer to ${text}`)]);
      expect(askedOf(stack, text)).toHaveLength(1);
    }
  });

  it('answer also when one of the workers dies', async () => {
    const { thread, work } = await scene.asked(scene.text());
    await thread.status();
    await stack.bots[1]?.kill();
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('keep what is asked while no worker is there', async () => {
    await Promise.all(stack.bots.slice(1).map((worker) => worker.kill()));
    const text = scene.text();
    const thread = await scene.mention(text);
    await stack.startBot('worker');
    (await stack.desk.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });
});

describe('Socket Mode', () => {
  let stack: Stack;
  let scene: Scene;
  beforeAll(async () => {
    stack = await startStack({
      transport: 'socket',
      workspace: { limits: 'off', redelivery: { delaysMs: [] } },
    });
    await stack.workspace.socket.connected(2);
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    await stack.refill();
    scene = newScene(stack);
  });

  it('needs no request address: questions come over the socket', async () => {
    await scene.answered(scene.text());
    // Slack closes each of them now and again.
    expect(stack.workspace.socket.connections).toBe(2);
    const vias = new Set(stack.workspace.deliveries.map(({ via }) => via));
    expect([...vias]).toEqual(['socket']);
  });

  it('takes commands, suggestions and stops', async () => {
    const [first, next] = [scene.text(), scene.text('how long')];
    const thread = await scene.command(first);
    (await stack.desk.next(first)).answer({ suggested_followups: [next] });
    await thread.ended();
    await thread.press(scene.asker, SUGGESTION);
    await stack.desk.next(next);
    await thread.press(scene.asker, STOP);
    expect((await thread.ended(2))[1]).toBe(`Stopped by <@${scene.asker.id}>.`);
  });

  it('says in private how to ask', async () => {
    const { asker, channel } = scene;
    const { ackStatus } = await stack.workspace.command({ as: asker, channel, text: 'help' });
    expect(ackStatus).toBe(200);
    expect(scene.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
  });

  it.each([true, false])('takes an envelope that comes again once (the same: %s)', async (same) => {
    const { workspace } = stack;
    const text = scene.text();
    const thread = await scene.answered(text);
    const told = workspace.deliveries.filter(({ payload }) =>
      JSON.stringify(payload).includes(`"ts":"${thread.ts}"`),
    );
    for (const { id } of told) {
      const again = await workspace.redeliver(id, { sameEnvelope: same });
      expect(again.status).toBe(200);
    }
    await fence(stack);
    expect(askedOf(stack, text)).toHaveLength(1);
    expect(thread.endings()).toHaveLength(1);
  });

  it('leaves an envelope without an ack that it could not keep, and takes it when it comes again', async () => {
    const { redis, workspace, desk } = stack;
    const text = scene.text();
    redis.pause();
    const thread = await scene.mention(text);
    const told = workspace.deliveries.filter(({ payload }) =>
      JSON.stringify(payload).includes(`"ts":"${thread.ts}"`),
    );
    redis.resume();
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 0));
    for (const { id } of told) await workspace.redeliver(id, { sameEnvelope: true });
    (await desk.next(text)).answer();
    await thread.ended();
    await fence(stack);
    expect(askedOf(stack, text)).toHaveLength(1);
    expect(thread.endings()).toHaveLength(1);
  });

  it('connects anew when Slack asks for it', async () => {
    const { socket } = stack.workspace;
    const { thread, work } = await scene.asked(scene.text());
    socket.disconnectAll('refresh_requested');
    work.answer();
    await thread.ended();
    await socket.connected();
    await newScene(stack).answered(scene.text());
  });

  it('connects anew after the connection was cut', async () => {
    const { socket } = stack.workspace;
    const { thread, work } = await scene.asked(scene.text());
    socket.dropAll();
    work.answer();
    await thread.ended();
    await socket.connected();
    await newScene(stack).answered(scene.text());
  });

  it('is ready while it is connected', async () => {
    const port = stack.bots[0]?.ports.ops;
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
});
