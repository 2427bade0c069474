import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Modal, Person, Ref } from '../../local/workspace/workspace.js';
import { SHORTCUTS } from '../../src/model/modal.js';
import { type Stack, startStack } from '../support/stack.js';
import { askedOf, fence, newScene, rootOf, type Scene, shown } from './scene.js';
import { modalOf, readView } from './viewing.js';

let stack: Stack;
let scene: Scene;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.refill();
  scene = newScene(stack);
});

async function openForm(as: Person = scene.asker, channel: Ref = scene.channel): Promise<Modal> {
  const { ackStatus } = await stack.workspace.command({ as, channel, text: '' });
  expect(ackStatus).toBe(200);
  return modalOf(stack, as, 'Your question');
}

interface Filled {
  readonly question?: string;
  readonly audience?: 'channel' | 'me';
  readonly where?: string;
}

/** Fills the form on top, and sends it; what is left out stays as it is. */
function send(filled: Filled, as: Person = scene.asker) {
  const values = Object.entries(filled).map(([name, value]) => [name, { [name]: value }]);
  return stack.workspace.submit({ as, values: Object.fromEntries(values) });
}

describe('`/deepsearch` without a question', () => {
  it('opens a form that stands where it was called', async () => {
    const form = await openForm();
    expect(readView(form).split('\n')).toEqual([
      'Ask Deep Search',
      'Your question: ',
      'Who sees the answer: Everybody in the channel below',
      `Channel: ${scene.channel.id}`,
    ]);
    expect(JSON.stringify(form)).not.toContain('hooks');
  });

  it('asks in that channel, as a thread of its own', async () => {
    await openForm();
    const text = scene.text();
    expect(await send({ question: text })).toMatchObject({ ackStatus: 200, errors: {} });
    expect(stack.workspace.modals(scene.asker)).toEqual([]);
    (await stack.desk.next(text)).answer();
    const thread = await rootOf(stack.workspace, scene.channel, text);
    expect((await thread.ended())[0]).toContain('backoff()');
    expect(shown(thread.root() ?? { text: '' })).toBe(`<@${scene.asker.id}> asked:\n> ${text}`);
  });

  it('asks in another channel that was chosen', async () => {
    const other = newScene(stack);
    await stack.workspace.invite({ channel: other.channel, user: scene.asker });
    await openForm();
    const text = scene.text();
    await send({ question: text, where: other.channel.id });
    (await stack.desk.next(text)).answer();
    await (await rootOf(stack.workspace, other.channel, text)).ended();
    expect(stack.workspace.messages({ channel: scene.channel })).toEqual([]);
  });

  it('answers in private where that is wished, and nothing stands in the channel', async () => {
    await openForm();
    const text = scene.text();
    await send({ question: text, audience: 'me' });
    (await stack.desk.next(text)).answer();
    const thread = await rootOf(stack.workspace, stack.workspace.dm(scene.asker), text);
    expect((await thread.ended())[0]).toContain('backoff()');
    expect(stack.workspace.messages({ channel: scene.channel })).toEqual([]);
  });

  it('in the direct message with the bot answers there', async () => {
    const form = await openForm(scene.asker, stack.workspace.dm(scene.asker));
    expect(readView(form)).toContain('Who sees the answer: Only me');
    const text = scene.text();
    await send({ question: text });
    (await stack.desk.next(text)).answer();
    await (await rootOf(stack.workspace, stack.workspace.dm(scene.asker), text)).ended();
  });

  it('says under the field what is missing, and keeps what was typed', async () => {
    const form = await openForm(scene.asker, stack.workspace.dm(scene.asker));
    const text = scene.text();
    const { errors } = await send({ question: text, audience: 'channel' });
    expect(errors).toEqual({ where: expect.stringContaining('Choose a channel') });
    expect(stack.workspace.modals(scene.asker)).toMatchObject([{ id: form.id }]);
    expect(await send({ audience: 'me' })).toMatchObject({ errors: {} });
    expect((await stack.desk.next(text)).question).toBe(text);
  });

  it('asks once where Slack sends it twice', async () => {
    await openForm();
    const text = scene.text();
    await send({ question: text });
    const [sent] = stack.workspace.deliveries
      .filter(({ name }) => name === 'view_submission')
      .slice(-1);
    const body = `payload=${encodeURIComponent(JSON.stringify(sent?.payload))}`;
    await stack.workspace.deliverRaw({
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...signed(body),
      },
    });
    (await stack.desk.next(text)).answer();
    await (await rootOf(stack.workspace, scene.channel, text)).ended();
    await fence(stack);
    expect(askedOf(stack, text)).toHaveLength(1);
  });
});

function signed(body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    'x-slack-request-timestamp': String(timestamp),
    'x-slack-signature': stack.workspace.sign(body, timestamp),
  };
}

describe('the shortcut', () => {
  it('opens the form from anywhere', async () => {
    const { workspace } = stack;
    const { asker: as } = scene;
    expect(await workspace.shortcut({ as, callbackId: SHORTCUTS.ask })).toMatchObject({
      ackStatus: 200,
    });
    await modalOf(stack, as, 'Your question');
    const text = scene.text();
    await send({ question: text, where: scene.channel.id });
    (await stack.desk.next(text)).answer();
    await (await rootOf(workspace, scene.channel, text)).ended();
  });
});

describe('whoever sends the form', () => {
  it('is asked who they are: a guest hears why not', async () => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scene.channel, user: guest });
    const text = scene.text();
    await openForm(guest);
    await send({ question: text }, guest);
    await workspace.waitFor(() => workspace.ephemerals({ user: guest })[0], { what: 'a note' });
    await openForm(guest);
    await send({ question: text, audience: 'me' }, guest);
    await workspace.waitFor(() => workspace.ephemerals({ user: guest })[1], { what: 'a note' });
    const notes = workspace.ephemerals({ user: guest }).map((note) => note.text);
    expect(notes).toEqual(Array(2).fill(expect.stringContaining('Guests of this workspace')));
    expect(askedOf(stack, text)).toEqual([]);
  });

  it('asks in no private channel that they are not in, whatever the form says', async () => {
    const { workspace } = stack;
    const hidden = workspace.addChannel({ name: 'hidden', kind: 'private', members: [] });
    await openForm();
    const text = scene.text();
    await send({ question: text, where: hidden.id });
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: scene.asker })[0], {
      what: 'a note',
    });
    expect(note.text).toContain('You are not a member of that channel');
    expect(askedOf(stack, text)).toEqual([]);
    expect(workspace.messages({ channel: hidden })).toEqual([]);
  });
});

describe('where the form does not open', () => {
  it('is said to whoever called for it', async () => {
    const { workspace } = stack;
    const fault = workspace.faults.add({
      method: 'views.open',
      kind: 'error',
      error: 'expired_trigger_id',
    });
    await workspace.command({ as: scene.asker, channel: scene.channel, text: '' });
    const [note] = await workspace.waitFor(
      () => {
        const notes = scene.notes();
        return notes.length > 0 && notes;
      },
      { what: 'a note' },
    );
    fault.remove();
    expect(note).toContain('did not let me open that');
  });
});
