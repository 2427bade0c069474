import { expect } from 'vitest';
import { AuditEntry } from '../../../src/model/audit.js';
import { eventually } from '../../support/eventually.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { CANCEL_BUTTON } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest();

/** What was recorded of somebody, oldest first: action and outcome. */
async function recordedOf({ store }: Stack, user: string): Promise<string[]> {
  const raw = await store.xrange('{deepsearch}:audit-inbox', '-', '+');
  const entries = raw.map(([, [, line = '']]) => {
    const { at, ...entry } = JSON.parse(line) as Record<string, unknown>;
    expect(at).toBeTypeOf('number');
    return AuditEntry.parse(entry);
  });
  return entries
    .filter((entry) => entry.user === user)
    .map(({ action, outcome }) => (outcome === undefined ? action : `${action} ${outcome}`));
}

it('what somebody asks, stops, sees, shares, exports and deletes is recorded', async ({
  stack,
  scenario,
}) => {
  const { asker, channel } = scenario;
  const text = scenario.text();
  await scenario.answered(text);
  const id = conversationIdOf(stack, text);
  const me = { as: asker, channel };
  await runCommand(stack, me, `show ${id}`);
  await runCommand(stack, me, `share ${id}`);
  await runCommand(stack, me, `export ${id}`);
  const asked = await runCommand(stack, me, `delete ${id}`);
  await asked.press('Delete');
  const { thread } = await scenario.asked(scenario.text());
  await thread.press(asker, CANCEL_BUTTON);
  await thread.ended();
  await eventually(async () =>
    expect(await recordedOf(stack, asker.id)).toEqual([
      'question.asked mention',
      'question.ended completed',
      'conversation.shown',
      'conversation.shared',
      'conversation.exported',
      'conversation.deleted begun',
      'conversation.deleted done',
      'question.asked mention',
      'question.stopped',
      'question.stopped',
      'question.ended cancelled',
    ]),
  );
});

it('a refused question is recorded with the reason', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const guest = workspace.addPerson({ name: 'guest', is_restricted: true });
  await workspace.invite({ channel: scenario.channel, user: guest });
  await workspace.say({ as: guest, channel: scenario.channel, text: `${scenario.bot} hello?` });
  await eventually(async () =>
    expect(await recordedOf(stack, guest.id)).toEqual(['question.refused guest']),
  );
});
