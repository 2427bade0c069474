import { describe, expect } from 'vitest';
import type { Modal, Person, Ref } from '../../../local/workspace/workspace.js';
import { SHORTCUTS } from '../../../src/model/modal.js';
import { messageText } from '../../support/message-text.js';
import {
  askedQuestions,
  newScenario,
  rootOf,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { viewText, waitForModal } from '../../support/views.js';

const it = stackTest({ workspace: { limits: 'off' } });

async function openForm(
  scenario: Scenario,
  as: Person = scenario.asker,
  channel: Ref = scenario.channel,
): Promise<Modal> {
  const { ackStatus } = await scenario.stack.workspace.command({ as, channel, text: '' });
  expect(ackStatus).toBe(200);
  return waitForModal(scenario.stack, as, 'Your question');
}

interface Filled {
  readonly question?: string;
  readonly audience?: 'channel' | 'me';
  readonly where?: string;
}

/** Fills the form on top, and sends it; what is left out stays as it is. */
function send(scenario: Scenario, filled: Filled, as: Person = scenario.asker) {
  const values = Object.entries(filled).map(([name, value]) => [name, { [name]: value }]);
  return scenario.stack.workspace.submit({ as, values: Object.fromEntries(values) });
}

describe('`/deepsearch` without a question', () => {
  it('/deepsearch without a question opens a form for its channel', async ({ scenario }) => {
    const form = await openForm(scenario);
    expect(viewText(form).split('\n')).toEqual([
      'Ask Deep Search',
      'Your question: ',
      'Who sees the answer: Everyone in the channel below',
      `Channel: ${scenario.channel.id}`,
    ]);
    expect(JSON.stringify(form)).not.toContain('hooks');
  });

  it('the form asks in its channel, in a new thread', async ({ stack, scenario }) => {
    await openForm(scenario);
    const text = scenario.text();
    expect(await send(scenario, { question: text })).toMatchObject({ ackStatus: 200, errors: {} });
    expect(stack.workspace.modals(scenario.asker)).toEqual([]);
    (await stack.engine.next(text)).answer();
    const thread = await rootOf(stack.workspace, scenario.channel, text);
    expect((await thread.ended())[0]).toContain('backoff()');
    expect(messageText(thread.root() ?? { text: '' })).toBe(
      `<@${scenario.asker.id}> asked:\n> ${text}`,
    );
  });

  it('a form for a public channel without the bot is answered in the direct message, and one private line says so', async ({
    stack,
    scenario,
  }) => {
    const { asker } = scenario;
    const name = `form-of-${asker.name}`;
    const where = stack.workspace.addChannel({ name, members: [asker], botIsMember: false });
    await openForm(scenario);
    const text = scenario.text();
    await send(scenario, { question: text, where: where.id });
    (await stack.engine.next(text)).answer();
    const thread = await rootOf(stack.workspace, stack.workspace.dm(asker), text);
    expect((await thread.ended())[0]).toContain('backoff()');
    await waitUntilProcessed(stack);
    expect(scenario.notes(where)).toEqual([expect.stringContaining(`I'm not in <#${where.id}>`)]);
  });

  it('the form asks in another chosen channel', async ({ stack, scenario }) => {
    const other = newScenario(stack);
    await stack.workspace.invite({ channel: other.channel, user: scenario.asker });
    await openForm(scenario);
    const text = scenario.text();
    await send(scenario, { question: text, where: other.channel.id });
    (await stack.engine.next(text)).answer();
    await (await rootOf(stack.workspace, other.channel, text)).ended();
    expect(stack.workspace.messages({ channel: scenario.channel })).toEqual([]);
  });

  it('the form can ask privately, with nothing posted to the channel', async ({
    stack,
    scenario,
  }) => {
    await openForm(scenario);
    const text = scenario.text();
    await send(scenario, { question: text, audience: 'me' });
    (await stack.engine.next(text)).answer();
    const thread = await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text);
    expect((await thread.ended())[0]).toContain('backoff()');
    expect(stack.workspace.messages({ channel: scenario.channel })).toEqual([]);
  });

  it('the form in the bot’s direct message asks there', async ({ stack, scenario }) => {
    const form = await openForm(scenario, scenario.asker, stack.workspace.dm(scenario.asker));
    expect(viewText(form)).toContain('Who sees the answer: Only me');
    const text = scenario.text();
    await send(scenario, { question: text });
    (await stack.engine.next(text)).answer();
    await (await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text)).ended();
  });

  it('the form shows a missing value below its field, and keeps the entered text', async ({
    stack,
    scenario,
  }) => {
    const form = await openForm(scenario, scenario.asker, stack.workspace.dm(scenario.asker));
    const { errors } = await send(scenario, { question: ' ', audience: 'me' });
    expect(errors).toEqual({ question: expect.stringContaining('Write a question') });
    expect(stack.workspace.modals(scenario.asker)).toMatchObject([{ id: form.id }]);
    const text = scenario.text();
    expect(await send(scenario, { question: text })).toMatchObject({ errors: {} });
    expect((await stack.engine.next(text)).question).toBe(text);
  });

  it('the form without a channel asks in the direct message', async ({ stack, scenario }) => {
    const dm = stack.workspace.dm(scenario.asker);
    await openForm(scenario, scenario.asker, dm);
    const text = scenario.text();
    expect(await send(scenario, { question: text, audience: 'channel' })).toMatchObject({
      errors: {},
    });
    (await stack.engine.next(text)).answer();
    await (await rootOf(stack.workspace, dm, text)).ended();
  });

  it('a form submitted twice by Slack asks once', async ({ stack, scenario }) => {
    await openForm(scenario);
    const text = scenario.text();
    await send(scenario, { question: text });
    const [sent] = stack.workspace.deliveries
      .filter(({ name }) => name === 'view_submission')
      .slice(-1);
    const body = `payload=${encodeURIComponent(JSON.stringify(sent?.payload))}`;
    await stack.workspace.deliverRaw({
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...signed(stack, body),
      },
    });
    (await stack.engine.next(text)).answer();
    await (await rootOf(stack.workspace, scenario.channel, text)).ended();
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });
});

function signed(stack: Stack, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    'x-slack-request-timestamp': String(timestamp),
    'x-slack-signature': stack.workspace.sign(body, timestamp),
  };
}

describe('the shortcut', () => {
  it('the global shortcut opens the form', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker: as } = scenario;
    expect(await workspace.shortcut({ as, callbackId: SHORTCUTS.ask })).toMatchObject({
      ackStatus: 200,
    });
    await waitForModal(stack, as, 'Your question');
    const text = scenario.text();
    await send(scenario, { question: text, where: scenario.channel.id });
    (await stack.engine.next(text)).answer();
    await (await rootOf(workspace, scenario.channel, text)).ended();
  });
});

describe('whoever sends the form', () => {
  it('a guest’s form is refused with the reason', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const text = scenario.text();
    await openForm(scenario, guest);
    await send(scenario, { question: text }, guest);
    await workspace.waitFor(() => workspace.ephemerals({ user: guest })[0], { what: 'a note' });
    await openForm(scenario, guest);
    await send(scenario, { question: text, audience: 'me' }, guest);
    await workspace.waitFor(() => workspace.ephemerals({ user: guest })[1], { what: 'a note' });
    const notes = workspace.ephemerals({ user: guest }).map((note) => note.text);
    expect(notes).toEqual(Array(2).fill(expect.stringContaining('Guests cannot ask')));
    expect(askedQuestions(stack, text)).toEqual([]);
  });

  it('a form cannot ask in a private channel that the user is not in', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const hidden = workspace.addChannel({ name: 'hidden', kind: 'private', members: [] });
    await openForm(scenario);
    const text = scenario.text();
    await send(scenario, { question: text, where: hidden.id });
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: scenario.asker })[0], {
      what: 'a note',
    });
    expect(note.text).toContain('You are not a member of that channel');
    expect(askedQuestions(stack, text)).toEqual([]);
    expect(workspace.messages({ channel: hidden })).toEqual([]);
  });
});

describe('where the form does not open', () => {
  it('tells the user if the form cannot be opened', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const fault = workspace.faults.add({
      method: 'views.open',
      kind: 'error',
      error: 'expired_trigger_id',
    });
    await workspace.command({ as: scenario.asker, channel: scenario.channel, text: '' });
    const [note] = await workspace.waitFor(
      () => {
        const notes = scenario.notes();
        return notes.length > 0 && notes;
      },
      { what: 'a note' },
    );
    fault.remove();
    expect(note).toContain('could not be opened');
  });
});
