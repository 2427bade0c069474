import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { askedOf, fence, newScene, type Scene } from './scene.js';

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

const stopped = () => `Stopped by <@${scene.asker.id}>.`;

/** What `asker` was told in private, once it stands. */
function note(like: string): Promise<string> {
  return stack.workspace.waitFor(() => scene.notes().find((text) => text.includes(like)), {
    what: `a note like "${like}"`,
    timeoutMs: 90_000,
  });
}

function eventOf(payload: unknown): { ts?: string } | undefined {
  return (payload as { event?: { ts?: string } } | undefined)?.event;
}

describe('stop', () => {
  it('stops the question at work, and the service hears of it', async () => {
    const text = scene.text();
    const { thread } = await scene.asked(text);
    await thread.reply(scene.asker, 'Stop');
    expect(await thread.ended()).toEqual([stopped()]);
    expect(askedOf(stack, text)[0]?.error?.kind).toBe('Cancelled');
    expect(askedOf(stack, 'Stop')).toEqual([]);
  });

  it('counts before the question is taken up: the service never hears of it', async () => {
    const { store, workspace } = stack;
    const { channel, asker } = scene;
    const colleague = workspace.addPerson({ name: 'colleague' });
    const isAsker = ({ user }: Readonly<Record<string, unknown>>) => user === asker.id;
    const gate = workspace.gate('users.info', { where: isAsker });
    const text = scene.text();
    const thread = await scene.mention(text);
    await gate.reached;
    await thread.reply(colleague, 'stop');
    const wishes = `{deepsearch}:wishes:${workspace.app.teamId}-${channel.id}-${thread.ts}`;
    await expect.poll(() => store.hexists(wishes, 'stop'), { timeout: 90_000 }).toBe(1);
    gate.release();
    expect(await thread.ended()).toEqual([`Stopped by <@${colleague.id}>.`]);
    await fence(stack);
    expect(askedOf(stack, text)).toEqual([]);
  });

  it('counts before a follow-up is taken up, and stops what is at work with it', async () => {
    const { store, workspace } = stack;
    const [first, second] = [scene.text(), scene.text()];
    const { thread } = await scene.asked(first);
    const colleague = workspace.addPerson({ name: 'colleague' });
    await workspace.invite({ channel: scene.channel, user: colleague });
    const gate = workspace.gate('users.info', { where: ({ user }) => user === colleague.id });
    const { ts } = await thread.reply(colleague, second);
    await gate.reached;
    await thread.reply(scene.asker, 'stop');
    const wishes = `{deepsearch}:wishes:${workspace.app.teamId}-${scene.channel.id}-${ts}`;
    await expect.poll(() => store.hexists(wishes, 'stop'), { timeout: 90_000 }).toBe(1);
    gate.release();
    expect(await thread.ended(2)).toEqual([stopped(), stopped()]);
    await fence(stack);
    expect(askedOf(stack, second)).toEqual([]);
  });

  it('finds nothing of what was turned away', async () => {
    const { workspace } = stack;
    const thread = await scene.answered(scene.text());
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scene.channel, user: guest });
    await thread.reply(guest, scene.text());
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    await thread.reply(scene.asker, 'stop');
    expect(await note('nothing to stop')).toContain('No question is open');
  });

  it('withdraws those that wait as well, and the service never hears of them', async () => {
    const [first, second, third] = [scene.text(), scene.text(), scene.text()];
    const { thread } = await scene.asked(first);
    await thread.reply(scene.asker, second);
    await thread.message('Next in line');
    await thread.reply(scene.asker, third);
    await thread.message('Number 2 in line');
    await thread.reply(scene.asker, 'cancel');
    expect(await thread.ended(3)).toEqual([stopped(), stopped(), stopped()]);
    await fence(stack);
    expect([...askedOf(stack, second), ...askedOf(stack, third)]).toEqual([]);
  });

  it('told twice, or late, stops nothing that was asked after it', async () => {
    const { workspace, desk } = stack;
    const [first, second] = [scene.text(), scene.text()];
    const { thread } = await scene.asked(first);
    const { ts } = await thread.reply(scene.asker, 'stop');
    await thread.ended();
    await thread.reply(scene.asker, second);
    const work = await desk.next(second);
    const told = workspace.deliveries.find(({ payload }) => eventOf(payload)?.ts === ts);
    await workspace.redeliver(told?.id ?? 'the stop');
    // The same word in an event that nobody has seen yet: it was said before the question.
    const event = { ...eventOf(told?.payload), ts: `${Number(ts) + 0.0001}` };
    const late = { ...(told?.payload ?? {}), event_id: `Ev${scene.channel.id}`, event };
    expect((await workspace.deliverRaw({ body: JSON.stringify(late) })).status).toBe(200);
    await note('nothing to stop');
    work.answer();
    expect(await thread.ended(2)).toEqual([stopped(), expect.stringContaining('backoff()')]);
  });

  it('where nothing is open is said in private, and asks nothing', async () => {
    const thread = await scene.answered(scene.text());
    await thread.reply(scene.asker, 'stop');
    expect(await note('nothing to stop')).toContain('No question is open');
    expect(thread.endings()).toHaveLength(1);
  });

  it('is refused in private to a guest', async () => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scene.channel, user: guest });
    const { thread, work } = await scene.asked(scene.text());
    await thread.reply(guest, 'stop');
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    expect(workspace.ephemerals({ user: guest })[0]?.text).toContain('Only people who may ask');
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });
});

describe('mute', () => {
  it('leaves replies to people until somebody unmutes', async () => {
    const { desk } = stack;
    const [aside, next] = [scene.text('a word among us'), scene.text()];
    const thread = await scene.answered(scene.text());
    await thread.reply(scene.asker, 'mute');
    await note('between people from now on');
    await thread.reply(scene.asker, aside);
    await fence(stack);
    expect(askedOf(stack, aside)).toEqual([]);
    await thread.reply(scene.asker, 'unmute');
    await note('questions to me again');
    await thread.reply(scene.asker, next);
    (await desk.next(next)).answer();
    await thread.ended(2);
  });

  it('ends with a mention', async () => {
    const { desk } = stack;
    const [asked, next] = [scene.text(), scene.text()];
    const thread = await scene.answered(scene.text());
    await thread.reply(scene.asker, 'Mute.');
    await note('between people from now on');
    await thread.reply(scene.asker, `${scene.bot} ${asked}`);
    (await desk.next(asked)).answer();
    await thread.ended(2);
    await thread.reply(scene.asker, next);
    (await desk.next(next)).answer();
    await thread.ended(3);
  });

  it('holds in a thread of a direct message too', async () => {
    const { desk, workspace } = stack;
    const [first, aside] = [scene.text(), scene.text('a note to myself')];
    const thread = await scene.direct(first);
    (await desk.next(first)).answer();
    await thread.ended();
    await thread.reply(scene.asker, 'mute');
    const told = () => scene.notes(thread.channel).some((text) => text.includes('between people'));
    await workspace.waitFor(told, { timeoutMs: 90_000 });
    await thread.reply(scene.asker, aside);
    await fence(stack);
    expect(askedOf(stack, aside)).toEqual([]);
  });
});

describe('a new question', () => {
  it('in one reply starts afresh, and what follows goes on from there', async () => {
    const { desk } = stack;
    const [first, second, third] = [scene.text(), scene.text(), scene.text()];
    const thread = await scene.answered(first);
    await thread.reply(scene.asker, `new: ${second}`);
    const work = await desk.next(second);
    expect(work.question).toBe(second);
    expect(work.context.history).toEqual([]);
    work.answer();
    await thread.ended(2);
    await thread.reply(scene.asker, third);
    const following = await desk.next(third);
    expect(following.context.history.map(({ question }) => question)).toEqual([second]);
    following.answer();
    await thread.ended(3);
  });

  it('said alone is the next one: what was asked before it goes on as it was', async () => {
    const { desk } = stack;
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => scene.text());
    const { thread, work } = await scene.asked(`${first}`);
    await thread.reply(scene.asker, `${second}`);
    await thread.message('Next in line');
    await thread.reply(scene.asker, 'New question');
    await note('starts afresh');
    await thread.reply(scene.asker, `${third}`);
    await thread.message('Number 2 in line');
    work.answer();
    const histories = [];
    for (const text of [second, third, fourth]) {
      if (text === fourth) await thread.reply(scene.asker, `${fourth}`);
      const following = await desk.next(`${text}`);
      histories.push(following.context.history.map(({ question }) => question));
      following.answer();
    }
    await thread.ended(4);
    expect(histories).toEqual([[first], [], [third]]);
  });
});
