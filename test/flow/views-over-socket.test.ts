import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHORTCUTS } from '../../src/model/modal.js';
import { type Stack, startStack } from '../support/stack.js';
import { newScene, rootOf, type Scene, threadAt } from './scene.js';
import { buttonIn, homeOf, modalOf, readView } from './viewing.js';

let stack: Stack;
let scene: Scene;
beforeAll(async () => {
  stack = await startStack({ transport: 'socket', workspace: { limits: 'off' } });
  await stack.workspace.socket.connected(2);
});
afterAll(() => stack.stop());
afterEach(() => {
  expect(new Set(stack.workspace.deliveries.map(({ via }) => via))).toEqual(new Set(['socket']));
});
beforeEach(async () => {
  await stack.refill();
  scene = newScene(stack);
});

function send(question: string, more: object = {}) {
  const values = { question: { question }, ...more };
  return stack.workspace.submit({ as: scene.asker, values });
}

describe('over a socket', () => {
  it('the form opens, says what is missing under its field, and asks', async () => {
    const { workspace, desk } = stack;
    const { asker: as, channel } = scene;
    await workspace.command({ as, channel: workspace.dm(as), text: '' });
    const form = await modalOf(stack, as, 'Your question');
    const text = scene.text();
    const refused = await send(text, { audience: { audience: 'channel' } });
    expect(refused.errors).toEqual({ where: expect.stringContaining('Choose a channel') });
    expect(workspace.modals(as)).toMatchObject([{ id: form.id }]);
    expect(await send(text, { where: { where: channel.id } })).toMatchObject({ errors: {} });
    (await desk.next(text)).answer();
    await (await rootOf(workspace, channel, text)).ended();
  });

  it('the shortcut on a message fills its form, and the answer comes in its thread', async () => {
    const { workspace, desk } = stack;
    const { asker: as, channel } = scene;
    const { ts } = await workspace.say({ as, channel, text: 'TypeError at src/queue.ts:10' });
    await workspace.shortcut({ as, channel, ts, callbackId: SHORTCUTS.about });
    const form = await modalOf(stack, as, 'The answer comes in');
    expect(readView(form)).toContain('The message: TypeError at src/queue.ts:10');
    const text = scene.text('why');
    await send(text);
    const work = await desk.next(text);
    expect(work.question).toContain('TypeError at src/queue.ts:10');
    work.answer();
    await threadAt(workspace, channel, ts).ended();
  });

  it('Home comes, shows what is running, and its button stops it', async () => {
    const { workspace } = stack;
    const { asker: as } = scene;
    const { thread } = await scene.asked(scene.text());
    await workspace.openHome({ as });
    const home = await homeOf(stack, as, '[Cancel]');
    await workspace.clickInView({ as, view: home, actionId: buttonIn(home, 'Cancel') });
    expect(await thread.ended()).toEqual([`Stopped by <@${as.id}>.`]);
  });
});
