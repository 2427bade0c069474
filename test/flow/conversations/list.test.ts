import { describe, expect } from 'vitest';
import { runCommand } from '../../support/run-command.js';
import { CANCEL_BUTTON, newScenario, type Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest();

/** Asked and answered, one after the other, with these titles. */
async function answered(stack: Stack, by: Scenario, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    await stack.refill();
    await by.answered(by.text(), { title });
  }
}

const me = (by: Scenario) => ({ as: by.asker, channel: by.channel });

describe('/deepsearch list', () => {
  it('list says when there are no conversations', async ({ stack, scenario }) => {
    const note = await runCommand(stack, me(scenario), 'list');
    expect(note.read()).toContain('You have not asked anything yet.');
    expect(await note.press('Starred')).toContain('Nothing is starred yet.');
  });

  it('list shows the user’s conversations, newest first, with links to their threads', async ({
    stack,
    scenario,
  }) => {
    await answered(stack, scenario, ['Retries', 'Queues <!channel> *bold*']);
    const note = await runCommand(stack, me(scenario), 'list');
    const rows = note.read().split('\n');
    expect(rows[1]).toMatch(/^\*Queues .*channel.* bold\*$/);
    expect(rows[1]).not.toContain('<!channel>');
    expect(rows[2]).toMatch(
      /^#\d+ · answered · <#C\w+> · you · <!date\^\d+\^.*> · <http:\/\/127\.0\.0\.1:\d+\/\S+\|thread>$/,
    );
    expect(rows[3]).toBe('*Retries*');
    expect(note.now().text).toContain('Retries');
  });

  it('list says how far each conversation is, where it was asked and by whom', async ({
    stack,
    scenario,
  }) => {
    const { asker, channel } = scenario;
    await stack.refill();
    const stopped = await scenario.asked(scenario.text());
    await stopped.thread.press(asker, CANCEL_BUTTON);
    await stopped.thread.ended();
    const failed = await scenario.asked(scenario.text());
    failed.work.fail(new Error('the engine broke'));
    await failed.thread.ended();
    const { work } = await scenario.asked(scenario.text());
    const own = (await runCommand(stack, me(scenario), 'list')).read();
    const facts = [...own.matchAll(/^#\d+ · (.*?) · <!date/gm)].map(([, found]) => found);
    const where = `<#${channel.id}> · you`;
    expect(facts).toEqual([`running · ${where}`, `no answer · ${where}`, `stopped · ${where}`]);
    const other = newScenario(stack);
    const all = (await runCommand(stack, me(other), 'list all')).read();
    expect(all).toContain(`running · <#${channel.id}> · <@${asker.id}> · `);
    work.answer();
  });

  it('list pages update the same message', async ({ stack }) => {
    const reader = newScenario(stack);
    const titles = Array.from({ length: 9 }, (_, i) => `Title ${i + 1}`);
    await answered(stack, reader, titles);
    const note = await runCommand(stack, me(reader), 'list by created');
    expect(note.read()).toMatch(/Title 9(.|\n)*Title 2/);
    expect(note.read()).not.toContain('Title 1');
    expect(note.buttons()).not.toContain('Previous page');
    const second = await note.press('Next page');
    expect(second).toContain('*Title 1*');
    expect(second).toContain('page 2');
    expect(note.buttons()).not.toContain('Next page');
    expect(await note.press('Previous page')).toContain('*Title 9*');
  });

  it('list shows conversations of public threads to others, but not private ones', async ({
    stack,
  }) => {
    const { workspace } = stack;
    const secret = newScenario(stack);
    const hidden = workspace.addChannel({
      name: 'hidden-room',
      kind: 'private',
      members: [secret.asker],
    });
    const { ts } = await workspace.say({
      as: secret.asker,
      channel: hidden,
      text: `${secret.bot} what is secret?`,
    });
    const work = await stack.engine.next('what is secret?');
    work.answer({ title: 'Hidden title' });
    await workspace.waitFor(
      () =>
        workspace
          .messages({ channel: hidden, threadTs: ts })
          .some(({ text }) => text !== '' && text.includes('backoff')),
      { what: 'the answer' },
    );
    await answered(stack, secret, ['Public title']);
    const mine = await runCommand(stack, me(secret), 'list');
    expect(mine.read()).toMatch(/Public title(.|\n)*Hidden title/);

    const other = newScenario(stack);
    const note = await runCommand(stack, me(other), 'list all');
    expect(note.read()).toContain('Public title');
    expect(note.read()).not.toContain('Hidden title');
    expect((await runCommand(stack, me(other), 'list mine')).read()).toContain(
      'not asked anything',
    );
  });

  it('list shows nothing to guests and outsiders', async ({ stack }) => {
    const { guest, outsider } = stack.workspace.people;
    const channel = stack.workspace.channels.general;
    const note = await runCommand(stack, { as: guest, channel }, 'list all');
    expect(note.read()).toContain('Guests cannot ask');
    expect(stack.workspace.ephemerals({ user: outsider })).toEqual([]);
  });

  it('list starred shows the starred conversations that the user may read', async ({ stack }) => {
    const reader = newScenario(stack);
    await answered(stack, reader, ['Loved']);
    const loved = stack.service
      .conversations()
      .find(({ questions }) => questions[0]?.title === 'Loved');
    stack.service.star(loved?.id ?? 0, true);
    expect((await runCommand(stack, me(reader), 'list starred')).read()).toContain(
      ':star: *Loved*',
    );
    const trouble = stack.service.faults.add({ route: 'list', kind: 'status', status: 500 });
    const note = await runCommand(stack, me(reader), 'list starred');
    trouble.remove();
    expect(note.read()).toContain('Stars that were set on the service are missing');
  });
});
