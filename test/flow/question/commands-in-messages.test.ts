import { expect } from 'vitest';
import { askedQuestions, type Scenario, waitUntilProcessed } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

function note({ stack, notes }: Scenario, like: string): Promise<string> {
  return stack.workspace.waitFor(() => notes().find((text) => text.includes(like)), {
    what: `a note like "${like}"`,
    timeoutMs: 90_000,
  });
}

it('thanks in a thread is not asked, a real question after it is', async ({ stack, scenario }) => {
  const thread = await scenario.answered(scenario.text());
  await thread.reply(scenario.asker, 'thanks!');
  await thread.reply(scenario.asker, ':tada:');
  const text = scenario.text('ok, and where do we retry');
  await thread.reply(scenario.asker, text);
  const work = await stack.engine.next(text);
  work.answer();
  await thread.ended(2);
  expect(askedQuestions(stack, 'thanks!')).toEqual([]);
  expect(askedQuestions(stack, ':tada:')).toEqual([]);
});

it('a mention that reads as a command is run in private', async ({ stack, scenario }) => {
  await scenario.answered(scenario.text());
  const thread = await scenario.mention('list');
  expect(await note(scenario, 'Your conversations')).toContain('retries');
  await scenario.mention('code frobnicate');
  expect(await note(scenario, 'no code tool')).toContain('put `ask` before it');
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, 'list')).toEqual([]);
  expect(thread.ours()).toEqual([]);
});

it('a mention with a typo in a command is corrected in private', async ({ stack, scenario }) => {
  const thread = await scenario.mention('lst');
  expect(await note(scenario, 'Did you mean')).toContain('`/deepsearch list`');
  const { workspace } = stack;
  const { asker, channel } = scenario;
  const [asks] = workspace.ephemerals({ user: asker, channel });
  await workspace.click({
    as: asker,
    channel,
    ts: asks?.ts ?? '',
    actionId: 'command.run-suggestion',
  });
  expect(await note(scenario, 'conversation')).toBeDefined();
  expect(thread.ours()).toEqual([]);
});

it('stop in a direct message stops the only running question', async ({ stack, scenario }) => {
  const { thread } = await scenario.asked(scenario.text());
  const root = await scenario.direct('stop');
  await stack.workspace.waitFor(() => root.channel !== undefined);
  expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  expect(askedQuestions(stack, 'stop')).toEqual([]);
});
