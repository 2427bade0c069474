import { describe, expect } from 'vitest';
import type { Person } from '../../../local/workspace/workspace.js';
import { everWritten } from '../../support/ever-written.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import type { Scenario } from '../../support/scenario.js';
import { type Stack, TOKEN } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const OTHER = 'sgp_token_of_somebody_else';
const NOT_THERE = 'There is no such conversation, or you cannot access it.';
const it = stackTest({
  service: {
    users: [
      { id: 1, name: 'bot', token: TOKEN },
      { id: 2, name: 'other', token: OTHER },
    ],
  },
});

const me = (by: Scenario, as: Person = by.asker) => ({ as, channel: by.channel });

async function answered(stack: Stack, by: Scenario, answer = {}) {
  const text = by.text();
  const thread = await by.answered(text, answer);
  return { text, thread, id: conversationIdOf(stack, text) };
}

/** A conversation of another user of the service, answered; gives its share link. */
async function asOther(stack: Stack, text: string): Promise<{ id: number; link: string }> {
  const { service, engine } = stack;
  const created = await fetch(`${service.url}/.api/deepsearch/v1`, {
    method: 'POST',
    headers: {
      authorization: `token ${OTHER}`,
      'x-requested-with': 'test 1',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ question: text }),
  });
  const { id, share_url: link } = (await created.json()) as { id: number; share_url: string };
  const work = await engine.next(text);
  work.answer({ answer: 'What the other asked.' });
  const ended = () => service.conversations().find((it) => it.id === id)?.questions[0]?.answer;
  await service.waitFor(ended, { what: 'the answer to the other' });
  return { id, link };
}

describe('/deepsearch show', () => {
  it('show opens the user’s conversation from the list, and goes back', async ({
    stack,
    scenario,
  }) => {
    const { text, id } = await answered(stack, scenario, { title: 'Retries' });
    const note = await runCommand(stack, me(scenario), 'list');
    const read = await note.press('Show');
    expect(read).toContain(`> ${text}`);
    expect(read).toContain('Retries are decided in `backoff()`.');
    expect(read).toContain(`#${id}`);
    expect(read).toContain('|thread>');
    expect(await note.press('List')).toContain('*Retries*');
  });

  it('show accepts a number, a thread link and a share link', async ({ stack, scenario }) => {
    const { text, thread, id } = await answered(stack, scenario);
    const archives = `https://acme.slack.com/archives/${scenario.channel.id}`;
    const permalink = `${archives}/p${thread.ts.replace('.', '')}`;
    const share = stack.service.conversations().find((it) => it.id === id)?.share_url;
    for (const which of [`${id}`, `#${id}`, permalink, share]) {
      expect((await runCommand(stack, me(scenario), `show ${which}`)).read()).toContain(
        `> ${text}`,
      );
    }
  });

  it('show pages through a long conversation in the same message', async ({ stack, scenario }) => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, i) => `Paragraph ${i}. ${'word '.repeat(40)}`,
    );
    const { id } = await answered(stack, scenario, { answer: paragraphs.join('\n\n') });
    const note = await runCommand(stack, me(scenario), `show ${id}`);
    expect(note.read()).toContain('Paragraph 0.');
    expect(note.read()).toContain('part 1 of ');
    expect(note.read()).not.toContain('Paragraph 59.');
    const parts = Number(/part 1 of (\d+)/.exec(note.read())?.[1]);
    for (let part = 2; part <= parts; part++) {
      expect(await note.press('Next page')).toContain(`part ${part} of ${parts}`);
    }
    expect(note.read()).toContain('Paragraph 59.');
    expect(note.buttons()).not.toContain('Next page');
  });

  it.for([200, 400, 500])(
    'show falls back to a simpler form if Slack refuses the Markdown with status %d',
    async (status, { stack, scenario }) => {
      const { id } = await answered(stack, scenario);
      stack.workspace.faults.add({
        method: 'response_url',
        kind: 'status',
        status,
        body: JSON.stringify({ ok: false, error: 'invalid_blocks' }),
        where: ({ blocks }) => JSON.stringify(blocks ?? '').includes('"markdown"'),
      });
      const note = await runCommand(stack, me(scenario), `show ${id}`);
      expect(note.read()).toContain('Retries are decided in `backoff()`.');
      expect(note.now().blocks?.some(({ type }) => type === 'markdown')).toBe(false);
      expect(note.buttons()).toContain('Star');
      stack.workspace.faults.clear();
    },
  );

  it('show opens a conversation of a public thread for colleagues', async ({ stack, scenario }) => {
    const { text, id } = await answered(stack, scenario);
    const { kim } = stack.workspace.people;
    const channel = stack.workspace.channels.general;
    expect((await runCommand(stack, { as: kim, channel }, `show ${id}`)).read()).toContain(
      `> ${text}`,
    );
  });

  it('show does not call a conversation missing because Slack refuses the token', async ({
    stack,
    scenario,
  }) => {
    const { faults, people, channels } = stack.workspace;
    const { id } = await answered(stack, scenario);
    // It has looked up none of the channels yet.
    await stack.crash();
    await stack.startBot();
    const { channel } = scenario;
    faults.add({ method: 'conversations.info', channel, kind: 'error', error: 'token_revoked' });
    const by = { as: people.kim, channel: channels.general };
    const note = await runCommand(stack, by, `show ${id}`);
    expect(note.read()).toContain('Slack does not tell me whether you can ask here');
    faults.clear();
  });

  it('show does not find another user’s private conversation by number or link', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const [thread, work] = await Promise.all([scenario.direct(text), stack.engine.next(text)]);
    work.answer();
    await thread.ended();
    const id = conversationIdOf(stack, text);
    expect((await runCommand(stack, me(scenario), `show ${id}`)).read()).toContain(`> ${text}`);

    const { kim } = stack.workspace.people;
    const kims = { as: kim, channel: stack.workspace.channels.general };
    expect((await runCommand(stack, kims, `show ${id}`)).read()).toContain(NOT_THERE);
    expect((await runCommand(stack, kims, 'show 999999')).read()).toContain(NOT_THERE);
    const share = stack.service.conversations().find((it) => it.id === id)?.share_url;
    const note = await runCommand(stack, kims, `show ${share}`);
    expect(note.read()).toContain('That link opens no conversation');
  });

  it('show opens another user’s conversation by its share link if sharing is on', async ({
    stack,
  }) => {
    const { people, channels } = stack.workspace;
    const by = { as: people.ravi, channel: channels.general };
    const { id, link } = await asOther(stack, 'what did the other ask?');
    stack.service.setSharing(false);
    const refused = await runCommand(stack, by, `show ${link}`);
    expect(refused.read()).toContain('sharing may be off on the service');
    stack.service.setSharing(true);
    const note = await runCommand(stack, by, `show ${link}`);
    stack.service.setSharing(false);
    expect(note.read()).toContain('A conversation shared by link.');
    expect(note.read()).toContain('What the other asked.');
    expect(note.buttons()).toEqual([]);
    expect((await runCommand(stack, by, `show ${id}`)).read()).toContain(NOT_THERE);
  });

  it('show stores no read token', async ({ stack }) => {
    const { people, channels } = stack.workspace;
    const { link } = await asOther(stack, 'what is kept?');
    const token = link.slice(-36);
    await runCommand(stack, { as: people.ravi, channel: channels.general }, `show ${link}`);
    const written = await everWritten(stack);
    expect(written).toContain('"kind":"conversation-request"');
    expect(written).not.toContain(token);
    expect(JSON.stringify(stack.bots.map(({ log }) => log))).not.toContain(token);
  });

  it('show says when the instance is unavailable', async ({ stack, scenario }) => {
    const { id } = await answered(stack, scenario);
    const trouble = stack.service.faults.add({ route: 'read', kind: 'status', status: 500 });
    const note = await runCommand(stack, me(scenario), `show ${id}`);
    trouble.remove();
    expect(note.read()).toBe('The service is not answering right now. Try again in a moment.');
  });
});
