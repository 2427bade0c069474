import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askedOf, newScene, type Scene } from '../flow/scene.js';
import { modalOf } from '../flow/viewing.js';
import { type Stack, startStack } from '../support/stack.js';

let stack: Stack;
let scene: Scene;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(() => {
  scene = newScene(stack);
});

/** Types `/deepsearch TEXT`, and gives the ack. */
async function typed(text: string): Promise<number> {
  const { asker: as, channel } = scene;
  return (await stack.workspace.command({ as, channel, text })).ackStatus;
}

it.each(['help', 'HELP', 'ask'])(
  '`%s` is no question: it says in private how to ask',
  async (text) => {
    expect(await typed(text)).toBe(200);
    expect(scene.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
    expect(askedOf(stack, text)).toEqual([]);
    expect(stack.workspace.messages({ channel: scene.channel })).toEqual([]);
  },
);

it('without a text opens a form', async () => {
  expect(await typed('')).toBe(200);
  const form = await modalOf(stack, scene.asker, 'Your question');
  expect(form.title?.text).toBe('Ask Deep Search');
});

it.each([
  ['help me find the retry code', 'help me find the retry code'],
  ['list all places that retry', 'list all places that retry'],
  ['asking for a lock: where?', 'asking for a lock: where?'],
  ['ask help', 'help'],
  ['ask list starred', 'list starred'],
  ['  ask   where are the tests?  ', 'where are the tests?'],
])('`%s` asks "%s"', async (text, asked) => {
  expect(await typed(text)).toBe(200);
  const work = await stack.desk.next(asked);
  expect(work.question).toBe(asked);
  work.answer();
});
