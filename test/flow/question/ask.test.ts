import { describe, expect } from 'vitest';
import type { Channel } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import {
  askedQuestions,
  askedText,
  rootOf,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** A public channel, of the asker alone. */
function withoutBot({ stack, asker }: Scenario): Channel {
  const name = `lobby-of-${asker.name}`;
  return stack.workspace.addChannel({ name, members: [asker], botIsMember: false });
}

function notInChannel({ id }: Channel): string {
  return `I'm not in <#${id}>, so I answer in our direct messages. To get answers in the channel, type there: \`/invite @Deep Search\``;
}

/** In the asker's direct message, outside of threads. */
function saidDirectly({ stack, asker }: Scenario): string[] {
  return stack.workspace.messages({ channel: stack.workspace.dm(asker) }).map(messageText);
}

describe('a slash command', () => {
  it('a slash command opens a thread that names the asker and the question, and answers there', async ({
    stack,
    scenario,
  }) => {
    const { engine, workspace } = stack;
    const text = scenario.text();
    const thread = await scenario.command(text);
    expect(messageText(thread.root() ?? { text: '' })).toBe(
      `<@${scenario.asker.id}> asked:\n> ${text}`,
    );
    const status = await thread.status();
    (await engine.next(text)).answer();
    const [answer, ...more] = await thread.ended();
    expect(answer).toContain('Retries are decided in `backoff()`');
    expect(more).toEqual([]);
    expect(thread.ours()[0]?.ts).toBe(status.ts);
    expect(workspace.messages({ channel: scenario.channel })).toHaveLength(1);
    expect(scenario.notes()).toEqual([]);
  });

  it('a question that starts like a subcommand is asked', async ({ stack, scenario }) => {
    const text = scenario.text('help me find all places that retry');
    await scenario.command(text);
    expect((await stack.engine.next(text)).question).toBe(text);
  });

  it('ask asks whatever text follows it', async ({ stack, scenario }) => {
    await scenario.command('ask help');
    expect((await stack.engine.next('help')).question).toBe('help');
  });

  it('a command with code in it is asked as it was typed', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const text = scenario.text('why is List<String> && Map<K, V> slow, and what is &lt;');
    await workspace.command({ as: scenario.asker, channel: scenario.channel, text });
    expect((await engine.next(text)).question).toBe(text);
  });

  it.for(['help', 'HELP', 'ask'] as const)(
    'explains in an ephemeral message how to ask for "%s"',
    async (text, { stack, scenario }) => {
      const { workspace } = stack;
      const { asker, channel } = scenario;
      const { ackStatus } = await workspace.command({ as: asker, channel, text });
      expect(ackStatus).toBe(200);
      expect(scenario.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
      expect(workspace.messages({ channel })).toEqual([]);
    },
  );

  it('a command in a channel without the bot is answered in the direct message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const asker = workspace.addPerson({ name: 'sam' });
    const channel = workspace.addChannel({
      name: 'quiet',
      kind: 'private',
      members: [asker],
      botIsMember: false,
    });
    const text = scenario.text();
    expect((await workspace.command({ as: asker, channel, text })).ackStatus).toBe(200);
    const thread = await rootOf(workspace, workspace.dm(asker), text);
    await thread.status();
    (await engine.next(text)).answer();
    expect((await thread.ended())[0]).toContain('backoff()');
    const notes = await workspace.waitFor(() => {
      const all = workspace.ephemerals({ user: asker });
      return all.length > 0 && all;
    });
    expect(notes.map((note) => [note.channel, note.text])).toEqual([
      [channel.id, expect.stringContaining('in our direct messages')],
    ]);
    expect(workspace.messages({ channel })).toEqual([]);
  });

  it('a command in a public channel without the bot is answered in the direct message, and one private line says so', async ({
    stack,
    scenario,
  }) => {
    const channel = withoutBot(scenario);
    const text = scenario.text();
    await stack.workspace.command({ as: scenario.asker, channel, text });
    const work = await stack.engine.next(text);
    const thread = await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text);
    await thread.status();
    await expect.poll(() => scenario.notes(channel)).toEqual([notInChannel(channel)]);
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    await waitUntilProcessed(stack);
    expect(scenario.notes(channel)).toHaveLength(1);
    expect(stack.workspace.messages({ channel })).toEqual([]);
    expect(saidDirectly(scenario).filter((said) => said.includes("I'm not in"))).toEqual([]);
  });

  it('the line is there too if the answer is the first message that Slack refuses', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const channel = withoutBot(scenario);
    const busy = { kind: 'ratelimited', retryAfterSeconds: 2 } as const;
    const fault = workspace.faults.add({ ...busy, method: 'chat.postMessage', channel, times: 1 });
    const text = scenario.text();
    await workspace.command({ as: scenario.asker, channel, text });
    (await engine.next(text)).answer();
    const thread = await rootOf(workspace, workspace.dm(scenario.asker), text);
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    await waitUntilProcessed(stack);
    expect(fault.hits).toBe(1);
    expect(scenario.notes(channel)).toEqual([notInChannel(channel)]);
  });

  it('the line is in the direct message if Slack does not take it in the channel', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const channel = withoutBot(scenario);
    const where = ({ text }: Readonly<Record<string, unknown>>) => text === notInChannel(channel);
    const expired = { kind: 'error', error: 'expired_url' } as const;
    const fault = workspace.faults.add({ ...expired, method: 'response_url', where });
    const text = scenario.text();
    await workspace.command({ as: scenario.asker, channel, text });
    (await engine.next(text)).answer();
    const thread = await rootOf(workspace, workspace.dm(scenario.asker), text);
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    await waitUntilProcessed(stack);
    expect(fault.hits).toBe(1);
    fault.remove();
    expect(scenario.notes(channel)).toEqual([]);
    expect(saidDirectly(scenario)).toContain(notInChannel(channel));
  });

  it('the direct message continues the conversation of a command whose channel takes no messages', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker } = scenario;
    const channel = workspace.addChannel({
      name: `open-${asker.name}`,
      members: [asker],
      botIsMember: false,
    });
    const [first, second] = [scenario.text(), scenario.text('and how long')];
    await workspace.command({ as: asker, channel, text: first });
    const work = await engine.next(first);
    const thread = await rootOf(workspace, workspace.dm(asker), first);
    await thread.status();
    work.answer();
    await thread.ended();
    await thread.reply(asker, second);
    const followUp = await engine.next(second);
    expect(followUp.context.history).toHaveLength(1);
    followUp.answer();
    await thread.ended(2);
    expect(workspace.messages({ channel })).toEqual([]);
  });

  it('a command in the app’s own direct message is answered there', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const { asker } = scenario;
    const direct = workspace.dm(asker);
    const [first, second] = [scenario.text(), scenario.text()];
    await workspace.command({ as: asker, channel: direct, text: first });
    const thread = await rootOf(workspace, direct, first);
    (await engine.next(first)).answer();
    expect((await thread.ended())[0]).toContain('backoff()');
    await thread.reply(asker, second);
    (await engine.next(second)).answer();
    await thread.ended(2);
    await waitUntilProcessed(stack);
    expect(scenario.notes(direct)).toEqual([]);
    expect(workspace.messages({ channel: direct })).toHaveLength(1);
  });

  it('a command in the app’s own direct message is answered there if Slack does not tell what it is', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker } = scenario;
    const direct = workspace.dm(asker);
    const text = scenario.text();
    const refusal = {
      kind: 'error',
      error: 'missing_scope',
      method: 'conversations.info',
    } as const;
    const fault = workspace.faults.add({ ...refusal, channel: direct });
    await workspace.command({ as: asker, channel: direct, text });
    const thread = await rootOf(workspace, direct, text);
    (await engine.next(text)).answer();
    expect((await thread.ended())[0]).toContain('backoff()');
    await waitUntilProcessed(stack);
    expect(fault.hits).toBeGreaterThan(0);
    fault.remove();
    expect(scenario.notes(direct)).toEqual([]);
    expect(workspace.messages({ channel: direct })).toHaveLength(1);
  });

  it('a command in a direct message of two people is answered in the app’s own', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker } = scenario;
    const friend = workspace.addPerson({ name: `friend-of-${asker.name}` });
    const between = workspace.addChannel({
      name: 'directmessage',
      kind: 'direct',
      members: [asker, friend],
      botIsMember: false,
    });
    const text = scenario.text();
    await workspace.command({ as: asker, channel: between, text });
    const thread = await rootOf(workspace, workspace.dm(asker), text);
    (await engine.next(text)).answer();
    expect((await thread.ended())[0]).toContain('backoff()');
    await waitUntilProcessed(stack);
    expect(scenario.notes(between)).toEqual([
      expect.stringContaining('Slack does not tell me who can read this conversation'),
    ]);
    expect(workspace.messages({ channel: between })).toEqual([]);
  });

  it('a question where Slack does not say whether the channel is shared is answered in private, with the reason', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker } = scenario;
    const unsaid = workspace.addChannel({
      name: `unsaid-${asker.name}`,
      members: [asker],
      hidesSharing: true,
    });
    const text = scenario.text();
    await workspace.say({ as: asker, channel: unsaid, text: `${scenario.bot} ${text}` });
    const thread = await rootOf(workspace, workspace.dm(asker), text);
    (await engine.next(text)).answer();
    await thread.ended();
    await waitUntilProcessed(stack);
    const [note = '', ...more] = scenario.notes(unsaid);
    expect(more).toEqual([]);
    expect(note).toContain('Slack does not tell me who can read this conversation');
    expect(note).not.toContain("can't post");
  });

  it('a thread in the direct message takes follow-ups', async ({ stack, scenario }) => {
    const { workspace, engine, service } = stack;
    const { asker } = scenario;
    const channel = workspace.addChannel({
      name: 'quieter',
      kind: 'private',
      members: [asker],
      botIsMember: false,
    });
    const [first, second] = [scenario.text(), scenario.text()];
    await workspace.command({ as: asker, channel, text: first });
    const thread = await rootOf(workspace, workspace.dm(asker), first);
    (await engine.next(first)).answer();
    await thread.ended();
    await thread.reply(asker, second);
    (await engine.next(second)).answer();
    await thread.ended(2);
    const conversation = service
      .conversations()
      .find(({ questions }) => questions.some(({ question }) => question.startsWith(first)));
    expect(conversation?.questions.map(askedText)).toEqual([first, second]);
  });
});

describe('a mention', () => {
  it('a mention is answered in its thread, with an immediate status and Cancel button', async ({
    stack,
    scenario,
  }) => {
    const { service, engine } = stack;
    const gate = service.gate('create');
    const text = scenario.text();
    const thread = await scenario.mention(text);
    const status = await thread.status();
    await gate.reached;
    expect(messageText(status)).toMatch(/Got it[\s\S]*\[Cancel\]/);
    gate.release();
    (await engine.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    expect(thread.ours()[0]?.ts).toBe(status.ts);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });

  it('a mention can be anywhere in the text', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { workspace, engine } = stack;
    const { asker, channel, bot } = scenario;
    await workspace.say({ as: asker, channel, text: `${text} ${bot}` });
    expect((await engine.next(text)).question).toBe(text);
  });

  it('a mention without a question gets an ephemeral message on how to ask', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const thread = await scenario.mention('  ');
    await workspace.waitFor(() => scenario.notes().length > 0);
    await waitUntilProcessed(stack);
    expect(scenario.notes()).toEqual([expect.stringContaining('/deepsearch where do we retry')]);
    expect(thread.ours()).toEqual([]);
  });

  it('a question has names instead of ids for people, channels and links', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    await scenario.mention(
      `${text} see <#C123|billing>, <https://acme.example/a?b=1&amp;c=2|the page> &amp; &lt;T&gt;`,
    );
    expect((await stack.engine.next(text)).question).toBe(
      `${text} see #billing, the page (https://acme.example/a?b=1&c=2) & <T>`,
    );
  });
});

describe('a direct message', () => {
  it('a direct message is a question, answered in its thread without a mention', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const thread = await scenario.direct(text);
    expect((await thread.status()).thread_ts).toBe(thread.ts);
    (await stack.engine.next(text)).answer();
    const [answer] = await thread.ended();
    expect(answer).toContain('backoff()');
    expect(answer).not.toContain(`<@${scenario.asker.id}>`);
  });

  it('a direct message starts a conversation, and a reply continues it', async ({
    stack,
    scenario,
  }) => {
    const { engine, service } = stack;
    const [first, second, other] = [scenario.text(), scenario.text(), scenario.text()];
    const thread = await scenario.direct(first);
    (await engine.next(first)).answer();
    await thread.ended();
    await thread.reply(scenario.asker, second);
    (await engine.next(second)).answer();
    await scenario.direct(other);
    await engine.next(other);
    const conversations = service.conversations().map(({ questions }) => questions.map(askedText));
    expect(conversations).toContainEqual([first, second]);
    expect(conversations).toContainEqual([other]);
  });
});

it('ignores messages that are not addressed to the bot', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const { asker, channel } = scenario;
  const text = scenario.text();
  await workspace.say({ as: asker, channel, text });
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, text)).toEqual([]);
  expect(workspace.messages({ channel })).toHaveLength(1);
  expect(JSON.stringify(workspace.calls)).not.toContain(text);
});
