import { describe, expect } from 'vitest';
import { EngineError } from '../../../local/service/conversation/engine.js';
import type { Person } from '../../../local/workspace/workspace.js';
import { setInChannel } from '../../support/channel-settings.js';
import { messageText } from '../../support/message-text.js';
import { makeRepository, SHOP } from '../../support/repository.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import {
  hasButton,
  rootOf,
  type Scenario,
  SOURCES_BUTTON,
  SUGGESTION_BUTTON,
  type Thread,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { openedView } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

/** A channel may see `shop`, and not `vault`. */
const it = stackTest(async (onCleanup) => {
  const [shop, vault] = [await makeRepository('shop', SHOP), await makeRepository('vault', SHOP)];
  onCleanup(() => Promise.all([shop.remove(), vault.remove()]));
  return {
    service: { repositories: [shop.path, vault.path], sharing: true },
    workspace: { limits: 'off' },
  };
});
it.beforeEach(({ scenario }) => setInChannel(scenario, { audience: ['shop'] }));

const SHARE = 'answer.share-with-channel';
const SHARE_ANYWAY = 'answer.share-anyway';
const OUTSIDE =
  "Answered in private: the answer is about repositories that this channel isn't allowed to see.";
const UNKNOWN =
  "Answered in private: I can't tell whether this channel is allowed to see the answer.";

const source = (link: string) => ({ type: 'File', link, label: 'src/queue.ts' });
const OF_SHOP = source('/shop/-/blob/src/queue.ts?L5-7');
const OF_VAULT = source('/vault/-/blob/src/queue.ts?L5-7');
const ABOUT_SHOP = { answer: 'In `backoff()`.', sources: [OF_SHOP] };
const ABOUT_VAULT = { answer: 'It is in the strongroom.', sources: [OF_SHOP, OF_VAULT] };

/** Everything that the bot sent to the channel, also what it replaced later. */
function sentTo({ stack, channel }: Scenario): string {
  const calls = stack.workspace.calls.filter(
    ({ method, args }) =>
      /^(chat|files|assistant|agents)\./.test(method) &&
      (args['channel'] === channel.id || args['channel_id'] === channel.id),
  );
  return JSON.stringify(calls.map(({ args }) => args));
}

/** Asks what is answered out of the channel's sight; gives both threads. */
async function answeredInPrivate(
  scenario: Scenario,
  answer: Parameters<Scenario['answered']>[1] = ABOUT_VAULT,
): Promise<{ thread: Thread; direct: Thread; text: string }> {
  const { stack, asker } = scenario;
  const text = scenario.text();
  const thread = await scenario.answered(text, answer);
  const direct = await rootOf(stack.workspace, stack.workspace.dm(asker), text);
  await direct.ended();
  return { thread, direct, text };
}

/** Somebody else in the channel. */
async function colleagueIn({ stack, channel }: Scenario): Promise<Person> {
  const colleague = stack.workspace.addPerson({ name: 'colleague' });
  await stack.workspace.invite({ channel, user: colleague });
  return colleague;
}

describe('an answer in a channel that may see only some repositories', () => {
  it('is posted there if it cites nothing else, without suggestions that lead elsewhere', async ({
    scenario,
  }) => {
    const thread = await scenario.answered(scenario.text(), {
      ...ABOUT_SHOP,
      suggested_followups: ['And in repo:vault?', 'How is it tested?'],
    });
    expect(thread.endings()[0]).toContain('backoff()');
    expect(sentTo(scenario)).not.toContain('vault');
    const message = await thread.message('backoff()');
    expect(hasButton(message, SUGGESTION_BUTTON)).toBe(true);
  });

  it('goes to whoever asked, and the thread gets one line', async ({ stack, scenario }) => {
    const { thread, direct } = await answeredInPrivate(scenario);
    expect(direct.endings()).toEqual([expect.stringContaining('in the strongroom')]);
    expect(direct.said()[0]).toContain('Sent to you alone');
    expect(direct.ours().some((message) => hasButton(message, SHARE))).toBe(true);
    await waitUntilProcessed(stack);
    expect(thread.said()).toEqual([OUTSIDE]);
    expect(sentTo(scenario)).not.toMatch(/vault|strongroom/);
  });

  it.for([
    ['cites nothing', { answer: 'It retries.', sources: [] }],
    ['cites another site', { answer: 'Yes.', sources: [source('https://docs.example.com/retry')] }],
    ['links to a conversation', { answer: 'See [it](/deepsearch/42).', sources: [OF_SHOP] }],
  ] as const)('does the same if it %s', async ([, answer], { scenario }) => {
    const { thread } = await answeredInPrivate(scenario, answer);
    expect(thread.said()).toEqual([UNKNOWN]);
  });

  it('does the same if only its text links elsewhere', async ({ scenario }) => {
    const answer = { answer: 'As [there](/vault/-/blob/a.ts).', sources: [OF_SHOP] };
    const { thread } = await answeredInPrivate(scenario, answer);
    expect(thread.said()).toEqual([OUTSIDE]);
  });

  it('a command’s thread gets its line too', async ({ stack, scenario }) => {
    const text = scenario.text();
    const [thread, work] = await Promise.all([scenario.command(text), stack.engine.next(text)]);
    work.answer(ABOUT_VAULT);
    await thread.message(OUTSIDE);
    const direct = await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text);
    expect(await direct.ended()).toHaveLength(1);
    expect(thread.said()).toEqual([OUTSIDE]);
  });

  it('the progress names no files', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    work.context.report('Reading vault/src/queue.ts');
    work.context.stats({ tool_calls: 3 });
    await thread.message('3 tool calls');
    work.answer(ABOUT_SHOP);
    await thread.ended();
    expect(sentTo(scenario)).not.toContain('vault');
  });

  it('does not say that it looked in what the channel may not see', async ({ scenario }) => {
    const text = `${scenario.text('how does repo:vault')}`;
    const thread = await scenario.answered(text, ABOUT_SHOP);
    expect(thread.endings()[0]).toContain('backoff()');
    const calls = sentTo(scenario).replaceAll(text, '');
    expect(calls).not.toContain('vault');
  });

  it('does not name a repository of its settings that it may not see', async ({ scenario }) => {
    await setInChannel(scenario, { audience: ['shop'], repositories: ['shop', 'strongroom'] });
    await scenario.answered(scenario.text(), ABOUT_SHOP);
    expect(sentTo(scenario)).not.toContain('strongroom');
  });

  it('a failure is told in our own words', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const said = { title: 'No access to vault', message: 'vault is locked', kind: 'Odd' };
    work.fail(new EngineError(said as never));
    expect(await thread.ended()).toEqual([
      expect.stringContaining("this channel isn't allowed to see"),
    ]);
    expect(sentTo(scenario)).not.toContain('vault');
  });

  it('the thread goes on without the private answer, the direct message with it', async ({
    stack,
    scenario,
  }) => {
    const { thread, direct } = await answeredInPrivate(scenario);
    const [inDirect, inChannel] = [scenario.text('why in private'), scenario.text('why here')];
    await direct.reply(scenario.asker, inDirect);
    const continued = await stack.engine.next(inDirect);
    expect(continued.context.history).toHaveLength(1);
    continued.answer();
    await thread.reply(scenario.asker, inChannel);
    const anew = await stack.engine.next(inChannel);
    expect(anew.context.history).toEqual([]);
    expect(anew.context.added).not.toContain('strongroom');
    anew.answer(ABOUT_SHOP);
    await thread.message('backoff()');
  });

  it('a reply that has waited for its turn goes on without the private answer too', async ({
    stack,
    scenario,
  }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const waiting = scenario.text('and why');
    await thread.reply(scenario.asker, waiting);
    await thread.message('Next in line');
    work.answer(ABOUT_VAULT);
    const anew = await stack.engine.next(waiting);
    expect(anew.context.history).toEqual([]);
    anew.answer(ABOUT_SHOP);
    await thread.message('backoff()');
    const after = scenario.text('and then');
    await thread.reply(scenario.asker, after);
    const continued = await stack.engine.next(after);
    expect(continued.context.history).toHaveLength(1);
    expect(JSON.stringify(continued.context.history)).not.toContain('strongroom');
    continued.answer(ABOUT_SHOP);
  });

  it('is posted once, and the line too, if the bot is killed in between', async ({
    stack,
    scenario,
  }) => {
    const { asker } = scenario;
    const { workspace } = stack;
    const fault = workspace.faults.add({
      method: 'conversations.open',
      where: ({ users }) => users === asker.id,
      kind: 'status',
      status: 503,
    });
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    work.answer(ABOUT_VAULT);
    await thread.message(OUTSIDE);
    await stack.crash();
    fault.remove();
    await stack.startBot();
    await stack.retryUntil(async () => {
      expect(workspace.messages({ channel: workspace.dm(asker) })).not.toEqual([]);
    });
    const direct = await rootOf(workspace, workspace.dm(asker), text);
    expect(await direct.ended()).toEqual([expect.stringContaining('in the strongroom')]);
    await waitUntilProcessed(stack);
    expect(direct.endings()).toHaveLength(1);
    expect(thread.said()).toEqual([OUTSIDE]);
    expect(sentTo(scenario)).not.toMatch(/vault|strongroom/);
  });

  it('is shown to nobody if Slack opens no direct message', async ({ stack, scenario }) => {
    const { faults } = stack.workspace;
    const where = (args: Readonly<Record<string, unknown>>) => args['users'] === scenario.asker.id;
    faults.add({ method: 'conversations.open', where, kind: 'error', error: 'user_not_visible' });
    const thread = await scenario.answered(scenario.text(), ABOUT_VAULT);
    await thread.message('neither here nor in a direct message');
    faults.clear();
    expect(sentTo(scenario)).not.toMatch(/vault|strongroom/);
  });
});

describe('Share with channel', () => {
  it('names what the channel may not see, and refuses it to those who do not set that', async ({
    stack,
    scenario,
  }) => {
    const { thread, direct } = await answeredInPrivate(scenario);
    await direct.press(scenario.asker, SHARE);
    const told = await direct.message("isn't allowed to see: `vault`");
    expect(hasButton(told, SHARE_ANYWAY)).toBe(false);
    await waitUntilProcessed(stack);
    expect(thread.said()).toEqual([OUTSIDE]);
  });

  it('asks those who set what the channel may see', async ({ stack, scenario }) => {
    stack.workspace.changePerson(scenario.asker, { is_admin: true });
    const { thread, direct } = await answeredInPrivate(scenario);
    await direct.press(scenario.asker, SHARE);
    const told = await direct.message('Do you want to show it to everybody there anyway?');
    expect(thread.said()).toEqual([OUTSIDE]);
    await direct.press(scenario.asker, SHARE_ANYWAY, told);
    expect(messageText(await thread.message('asked privately and shared'))).toContain('strongroom');
    await direct.message(/^Shared in/);
  });
});

describe('what the buttons under an answer show', () => {
  it('follows the settings of the moment', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text(), ABOUT_SHOP);
    await thread.press(scenario.asker, SOURCES_BUTTON);
    await openedView(stack, scenario.asker, '1 source');
    await stack.workspace.closeView({ as: scenario.asker });
    await setInChannel(scenario, { audience: ['other'] });
    await thread.press(scenario.asker, SOURCES_BUTTON);
    const refused = await openedView(stack, scenario.asker, "isn't allowed to see everything");
    expect(refused.read()).not.toContain('queue.ts');
    await stack.workspace.closeView({ as: scenario.asker });
    await thread.choose(scenario.asker, 'explore');
    await openedView(stack, scenario.asker, "isn't allowed to see everything");
    await thread.choose(scenario.asker, 'copy');
    await stack.workspace.waitFor(
      () => scenario.notes().some((note) => note.includes("isn't allowed to see everything")),
      { what: 'a note' },
    );
    expect(scenario.notes().join()).not.toContain('backoff');
  });
});

describe('a conversation', () => {
  it('with a private answer is there for whoever asked, in the direct message', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { asker, channel } = scenario;
    const { text } = await answeredInPrivate(scenario);
    const id = conversationIdOf(stack, text);
    for (const command of ['show', 'export', 'share', 'check', 'who knows']) {
      const here = await runCommand(stack, { as: asker, channel }, `${command} ${id}`);
      expect(here.read()).toContain('Open it in our direct message');
    }
    const by = { as: asker, channel: workspace.dm(asker) };
    expect((await runCommand(stack, by, `show ${id}`)).read()).toContain('strongroom');
    expect((await runCommand(stack, by, `share ${id}`)).read()).toContain('/deepsearch/');
    const colleague = await colleagueIn(scenario);
    const elsewhere = { as: colleague, channel: workspace.dm(colleague) };
    const refused = await runCommand(stack, elsewhere, `show ${id}`);
    expect(refused.read()).toContain('There is no such conversation');
    expect((await runCommand(stack, elsewhere, 'list all')).read()).not.toContain(text);
  });

  it('with a private answer is answered in the list', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { text } = await answeredInPrivate(scenario);
    await waitUntilProcessed(stack);
    const by = { as: scenario.asker, channel: workspace.dm(scenario.asker) };
    const listed = (await runCommand(stack, by, 'list')).read();
    expect(listed).toContain(text);
    expect(listed).not.toContain('running');
  });

  it('is read by others only as long as the channel may see it', async ({ stack, scenario }) => {
    const text = scenario.text();
    await scenario.answered(text, ABOUT_SHOP);
    const id = conversationIdOf(stack, text);
    const colleague = await colleagueIn(scenario);
    const by = { as: colleague, channel: stack.workspace.dm(colleague) };
    expect((await runCommand(stack, by, `show ${id}`)).read()).toContain('backoff()');
    await setInChannel(scenario, { audience: [] });
    expect((await runCommand(stack, by, `show ${id}`)).read()).toContain('no such conversation');
    const own = { as: scenario.asker, channel: stack.workspace.dm(scenario.asker) };
    expect((await runCommand(stack, own, `show ${id}`)).read()).toContain('backoff()');
  });

  it('is listed by its question, not by the title that the service gave', async ({
    stack,
    scenario,
  }) => {
    const { asker, channel } = scenario;
    const text = scenario.text();
    await scenario.answered(text, { ...ABOUT_SHOP, title: 'Retries in the strongroom' });
    const listed = async (as: Person, where: Parameters<typeof runCommand>[1]['channel']) =>
      (await runCommand(stack, { as, channel: where }, 'list all')).read();
    expect(await listed(asker, channel)).toContain(text);
    expect(await listed(asker, channel)).not.toContain('strongroom');
    expect(await listed(asker, stack.workspace.dm(asker))).toContain('strongroom');
    const colleague = await colleagueIn(scenario);
    expect(await listed(colleague, stack.workspace.dm(colleague))).not.toContain('strongroom');
  });
});

describe('the code tools in a channel that may see only some repositories', () => {
  it.for([
    ['search MAX_RETRIES', 'src/queue.ts'],
    ['nls where failed payments are retried', 'shop'],
    ['repos a', 'is left out'],
    ['contributors Kim', 'is left out'],
    ['read shop src/queue.ts', 'MAX_RETRIES'],
    ['ls shop', 'README.md'],
  ] as const)('%s shows only these', async ([text, shown], { stack, scenario }) => {
    const { asker, channel } = scenario;
    const here = await runCommand(stack, { as: asker, channel }, `code ${text}`);
    expect(here.read()).toContain(shown);
    expect(here.read()).not.toContain('vault');
  });

  it.for([
    'read vault src/queue.ts',
    'read vault no-such-file',
    'read shop no-such-file',
    'ls vault',
    'def vault src/queue.ts backoff',
    'refs vault src/queue.ts backoff',
    'commits vault',
    'diffs vault MAX_RETRIES',
    'compare vault main~1..main',
    'read no-such-repository a',
  ])('%s shows nothing, and says no more of what there is', async (text, { stack, scenario }) => {
    const { asker, channel } = scenario;
    const here = await runCommand(stack, { as: asker, channel }, `code ${text}`);
    expect(here.read()).toContain('There is nothing to show here');
    expect(here.read()).not.toContain('vault');
  });

  it('show everything in a direct message', async ({ stack, scenario }) => {
    const by = { as: scenario.asker, channel: stack.workspace.dm(scenario.asker) };
    const found = await runCommand(stack, by, 'code search MAX_RETRIES');
    expect(found.read()).toContain('vault');
  });

  it('share what the channel may see at that moment', async ({ stack, scenario }) => {
    const { asker, channel } = scenario;
    await setInChannel(scenario, {});
    const found = await runCommand(stack, { as: asker, channel }, 'code read vault src/queue.ts');
    await setInChannel(scenario, { audience: ['shop'] });
    await found.open('Share with channel');
    await stack.workspace.waitFor(
      () => scenario.notes().some((note) => note.includes('There is nothing to show here')),
      { what: 'a note' },
    );
    await found.open('Explore');
    await openedView(stack, asker, 'There is nothing to show here');
    expect(stack.workspace.messages({ channel })).toEqual([]);
  });
});

describe('a link', () => {
  it('to code that the channel may not see gets no preview', async ({ stack, scenario }) => {
    const { asker: as, channel } = scenario;
    const link = (repo: string) => `${stack.service.url}/${repo}/-/blob/src/queue.ts?L5-7`;
    const { ts } = await stack.workspace.say({ as, channel, text: link('vault') });
    const seen = await stack.workspace.say({ as, channel, text: link('shop') });
    const previewOf = (of: string) => stack.workspace.message(channel, of)?.attachments;
    await stack.workspace.waitFor(() => previewOf(seen.ts)?.length, { what: 'a preview' });
    expect(previewOf(ts) ?? []).toEqual([]);
  });
});
