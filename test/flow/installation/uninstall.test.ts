import { expect } from 'vitest';
import { newScenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const overHttp = stackTest({ workspace: { limits: 'off' } });
const overSocketMode = stackTest({ transport: 'socket', workspace: { limits: 'off' } });

for (const [transport, it] of [
  ['HTTP', overHttp],
  ['Socket Mode', overSocketMode],
] as const) {
  it(`over ${transport}, uninstalling the app cancels its questions and deletes its data`, async ({
    stack,
    scenario,
  }) => {
    const { workspace, store } = stack;
    if (transport === 'Socket Mode') await workspace.socket.connected(2);
    await scenario.answered(scenario.text());
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    await thread.reply(scenario.asker, scenario.text());
    await askWithoutToken(stack);
    // The service works on it, and the app does not know its id yet.
    const slow = stack.service.faults.add({ route: 'create', kind: 'drip', ms: 3 });
    const { work: unknown } = await askElsewhere(stack);

    await workspace.uninstall();
    for (const { context } of [work, unknown]) {
      await expect.poll(() => context.signal.aborted).toBe(true);
    }
    slow.remove();
    await expect.poll(() => store.keys(`*${workspace.app.teamId}*`)).toEqual([]);
    expect(await store.zrange('{deepsearch}:open', '0', '-1')).toEqual([]);
    expect(await store.keys('{deepsearch}:conversation:*')).toEqual([]);
  });
}

function askElsewhere(stack: Stack) {
  const room = newScenario(stack);
  return room.asked(room.text());
}

/** Somebody asks while Slack refuses the token, so the question waits. */
async function askWithoutToken(stack: Stack): Promise<void> {
  const { workspace } = stack;
  const room = newScenario(stack);
  const where = (args: Readonly<Record<string, unknown>>) => args['user'] === room.asker.id;
  const refusal = { kind: 'error', error: 'token_revoked' } as const;
  const fault = workspace.faults.add({ method: 'users.info', where, ...refusal });
  await room.mention(room.text());
  await workspace.waitFor(() => fault.hits > 0, { what: 'a look-up' });
}
