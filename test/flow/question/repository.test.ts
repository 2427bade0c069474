import { expect } from 'vitest';
import { makeRepository } from '../../local/service/repositories.js';
import { askedQuestions, rootOf, type Scenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(() => {
  const repositories = ['shop', 'web'].map(
    (name) => makeRepository({ 'src/queue.ts': 'export const backoff = 1;\n' }, name).path,
  );
  return { workspace: { limits: 'off' }, service: { repositories } };
});

it('repo: in a mention, a direct message, a reply and a command limits the question', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine } = stack;
  const { asker, channel } = scenario;
  const text = () => `repo:shop ${scenario.text()}`;
  const ways: readonly ((asked: string) => Promise<unknown>)[] = [
    (asked) => scenario.mention(asked),
    (asked) => scenario.direct(asked),
    (asked) => workspace.command({ as: asker, channel, text: asked }),
  ];
  for (const way of ways) {
    const asked = text();
    await way(asked);
    const work = await engine.next(asked);
    expect(work.context.added).toMatch(/^Look only in: shop\.$/m);
    work.answer();
  }
  const thread = await scenario.answered(scenario.text());
  const asked = text();
  await thread.reply(asker, asked);
  const work = await engine.next(asked);
  expect(work.context.added).toMatch(/^Look only in: shop\.$/m);
  work.answer();
});

async function refusal(scenario: Scenario, like: string): Promise<string> {
  const { workspace } = scenario.stack;
  return workspace.waitFor(() => scenario.notes().find((each) => each.includes(like)), {
    what: `a note like "${like}"`,
  });
}

it('a repository that is not there is told in private with similar names, and nothing is asked', async ({
  stack,
  scenario,
}) => {
  const text = scenario.text();
  const thread = await scenario.mention(`repo:shopp ${text}`);
  expect(await refusal(scenario, 'No repository')).toBe(
    'No repository `shopp`, so nothing was asked. Did you mean `shop`? `/deepsearch code repos` lists them.',
  );
  expect(thread.ours()).toEqual([]);
  expect(askedQuestions(stack, 'repo:shopp')).toEqual([]);
  // The thread is free for the corrected question.
  await thread.reply(scenario.asker, `<@${stack.workspace.app.botUserId}> repo:shop ${text}`);
  (await stack.engine.next(`repo:shop ${text}`)).answer();
  await thread.ended();
});

it('a question is asked as it is where the repositories cannot be listed', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine, service } = stack;
  const trouble = service.faults.add({ route: 'mcp', kind: 'status', status: 503 });
  const asked = `repo:nowhere ${scenario.text()}`;
  await workspace.command({ as: scenario.asker, channel: scenario.channel, text: asked });
  (await engine.next(asked)).answer();
  trouble.remove();
  await (await rootOf(workspace, scenario.channel, asked)).ended();
});
