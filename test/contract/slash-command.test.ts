import { expect } from 'vitest';
import { askedQuestions, type Scenario, waitUntilProcessed } from '../support/scenario.js';
import { stackTest } from '../support/stack-test.js';
import { waitForModal } from '../support/views.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** Types `/deepsearch TEXT`, and gives the ack. */
async function typed(scenario: Scenario, text: string): Promise<number> {
  const { asker: as, channel } = scenario;
  return (await scenario.stack.workspace.command({ as, channel, text })).ackStatus;
}

it.for(['help', 'HELP', 'ask'] as const)(
  '`%s` asks nothing, and an ephemeral message explains how to ask',
  async (text, { stack, scenario }) => {
    expect(await typed(scenario, text)).toBe(200);
    expect(scenario.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
    expect(askedQuestions(stack, text)).toEqual([]);
    expect(stack.workspace.messages({ channel: scenario.channel })).toEqual([]);
  },
);

it('a command without text opens the form', async ({ stack, scenario }) => {
  expect(await typed(scenario, '')).toBe(200);
  const form = await waitForModal(stack, scenario.asker, 'Your question');
  expect(form.title?.text).toBe('Ask Deep Search');
});

it.for([
  ['help me find the retry code', 'help me find the retry code'],
  ['list all places that retry', 'list all places that retry'],
  ['asking for a lock: where?', 'asking for a lock: where?'],
  ['ask help', 'help'],
  ['ask list starred', 'list starred'],
  ['  ask   where are the tests?  ', 'where are the tests?'],
] as const)('`%s` asks "%s"', async ([text, asked], { stack, scenario }) => {
  expect(await typed(scenario, text)).toBe(200);
  const work = await stack.engine.next(asked);
  expect(work.question).toBe(asked);
  work.answer();
});

/** The private note on a slip, and its buttons. */
async function doubted(scenario: Scenario, text: string) {
  const { asker: as, channel } = scenario;
  const { workspace } = scenario.stack;
  expect(await typed(scenario, text)).toBe(200);
  const [note] = workspace.ephemerals({ user: as, channel });
  if (note === undefined) throw new Error(`nothing was said to "${text}"`);
  expect(askedQuestions(scenario.stack, text)).toEqual([]);
  expect(workspace.messages({ channel })).toEqual([]);
  const press = (actionId: string) => workspace.click({ as, channel, ts: note.ts, actionId });
  return { note, press };
}

it('a misspelt subcommand is corrected in an ephemeral message, which can run it', async ({
  stack,
  scenario,
}) => {
  const { note, press } = await doubted(scenario, 'lst starred');
  expect(note.text).toContain('Did you mean `/deepsearch list starred`?');
  await press('command.run-suggestion');
  const notes = () => scenario.notes();
  await stack.workspace.waitFor(() => notes().some((text) => text.includes('Starred')));
  await stack.workspace.waitFor(() => !notes().some((text) => text.includes('Did you mean')));
  expect(askedQuestions(stack, 'lst starred')).toEqual([]);
});

it('a misspelt settings opens the settings', async ({ stack, scenario }) => {
  const { press } = await doubted(scenario, 'setings');
  await press('command.run-suggestion');
  await waitForModal(stack, scenario.asker, 'Deep Search in');
});

it('text that only looks like a misspelt subcommand is asked once', async ({ stack, scenario }) => {
  const { press } = await doubted(scenario, 'code serch retry');
  await Promise.all([press('command.ask-typed'), press('command.ask-typed')]);
  (await stack.engine.next('code serch retry')).answer();
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, 'code serch retry')).toHaveLength(1);
});
