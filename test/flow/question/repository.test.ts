import { expect } from 'vitest';
import { makeRepository } from '../../local/service/repositories.js';
import { askedQuestions, rootOf, untilRepositoriesAreListed } from '../../support/scenario.js';
import { openedView } from '../../support/shop.js';
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

it('a repository with a typo in its name is asked all the same, and the answer says what was meant', async ({
  stack,
  scenario,
}) => {
  await untilRepositoriesAreListed(scenario);
  const text = scenario.text();
  const { thread, work } = await scenario.asked(`repo:shopp ${text}`);
  expect(work.context.added).toMatch(/^Look only in: shop\.$/m);
  work.answer({ sources: [] });
  const [answer] = await thread.ended();
  expect(answer).toContain('No repository `shopp` is listed. Asked to look in shop');
  expect(scenario.notes()).toEqual([]);
  expect(askedQuestions(stack, `repo:shopp ${text}`)).toHaveLength(1);
});

it('a repository that is not there is asked about in all, and the answer says so', async ({
  scenario,
}) => {
  await untilRepositoriesAreListed(scenario);
  const { thread, work } = await scenario.asked(`repo:nowhere ${scenario.text()}`);
  expect(work.context.added).toBe('Look in all repositories.');
  work.answer();
  const [answer] = await thread.ended();
  expect(answer).toContain('No repository `nowhere` is listed. Looked in all repositories');
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

it('the form opens at once, and offers the repositories when they are listed', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine, service } = stack;
  const { asker: as, channel } = scenario;
  const gate = service.gate('mcp');
  await workspace.command({ as, channel, text: '' });
  await openedView(stack, as, 'Your question');
  const question = scenario.text();
  gate.release();
  const form = await openedView(stack, as, 'Repository');
  expect(form.read()).toContain('Channel: ');
  const offered = form.modal.blocks.find(({ block_id }) => block_id === 'repository');
  expect(JSON.stringify(offered)).toMatch(/"value":"shop".*"value":"web"/);
  const values = { question: { question }, repository: { repository: 'web' } };
  await workspace.submit({ as, values });
  const work = await engine.next(`repo:web ${question}`);
  expect(work.context.added).toMatch(/^Look only in: web\.$/m);
  work.answer();
});

it('the form is asked as it is where no repositories can be listed', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine, service } = stack;
  const { asker: as, channel } = scenario;
  const trouble = service.faults.add({ route: 'mcp', kind: 'status', status: 503 });
  await workspace.command({ as, channel, text: '' });
  const form = await openedView(stack, as, 'Your question');
  const question = scenario.text();
  await workspace.submit({ as, values: { question: { question } } });
  (await engine.next(question)).answer();
  trouble.remove();
  expect(form.read()).not.toContain('Repository');
});
