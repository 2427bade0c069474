import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { COPY, newScene, type Scene, SOURCES, shown, type Thread } from './scene.js';

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

const SOURCE = { type: 'File', label: 'acme/shop · src/part.ts' };

function sources(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    ...SOURCE,
    link: `/acme/shop/-/blob/src/part-${i}.ts?L${i + 1}`,
    label: `src/part-${i}.ts`,
  }));
}

/** Presses the button as somebody in the channel, and gives the private note that follows. */
async function note(thread: Thread, button: string, as = scene.asker): Promise<string> {
  const { workspace } = stack;
  const notes = () => workspace.ephemerals({ user: as, channel: scene.channel });
  const before = notes().length;
  expect(await thread.press(as, button)).toMatchObject({ ackStatus: 200 });
  const found = await workspace.waitFor(() => notes()[before], { what: 'a private note' });
  expect(found.thread_ts).toBe(thread.ts);
  return shown(found);
}

describe('Copy as Markdown', () => {
  it('shows the answer in a code block, to whoever clicks alone', async () => {
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    await stack.workspace.invite({ channel: scene.channel, user: colleague });
    const answer = 'In `backoff()`:\n\n```ts\nretry();\n```';
    const thread = await scene.answered(scene.text(), { answer });
    const before = thread.said();
    const copy = await note(thread, COPY, colleague);
    expect(copy).toContain(`\`\`\`\`\n# Where retries are decided\n\n${answer}\n\n## Sources`);
    expect(copy).toContain('(http');
    expect(thread.said()).toEqual(before);
    expect(scene.notes()).toEqual([]);
  });

  it('is read from the service, which may have deleted it or be away', async () => {
    const { service } = stack;
    const thread = await scene.answered(scene.text());
    const deleted = service.faults.add({ route: 'read', kind: 'status', status: 404 });
    expect(await note(thread, COPY)).toContain('no longer shows this answer');
    deleted.remove();
    const away = service.faults.add({ route: 'read', kind: 'status', status: 503 });
    expect(await note(thread, COPY)).toContain('Press the button again');
    away.remove();
  });

  it('is not for guests', async () => {
    const guest = stack.workspace.addPerson({ name: 'guest', is_restricted: true });
    await stack.workspace.invite({ channel: scene.channel, user: guest });
    const thread = await scene.answered(scene.text());
    expect(await note(thread, COPY, guest)).toContain('Only people who may ask');
  });
});

describe('the sources', () => {
  it('stand under the answer, the first ones, and a click shows the rest', async () => {
    const thread = await scene.answered(scene.text(), { sources: sources(13) });
    const answer = await thread.message('backoff()');
    expect(shown(answer)).toContain('part-9.ts');
    expect(shown(answer)).toContain('[3 more sources]');
    expect(shown(answer)).not.toContain('part-10.ts');
    const rest = await note(thread, SOURCES);
    expect(rest).toMatch(/^\*3 more sources\*/);
    const links = [...rest.matchAll(/<(http[^|>]+)\|/g)].map(([, url]) => url);
    expect(links).toEqual(
      [10, 11, 12].map((i) => expect.stringContaining(`part-${i}.ts?L${i + 1}`)),
    );
  });

  it('need no click where they are few', async () => {
    const thread = await scene.answered(scene.text(), { sources: sources(10) });
    expect(shown(await thread.message('backoff()'))).not.toContain('more source');
  });
});
