import { describe, expect } from 'vitest';
import type { Person } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { COPY_BUTTON, type Scenario, SOURCES_BUTTON, type Thread } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

const SOURCE = { type: 'File', label: 'acme/shop · src/part.ts' };

function sources(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    ...SOURCE,
    link: `/acme/shop/-/blob/src/part-${i}.ts?L${i + 1}`,
    label: `src/part-${i}.ts`,
  }));
}

/** Presses the button as somebody in the channel, and gives the private note that follows. */
async function note(
  scenario: Scenario,
  thread: Thread,
  { button, as = scenario.asker }: { readonly button: string; readonly as?: Person },
): Promise<string> {
  const { workspace } = scenario.stack;
  const notes = () => workspace.ephemerals({ user: as, channel: scenario.channel });
  const before = notes().length;
  expect(await thread.press(as, button)).toMatchObject({ ackStatus: 200 });
  const found = await workspace.waitFor(() => notes()[before], { what: 'a private note' });
  expect(found.thread_ts).toBe(thread.ts);
  return messageText(found);
}

describe('Copy as Markdown', () => {
  it('Copy as Markdown shows the answer in a code block, only to the user who clicked', async ({
    stack,
    scenario,
  }) => {
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    await stack.workspace.invite({ channel: scenario.channel, user: colleague });
    const answer = 'In `backoff()`:\n\n```ts\nretry();\n```';
    const thread = await scenario.answered(scenario.text(), { answer });
    const before = thread.said();
    const copy = await note(scenario, thread, { button: COPY_BUTTON, as: colleague });
    expect(copy).toContain(`\`\`\`\`\n# Where retries are decided\n\n${answer}\n\n## Sources`);
    expect(copy).toContain('(http');
    expect(thread.said()).toEqual(before);
    expect(scenario.notes()).toEqual([]);
  });

  it('Copy as Markdown says when the conversation is deleted or the instance is unavailable', async ({
    stack,
    scenario,
  }) => {
    const { service } = stack;
    const thread = await scenario.answered(scenario.text());
    const deleted = service.faults.add({ route: 'read', kind: 'status', status: 404 });
    expect(await note(scenario, thread, { button: COPY_BUTTON })).toContain(
      'no longer has this answer',
    );
    deleted.remove();
    const away = service.faults.add({ route: 'read', kind: 'status', status: 503 });
    expect(await note(scenario, thread, { button: COPY_BUTTON })).toContain(
      'Press the button again',
    );
    away.remove();
  });

  it('Copy as Markdown is refused to guests', async ({ stack, scenario }) => {
    const guest = stack.workspace.addPerson({ name: 'guest', is_restricted: true });
    await stack.workspace.invite({ channel: scenario.channel, user: guest });
    const thread = await scenario.answered(scenario.text());
    expect(await note(scenario, thread, { button: COPY_BUTTON, as: guest })).toContain(
      'Only people who can ask',
    );
  });
});

describe('the sources', () => {
  it('the first sources are under the answer, and a click shows the others', async ({
    scenario,
  }) => {
    const thread = await scenario.answered(scenario.text(), { sources: sources(13) });
    const answer = await thread.message('backoff()');
    expect(messageText(answer)).toContain('part-9.ts');
    expect(messageText(answer)).toContain('[3 more sources]');
    expect(messageText(answer)).not.toContain('part-10.ts');
    const rest = await note(scenario, thread, { button: SOURCES_BUTTON });
    expect(rest).toMatch(/^\*3 more sources\*/);
    const links = [...rest.matchAll(/<(http[^|>]+)\|/g)].map(([, url]) => url);
    expect(links).toEqual(
      [10, 11, 12].map((i) => expect.stringContaining(`part-${i}.ts?L${i + 1}`)),
    );
  });

  it('a few sources are all shown without a click', async ({ scenario }) => {
    const thread = await scenario.answered(scenario.text(), { sources: sources(10) });
    expect(messageText(await thread.message('backoff()'))).not.toContain('more source');
  });
});
