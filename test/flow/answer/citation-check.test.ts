import { describe, expect } from 'vitest';
import { makeRepository } from '../../local/service/repositories.js';
import { messageText } from '../../support/message-text.js';
import { newScenario, onlyOutcome, SOURCES_BUTTON } from '../../support/scenario.js';
import { openedView } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(() => {
  const files = { 'src/queue.ts': 'export const backoff = 1;\nexport const most = 2;\n' };
  const repositories = [makeRepository(files, 'shop').path];
  const env = { CITATION_CHECK_MS: '60000' };
  return { workspace: { limits: 'off' }, service: { repositories }, env };
});

const sources = ['src/queue.ts?L1-2', 'src/gone.ts?L1', 'src/queue.ts?L80-90'].map((file) => ({
  type: 'File',
  link: `/shop/-/blob/${file}`,
  label: `shop · ${file.replace(/\?.*/, '')}`,
}));

/** As it is where nobody sets it. */
const DEFAULT = { CITATION_CHECK_MS: '' };

const NOTE = 'I checked the sources';

describe('a source of an answer', () => {
  it('marks a source that does not match the answer, in the thread and in the copy', async ({
    stack,
    scenario,
  }) => {
    const thread = await scenario.answered(scenario.text(), { sources });
    const ending = onlyOutcome(thread.endings());
    expect(ending).not.toContain('src/queue.ts:1-2>');
    expect(ending).toContain('src/gone.ts:1> :warning: _no such file_\n');
    expect(ending).toContain('src/queue.ts:80-90> :warning: _no such lines_\n');
    expect(ending).toContain(NOTE);
    const { workspace } = stack;
    await thread.choose(scenario.asker, 'copy');
    const notes = () => workspace.ephemerals({ user: scenario.asker, channel: scenario.channel });
    const copy = await workspace.waitFor(() => notes()[0], { what: 'a private note' });
    expect(messageText(copy)).toContain('?L1) (no such file)\n');
  });
});

describe('a source of an answer that is looked into', () => {
  it('marks the source in the sources view too', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text(), { sources });
    await thread.press(scenario.asker, SOURCES_BUTTON);
    const list = await openedView(stack, scenario.asker, '3 sources');
    expect(list.read()).toMatch(/\|src\/gone\.ts>.* :warning: _no such file_/);
    expect(list.read()).toMatch(/\|src\/queue\.ts>.*lines 80–90 :warning: _no such lines_/);
    expect(list.read()).toContain(NOTE);
  });
});

describe('an answer waits a moment at most', () => {
  it.beforeAll(async ({ stack }) => {
    await stack.crash();
    await stack.startBot('both', { CITATION_CHECK_MS: '1', WORKER_CONCURRENCY: '1' });
  });

  it('posts the answer before slow tools respond, and marks it afterwards', async ({
    stack,
    scenario,
  }) => {
    const gate = stack.service.gate('mcp');
    const thread = await scenario.answered(scenario.text(), { sources });
    await gate.reached;
    expect(onlyOutcome(thread.endings())).not.toContain(':warning:');
    const before = thread.ours().map(({ ts }) => ts);
    // The only worker goes on with the next question meanwhile.
    await newScenario(stack).answered(scenario.text(), { sources });
    gate.release();
    await thread.message(NOTE);
    expect(onlyOutcome(thread.endings())).toContain('src/gone.ts:1> :warning: _no such file_');
    expect(thread.ours().map(({ ts }) => ts)).toEqual(before);
  });

  it('posts this answer and the next one if the tools never respond', async ({
    stack,
    scenario,
  }) => {
    await stack.crash();
    await stack.startBot('both', DEFAULT);
    const hanging = stack.service.faults.add({ route: 'mcp', kind: 'hang' });
    const thread = await scenario.answered(scenario.text(), { sources });
    const next = scenario.text();
    const asked = stack.engine.next(next);
    await thread.reply(scenario.asker, next);
    (await asked).answer({ sources });
    const endings = await thread.ended(2);
    hanging.remove();
    expect(hanging.hits()).toBeGreaterThan(0);
    expect(endings.join()).not.toContain(':warning:');
  });
});

describe('a bot that is killed', () => {
  it('posts the answer once if the bot is killed during the citation check', async ({
    stack,
    scenario,
  }) => {
    await stack.crash();
    await stack.startBot();
    const gate = stack.service.gate('mcp');
    const { thread, work } = await scenario.asked(scenario.text());
    work.answer({ sources });
    await gate.reached;
    await stack.crash();
    gate.drop();
    await stack.startBot();
    await thread.ended();
    expect(onlyOutcome(thread.endings())).toContain(NOTE);
  });
});
