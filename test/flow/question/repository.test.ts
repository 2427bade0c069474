import { expect } from 'vitest';
import { makeRepository } from '../../local/service/repositories.js';
import { askedQuestions, rootOf, type Scenario } from '../../support/scenario.js';
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

it('a command that names an unknown repository is repeated in the note, since Slack shows it nowhere', async ({
  stack: { workspace },
  scenario,
}) => {
  const asked = `repo:shopp ${scenario.text()} *now*`;
  await workspace.command({ as: scenario.asker, channel: scenario.channel, text: asked });
  expect(await refusal(scenario, 'No repository')).toContain(`Your question: ${asked}`);
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
