import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { conversationOf, run } from './browsing.js';
import { newScene, type Scene, SHARE, threadAt } from './scene.js';

const NOT_THERE = 'There is no such conversation, or none that you can reach.';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const me = (by: Scene) => ({ as: by.asker, channel: by.channel });
const kim = () => ({ as: stack.workspace.people.kim, channel: stack.workspace.channels.general });
const ada = () => ({ as: stack.workspace.people.ada, channel: stack.workspace.channels.general });

/** Asked and answered in a public channel, or in the direct message. */
async function answered(by: Scene, title: string, where: 'channel' | 'direct' = 'channel') {
  const text = by.text();
  const say = where === 'channel' ? by.mention : by.direct;
  const [thread, work] = await Promise.all([say(text), stack.desk.next(text)]);
  work.answer({ title });
  await thread.ended();
  return { text, thread, id: conversationOf(stack, text) };
}

const there = (id: number) => stack.service.conversations().some((it) => it.id === id);

describe('a star', () => {
  it('is one’s own, and shows in the list until it is taken away', async () => {
    const scene = newScene(stack);
    const { id } = await answered(scene, 'Star me');
    const starred = await run(stack, me(scene), `star ${id}`);
    expect(starred.read()).toContain(':star: *Star me* is starred');
    expect((await run(stack, me(scene), 'list')).read()).toContain(':star: *Star me*');
    expect((await run(stack, kim(), 'list starred')).read()).not.toContain('Star me');

    const list = await run(stack, me(scene), 'list starred');
    expect(await list.press('Show')).toContain(':star: · #');
    expect(await list.press('Unstar')).toContain('*Star me* is no longer starred.');
    expect((await run(stack, me(scene), 'list starred')).read()).toContain('Nothing is starred');
  });

  it('goes on nothing that one cannot reach', async () => {
    const { id } = await answered(newScene(stack), 'Private', 'direct');
    expect((await run(stack, kim(), `star ${id}`)).read()).toContain(NOT_THERE);
    expect((await run(stack, kim(), 'list starred')).read()).not.toContain('Private');
  });
});

describe('the button for a share link', () => {
  it('tells it to whoever clicks, in the thread, and leaves the answer as it is', async () => {
    const { workspace } = stack;
    const scene = newScene(stack);
    const { id, thread } = await answered(scene, 'Shared by a button');
    const link = stack.service.conversations().find((it) => it.id === id)?.share_url ?? '';
    const reader = workspace.addPerson({ name: 'reader' });
    await workspace.invite({ channel: scene.channel, user: reader });
    const before = thread.said();
    expect(JSON.stringify(thread.ours())).not.toContain(link);
    await thread.press(reader, SHARE);
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: reader })[0], {
      what: 'a note',
    });
    expect(note.text).toContain(`<${link}>`);
    expect(note.thread_ts).toBe(thread.ts);
    expect(thread.said()).toEqual(before);
    expect(scene.notes()).toEqual([]);
  });

  it('opens nothing for who can read along in private only', async () => {
    const { workspace } = stack;
    const { asker, bot, text: texts } = newScene(stack);
    const reader = workspace.addPerson({ name: 'reader' });
    const channel = workspace.addChannel({
      ...{ name: 'private-share', kind: 'private', members: [asker, reader] },
    });
    const text = texts();
    const { ts } = await workspace.say({ as: asker, channel, text: `${bot} ${text}` });
    (await stack.desk.next(text)).answer();
    const thread = threadAt(workspace, channel, ts);
    await thread.ended();
    await thread.press(reader, SHARE);
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: reader })[0], {
      what: 'a note',
    });
    expect(note.text).toContain(NOT_THERE);
  });
});

describe('a share link', () => {
  it('goes to the one who asks for it alone, and rests nowhere', async () => {
    const scene = newScene(stack);
    const { id } = await answered(scene, 'Shared');
    const link = stack.service.conversations().find((it) => it.id === id)?.share_url ?? '';
    const note = await run(stack, me(scene), `share ${id}`);
    expect(note.read()).toContain(`<${link}>`);
    expect(note.read()).toContain('Whoever has it can read the whole conversation');
    const said = JSON.stringify(stack.workspace.messages({ channel: scene.channel }));
    expect(said).not.toContain(link);
    expect(JSON.stringify(stack.bots.map(({ log }) => log))).not.toContain(link.slice(-36));
  });

  it('is not given for what one cannot reach', async () => {
    const { id } = await answered(newScene(stack), 'Private', 'direct');
    expect((await run(stack, kim(), `share ${id}`)).read()).toContain(NOT_THERE);
  });
});

describe('/deepsearch delete', () => {
  it('asks first, names what it deletes, and deletes it', async () => {
    const scene = newScene(stack);
    const { id, thread } = await answered(scene, 'Old news');
    const note = await run(stack, me(scene), `delete ${id}`);
    expect(note.read()).toContain(
      `Delete *Old news* (#${id}, 1 question asked by <@${scene.asker.id}>) for good?`,
    );
    expect(note.buttons()).toEqual(['Delete', 'Keep it']);
    expect(there(id)).toBe(true);
    expect(await note.press('Delete')).toContain('*Old news* is deleted on the service.');
    expect(there(id)).toBe(false);
    expect((await run(stack, me(scene), `show ${id}`)).read()).toContain(NOT_THERE);
    expect((await run(stack, me(scene), 'list')).read()).not.toContain('Old news');
    expect(thread.said().join()).toContain('backoff()');
  });

  it('keeps it where one thinks better of it', async () => {
    const scene = newScene(stack);
    const { id } = await answered(scene, 'Good news');
    const note = await run(stack, me(scene), `delete ${id}`);
    expect(await note.press('Keep it')).toContain('backoff()');
    expect(there(id)).toBe(true);
  });

  it('is for those who asked and for admins', async () => {
    const { id } = await answered(newScene(stack), 'Public news');
    const refused = await run(stack, kim(), `delete ${id}`);
    expect(refused.read()).toContain('Only those who asked in a conversation, and admins');
    expect((await run(stack, kim(), `show ${id}`)).buttons()).not.toContain('Delete');
    const note = await run(stack, ada(), `delete ${id}`);
    expect(await note.press('Delete')).toContain('*Public news* is deleted');
    expect(there(id)).toBe(false);
  });

  it('knows nothing of what one cannot reach, not for admins either', async () => {
    const { id } = await answered(newScene(stack), 'Private', 'direct');
    for (const by of [kim(), ada()]) {
      expect((await run(stack, by, `delete ${id}`)).read()).toContain(NOT_THERE);
    }
    expect(there(id)).toBe(true);
  });

  it('forgets what was deleted elsewhere', async () => {
    const scene = newScene(stack);
    const { id } = await answered(scene, 'Gone');
    const gone = stack.service.faults.add({ route: 'read', kind: 'status', status: 404 });
    expect((await run(stack, me(scene), `show ${id}`)).read()).toContain(NOT_THERE);
    gone.remove();
    expect((await run(stack, me(scene), 'list')).read()).not.toContain('Gone');
  });

  it('forgets nothing for as long as the service lets nobody in', async () => {
    const scene = newScene(stack);
    const { id } = await answered(scene, 'Kept');
    const shut = stack.service.faults.add({ route: 'read', kind: 'status', status: 403 });
    expect((await run(stack, me(scene), `show ${id}`)).read()).not.toContain('Kept');
    shut.remove();
    expect((await run(stack, me(scene), 'list')).read()).toContain('Kept');
  });
});
