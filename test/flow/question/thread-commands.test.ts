import { describe, expect } from 'vitest';
import {
  askedQuestions,
  rootOf,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

const stopped = (scenario: Scenario) => `Stopped by <@${scenario.asker.id}>.`;

/** What `asker` was told in private, once it stands. */
function note(scenario: Scenario, like: string): Promise<string> {
  return scenario.stack.workspace.waitFor(
    () => scenario.notes().find((text) => text.includes(like)),
    {
      what: `a note like "${like}"`,
      timeoutMs: 90_000,
    },
  );
}

function eventOf(payload: unknown): { ts?: string } | undefined {
  return (payload as { event?: { ts?: string } } | undefined)?.event;
}

describe('stop', () => {
  it('stop cancels the running question on the instance', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await thread.reply(scenario.asker, 'Stop');
    expect(await thread.ended()).toEqual([stopped(scenario)]);
    expect(askedQuestions(stack, text)[0]?.error?.kind).toBe('Cancelled');
    expect(askedQuestions(stack, 'Stop')).toEqual([]);
  });

  it('stop before the question’s job starts prevents its creation', async ({ stack, scenario }) => {
    const { store, workspace } = stack;
    const { channel, asker } = scenario;
    const colleague = workspace.addPerson({ name: 'colleague' });
    const isAsker = ({ user }: Readonly<Record<string, unknown>>) => user === asker.id;
    const gate = workspace.gate('users.info', { where: isAsker });
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await gate.reached;
    await thread.reply(colleague, 'stop');
    const flags = `{deepsearch}:flags:${workspace.app.teamId}-${channel.id}-${thread.ts}`;
    await expect.poll(() => store.hexists(flags, 'stop'), { timeout: 90_000 }).toBe(1);
    gate.release();
    expect(await thread.ended()).toEqual([`Stopped by <@${colleague.id}>.`]);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toEqual([]);
  });

  it('stop before a follow-up’s job starts cancels it and the running question', async ({
    stack,
    scenario,
  }) => {
    const { store, workspace } = stack;
    const [first, second] = [scenario.text(), scenario.text()];
    const { thread } = await scenario.asked(first);
    const colleague = workspace.addPerson({ name: 'colleague' });
    await workspace.invite({ channel: scenario.channel, user: colleague });
    const gate = workspace.gate('users.info', { where: ({ user }) => user === colleague.id });
    const { ts } = await thread.reply(colleague, second);
    await gate.reached;
    await thread.reply(scenario.asker, 'stop');
    const flags = `{deepsearch}:flags:${workspace.app.teamId}-${scenario.channel.id}-${ts}`;
    await expect.poll(() => store.hexists(flags, 'stop'), { timeout: 90_000 }).toBe(1);
    gate.release();
    expect(await thread.ended(2)).toEqual([stopped(scenario), stopped(scenario)]);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, second)).toEqual([]);
  });

  it('stop ignores a question that was refused', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const thread = await scenario.answered(scenario.text());
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    await thread.reply(guest, scenario.text());
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    await thread.reply(scenario.asker, 'stop');
    expect(await note(scenario, 'No question is running')).toContain('in this thread');
  });

  it('stop also withdraws waiting follow-ups', async ({ stack, scenario }) => {
    const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
    const { thread } = await scenario.asked(first);
    await thread.reply(scenario.asker, second);
    await thread.message('Next in line');
    await thread.reply(scenario.asker, third);
    await thread.message('Number 2 in line');
    await thread.reply(scenario.asker, 'cancel');
    expect(await thread.ended(3)).toEqual([
      stopped(scenario),
      stopped(scenario),
      stopped(scenario),
    ]);
    await waitUntilProcessed(stack);
    expect([...askedQuestions(stack, second), ...askedQuestions(stack, third)]).toEqual([]);
  });

  it('a repeated or late stop does not cancel newer questions', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const [first, second] = [scenario.text(), scenario.text()];
    const { thread } = await scenario.asked(first);
    const { ts } = await thread.reply(scenario.asker, 'stop');
    await thread.ended();
    await thread.reply(scenario.asker, second);
    const work = await engine.next(second);
    const told = workspace.deliveries.find(({ payload }) => eventOf(payload)?.ts === ts);
    await workspace.redeliver(told?.id ?? 'the stop');
    // The same word in an event that nobody has seen yet: it was said before the question.
    const event = { ...eventOf(told?.payload), ts: `${Number(ts) + 0.01}` };
    const late = { ...(told?.payload ?? {}), event_id: `Ev${scenario.channel.id}`, event };
    expect((await workspace.deliverRaw({ body: JSON.stringify(late) })).status).toBe(200);
    await note(scenario, 'No question is running');
    work.answer();
    expect(await thread.ended(2)).toEqual([
      stopped(scenario),
      expect.stringContaining('backoff()'),
    ]);
  });

  it('stop without an open question gets an ephemeral message, and asks nothing', async ({
    scenario,
  }) => {
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, 'stop');
    expect(await note(scenario, 'No question is running')).toContain('in this thread');
    expect(thread.endings()).toHaveLength(1);
  });

  it('a guest’s stop is refused in an ephemeral message', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.reply(guest, 'stop');
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length > 0);
    expect(workspace.ephemerals({ user: guest })[0]?.text).toContain('Only people who can ask');
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });
});

describe('mute', () => {
  it('mute ignores replies until somebody unmutes', async ({ stack, scenario }) => {
    const { engine } = stack;
    const [aside, next] = [scenario.text('a word among us'), scenario.text()];
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, 'mute');
    await thread.message(`Muted by <@${scenario.asker.id}>`);
    await thread.reply(scenario.asker, aside);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, aside)).toEqual([]);
    await thread.reply(scenario.asker, 'unmute');
    await thread.message(`Unmuted by <@${scenario.asker.id}>`);
    await thread.reply(scenario.asker, next);
    (await engine.next(next)).answer();
    await thread.ended(4);
    expect(scenario.notes()).toEqual([]);
  });

  it('a mention unmutes the thread', async ({ stack, scenario }) => {
    const { engine } = stack;
    const [asked, next] = [scenario.text(), scenario.text()];
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, 'Mute.');
    await thread.message(`Muted by <@${scenario.asker.id}>`);
    await thread.reply(scenario.asker, `${scenario.bot} ${asked}`);
    (await engine.next(asked)).answer();
    await thread.ended(3);
    await thread.reply(scenario.asker, next);
    (await engine.next(next)).answer();
    await thread.ended(4);
  });

  it('mute works in a thread of a direct message', async ({ stack, scenario }) => {
    const [first, aside] = [scenario.text(), scenario.text('a note to myself')];
    const thread = await scenario.direct(first);
    (await stack.engine.next(first)).answer();
    await thread.ended();
    await thread.reply(scenario.asker, 'mute');
    await thread.message('I ignore replies');
    await thread.reply(scenario.asker, aside);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, aside)).toEqual([]);
  });

  it('each command in a direct message is answered by a message, also in a burst', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const thread = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    await thread.ended();
    const commands = ['mute', 'unmute', 'mute', 'unmute', 'mute', 'unmute'];
    for (const command of commands) await thread.reply(scenario.asker, command);
    await thread.ended(1 + commands.length);
    expect(stack.workspace.ephemerals({ user: scenario.asker })).toEqual([]);
  });
});

describe('private', () => {
  it('private sends the answers in a thread to whoever asks, until somebody undoes that', async ({
    stack,
    scenario,
  }) => {
    const { engine, workspace } = stack;
    const { asker } = scenario;
    const [first, inPrivate, inPublic] = [scenario.text(), scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    await thread.reply(asker, 'private');
    await thread.message(`Made private by <@${asker.id}>`);
    await thread.reply(asker, inPrivate);
    const work = await engine.next(inPrivate);
    expect(work.context.added).toContain(first);
    work.answer({ answer: 'Between you and me.' });
    const direct = await rootOf(workspace, workspace.dm(asker), inPrivate);
    expect(await direct.ended()).toEqual([expect.stringContaining('Between you and me.')]);
    const told = [expect.stringContaining('Answers in this thread are private')];
    await expect.poll(() => scenario.notes()).toEqual(told);
    await direct.press(asker, 'answer.share-with-channel');
    await thread.message('Between you and me.');
    await thread.reply(asker, 'public');
    await thread.message(`Made public by <@${asker.id}>`);
    await thread.reply(asker, inPublic);
    (await engine.next(inPublic)).answer({ answer: 'For everybody.' });
    await thread.message('For everybody.');
  });

  it('private holds for a question that is running', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    await thread.status();
    await thread.reply(scenario.asker, 'private');
    await thread.message('Made private');
    work.answer({ answer: 'Between you and me.' });
    const direct = await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text);
    expect(await direct.ended()).toEqual([expect.stringContaining('Between you and me.')]);
    expect(thread.said().join()).not.toContain('Between you and me.');
  });

  it('a direct message is private already', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    await thread.ended();
    await thread.reply(scenario.asker, 'private');
    await thread.message('private already');
  });
});

describe('a new question', () => {
  it('new with a question starts a new conversation, which follow-ups continue', async ({
    stack,
    scenario,
  }) => {
    const { engine } = stack;
    const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    await thread.reply(scenario.asker, `new: ${second}`);
    const work = await engine.next(second);
    expect(work.question).toBe(second);
    expect(work.context.history).toEqual([]);
    work.answer();
    await thread.ended(2);
    await thread.reply(scenario.asker, third);
    const following = await engine.next(third);
    expect(following.context.history.map(({ question }) => question)).toEqual([second]);
    following.answer();
    await thread.ended(3);
  });

  it('new alone applies to the next question, and leaves earlier questions running', async ({
    stack,
    scenario,
  }) => {
    const { engine } = stack;
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => scenario.text());
    const { thread, work } = await scenario.asked(`${first}`);
    await thread.reply(scenario.asker, `${second}`);
    await thread.message('Next in line');
    await thread.reply(scenario.asker, 'New question');
    await note(scenario, 'starts a new conversation');
    await thread.reply(scenario.asker, `${third}`);
    await thread.message('Number 2 in line');
    work.answer();
    const histories = [];
    for (const text of [second, third, fourth]) {
      if (text === fourth) await thread.reply(scenario.asker, `${fourth}`);
      const following = await engine.next(`${text}`);
      histories.push(following.context.history.map(({ question }) => question));
      following.answer();
    }
    await thread.ended(4);
    expect(histories).toEqual([[first], [], [third]]);
  });
});
