import { describe, expect } from 'vitest';
import { type Scenario, type Thread, threadAt } from '../../support/scenario.js';
import type { PendingQuestion } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });
const short = stackTest({ workspace: { messagesPerPage: 2, limits: { repliesPerMinute: 3 } } });

/** The 8,000 characters that the bot promises to stay within, and the line that introduces them. */
const LIMIT = 8_000;
const INTRODUCTION = /^Context: earlier messages of the Slack thread([^\n]*)\n([\s\S]*)$/;

async function humanThread(scenario: Scenario, ...lines: string[]): Promise<Thread> {
  const { workspace } = scenario.stack;
  const { asker, channel } = scenario;
  const [first = '', ...replies] = lines;
  const { ts } = await workspace.say({ as: asker, channel, text: first });
  for (const text of replies) await workspace.say({ as: asker, channel, threadTs: ts, text });
  return threadAt(workspace, channel, ts);
}

async function askIn(scenario: Scenario, thread: Thread, text: string): Promise<PendingQuestion> {
  await thread.reply(scenario.asker, `${scenario.bot} ${text}`);
  return scenario.stack.engine.next(text);
}

function parts({ question, context: { added } }: PendingQuestion) {
  const [, hint = '', context = ''] = INTRODUCTION.exec(added) ?? [];
  return { question, hint, context };
}

describe('a mention inside somebody’s thread', () => {
  it('a mention in a thread includes the earlier messages, with names and in order', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const ravi = workspace.addPerson({ name: 'ravi2', real_name: 'Ravi Shah' });
    const thread = await humanThread(scenario, 'The nightly import fails.');
    await thread.reply(ravi, 'It gives up after three tries,\nsays the log.');
    const text = scenario.text();
    expect(parts(await askIn(scenario, thread, text))).toEqual({
      question: text,
      hint: ', oldest first.',
      context: `${scenario.asker.name}: The nightly import fails.\nravi2: It gives up after three tries,\n  says the log.`,
    });
  });

  it('a mention in a thread is answered there, and the thread takes follow-ups', async ({
    stack,
    scenario,
  }) => {
    const { engine, service } = stack;
    const thread = await humanThread(scenario, 'The nightly import fails.');
    const [text, further] = [scenario.text(), scenario.text()];
    await thread.reply(scenario.asker, `${scenario.bot} ${text}`);
    (await engine.next(text)).answer();
    await thread.ended();
    await thread.reply(scenario.asker, further);
    expect((await engine.next(further)).question).toBe(further);
    const conversation = service
      .conversations()
      .find(({ questions }) => questions.some(({ question }) => question.startsWith(further)));
    expect(conversation?.questions).toHaveLength(2);
  });

  it('the thread context has no later messages', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const thread = await humanThread(scenario, 'Said before.');
    const text = scenario.text();
    const gate = workspace.gate('conversations.replies');
    await thread.reply(scenario.asker, `${scenario.bot} ${text}`);
    await gate.reached;
    await thread.reply(scenario.asker, `<@${workspace.people.ravi.id}> said after`);
    gate.release();
    const work = await engine.next(text);
    expect(parts(work).context).toBe(`${scenario.asker.name}: Said before.`);
  });

  it('the thread context drops the oldest messages if it is too long, and says so', async ({
    scenario,
  }) => {
    const line = (n: number) => `line ${n}: ${'x'.repeat(1_500)}`;
    const thread = await humanThread(scenario, ...[1, 2, 3, 4, 5, 6, 7].map(line));
    const { hint, context } = parts(await askIn(scenario, thread, scenario.text()));
    expect(hint).toContain('the earliest are left out');
    expect(context.length).toBeLessThanOrEqual(LIMIT);
    expect(context.match(/line \d/g)).toEqual(['line 3', 'line 4', 'line 5', 'line 6', 'line 7']);
  });

  it('the context of a very long thread has its latest messages', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker } = scenario;
    const channel = workspace.addChannel({ name: 'busy', members: [asker], botIsMember: false });
    const { ts: threadTs } = await workspace.say({ as: asker, channel, text: 'the first of many' });
    for (let i = 1; i <= 230; i++) {
      await workspace.say({ as: asker, channel, threadTs, text: `reply ${i}.` });
    }
    await workspace.invite({ channel, user: workspace.app.botUserId });
    const thread = threadAt(workspace, channel, threadTs);
    const { context } = parts(await askIn(scenario, thread, scenario.text()));
    expect(context).toContain('reply 230.');
    expect(context).toContain('reply 229.');
  });

  it('the thread context has no messages of bots', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const robot = workspace.addPerson({ name: 'ci', is_bot: true });
    const thread = await humanThread(scenario, 'The build is red.');
    await workspace.say({
      as: robot,
      channel: scenario.channel,
      threadTs: thread.ts,
      text: 'BUILD 4711 FAILED',
      subtype: 'bot_message',
    });
    const first = scenario.text();
    await thread.reply(scenario.asker, `${scenario.bot} ${first}`);
    const work = await stack.engine.next(first);
    expect(parts(work).context).toBe(`${scenario.asker.name}: The build is red.`);
  });

  it('a question is asked without context, with a note, if Slack does not return the thread', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const thread = await humanThread(scenario, 'The nightly import fails.');
    const fault = workspace.faults.add({
      method: 'conversations.replies',
      channel: scenario.channel,
      kind: 'error',
      error: 'missing_scope',
    });
    const text = scenario.text();
    await thread.reply(scenario.asker, `${scenario.bot} ${text}`);
    const work = await engine.next(text);
    expect(work.context.added).toBe('');
    work.answer();
    const [answer] = await thread.ended();
    expect(answer).toContain('could not read the earlier messages');
    fault.remove();
  });
});

describe('a follow-up', () => {
  /** A follow-up's text for the service, once it has it. */
  async function promptOf(scenario: Scenario, thread: Thread, text: string) {
    await thread.reply(scenario.asker, text);
    const work = await scenario.stack.engine.next(text);
    work.answer();
    return work;
  }

  it('a follow-up includes the messages since the last question, once', async ({
    stack,
    scenario,
  }) => {
    const { people } = stack.workspace;
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, `<@${people.ravi.id}|ravi> is it the backoff?`);
    await thread.reply(people.ravi, `<@${scenario.asker.id}|you> rather the jitter`);
    const [second, third] = [scenario.text(), scenario.text()];
    expect(parts(await promptOf(scenario, thread, second))).toEqual({
      question: second,
      hint: ', oldest first.',
      context: `${scenario.asker.name}: @ravi is it the backoff?\nravi: @you rather the jitter`,
    });
    await thread.ended(2);
    expect((await promptOf(scenario, thread, third)).context.added).toBe('');
  });

  it('a follow-up’s context has no later messages and no waiting questions', async ({
    stack,
    scenario,
  }) => {
    const { engine, workspace } = stack;
    const { ravi } = workspace.people;
    const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(first);
    await thread.reply(scenario.asker, second);
    await thread.message('Next in line');
    await thread.reply(scenario.asker, `<@${ravi.id}|ravi> said after the second`);
    await thread.reply(scenario.asker, third);
    await thread.message('Number 2 in line');
    work.answer();
    const following = await engine.next(second);
    expect(following.context.added).toBe('');
    following.answer();
    const last = await engine.next(third);
    expect(parts(last).context).toBe(`${scenario.asker.name}: @ravi said after the second`);
    last.answer();
    await thread.ended(3);
  });

  it('a follow-up includes messages from while the thread was muted', async ({
    stack,
    scenario,
  }) => {
    const { engine } = stack;
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, 'mute');
    await thread.message('I ignore replies');
    await thread.reply(scenario.asker, 'only on Mondays, says the log');
    const text = scenario.text();
    await thread.reply(scenario.asker, `${scenario.bot} ${text}`);
    const work = await engine.next(text);
    expect(parts(work).context).toBe(`${scenario.asker.name}: only on Mondays, says the log`);
  });

  it('a follow-up that starts a new conversation has no context', async ({ stack, scenario }) => {
    const { ravi } = stack.workspace.people;
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, `<@${ravi.id}> never mind`);
    const text = scenario.text();
    await thread.reply(scenario.asker, `new question: ${text}`);
    expect((await stack.engine.next(text)).context.added).toBe('');
  });
});

describe('where Slack gives short pages', () => {
  short(
    'context that Slack does not list in time is left out, and the answer says so',
    async ({ scenario }) => {
      const lines = Array.from({ length: 12 }, (_, i) => `line ${i}.`);
      const thread = await humanThread(scenario, ...lines);
      const text = scenario.text();
      await thread.reply(scenario.asker, `${scenario.bot} ${text}`);
      const work = await scenario.stack.engine.next(text);
      expect(parts(work).context.split('\n')).toHaveLength(6);
      work.answer();
      const [answer] = await thread.ended();
      expect(answer).toContain('without some of its earlier messages');
    },
  );
});
