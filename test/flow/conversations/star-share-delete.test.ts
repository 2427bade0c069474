import { describe, expect } from 'vitest';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { newScenario, type Scenario, threadAt } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const NOT_THERE = 'There is no such conversation, or you cannot access it.';
const it = stackTest();

const me = (by: Scenario) => ({ as: by.asker, channel: by.channel });
const kim = (stack: Stack) => ({
  as: stack.workspace.people.kim,
  channel: stack.workspace.channels.general,
});
const ada = (stack: Stack) => ({
  as: stack.workspace.people.ada,
  channel: stack.workspace.channels.general,
});

/** Asked and answered in a public channel, or in the direct message. */
async function answered(by: Scenario, title: string, where: 'channel' | 'direct' = 'channel') {
  const text = by.text();
  const say = where === 'channel' ? by.mention : by.direct;
  const [thread, work] = await Promise.all([say(text), by.stack.engine.next(text)]);
  work.answer({ title });
  await thread.ended();
  return { text, thread, id: conversationIdOf(by.stack, text) };
}

const there = (stack: Stack, id: number) =>
  stack.service.conversations().some((it) => it.id === id);

describe('a star', () => {
  it('a star is per user, and shown in the list until it is removed', async ({
    stack,
    scenario,
  }) => {
    const { id } = await answered(scenario, 'Star me');
    const starred = await runCommand(stack, me(scenario), `star ${id}`);
    expect(starred.read()).toContain(':star: *Star me* is starred');
    expect((await runCommand(stack, me(scenario), 'list')).read()).toContain(':star: *Star me*');
    expect((await runCommand(stack, kim(stack), 'list starred')).read()).not.toContain('Star me');

    const list = await runCommand(stack, me(scenario), 'list starred');
    const shown = await list.press('Show');
    expect(shown).toContain(':star: · #');
    await list.open('Unstar');
    const unstarred = () => scenario.notes().some((text) => text.includes('is no longer starred'));
    await stack.workspace.waitFor(unstarred, { what: 'a note that it is no longer starred' });
    expect(list.read()).toBe(shown);
    expect((await runCommand(stack, me(scenario), 'list starred')).read()).toContain(
      'Nothing is starred',
    );
  });

  it('a conversation that the user may not read cannot be starred', async ({ stack }) => {
    const { id } = await answered(newScenario(stack), 'Private', 'direct');
    expect((await runCommand(stack, kim(stack), `star ${id}`)).read()).toContain(NOT_THERE);
    expect((await runCommand(stack, kim(stack), 'list starred')).read()).not.toContain('Private');
  });
});

describe('the button for a share link', () => {
  it('the share link button shows the link only to the user who clicked, and leaves the answer unchanged', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;

    const { id, thread } = await answered(scenario, 'Shared by a button');
    const link = stack.service.conversations().find((it) => it.id === id)?.share_url ?? '';
    const reader = workspace.addPerson({ name: 'reader' });
    await workspace.invite({ channel: scenario.channel, user: reader });
    const before = thread.said();
    expect(JSON.stringify(thread.ours())).not.toContain(link);
    await thread.choose(reader, 'share');
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: reader })[0], {
      what: 'a note',
    });
    expect(note.text).toContain(`<${link}>`);
    expect(note.thread_ts).toBe(thread.ts);
    expect(thread.said()).toEqual(before);
    expect(scenario.notes()).toEqual([]);
  });

  it('the share link button does nothing for users who may not read the conversation', async ({
    stack,
  }) => {
    const { workspace } = stack;
    const { asker, bot, text: texts } = newScenario(stack);
    const reader = workspace.addPerson({ name: 'reader' });
    const channel = workspace.addChannel({
      name: 'private-share',
      kind: 'private',
      members: [asker, reader],
    });
    const text = texts();
    const { ts } = await workspace.say({ as: asker, channel, text: `${bot} ${text}` });
    (await stack.engine.next(text)).answer();
    const thread = threadAt(workspace, channel, ts);
    await thread.ended();
    await thread.choose(reader, 'share');
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: reader })[0], {
      what: 'a note',
    });
    expect(note.text).toContain(NOT_THERE);
  });
});

describe('a share link', () => {
  it('share shows the link only to the user who asked, and stores it nowhere', async ({
    stack,
    scenario,
  }) => {
    const { id } = await answered(scenario, 'Shared');
    const link = stack.service.conversations().find((it) => it.id === id)?.share_url ?? '';
    const note = await runCommand(stack, me(scenario), `share ${id}`);
    expect(note.read()).toContain(`<${link}>`);
    expect(note.read()).toContain('Anyone who has it can read the whole conversation');
    const said = JSON.stringify(stack.workspace.messages({ channel: scenario.channel }));
    expect(said).not.toContain(link);
    expect(JSON.stringify(stack.bots.map(({ log }) => log))).not.toContain(link.slice(-36));
  });

  it('share gives no link to a conversation that the user may not read', async ({ stack }) => {
    const { id } = await answered(newScenario(stack), 'Private', 'direct');
    expect((await runCommand(stack, kim(stack), `share ${id}`)).read()).toContain(NOT_THERE);
  });
});

describe('/deepsearch delete', () => {
  it('delete asks for confirmation, naming the conversation, and deletes it', async ({
    stack,
    scenario,
  }) => {
    const { id, thread } = await answered(scenario, 'Old news');
    const note = await runCommand(stack, me(scenario), `delete ${id}`);
    expect(note.read()).toContain(
      `Delete *Old news* (#${id}, 1 question asked by <@${scenario.asker.id}>)?`,
    );
    expect(note.buttons()).toEqual(['Delete', 'Keep it']);
    expect(there(stack, id)).toBe(true);
    expect(await note.press('Delete')).toContain('*Old news* was deleted from Deep Search.');
    expect(there(stack, id)).toBe(false);
    expect((await runCommand(stack, me(scenario), `show ${id}`)).read()).toContain(NOT_THERE);
    expect((await runCommand(stack, me(scenario), 'list')).read()).not.toContain('Old news');
    expect(thread.said().join()).toContain('backoff()');
  });

  it('delete keeps the conversation if the user cancels', async ({ stack, scenario }) => {
    const { id } = await answered(scenario, 'Good news');
    const note = await runCommand(stack, me(scenario), `delete ${id}`);
    expect(await note.press('Keep it')).toContain('backoff()');
    expect(there(stack, id)).toBe(true);
  });

  it('delete is for askers and admins only', async ({ stack }) => {
    const { id } = await answered(newScenario(stack), 'Public news');
    const refused = await runCommand(stack, kim(stack), `delete ${id}`);
    expect(refused.read()).toContain(
      'Only people who asked in a conversation, and admins of their workspace',
    );
    expect((await runCommand(stack, kim(stack), `show ${id}`)).buttons()).not.toContain('Delete');
    const note = await runCommand(stack, ada(stack), `delete ${id}`);
    expect(await note.press('Delete')).toContain('*Public news* was deleted');
    expect(there(stack, id)).toBe(false);
  });

  it('delete finds no conversation that the user may not read, even for admins', async ({
    stack,
  }) => {
    const { id } = await answered(newScenario(stack), 'Private', 'direct');
    for (const by of [kim(stack), ada(stack)]) {
      expect((await runCommand(stack, by, `delete ${id}`)).read()).toContain(NOT_THERE);
    }
    expect(there(stack, id)).toBe(true);
  });

  it('delete removes the record of a conversation that is deleted on the instance', async ({
    stack,
    scenario,
  }) => {
    const { id } = await answered(scenario, 'Gone');
    const gone = stack.service.faults.add({ route: 'read', kind: 'status', status: 404 });
    expect((await runCommand(stack, me(scenario), `show ${id}`)).read()).toContain(NOT_THERE);
    gone.remove();
    expect((await runCommand(stack, me(scenario), 'list')).read()).not.toContain('Gone');
  });

  it('delete keeps the record while the instance refuses the token', async ({
    stack,
    scenario,
  }) => {
    const { id } = await answered(scenario, 'Kept');
    const shut = stack.service.faults.add({ route: 'read', kind: 'status', status: 403 });
    expect((await runCommand(stack, me(scenario), `show ${id}`)).read()).not.toContain('Kept');
    shut.remove();
    expect((await runCommand(stack, me(scenario), 'list')).read()).toContain('Kept');
  });
});
