import { describe, expect, onTestFinished } from 'vitest';
import {
  askedQuestions,
  CANCEL_BUTTON,
  newScenario,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { startStack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

describe('Cancel', () => {
  it('Cancel stops a running question on the instance, and the thread says who cancelled', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const stopped = new Promise((resolve) =>
      work.context.signal.addEventListener('abort', resolve),
    );
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await stopped;
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
    expect(askedQuestions(stack, text)[0]?.error?.kind).toBe('Cancelled');
  });

  it('a colleague can cancel', async ({ stack, scenario }) => {
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    const { thread } = await scenario.asked(scenario.text());
    await thread.press(colleague, CANCEL_BUTTON);
    expect(await thread.ended()).toEqual([`Stopped by <@${colleague.id}>.`]);
  });

  it('Cancel works at once even if many jobs wait for a hanging instance', async ({
    stack,
    scenario,
  }) => {
    const { workspace, service } = stack;
    const { asker, channel } = scenario;
    const { thread } = await scenario.asked(scenario.text());
    const hang = service.faults.add({ route: 'list', kind: 'hang' });
    // Each by another person: nobody has more than a few look-ups at once.
    const people = Array.from({ length: 30 }, (_, n) =>
      workspace.addPerson({ name: `reader-${n}` }),
    );
    await Promise.all(people.map((as) => workspace.command({ as, channel, text: 'list starred' })));
    await thread.press(asker, CANCEL_BUTTON);
    expect(await thread.ended()).toEqual([`Stopped by <@${asker.id}>.`]);
    expect(scenario.notes()).toEqual([]);
    hang.remove();
  });

  it('Cancel removes its button at once, even if the instance is slow to stop', async ({
    stack,
    scenario,
  }) => {
    const { service } = stack;
    const { thread } = await scenario.asked(scenario.text());
    const gate = service.gate('cancel');
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await gate.reached;
    const stopping = await thread.message('Stopping…');
    expect(JSON.stringify(stopping.blocks)).not.toContain(CANCEL_BUTTON);
    gate.release();
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  });

  it('Cancel leaves no button behind if Slack’s response to the status was lost', async ({
    stack,
    scenario,
  }) => {
    const { workspace, store } = stack;
    const { channel, asker } = scenario;
    const gate = workspace.gate('chat.postMessage', { channel, when: 'after' });
    const thread = await scenario.mention(scenario.text());
    await gate.reached;
    await thread.press(asker, CANCEL_BUTTON);
    const flags = `{deepsearch}:flags:${workspace.app.teamId}-${channel.id}-${thread.ts}`;
    await expect.poll(() => store.exists(flags)).toBe(1);
    gate.drop();
    expect(await thread.ended()).toEqual([`Stopped by <@${asker.id}>.`]);
    await waitUntilProcessed(stack);
    expect(thread.endings()).toEqual([`Stopped by <@${asker.id}>.`]);
  });

  it('Cancel withdraws a waiting follow-up before it is sent to the instance', async ({
    stack,
    scenario,
  }) => {
    const [first, second] = [scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(first);
    await thread.reply(scenario.asker, second);
    const waiting = await thread.message('Next in line');
    await thread.press(scenario.asker, CANCEL_BUTTON, waiting);
    await thread.message(`Stopped by <@${scenario.asker.id}>.`);
    work.answer();
    const said = await thread.ended(2);
    expect(said[0]).toContain('backoff()');
    expect(said[1]).toBe(`Stopped by <@${scenario.asker.id}>.`);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, second)).toEqual([]);
  });

  it('Cancel during creation also stops what the creation leaves on the instance', async ({
    stack,
    scenario,
  }) => {
    const { service } = stack;
    const text = scenario.text();
    const gate = service.gate('create');
    const thread = await scenario.mention(text);
    await gate.reached;
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await thread.message('Stopping…');
    gate.release();
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
    await service.waitFor(() => askedQuestions(stack, text)[0]?.error?.kind === 'Cancelled');
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });

  it('a Cancel that is too late shows the answer, and says so', async ({ stack, scenario }) => {
    const { service } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const gate = service.gate('cancel');
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await gate.reached;
    work.answer();
    await service.waitFor(() => askedQuestions(stack, text)[0]?.status === 'completed');
    gate.release();
    const [answer, ...more] = await thread.ended();
    expect(answer).toContain('finished before it could be stopped');
    expect(answer).toContain('backoff()');
    expect(more).toEqual([]);
  });

  it('Cancel after the outcome changes nothing, and an ephemeral message says so', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const status = await thread.status();
    work.answer();
    await thread.ended();
    // As from a window that still shows the button.
    await pressOld(scenario, { messageTs: status.ts, threadTs: thread.ts });
    await workspace.waitFor(() => scenario.notes().length > 0);
    expect(scenario.notes()).toEqual([expect.stringContaining('already finished')]);
    expect(thread.endings()).toEqual([expect.stringContaining('backoff()')]);
    expect(askedQuestions(stack, text)[0]?.error).toBeUndefined();
  });

  it('a guest’s Cancel is refused in an ephemeral message', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.press(guest, CANCEL_BUTTON);
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    expect(workspace.ephemerals({ user: guest })[0]?.text).toContain('Only people who can ask');
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('an outsider’s Cancel is refused', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { id: team_id } = workspace.addTeam({ name: 'Initech', install: false });
    const stranger = workspace.addPerson({ name: 'bill', team_id, is_stranger: true });
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.press(stranger, CANCEL_BUTTON);
    await waitUntilProcessed(stack);
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('Cancel by two people stops once, for the first', async ({ stack, scenario }) => {
    const { service, workspace } = stack;
    const colleague = workspace.addPerson({ name: 'colleague' });
    const { thread } = await scenario.asked(scenario.text());
    const status = await thread.status();
    const gate = service.gate('cancel');
    await thread.press(scenario.asker, CANCEL_BUTTON, status);
    await gate.reached;
    await pressOld(scenario, { messageTs: status.ts, threadTs: thread.ts, user: colleague.id });
    gate.release();
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  });
});

describe('a service that goes on after a cancel', () => {
  it('shows the answer of an instance that continues after a cancel', async () => {
    const stubborn = await startStack({
      workspace: { limits: 'off' },
      service: { variants: { cancel: 'keeps-processing' } },
    });
    onTestFinished(() => stubborn.stop());
    const there = newScenario(stubborn);
    const { thread, work } = await there.asked(there.text());
    await thread.press(there.asker, CANCEL_BUTTON);
    await thread.message('Stopping…');
    await stubborn.service.waitFor(() => stubborn.service.calls.some((c) => c.route === 'cancel'));
    work.answer();
    expect(await thread.ended()).toEqual([
      expect.stringContaining('finished before it could be stopped'),
    ]);
  });
});

describe.each(['cancelled', 'canceled', 'failed'] as const)(
  'a cancel that ends as %s',
  (cancel) => {
    it('a cancel that ends as %s is shown as stopped', async () => {
      const other = await startStack({
        workspace: { limits: 'off' },
        service: { variants: { cancel } },
      });
      onTestFinished(() => other.stop());
      const there = newScenario(other);
      const { thread } = await there.asked(there.text());
      await thread.press(there.asker, CANCEL_BUTTON);
      expect(await thread.ended()).toEqual([`Stopped by <@${there.asker.id}>.`]);
    });
  },
);

/** A click as Slack sends it, on a button that the message no longer has. */
async function pressOld(
  scenario: Scenario,
  {
    messageTs,
    threadTs,
    user = scenario.asker.id,
  }: { readonly messageTs: string; readonly threadTs: string; readonly user?: string },
): Promise<void> {
  const { workspace } = scenario.stack;
  const click = workspace.deliveries.findLast(({ name }) => name === 'block_actions');
  const value = questionIdAt(scenario, messageTs);
  const payload = {
    type: 'block_actions',
    team: { id: workspace.app.teamId, domain: 'acme' },
    user: { id: user, team_id: workspace.app.teamId },
    api_app_id: workspace.app.appId,
    channel: { id: scenario.channel.id, name: scenario.channel.name },
    message: { ts: messageTs, thread_ts: threadTs },
    container: { type: 'message', message_ts: messageTs, channel_id: scenario.channel.id },
    trigger_id: `${click?.id ?? '1'}x`,
    actions: [{ type: 'button', action_id: CANCEL_BUTTON, block_id: 'b', value, action_ts: '1.2' }],
  };
  const { status } = await workspace.deliverRaw({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
  });
  expect(status).toBe(200);
}

/** The question that a message of ours is about, as its metadata says. */
function questionIdAt(scenario: Scenario, ts: string): unknown {
  return scenario.stack.workspace.message(scenario.channel, ts)?.metadata?.event_payload[
    'question'
  ];
}
