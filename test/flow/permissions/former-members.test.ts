import { describe, expect } from 'vitest';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { askedText, rootOf, type Scenario, threadAt } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const NOT_THERE = 'There is no such conversation, or you cannot access it.';
const it = stackTest({ workspace: { limits: 'off' } });

/** With the Markdown of an export. */
const textOf = (note: Awaited<ReturnType<typeof runCommand>>) => JSON.stringify(note.now().blocks);

/** A private channel in which the asker asked, left, and a colleague asked a follow-up afterwards. */
async function askedAndLeft({ stack, asker, bot, text }: Scenario) {
  const { workspace, engine } = stack;
  const { ravi } = workspace.people;
  const channel = workspace.addChannel({
    name: `team-of-${asker.name}`,
    kind: 'private',
    members: [asker, ravi],
  });
  const [own, later] = [text('what I asked'), text('what they asked')];
  const { ts } = await workspace.say({ as: asker, channel, text: `${bot} ${own}` });
  const thread = threadAt(workspace, channel, ts);
  (await engine.next(own)).answer({ title: 'Ours', answer: 'The own answer.' });
  await thread.ended();
  await workspace.kick({ channel, user: asker });
  await thread.reply(ravi, later);
  (await engine.next(later)).answer({ answer: 'The later answer.' });
  await thread.ended(2);
  return { channel, own, later, id: conversationIdOf(stack, own) };
}

describe('a former member of a private channel', () => {
  it('sees what they asked, and nothing that others asked there later', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { asker, channel } = scenario;
    const { id, own, later, channel: left } = await askedAndLeft(scenario);
    const me = { as: asker, channel };
    for (const command of [`show ${id}`, `export ${id}`]) {
      const shown = textOf(await runCommand(stack, me, command));
      expect(shown).toContain(own);
      expect(shown).toContain('The own answer.');
      expect(shown).not.toContain(later);
      expect(shown).not.toContain('The later answer.');
    }
    const shared = await runCommand(stack, me, `share ${id}`);
    expect(shared.read()).toContain('You cannot see all questions of this conversation');
    const deleted = await runCommand(stack, me, `delete ${id}`);
    expect(deleted.read()).toContain('can see all of its questions');

    const ravi = { as: workspace.people.ravi, channel };
    const whole = textOf(await runCommand(stack, ravi, `export ${id}`));
    expect(whole).toContain('The own answer.');
    expect(whole).toContain('The later answer.');

    await workspace.invite({ channel: left, user: asker });
    const again = textOf(await runCommand(stack, me, `export ${id}`));
    expect(again).toContain('The later answer.');
  });
});

describe('an answer that moved to the direct message', () => {
  it('it is for its author only, and follow-ups there start a conversation of their own', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine, service, store } = stack;
    const { asker, channel } = scenario;
    const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
    const { work } = await scenario.asked(first);
    const key = `{deepsearch}:settings:${workspace.app.teamId}:${channel.id}`;
    await store.set(key, JSON.stringify({ answers: 'asker' }));
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(asker), first);
    await direct.ended();
    await direct.reply(asker, second);
    (await engine.next(second)).answer({ answer: 'The second answer.' });
    const [, said] = await direct.ended(2);
    expect(said).toContain('This question starts a new conversation');
    await direct.reply(asker, third);
    (await engine.next(third)).answer({ answer: 'The third answer.' });
    await direct.ended(3);

    const asked = service
      .conversations()
      .map(({ questions }) => questions.map(askedText))
      .filter((texts) => texts.some((text) => [first, second, third].includes(text)));
    expect(asked).toEqual([[first], [second, third]]);
    const colleague = { as: workspace.people.kim, channel: workspace.channels.general };
    for (const text of [first, second]) {
      const id = conversationIdOf(stack, text);
      expect((await runCommand(stack, colleague, `show ${id}`)).read()).toContain(NOT_THERE);
      const own = await runCommand(stack, { as: asker, channel }, `show ${id}`);
      expect(own.read()).toContain(text);
    }
  });

  it('a command in its thread is about its conversation', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker } = scenario;
    const text = scenario.text();
    const { work } = await scenario.asked(text);
    await workspace.share(scenario.channel);
    work.answer();
    const dm = workspace.dm(asker);
    const direct = await rootOf(workspace, dm, text);
    await direct.ended();
    await direct.reply(asker, 'who knows');
    const [, told] = await direct.ended(2);
    expect(told).not.toContain('no conversation');
  });
});
