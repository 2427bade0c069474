import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  askedQuestions,
  newScenario,
  type Scenario,
  waitUntilProcessed,
} from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';
import { waitForModal } from '../support/views.js';

let stack: Stack;
let scenario: Scenario;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(() => {
  scenario = newScenario(stack);
});

/** Types `/deepsearch TEXT`, and gives the ack. */
async function typed(text: string): Promise<number> {
  const { asker: as, channel } = scenario;
  return (await stack.workspace.command({ as, channel, text })).ackStatus;
}

it.each(['help', 'HELP', 'ask'])(
  '`%s` is no question: it says in private how to ask',
  async (text) => {
    expect(await typed(text)).toBe(200);
    expect(scenario.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
    expect(askedQuestions(stack, text)).toEqual([]);
    expect(stack.workspace.messages({ channel: scenario.channel })).toEqual([]);
  },
);

it('without a text opens a form', async () => {
  expect(await typed('')).toBe(200);
  const form = await waitForModal(stack, scenario.asker, 'Your question');
  expect(form.title?.text).toBe('Ask Deep Search');
});

it.each([
  ['help me find the retry code', 'help me find the retry code'],
  ['list all places that retry', 'list all places that retry'],
  ['asking for a lock: where?', 'asking for a lock: where?'],
  ['ask help', 'help'],
  ['ask list starred', 'list starred'],
  ['  ask   where are the tests?  ', 'where are the tests?'],
])('`%s` asks "%s"', async (text, asked) => {
  expect(await typed(text)).toBe(200);
  const work = await stack.engine.next(asked);
  expect(work.question).toBe(asked);
  work.answer();
});

/** The private note on a slip, and its buttons. */
async function doubted(text: string) {
  const { asker: as, channel } = scenario;
  const { workspace } = stack;
  expect(await typed(text)).toBe(200);
  const [note] = workspace.ephemerals({ user: as, channel });
  if (note === undefined) throw new Error(`nothing was said to "${text}"`);
  expect(askedQuestions(stack, text)).toEqual([]);
  expect(workspace.messages({ channel })).toEqual([]);
  const press = (actionId: string) => workspace.click({ as, channel, ts: note.ts, actionId });
  return { note, press };
}

it('with a slip in a subcommand asks in private what was meant, and runs that', async () => {
  const { note, press } = await doubted('lst starred');
  expect(note.text).toContain('Did you mean `/deepsearch list starred`?');
  await press('command.run-meant');
  const notes = () => scenario.notes();
  await stack.workspace.waitFor(() => notes().some((text) => text.includes('Starred')));
  await stack.workspace.waitFor(() => !notes().some((text) => text.includes('Did you mean')));
  expect(askedQuestions(stack, 'lst starred')).toEqual([]);
});

it('with a slip in the settings opens them', async () => {
  const { press } = await doubted('setings');
  await press('command.run-meant');
  await waitForModal(stack, scenario.asker, 'Deep Search in');
});

it('with what only looks like a slip asks it, once', async () => {
  const { press } = await doubted('code serch retry');
  await Promise.all([press('command.ask-said'), press('command.ask-said')]);
  (await stack.engine.next('code serch retry')).answer();
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, 'code serch retry')).toHaveLength(1);
});
