import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { askedQuestions, threadAt } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** Built here, so that secret scanners do not report this file. */
const SECRET = ['gh', 'p_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6'].join('');
const NOTE = 'What looked like a secret, such as a password or token, was sent as `[secret]`.';

describe('a secret that somebody pasted', () => {
  it('into a question is masked for the service, and the answer says so', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text('why does the login refuse');
    const thread = await scenario.mention(`${text} It is ${SECRET}.`);
    const work = await stack.engine.next(text);
    expect(work.question).toBe(`${text} It is [secret].`);
    work.answer();
    expect((await thread.ended())[0]).toContain(NOTE);
  });

  it('into a command is not repeated in the channel', async ({ stack, scenario }) => {
    const text = scenario.text('why does the login refuse');
    const { asker: as, channel } = scenario;
    await stack.workspace.command({ as, channel, text: `${text} It is ${SECRET}.` });
    const work = await stack.engine.next(text);
    expect(work.question).toBe(`${text} It is [secret].`);
    const said = stack.workspace.messages({ channel }).map(messageText).join('\n');
    expect(said).toContain('It is [secret].');
    expect(said).not.toContain(SECRET);
    work.answer();
  });

  it('into a follow-up is masked', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text());
    const further = scenario.text('and with');
    await thread.reply(scenario.asker, `${further} DB_PASSWORD=hunter2hunter2`);
    const work = await stack.engine.next(further);
    expect(work.question).toBe(`${further} DB_PASSWORD=[secret]`);
    work.answer();
    expect((await thread.ended(2))[1]).toContain(NOTE);
  });

  it('into a thread is masked when the thread is sent along, also where it is cut', async ({
    stack,
    scenario,
  }) => {
    const { asker, channel, bot } = scenario;
    const padding = 'x '.repeat(3_990);
    const { ts } = await stack.workspace.say({
      as: asker,
      channel,
      text: `${padding}${SECRET} is refused`,
    });
    const thread = threadAt(stack.workspace, channel, ts);
    const text = scenario.text('why is that');
    await thread.reply(asker, `${bot} ${text}`);
    const work = await stack.engine.next(text);
    expect(work.context.added).not.toContain(SECRET.slice(0, 4));
    work.answer();
    expect((await thread.ended())[0]).toContain(NOTE);
  });

  it('into an edited message is masked in the button that asks it', async ({ stack, scenario }) => {
    const { asker: as, channel } = scenario;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const edited = scenario.text('why is that');
    await stack.workspace.edit({
      as,
      channel,
      ts: thread.ts,
      text: `${scenario.bot} ${edited} ${SECRET}`,
    });
    const note = await stack.workspace.waitFor(
      () => stack.workspace.ephemerals({ user: as, channel }).at(-1),
      { what: 'the offer to ask the edited question' },
    );
    expect(JSON.stringify(note)).toContain('[secret]');
    expect(JSON.stringify(note)).not.toContain(SECRET);
    work.answer();
  });
});

describe('what is no secret', () => {
  it('a hash of a commit, a UUID and code reach the service as they were typed', async ({
    stack,
    scenario,
  }) => {
    const text = `${scenario.text()} 5d41402abc4b2a76b9719d911017c592aabbccdd 123e4567-e89b-42d3-a456-426614174000 \`const token = readToken(1)\``;
    const thread = await scenario.mention(text);
    const work = await stack.engine.next();
    expect(work.question).toBe(text);
    work.answer();
    expect((await thread.ended())[0]).not.toContain('secret');
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });
});
