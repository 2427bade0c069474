import { describe, expect } from 'vitest';
import { SHORTCUTS } from '../../../src/model/modal.js';
import { rootOf, type Scenario, threadAt } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';

const it = stackTest({ transport: 'socket', workspace: { limits: 'off' } });
it.beforeAll(async ({ stack }) => {
  await stack.workspace.socket.connected(2);
});
it.afterEach(({ stack }) => {
  expect(new Set(stack.workspace.deliveries.map(({ via }) => via))).toEqual(new Set(['socket']));
});

function send(scenario: Scenario, question: string, more: object = {}) {
  const values = { question: { question }, ...more };
  return scenario.stack.workspace.submit({ as: scenario.asker, values });
}

describe('over a socket', () => {
  it('the form works over Socket Mode, including field errors', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const { asker: as, channel } = scenario;
    await workspace.command({ as, channel: workspace.dm(as), text: '' });
    const form = await waitForModal(stack, as, 'Your question');
    const text = scenario.text();
    const refused = await send(scenario, ' ');
    expect(refused.errors).toEqual({ question: expect.stringContaining('Write a question') });
    expect(workspace.modals(as)).toMatchObject([{ id: form.id }]);
    const filled = { audience: { audience: 'channel' }, where: { where: channel.id } };
    expect(await send(scenario, text, filled)).toMatchObject({
      errors: {},
    });
    (await engine.next(text)).answer();
    await (await rootOf(workspace, channel, text)).ended();
  });

  it('the message shortcut works over Socket Mode', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const { asker: as, channel } = scenario;
    const { ts } = await workspace.say({ as, channel, text: 'TypeError at src/queue.ts:10' });
    await workspace.shortcut({ as, channel, ts, callbackId: SHORTCUTS.about });
    const form = await waitForModal(stack, as, 'The answer comes in');
    expect(viewText(form)).toContain('The message: TypeError at src/queue.ts:10');
    const text = scenario.text('why');
    await send(scenario, text);
    const work = await engine.next(text);
    expect(work.context.added).toContain('TypeError at src/queue.ts:10');
    work.answer();
    await threadAt(workspace, channel, ts).ended();
  });

  it('Home works over Socket Mode, and stops a running question', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker: as } = scenario;
    const { thread } = await scenario.asked(scenario.text());
    await workspace.openHome({ as });
    const home = await waitForHome(stack, as, '[Cancel]');
    await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Cancel') });
    expect(await thread.ended()).toEqual([`Stopped by <@${as.id}>.`]);
  });
});
