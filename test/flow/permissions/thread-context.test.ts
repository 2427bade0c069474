import { expect } from 'vitest';
import type { Channel } from '../../../local/workspace/workspace.js';
import { makeRepository } from '../../local/service/repositories.js';
import { messageText } from '../../support/message-text.js';
import { conversationIdOf, noteOf, runCommand } from '../../support/run-command.js';
import { askedQuestions, rootOf, type Scenario, threadAt } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { viewText, waitForHome } from '../../support/views.js';

const it = stackTest(() => ({
  workspace: { limits: 'off' },
  service: { repositories: [makeRepository({ 'src/queue.ts': 'one\n' }, 'shop').path] },
}));
const SOURCE = { type: 'File', link: '/shop/-/blob/src/queue.ts?L1', label: 'shop · src/queue.ts' };

const CONFIDENTIAL = 'the takeover closes on Friday';

/** A question of `asker` in a thread of a private channel, after a colleague's message there. */
async function askedInPrivateThread({ stack, asker, bot, text }: Scenario) {
  const { workspace, engine } = stack;
  const { ravi } = workspace.people;
  const channel = workspace.addChannel({
    name: `board-${asker.name}`,
    kind: 'private',
    members: [asker, ravi],
  });
  const { ts } = await workspace.say({ as: ravi, channel, text: `Quiet: ${CONFIDENTIAL}.` });
  const thread = threadAt(workspace, channel, ts);
  const question = text();
  await thread.reply(asker, `${bot} ${question}`);
  const work = await engine.next(question);
  const sent = askedQuestions(stack, question)[0]?.question ?? '';
  expect(sent).toContain(CONFIDENTIAL);
  // As a service does that names a question by its first words.
  const firstWords = sent.replace(/\s+/g, ' ').slice(0, sent.indexOf(CONFIDENTIAL) + 20);
  work.answer({ title: `${firstWords}…`, sources: [SOURCE] });
  await thread.ended();
  return { question, channel, thread, id: conversationIdOf(stack, question) };
}

/** Everything that the bot sent to Slack outside this channel, with buttons' values and views' metadata. */
function sentElsewhere({ stack: { workspace } }: Scenario, channel: Channel): string {
  const calls = workspace.calls.filter(({ args }) => args['channel'] !== channel.id);
  return JSON.stringify([calls, workspace.ephemerals()]);
}

it('asking again from another channel asks in the direct message, without the thread’s messages', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine, store } = stack;
  const { asker, channel: elsewhere } = scenario;
  const { question, id, channel } = await askedInPrivateThread(scenario);
  const note = await runCommand(stack, { as: asker, channel: elsewhere }, `check ${id}`);
  expect(note.buttons()).toContain('Ask again');
  expect(await note.press('Ask again')).toContain('in our direct messages');
  const work = await engine.next(question);
  const root = await rootOf(workspace, workspace.dm(asker), question);
  work.fail(new Error('the engine broke'));
  await root.ended();
  const [, again] = askedQuestions(stack, question);
  expect(again?.question).not.toContain(CONFIDENTIAL);
  expect(workspace.messages({ channel: elsewhere }).map(messageText).join()).not.toContain(
    question,
  );
  expect(sentElsewhere(scenario, channel)).not.toContain(CONFIDENTIAL);
  for (const key of await store.keys('{deepsearch}:question:*')) {
    const record = (await store.type(key)) === 'hash' ? await store.hgetall(key) : {};
    expect(JSON.stringify(record)).not.toContain(CONFIDENTIAL);
  }
});

it('asking again from the conversation’s own thread asks there', async ({ stack, scenario }) => {
  const { question, thread } = await askedInPrivateThread(scenario);
  const by = { as: scenario.asker, channel: thread.channel };
  const found = () => stack.workspace.ephemerals({ user: by.as, channel: by.channel })[0];
  await thread.reply(scenario.asker, 'check');
  const { ts } = await stack.workspace.waitFor(found, { what: 'a note on check' });
  expect(await noteOf(stack, by, ts).press('Ask again')).toContain('in this thread');
  const work = await stack.engine.next(question);
  work.answer();
  await thread.ended(2);
});

it.for(['list', 'show N', 'export N', 'check N', 'who knows N', 'share N', 'star N', 'delete N'])(
  '%s shows nothing of the thread that went along as context',
  async (command, { scenario, stack }) => {
    const { asker, channel: elsewhere } = scenario;
    const { id, channel } = await askedInPrivateThread(scenario);
    const by = { as: asker, channel: elsewhere };
    await runCommand(stack, by, command.replace('N', `${id}`));
    expect(sentElsewhere(scenario, channel)).not.toContain(CONFIDENTIAL);
  },
);

it('Home and its views show nothing of the thread that went along as context', async ({
  scenario,
  stack,
}) => {
  const { asker } = scenario;
  const { question, channel } = await askedInPrivateThread(scenario);
  await stack.workspace.openHome({ as: asker });
  const home = await waitForHome(stack, asker, question);
  expect(viewText(home)).not.toContain(CONFIDENTIAL);
  expect(sentElsewhere(scenario, channel)).not.toContain(CONFIDENTIAL);
});
