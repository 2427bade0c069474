import { describe, expect, onTestFinished } from 'vitest';
import type { Person } from '../../../local/workspace/workspace.js';
import { eventually } from '../../support/eventually.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import {
  askedQuestions,
  newScenario,
  type Scenario,
  type Thread,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { PendingQuestion, Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const NOT_THERE = 'There is no such conversation, or you cannot access it.';
const it = stackTest({ workspace: { limits: 'off' } });

function remove({ stack, asker, channel }: Scenario, ts: string): Promise<void> {
  return stack.workspace.remove({ as: asker, channel, ts });
}

/** Somebody else in the channel. */
function colleagueOf({ stack: { workspace }, channel }: Scenario): Person {
  const colleague = workspace.addPerson({ name: `colleague-${channel.name}` });
  workspace.invite({ channel, user: colleague.id });
  return colleague;
}

const read = async ({ stack, channel }: Scenario, as: Person, command: string) =>
  (await runCommand(stack, { as, channel }, command)).read();

/** What the asker and a colleague get to read by every command that shows conversations. */
async function everythingShown(scenario: Scenario, id: number): Promise<string> {
  const people = [scenario.asker, colleagueOf(scenario)];
  const commands = ['list', 'list all', 'cancel', `show ${id}`, `export ${id}`];
  const shown: string[] = [];
  for (const as of people) {
    for (const command of commands) shown.push(await read(scenario, as, command));
  }
  return shown.join('\n');
}

/** What Redis holds, but for the jobs of intents, which are kept for a day. */
async function storedText({ store }: Stack): Promise<string> {
  const keys = await store.keys('{deepsearch}:question:*');
  const conversations = await store.keys('{deepsearch}:conversation:*');
  const values = await Promise.all([...keys, ...conversations].map((key) => store.hgetall(key)));
  return JSON.stringify(values);
}

const isOnInstance = ({ service }: Stack, id: number) =>
  service.conversations().some((conversation) => conversation.id === id);

/** Nothing of a question is left, except in the logs of the test's own servers. */
async function nothingIsLeft(scenario: Scenario, text: string, id?: number): Promise<void> {
  const { stack } = scenario;
  await eventually(async () => expect(askedQuestions(stack, text)).toEqual([]), 90_000);
  await eventually(async () => expect(await storedText(stack)).not.toContain(text), 90_000);
  const listed = id === undefined ? await read(scenario, scenario.asker, 'list') : '';
  expect(listed).not.toContain(text);
  if (id === undefined) return;
  expect(await everythingShown(scenario, id)).not.toContain(text);
  expect(await read(scenario, scenario.asker, `show ${id}`)).toContain(NOT_THERE);
}

describe('a deleted message whose question is the only one of its conversation', () => {
  it('the conversation is deleted on the instance, and nobody can read it', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await thread.status();
    const id = conversationIdOf(stack, text);
    expect(await read(scenario, colleagueOf(scenario), 'list all')).toContain(text);
    await remove(scenario, thread.ts);
    await nothingIsLeft(scenario, text, id);
    expect(thread.ours()).toEqual([]);
    expect(scenario.notes().join()).not.toContain('deleted');
  });

  it('it is not shown while the instance does not respond', async ({ stack, scenario }) => {
    const { service } = stack;
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await thread.status();
    const id = conversationIdOf(stack, text);
    const colleague = colleagueOf(scenario);
    service.faults.add({ route: 'delete', kind: 'status', status: 503 });
    onTestFinished(() => service.faults.clear());
    await remove(scenario, thread.ts);
    await stack.workspace.waitFor(() => thread.ours().length === 0, { timeoutMs: 90_000 });
    expect(isOnInstance(stack, id)).toBe(true);
    expect(await read(scenario, colleague, 'list all')).not.toContain(text);
    expect(await read(scenario, colleague, `show ${id}`)).toContain(NOT_THERE);
    expect(await read(scenario, scenario.asker, 'list')).not.toContain(text);
    service.faults.clear();
    await nothingIsLeft(scenario, text, id);
  });

  it('a conversation that is created after the deletion arrived is deleted', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const gate = stack.service.gate('create', { when: 'before' });
    const thread = await scenario.mention(text);
    await gate.reached;
    await remove(scenario, thread.ts);
    await flagged(scenario, thread.ts);
    gate.release();
    await stack.engine.next(text);
    await nothingIsLeft(scenario, text);
    expect(thread.ours()).toEqual([]);
  });

  it('a conversation of an attempt whose reply was lost is deleted', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const gate = stack.service.gate('create', { when: 'after' });
    const thread = await scenario.mention(text);
    await gate.reached;
    await remove(scenario, thread.ts);
    await flagged(scenario, thread.ts);
    gate.drop();
    await nothingIsLeft(scenario, text);
    expect(thread.ours()).toEqual([]);
  });

  it('an answer that comes at the same moment is removed as well', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    const gate = stack.service.gate('cancel', { when: 'before' });
    await remove(scenario, thread.ts);
    await gate.reached;
    work.answer();
    gate.release();
    await nothingIsLeft(scenario, text);
    expect(thread.ours()).toEqual([]);
  });

  it('Slack shows its text nowhere: neither as a deleted message nor as the thread’s name', async ({
    stack: { workspace },
    scenario,
  }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    const { channel } = scenario;
    const session = () => workspace.agentThread(channel, thread.ts)?.session;
    await workspace.waitFor(() => session()?.title === text);
    await thread.status();
    await remove(scenario, thread.ts);
    await workspace.waitFor(() => session()?.title === 'Deleted question');
    await workspace.waitFor(() => workspace.messages({ channel }).length === 0);
  });
});

describe('a deleted follow-up', () => {
  interface Deleted {
    readonly thread: Thread;
    readonly texts: readonly [string, string];
    readonly ts: string;
    readonly id: number;
    readonly work: PendingQuestion;
  }

  async function askedTwice(scenario: Scenario): Promise<Deleted> {
    const { engine } = scenario.stack;
    const texts = [scenario.text(), scenario.text('and how long do we wait')] as const;
    const thread = await scenario.answered(texts[0]);
    const { ts } = await thread.reply(scenario.asker, texts[1]);
    const work = await engine.next(texts[1]);
    await thread.status();
    return { thread, texts, ts, id: conversationIdOf(scenario.stack, texts[0]), work };
  }

  const notesAbout = (scenario: Scenario, id: number) =>
    scenario.notes().filter((note) => note.includes(`conversation ${id}`));

  async function told(scenario: Scenario, id: number): Promise<void> {
    const { workspace } = scenario.stack;
    await workspace.waitFor(() => notesAbout(scenario, id).length > 0, {
      what: 'a note about what the service keeps',
      timeoutMs: 90_000,
    });
    await waitUntilProcessed(scenario.stack);
    expect(notesAbout(scenario, id)).toHaveLength(1);
    expect(notesAbout(scenario, id)[0]).toContain(`/deepsearch delete ${id}`);
  }

  it('a deleted follow-up is cancelled and not shown, and its author is told what is kept', async ({
    stack,
    scenario,
  }) => {
    const { thread, texts, ts, id } = await askedTwice(scenario);
    await remove(scenario, ts);
    await told(scenario, id);
    expect(askedQuestions(stack, texts[1])[0]?.error?.kind).toBe('Cancelled');
    expect(JSON.stringify(thread.ours())).not.toContain(texts[1]);
    expect(thread.ours()).toHaveLength(1);
    const shown = await everythingShown(scenario, id);
    expect(shown).toContain(texts[0]);
    expect(shown).not.toContain(texts[1]);
    expect(await storedText(stack)).not.toContain(texts[1]);
    expect(await read(scenario, scenario.asker, `share ${id}`)).toContain('deleted question');
  });

  it('the whole conversation can still be deleted', async ({ stack, scenario }) => {
    const { ts, id } = await askedTwice(scenario);
    await remove(scenario, ts);
    await told(scenario, id);
    const note = await runCommand(
      stack,
      { as: scenario.asker, channel: scenario.channel },
      `delete ${id}`,
    );
    await note.press('Delete');
    expect(isOnInstance(stack, id)).toBe(false);
  });

  it('a follow-up of an attempt whose reply was lost is cancelled and not shown', async ({
    stack,
    scenario,
  }) => {
    const texts = [scenario.text(), scenario.text('and how long do we wait')] as const;
    const thread = await scenario.answered(texts[0]);
    const id = conversationIdOf(stack, texts[0]);
    const gate = stack.service.gate('follow-up', { when: 'after' });
    const { ts } = await thread.reply(scenario.asker, texts[1]);
    await gate.reached;
    await remove(scenario, ts);
    await flagged(scenario, ts);
    gate.drop();
    await told(scenario, id);
    expect(await everythingShown(scenario, id)).not.toContain(texts[1]);
  });

  it('the next question of the thread is asked', async ({ stack, scenario }) => {
    const { thread, ts } = await askedTwice(scenario);
    const third = scenario.text();
    await thread.reply(scenario.asker, third);
    await thread.message('Next in line');
    await remove(scenario, ts);
    (await stack.engine.next(third)).answer({ answer: 'The third answer.' });
    await thread.message('The third answer.');
  });
});

// One kill for all: it takes some seconds until a dead worker's jobs are given to another.
describe('a kill between two effects of a deletion', () => {
  type Hold = (scenario: Scenario, id: number) => { reached: Promise<unknown>; drop(): void };
  const calls =
    (route: 'cancel' | 'delete', when: 'before' | 'after'): Hold =>
    ({ stack }, id) =>
      stack.service.gate(route, { when, where: ({ path }) => path.includes(`/${id}`) });
  const deletes =
    (when: 'before' | 'after'): Hold =>
    ({ stack, channel }) =>
      stack.workspace.gate('chat.delete', { when, channel });
  const points: Record<string, Hold> = {
    'before the cancel': calls('cancel', 'before'),
    'after the cancel': calls('cancel', 'after'),
    'before our messages are deleted': deletes('before'),
    'after our messages are deleted': deletes('after'),
    'before the conversation is deleted': calls('delete', 'before'),
    'after the conversation is deleted': calls('delete', 'after'),
  };
  const killed = new Map<string, { scenario: Scenario; thread: Thread; text: string }>();

  it.beforeAll(async ({ stack }) => {
    const gates: ReturnType<Hold>[] = [];
    for (const [name, hold] of Object.entries(points)) {
      await stack.refill();
      const scenario = newScenario(stack);
      const text = scenario.text();
      const { thread } = await scenario.asked(text);
      await thread.status();
      const gate = hold(scenario, conversationIdOf(stack, text));
      await remove(scenario, thread.ts);
      await gate.reached;
      gates.push(gate);
      killed.set(name, { scenario, thread, text });
    }
    await stack.crash();
    for (const gate of gates) gate.drop();
    await stack.startBot();
  });

  it.for(Object.keys(points))('%s', async (name) => {
    const { scenario, thread, text } = killed.get(name) ?? expect.unreachable();
    await nothingIsLeft(scenario, text);
    expect(thread.ours()).toEqual([]);
  });
});

it('a message that is deleted after its answer leaves the answer and the conversation', async ({
  stack,
  scenario,
}) => {
  const text = scenario.text();
  const thread = await scenario.answered(text);
  const id = conversationIdOf(stack, text);
  await remove(scenario, thread.ts);
  await waitUntilProcessed(stack);
  expect(thread.ours()).toHaveLength(1);
  expect(await read(scenario, scenario.asker, `show ${id}`)).toContain(text);
});

/** The bot has recorded that the message at `ts` is gone. */
async function flagged({ stack, channel }: Scenario, ts: string): Promise<void> {
  const { store, workspace } = stack;
  const key = `{deepsearch}:flags:${workspace.app.teamId}-${channel.id}-${ts}`;
  await eventually(async () => expect(await store.hexists(key, 'withdrawn')).toBe(1), 90_000);
}
