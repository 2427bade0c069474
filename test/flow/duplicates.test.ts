import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { askedOf, fence, newScene, type Scene, STOP, type Thread } from './scene.js';

let stack: Stack;
let scene: Scene;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.refill();
  scene = newScene(stack);
});

/** One question, one status that became one answer. */
async function cameOnce(thread: Thread, text: string): Promise<void> {
  await fence(stack);
  expect(askedOf(stack, text)).toHaveLength(1);
  expect(thread.endings()).toHaveLength(1);
}

/** The events that Slack sent about what was said at `ts`. */
function eventsAbout(ts: string) {
  return stack.workspace.deliveries.filter(
    ({ kind, payload }) => kind === 'event' && JSON.stringify(payload).includes(`"ts":"${ts}"`),
  );
}

function send(payload: unknown): Promise<{ status: number }> {
  return stack.workspace.deliverRaw({ body: JSON.stringify(payload) });
}

describe('one question comes of', () => {
  it('a mention, which Slack tells as two events', async () => {
    const text = scene.text();
    const thread = await scene.answered(text);
    expect(
      eventsAbout(thread.ts)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['app_mention', 'message']);
    await cameOnce(thread, text);
  });

  it('the same event again, before and after the answer', async () => {
    const text = scene.text();
    const { thread, work } = await scene.asked(text);
    const ids = eventsAbout(thread.ts).map(({ id }) => id);
    for (const id of ids) expect((await stack.workspace.redeliver(id)).status).toBe(200);
    work.answer();
    await thread.ended();
    for (const id of ids) expect((await stack.workspace.redeliver(id)).status).toBe(200);
    await cameOnce(thread, text);
  });

  it('the same event in a new envelope', async () => {
    const text = scene.text();
    const thread = await scene.answered(text);
    for (const { payload } of eventsAbout(thread.ts)) {
      const again = { ...(payload as object), event_id: `Ev${scene.channel.id}`, event_time: 1 };
      expect((await send(again)).status).toBe(200);
    }
    await cameOnce(thread, text);
  });

  it('a mention whose events come in the other order, apart from each other', async () => {
    const { workspace, desk } = stack;
    const text = scene.text();
    const channel = workspace.addChannel({
      name: 'deaf',
      members: [scene.asker],
      botIsMember: false,
    });
    const { ts } = await workspace.say({
      as: scene.asker,
      channel,
      text: `${scene.bot} ${text}`,
    });
    await workspace.invite({ channel, user: workspace.app.botUserId });
    const event = { channel: channel.id, user: scene.asker.id, text: `${scene.bot} ${text}`, ts };
    const envelope = { type: 'event_callback', team_id: workspace.app.teamId };
    const message = { type: 'message', channel_type: 'channel', ...event };
    expect((await send({ ...envelope, event_id: 'Ev1', event: message })).status).toBe(200);
    (await desk.next(text)).answer();
    await workspace.waitFor(() => workspace.messages({ channel, threadTs: ts }).length === 2);
    const mention = { type: 'app_mention', ...event };
    expect((await send({ ...envelope, event_id: 'Ev2', event: mention })).status).toBe(200);
    await fence(stack);
    expect(askedOf(stack, text)).toHaveLength(1);
  });

  it('a direct message, and a reply, told twice', async () => {
    const { workspace, desk } = stack;
    const [first, second] = [scene.text(), scene.text()];
    const thread = await scene.direct(first);
    (await desk.next(first)).answer();
    await thread.ended();
    const { ts } = await thread.reply(scene.asker, second);
    for (const told of [thread.ts, ts]) {
      for (const { id } of eventsAbout(told)) await workspace.redeliver(id);
    }
    (await desk.next(second)).answer();
    await thread.ended(2);
    await fence(stack);
    expect([...askedOf(stack, first), ...askedOf(stack, second)]).toHaveLength(2);
    expect(thread.endings()).toHaveLength(2);
  });

  it('a slash command that comes twice with one trigger', async () => {
    const { workspace, desk } = stack;
    const text = scene.text();
    const thread = await scene.command(text);
    const sent = workspace.deliveries.findLast(({ kind }) => kind === 'command');
    const fields = Object.entries(sent?.payload ?? {}).map(([k, v]): [string, string] => [
      k,
      String(v),
    ]);
    const { status } = await workspace.deliverRaw({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    expect(status).toBe(200);
    (await desk.next(text)).answer();
    await thread.ended();
    await cameOnce(thread, text);
    expect(workspace.messages({ channel: scene.channel })).toHaveLength(1);
  });

  it('but two come of the same words said twice', async () => {
    const { desk } = stack;
    const text = scene.text();
    const threads = [await scene.mention(text), await scene.mention(text)];
    const works = [await desk.next(text), await desk.next(text)];
    for (const work of works) work.answer();
    for (const thread of threads) expect(await thread.ended()).toHaveLength(1);
    expect(askedOf(stack, text)).toHaveLength(2);
  });
});

it('a double click on Cancel stops once', async () => {
  const { service } = stack;
  const text = scene.text();
  const { thread } = await scene.asked(text);
  const status = await thread.status();
  const clicks = [thread.press(scene.asker, STOP, status), thread.press(scene.asker, STOP, status)];
  await Promise.all(clicks);
  expect(await thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
  await fence(stack);
  expect(thread.endings()).toHaveLength(1);
  expect(service.calls.some(({ route }) => route === 'cancel')).toBe(true);
});
