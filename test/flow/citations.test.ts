import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../local/service/repositories.js';
import { type Stack, startStack } from '../support/stack.js';
import { COPY, newScene, type Scene, shown, theEnding } from './scene.js';

let stack: Stack;
let scene: Scene;
beforeAll(async () => {
  const files = { 'src/queue.ts': 'export const backoff = 1;\nexport const most = 2;\n' };
  const repositories = [makeRepository(files, 'shop').path];
  // A machine under load takes longer than the two seconds that are the default.
  const env = { CITATION_CHECK_MS: '60000' };
  stack = await startStack({ workspace: { limits: 'off' }, service: { repositories }, env });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.refill();
  scene = newScene(stack);
});

const sources = ['src/queue.ts?L1-2', 'src/gone.ts?L1', 'src/queue.ts?L80-90'].map((file) => ({
  type: 'File',
  link: `/shop/-/blob/${file}`,
  label: `shop · ${file.replace(/\?.*/, '')}`,
}));

const NOTE = 'I looked the sources up';

describe('a source of an answer', () => {
  it('is marked where it is not as the answer says, in the thread and in the copy', async () => {
    const thread = await scene.answered(scene.text(), { sources });
    const ending = theEnding(thread.endings());
    expect(ending).toContain('src/queue.ts:1-2>\n');
    expect(ending).toContain('src/gone.ts:1> :warning: _no such file_\n');
    expect(ending).toContain('src/queue.ts:80-90> :warning: _no such lines_\n');
    expect(ending).toContain(NOTE);
    const { workspace } = stack;
    await thread.press(scene.asker, COPY);
    const notes = () => workspace.ephemerals({ user: scene.asker, channel: scene.channel });
    const copy = await workspace.waitFor(() => notes()[0], { what: 'a private note' });
    expect(shown(copy)).toContain('?L1) (no such file)\n');
  });

  it('keeps nobody waiting while the tools hang', async () => {
    await Promise.all(stack.bots.map((bot) => bot.kill()));
    await stack.startBot('both', { CITATION_CHECK_MS: '300' });
    const hanging = stack.service.faults.add({ route: 'mcp', kind: 'hang' });
    const thread = await scene.answered(scene.text(), { sources });
    hanging.remove();
    expect(hanging.hits()).toBeGreaterThan(0);
    expect(theEnding(thread.endings())).not.toContain(':warning:');
  });
});

describe('a bot that is killed', () => {
  it('while it looks sources up shows the answer once', async () => {
    await Promise.all(stack.bots.map((bot) => bot.kill()));
    const bot = await stack.startBot();
    const gate = stack.service.gate('mcp');
    const { thread, work } = await scene.asked(scene.text());
    work.answer({ sources });
    await gate.reached;
    await bot.kill();
    gate.drop();
    await stack.startBot();
    await thread.ended();
    expect(theEnding(thread.endings())).toContain(NOTE);
  });
});
