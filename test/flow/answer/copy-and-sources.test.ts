import { describe, expect } from 'vitest';
import type { Person } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { menuValues, type Scenario, SOURCES_BUTTON, type Thread } from '../../support/scenario.js';
import { openedView } from '../../support/shop.js';
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

/** Chooses Copy as Markdown as somebody in the channel, and gives the private note that follows. */
async function note(
  scenario: Scenario,
  thread: Thread,
  as: Person = scenario.asker,
): Promise<string> {
  const { workspace } = scenario.stack;
  const notes = () => workspace.ephemerals({ user: as, channel: scenario.channel });
  const before = notes().length;
  expect(await thread.choose(as, 'copy')).toMatchObject({ ackStatus: 200 });
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
    const copy = await note(scenario, thread, colleague);
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
    expect(await note(scenario, thread)).toContain('no longer has this answer');
    deleted.remove();
    const away = service.faults.add({ route: 'read', kind: 'status', status: 503 });
    expect(await note(scenario, thread)).toContain('Press the button again');
    away.remove();
  });

  it('Copy as Markdown is refused to guests', async ({ stack, scenario }) => {
    const guest = stack.workspace.addPerson({ name: 'guest', is_restricted: true });
    await stack.workspace.invite({ channel: scenario.channel, user: guest });
    const thread = await scenario.answered(scenario.text());
    expect(await note(scenario, thread, guest)).toContain('Only people who can ask');
  });
});

describe('below an answer', () => {
  it('there are two suggestions, the sources as one button, the votes and a menu of five', async ({
    scenario,
  }) => {
    const suggested_followups = ['Why five?', 'Who sets it?', 'Where is it read?'];
    const thread = await scenario.answered(scenario.text(), {
      sources: sources(13),
      suggested_followups,
    });
    const answer = await thread.message('backoff()');
    expect(messageText(answer).split('\n').slice(-2)).toEqual([
      '[Why five?] [Who sets it?]',
      '[Sources (13)] [👍] [👎] [⋯ Ask again | Copy as Markdown | Share link | Check for changes | Explore]',
    ]);
    expect(messageText(answer)).not.toContain('part-1.ts');
    const id = `${scenario.stack.workspace.app.teamId}-${scenario.channel.id}-${thread.ts}`;
    expect(menuValues(answer)).toEqual(
      ['again', 'copy', 'share', 'check', 'explore'].map((item) => `${item}:${id}`),
    );
  });

  it('without sources there is no button for them, and nothing to check or explore', async ({
    scenario,
  }) => {
    const thread = await scenario.answered(scenario.text(), {
      sources: [],
      suggested_followups: [],
    });
    const answer = messageText(await thread.message('backoff()'));
    expect(answer).toMatch(/\n\[👍\] \[👎\] \[⋯ Ask again \| Copy as Markdown \| Share link\]$/);
  });

  it('the sources open as a list with all of them', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text(), { sources: sources(13) });
    await thread.press(scenario.asker, SOURCES_BUTTON);
    const list = await openedView(stack, scenario.asker, '13 sources');
    for (let i = 0; i < 13; i += 1) expect(list.read()).toContain(`part-${i}.ts`);
  });

  it('a choice in the menu is authorised for the person who chooses', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'guest', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const thread = await scenario.answered(scenario.text(), { sources: sources(1) });
    const before = thread.said();
    for (const item of ['copy', 'share', 'check'] as const) await thread.choose(guest, item);
    const told = () => workspace.ephemerals({ user: guest, channel: scenario.channel });
    await workspace.waitFor(() => told().length >= 3, { what: 'three refusals' });
    for (const note of told()) expect(note.text).toMatch(/Guests cannot|Only people who can ask/);
    await thread.choose(guest, 'explore');
    await openedView(stack, guest, 'Only people who can ask here');
    expect(thread.said()).toEqual(before);
  });
});
