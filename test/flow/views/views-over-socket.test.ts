import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHORTCUTS } from '../../../src/model/modal.js';
import { newScenario, rootOf, type Scenario, threadAt } from '../../support/scenario.js';
import { type Stack, startStack } from '../../support/stack.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';

let stack: Stack;
let scenario: Scenario;
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
  scenario = newScenario(stack);
});

function send(question: string, more: object = {}) {
  const values = { question: { question }, ...more };
  return stack.workspace.submit({ as: scenario.asker, values });
}

describe('over a socket', () => {
  it('the form opens, says what is missing under its field, and asks', async () => {
    const { workspace, engine } = stack;
    const { asker: as, channel } = scenario;
    await workspace.command({ as, channel: workspace.dm(as), text: '' });
    const form = await waitForModal(stack, as, 'Your question');
    const text = scenario.text();
    const refused = await send(text, { audience: { audience: 'channel' } });
    expect(refused.errors).toEqual({ where: expect.stringContaining('Choose a channel') });
    expect(workspace.modals(as)).toMatchObject([{ id: form.id }]);
    expect(await send(text, { where: { where: channel.id } })).toMatchObject({ errors: {} });
    (await engine.next(text)).answer();
    await (await rootOf(workspace, channel, text)).ended();
  });

  it('the shortcut on a message fills its form, and the answer comes in its thread', async () => {
    const { workspace, engine } = stack;
    const { asker: as, channel } = scenario;
    const { ts } = await workspace.say({ as, channel, text: 'TypeError at src/queue.ts:10' });
    await workspace.shortcut({ as, channel, ts, callbackId: SHORTCUTS.about });
    const form = await waitForModal(stack, as, 'The answer comes in');
    expect(viewText(form)).toContain('The message: TypeError at src/queue.ts:10');
    const text = scenario.text('why');
    await send(text);
    const work = await engine.next(text);
    expect(work.question).toContain('TypeError at src/queue.ts:10');
    work.answer();
    await threadAt(workspace, channel, ts).ended();
  });

  it('Home comes, shows what is running, and its button stops it', async () => {
    const { workspace } = stack;
    const { asker: as } = scenario;
    const { thread } = await scenario.asked(scenario.text());
    await workspace.openHome({ as });
    const home = await waitForHome(stack, as, '[Cancel]');
    await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Cancel') });
    expect(await thread.ended()).toEqual([`Stopped by <@${as.id}>.`]);
  });
});
