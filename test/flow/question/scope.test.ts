import { expect } from 'vitest';
import { EMPTY_LAYER } from '../../../src/model/settings-layers.js';
import { createSettingsStore } from '../../../src/store/settings.js';
import { makeRepository } from '../../local/service/repositories.js';
import {
  askedQuestions,
  buttons,
  hasButton,
  type Scenario,
  type Thread,
  threadAt,
  untilRepositoriesAreListed,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const FILE = 'src/queue.ts';
const it = stackTest(() => {
  const repositories = ['shop', 'shop-api', 'web'].map(
    (name) => makeRepository({ [FILE]: 'export const backoff = 1;\n' }, name).path,
  );
  return { workspace: { limits: 'off' }, service: { repositories } };
});

it.beforeEach(({ scenario }) => untilRepositoriesAreListed(scenario));

const citing = (...names: string[]) => ({
  sources: names.map((name) => ({ type: 'File', link: `/${name}/-/blob/${FILE}`, label: FILE })),
});

async function channelLooksIn(scenario: Scenario, ...repositories: string[]): Promise<void> {
  const { stack, channel } = scenario;
  const owner = { workspace: stack.workspace.app.teamId, channel: channel.id };
  const settings = createSettingsStore({ redis: stack.store });
  const after = { ...EMPTY_LAYER, form: { repositories } };
  await settings.replace([{ owner, before: EMPTY_LAYER, after }]);
}

/** The labels of the buttons under the last answer that has them. */
function elsewhere(thread: Thread): string[] {
  const message = thread.ours().at(-1);
  return (message === undefined ? [] : buttons(message)).flatMap(({ action_id: id, text }) =>
    String(id).startsWith('question.elsewhere') ? [(text as { readonly text: string }).text] : [],
  );
}

it('a question looks in the repositories of its channel, says so, and a click looks in all', async ({
  stack,
  scenario,
}) => {
  await channelLooksIn(scenario, 'shop', 'web');
  const text = scenario.text();
  const { thread, work } = await scenario.asked(text);
  expect(work.context.added).toBe('Look only in: shop, web.');
  work.answer(citing('shop'));
  const [answer] = await thread.ended();
  expect(answer).toContain("Looked in shop, web (from the channel's settings)");
  expect(elsewhere(thread)).toEqual(['All repositories']);

  const message = thread.ours().find((one) => hasButton(one, 'question.elsewhere.all'));
  const click = () => thread.press(scenario.asker, 'question.elsewhere.all', message);
  await Promise.all([click(), click()]);
  const wider = await stack.engine.next(text);
  expect(wider.context.added).toBe('Look in all repositories.');
  wider.answer(citing('shop-api', 'web', 'web'));
  const [, all] = await thread.ended(2);
  expect(all).toContain('Looked in all repositories');
  expect(elsewhere(thread)).toEqual(['Only web']);
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, text)).toHaveLength(2);
});

it('a question in a channel with a repository that is not listed looks in the others, and says so', async ({
  scenario,
}) => {
  await channelLooksIn(scenario, 'nosuch', 'web');
  const { thread, work } = await scenario.asked(scenario.text());
  work.answer(citing('web'));
  const [answer] = await thread.ended();
  expect(answer).toContain("From the channel's settings, nosuch was not found. Looked in web");
});

it('a question in a channel whose repositories are not listed looks in all, and says so', async ({
  scenario,
}) => {
  await channelLooksIn(scenario, 'https://code.example.com/acme/web', 'nosuch');
  const { thread, work } = await scenario.asked(scenario.text());
  work.answer(citing('shop'));
  const [answer] = await thread.ended();
  expect(answer).toContain(
    "From the channel's settings, https://code.example.com/acme/web, nosuch were not found. Looked in all repositories",
  );
});

it('a click narrows a question to one repository, whatever limits the question itself', async ({
  stack,
  scenario,
}) => {
  const text = scenario.text();
  const { thread, work } = await scenario.asked(`repo:shop repo:web ${text}`);
  expect(work.context.added).toBe('Look only in: shop, web.');
  work.answer(citing('shop', 'web', 'web'));
  await thread.ended();
  expect(elsewhere(thread)).toEqual(['All repositories', 'Only web']);
  await thread.press(scenario.asker, 'question.elsewhere.one');
  const narrower = await stack.engine.next(text);
  expect(narrower.context.added).toBe('Look only in: web.');
  narrower.answer(citing('web'));
  const [, answer] = await thread.ended(2);
  expect(answer).toContain('Looked in web');
});

it('a follow-up stays where the last answer looked, until it names another repository', async ({
  stack,
  scenario,
}) => {
  await channelLooksIn(scenario, 'shop', 'web');
  const thread = await scenario.answered(`in shop-api, ${scenario.text()}`, citing('shop-api'));
  const [followup, other] = [scenario.text('and why'), scenario.text('and in web, why')];
  await thread.reply(scenario.asker, followup);
  const work = await stack.engine.next(followup);
  expect(work.context.added).toBe('Look only in: shop-api.');
  work.answer(citing('shop-api', 'web'));
  const [, answer] = await thread.ended(2);
  expect(answer).toContain(
    'Asked to look in shop-api (like the last answer); the answer also cites web',
  );
  await thread.reply(scenario.asker, `repo:web ${other}`);
  const last = await stack.engine.next(`repo:web ${other}`);
  expect(last.context.added).toBe('Look only in: web.');
  last.answer();
  await thread.ended(3);
});

it('a question about a stack trace in its thread looks where that comes from', async ({
  stack,
  scenario,
}) => {
  const { workspace } = stack;
  const { asker: as, channel, bot } = scenario;
  const trace = 'TypeError: no cart\n    at total (/srv/shop-api/dist/cart.js:8:11)';
  const { ts } = await workspace.say({ as, channel, text: trace });
  const text = scenario.text('why');
  await workspace.say({ as, channel, threadTs: ts, text: `${bot} ${text}` });
  const work = await stack.engine.next(text);
  expect(work.context.added).toMatch(/^Look only in: shop-api\.\n/);
  work.answer(citing('shop-api'));
  const [answer] = await threadAt(workspace, channel, ts).ended();
  expect(answer).toContain('Looked in shop-api (named in the message)');
});
