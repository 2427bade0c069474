import { describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.js';
import {
  askedQuestions,
  hasButton,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

const AGAIN = 'question.ask-edited';
const answered = expect.stringContaining('backoff()');
const stopped = (scenario: Scenario) => `Stopped by <@${scenario.asker.id}>.`;

function edit(scenario: Scenario, ts: string, text: string): Promise<void> {
  return scenario.stack.workspace.edit({ as: scenario.asker, channel: scenario.channel, ts, text });
}

function remove(scenario: Scenario, ts: string): Promise<void> {
  return scenario.stack.workspace.remove({ as: scenario.asker, channel: scenario.channel, ts });
}

const notes = (scenario: Scenario) =>
  scenario.stack.workspace.ephemerals({ user: scenario.asker, channel: scenario.channel });

/** The private note that offers to ask again, once it stands. */
function offer(scenario: Scenario) {
  const find = () => notes(scenario).find(({ text }) => text.includes('You edited your question'));
  return scenario.stack.workspace.waitFor(find, {
    what: 'an offer to ask again',
    timeoutMs: 90_000,
  });
}

/** The offer says that it was taken, without a button. */
async function taken(scenario: Scenario): Promise<void> {
  const note = () =>
    notes(scenario).find(({ text }) => text.includes('Asking the edited question'));
  const found = await scenario.stack.workspace.waitFor(note, { what: 'the offer to be taken' });
  expect(JSON.stringify(found.blocks)).not.toContain(AGAIN);
  expect(notes(scenario)).toHaveLength(1);
}

/** Presses the button of a private note. */
function pressOn(scenario: Scenario, ts: string) {
  return scenario.stack.workspace.click({
    as: scenario.asker,
    channel: scenario.channel,
    ts,
    actionId: AGAIN,
  });
}

describe('a question that is edited while it is open', () => {
  it('an edited question continues, and its author can ask the new text', async ({
    stack,
    scenario,
  }) => {
    const { engine } = stack;
    const [old, text] = [scenario.text(), scenario.text('in other words')];
    const { thread } = await scenario.asked(old);
    await edit(scenario, thread.ts, `${scenario.bot} ${text}`);
    const { ts } = await offer(scenario);
    expect(askedQuestions(stack, text)).toEqual([]);
    await pressOn(scenario, ts);
    (await engine.next(text)).answer();
    expect(await thread.ended(2)).toEqual([stopped(scenario), answered]);
    await taken(scenario);
    expect(askedQuestions(stack, old)[0]?.error?.kind).toBe('Cancelled');
  });

  it('in a direct message, the offer to ask the new text is a reply that changes when it is taken', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker } = scenario;
    const [old, text] = [scenario.text(), scenario.text('in other words')];
    const thread = await scenario.direct(old);
    await engine.next(old);
    await workspace.edit({ as: asker, channel: thread.channel, ts: thread.ts, text });
    const offered = await thread.message('You edited your question');
    await Promise.all([thread.press(asker, AGAIN, offered), thread.press(asker, AGAIN, offered)]);
    (await engine.next(text)).answer();
    await thread.message('backoff()');
    const taken = await thread.message('Asking the edited question');
    expect(taken.ts).toBe(offered.ts);
    expect(hasButton(taken, AGAIN)).toBe(false);
    expect(thread.said().filter((said) => said.includes('edited'))).toHaveLength(1);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });

  it('the edited question is asked once, however often the button is clicked', async ({
    stack,
    scenario,
  }) => {
    const { engine } = stack;
    const text = scenario.text('in other words');
    const { thread } = await scenario.asked(scenario.text());
    await edit(scenario, thread.ts, `${scenario.bot} ${text}`);
    const { ts } = await offer(scenario);
    await Promise.all([pressOn(scenario, ts), pressOn(scenario, ts)]);
    const work = await engine.next(text);
    await taken(scenario);
    await waitUntilProcessed(stack);
    work.answer();
    expect(await thread.ended(2)).toEqual([stopped(scenario), answered]);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });

  it('after another edit the latest question is replaced', async ({ stack, scenario }) => {
    const { engine } = stack;
    const [second, third] = [scenario.text('in other words'), scenario.text('in yet others')];
    const { thread } = await scenario.asked(scenario.text());
    await edit(scenario, thread.ts, `${scenario.bot} ${second}`);
    await pressOn(scenario, (await offer(scenario)).ts);
    await engine.next(second);
    await taken(scenario);
    await edit(scenario, thread.ts, `${scenario.bot} ${third}`);
    await pressOn(scenario, (await offer(scenario)).ts);
    (await engine.next(third)).answer();
    expect(await thread.ended(3)).toEqual([stopped(scenario), stopped(scenario), answered]);
  });

  it('an edited text too long for a button gets a note instead', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await edit(scenario, thread.ts, `${scenario.bot} ${'why '.repeat(600)}`);
    const note = await offer(scenario);
    expect(note.text).toContain('too long for a button');
    expect(JSON.stringify(note.blocks)).not.toContain(AGAIN);
    work.answer();
    expect(await thread.ended()).toEqual([answered]);
  });

  it('link previews, unchanged text and edits after the answer are ignored', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const attachments = [{ title: 'A page', title_link: 'https://acme.example' }];
    await workspace.unfurl({ channel: scenario.channel, ts: thread.ts, attachments });
    await edit(scenario, thread.ts, `${text} ${scenario.bot}`);
    await waitUntilProcessed(stack);
    work.answer();
    await thread.ended();
    await edit(scenario, thread.ts, `${scenario.bot} something else`);
    await waitUntilProcessed(stack);
    expect(notes(scenario)).toEqual([]);
  });
});

describe('a question that is deleted while it is open', () => {
  it('a deleted question is cancelled, and its messages are removed', async ({
    stack,
    scenario,
  }) => {
    const { service, workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const aborted = new Promise((resolve) =>
      work.context.signal.addEventListener('abort', resolve),
    );
    await thread.status();
    await remove(scenario, thread.ts);
    await aborted;
    await workspace.waitFor(() => thread.ours().length === 0, { timeoutMs: 90_000 });
    await service.waitFor(() => askedQuestions(stack, text).length === 0);
    await waitUntilProcessed(stack);
    expect(leftInChannel(scenario)).toEqual([]);
    expect(thread.ours()).toEqual([]);
  });

  it('a question deleted before its job starts is never asked', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const text = scenario.text();
    const gate = workspace.gate('users.info');
    const thread = await scenario.mention(text);
    await gate.reached;
    await remove(scenario, thread.ts);
    await wished(stack, `${scenario.channel.id}-${thread.ts}`);
    gate.release();
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toEqual([]);
    expect(leftInChannel(scenario)).toEqual([]);
  });

  it('a deleted follow-up that waits is never asked, and its messages are removed', async ({
    stack,
    scenario,
  }) => {
    const [first, second] = [scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(first);
    const { ts } = await thread.reply(scenario.asker, second);
    await thread.message('Next in line');
    await remove(scenario, ts);
    const queued = () => thread.said().some((text) => text.includes('Next in line'));
    await stack.workspace.waitFor(() => !queued(), { timeoutMs: 90_000 });
    work.answer();
    expect(await thread.ended()).toEqual([answered]);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, second)).toEqual([]);
    expect(thread.endings()).toEqual([answered]);
  });

  it('a question deleted after its answer keeps the answer', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text());
    await remove(scenario, thread.ts);
    await waitUntilProcessed(stack);
    expect(thread.endings()).toEqual([answered]);
  });
});

/** What people see at the channel's root. */
function leftInChannel(scenario: Scenario): readonly unknown[] {
  return scenario.stack.workspace.messages({ channel: scenario.channel });
}

/** The bot has heard that the message of this question is gone. */
async function wished(stack: Stack, name: string): Promise<void> {
  const { store, workspace } = stack;
  const key = `{deepsearch}:flags:${workspace.app.teamId}-${name}`;
  await eventually(async () => expect(await store.exists(key)).toBe(1), 90_000);
}
