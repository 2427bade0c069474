import { describe, expect } from 'vitest';
import {
  askedQuestions,
  CANCEL_BUTTON,
  conversationWith,
  hasButton,
  SUGGESTION_BUTTON,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

describe('a reply in a thread of ours', () => {
  it('a reply in a thread of the bot is a follow-up without a mention', async ({
    stack,
    scenario,
  }) => {
    const [first, second] = [scenario.text(), scenario.text('and the limit')];
    const thread = await scenario.answered(first);
    await thread.reply(scenario.asker, second);
    const work = await stack.engine.next(second);
    expect(work.question).toBe(second);
    expect(work.context.history.map(({ question }) => question)).toEqual([first]);
    work.answer({ answer: 'The limit is three.' });
    const [, answer] = await thread.ended(2);
    expect(answer).toContain('The limit is three.');
    expect(conversationWith(stack, first)).toEqual([first, second]);
  });

  it('a colleague’s reply is a follow-up', async ({ stack, scenario }) => {
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    await thread.reply(colleague, second);
    (await stack.engine.next(second)).answer();
    await thread.ended(2);
    expect(conversationWith(stack, first)).toEqual([first, second]);
  });

  it('follow-ups wait in order, and show their place in the queue', async ({ stack, scenario }) => {
    const { engine } = stack;
    const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(first);
    await thread.status();
    await thread.reply(scenario.asker, second);
    const next = await thread.message('Next in line');
    await thread.reply(scenario.asker, third);
    const last = await thread.message('Number 2 in line');
    expect([next, last].every((message) => hasButton(message, CANCEL_BUTTON))).toBe(true);
    expect(askedQuestions(stack, second)).toEqual([]);

    work.answer({ answer: 'First answer.' });
    await thread.message('First answer.');
    const following = await engine.next(second);
    await thread.message('Next in line');
    expect(askedQuestions(stack, third)).toEqual([]);
    following.answer({ answer: 'Second answer.' });
    (await engine.next(third)).answer({ answer: 'Third answer.' });

    const said = await thread.ended(3);
    expect(said.map((text) => /(First|Second|Third) answer/.exec(text)?.[1])).toEqual([
      'First',
      'Second',
      'Third',
    ]);
    expect(conversationWith(stack, first)).toEqual([first, second, third]);
  });

  it('a reply that follows at once is stored before the question’s job starts', async ({
    stack,
    scenario,
  }) => {
    const { service, engine } = stack;
    const [first, second] = [scenario.text(), scenario.text()];
    const gate = service.gate('create');
    const thread = await scenario.mention(first);
    await thread.reply(scenario.asker, second);
    await gate.reached;
    await thread.message('Next in line');
    gate.release();
    (await engine.next(first)).answer();
    (await engine.next(second)).answer();
    await thread.ended(2);
    expect(conversationWith(stack, first)).toEqual([first, second]);
  });

  it('a reply to somebody else is not a follow-up', async ({ stack, scenario }) => {
    const { people } = stack.workspace;
    const thread = await scenario.answered(scenario.text());
    const text = scenario.text('could you look');
    await thread.reply(scenario.asker, `<@${people.ravi.id}> ${text}`);
    await thread.reply(scenario.asker, `<!subteam^S0123ABC|@backend> ${text}`);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toEqual([]);
    expect(thread.endings()).toHaveLength(1);
  });

  it('a bot’s reply is not a follow-up', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const robot = workspace.addPerson({ name: 'ci', is_bot: true });
    const thread = await scenario.answered(scenario.text());
    const text = scenario.text('the build is red');
    const said = { as: robot, channel: scenario.channel, threadTs: thread.ts, text };
    await workspace.say({ ...said, subtype: 'bot_message' });
    await workspace.say(said);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toEqual([]);
    expect(thread.endings()).toHaveLength(1);
  });

  it('an edit or link preview is not a follow-up', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker, channel, bot } = scenario;
    const text = scenario.text();
    const thread = await scenario.answered(text);
    await workspace.edit({ as: asker, channel, ts: thread.ts, text: `${bot} edited ${text}` });
    const attachments = [{ title: 'A page', title_link: 'https://acme.example' }];
    await workspace.unfurl({ channel, ts: thread.ts, attachments });
    const human = await workspace.say({
      as: asker,
      channel,
      text: scenario.text('no mention yet'),
    });
    await workspace.edit({ as: asker, channel, ts: human.ts, text: `${bot} edited ${text}` });
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, 'edited')).toEqual([]);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });

  it('a reply in another thread is a question only with a mention', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker, channel } = scenario;
    const { ts } = await workspace.say({ as: asker, channel, text: 'lunch?' });
    const text = scenario.text('pizza');
    await workspace.say({ as: asker, channel, threadTs: ts, text });
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toEqual([]);
  });

  it('a follow-up to a deleted conversation starts a new one, with a note', async ({
    stack,
    scenario,
  }) => {
    const { service, engine } = stack;
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    await deleteConversation(stack, first);
    await thread.reply(scenario.asker, second);
    const work = await engine.next(second);
    expect(work.context.history).toEqual([]);
    work.answer({ answer: 'Anew.' });
    const said = await thread.ended(2);
    expect(said[1]).toMatch(/starts a new one\.[\s\S]*Anew\./);
    const firsts = service.conversations().map(({ questions }) => questions[0]?.question ?? '');
    expect(firsts.filter((text) => text.startsWith(second))).toHaveLength(1);
    expect(thread.endings()).toHaveLength(2);
  });
});

describe('a suggestion', () => {
  it('a suggested question is asked in the same conversation', async ({ stack, scenario }) => {
    const [first, next] = [scenario.text(), scenario.text('how long at most')];
    const thread = await scenario.answered(first, { suggested_followups: [next, 'What else?'] });
    await thread.press(scenario.asker, SUGGESTION_BUTTON);
    const status = await thread.message(`> ${next}`);
    expect(hasButton(status, CANCEL_BUTTON)).toBe(true);
    (await stack.engine.next(next)).answer({ answer: 'A minute.' });
    const [, answer] = await thread.ended(2);
    expect(answer).toContain('A minute.');
    expect(conversationWith(stack, first)).toEqual([first, next]);
  });

  it('a suggested question is asked once, however often and by whomever it is clicked', async ({
    stack,
    scenario,
  }) => {
    const colleague = stack.workspace.addPerson({ name: 'colleague' });
    const next = scenario.text('how long at most');
    const thread = await scenario.answered(scenario.text(), { suggested_followups: [next] });
    const pressers = [scenario.asker, colleague, scenario.asker, colleague];
    await Promise.all(pressers.map((presser) => thread.press(presser, SUGGESTION_BUTTON)));
    const work = await stack.engine.next(next);
    await thread.press(scenario.asker, SUGGESTION_BUTTON);
    await waitUntilProcessed(stack);
    work.answer();
    await thread.ended(2);
    expect(askedQuestions(stack, next)).toHaveLength(1);
    expect(thread.endings()).toHaveLength(2);
    const told = expect.stringContaining('already being asked');
    await expect.poll(() => scenario.notes()).toContainEqual(told);
  });

  it('a suggested question clicked again after its answer is asked again', async ({
    stack,
    scenario,
  }) => {
    const next = scenario.text('how long at most');
    const thread = await scenario.answered(scenario.text(), { suggested_followups: [next] });
    const [suggesting] = thread.ours();
    await thread.press(scenario.asker, SUGGESTION_BUTTON);
    (await stack.engine.next(next)).answer();
    await thread.ended(2);
    await Promise.all(
      [1, 2, 3].map(() => thread.press(scenario.asker, SUGGESTION_BUTTON, suggesting)),
    );
    (await stack.engine.next(next)).answer();
    await thread.ended(3);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, next)).toHaveLength(2);
  });
});

async function deleteConversation(stack: Stack, text: string): Promise<void> {
  const { service, env } = stack;
  const found = service
    .conversations()
    .find(({ questions }) => questions.some(({ question }) => question.startsWith(text)));
  await fetch(`${service.url}/.api/deepsearch/v1/${found?.id}`, {
    method: 'DELETE',
    headers: {
      authorization: `token ${env['DEEPSEARCH_TOKEN']}`,
      'x-requested-with': 'somebody-else 1.0.0',
    },
  });
}
