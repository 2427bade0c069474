import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { buttons, rootOf, type Thread, waitUntilProcessed } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest();
it.afterEach(({ stack }) => stack.workspace.faults.clear());

describe('an answer', () => {
  it('an answer has a title, absolute links, sources, usage and suggested questions', async ({
    stack,
    scenario,
  }) => {
    const { service } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    work.context.stats({ tool_calls: 3, total_tokens: 1240, credits: 0.3 });
    work.answer();
    const [answer] = await thread.ended();
    const link = `${service.url}/acme/shop/-/blob/src/queue.ts?L10-20`;
    expect(answer).toContain('*Where retries are decided*');
    expect(answer).toContain('Retries are decided in `backoff()`');
    expect(answer).toContain(`[queue.ts](${link})`);
    expect(answer).toContain('[Sources (1)]');
    expect(answer).toMatch(/\d+(\.\d)? m?s · 3 tool calls · 1,240 tokens · 0\.3 credits/);
    expect(answer).toContain('[How long does it wait at most?]');
    expect(thread.ours()[0]?.text).toBe('Retries are decided in backoff().');
  });

  it('an answer mentions nobody and links to web pages only', async ({ scenario }) => {
    const evil = [
      'Hello <!channel> and <!here>, <@U0123456> and <!subteam^S0123>, @channel, @everyone.',
      '[click](javascript:alert(1)) [file](file:///etc/passwd) <javascript:alert(2)>',
      'See [ok](https://acme.example/ok).',
    ].join('\n\n');
    const thread = await scenario.answered(scenario.text(), {
      answer: evil,
      title: '<!channel> & <@U0123456>',
      suggested_followups: ['<!here> what next?'],
      sources: [
        { type: 'File', link: 'javascript:alert(3)', label: '<!channel> | <b>' },
        { type: 'File', link: '/acme/shop/-/blob/a.ts', label: 'a.ts>|<!here>' },
      ],
    });
    const wire = JSON.stringify(thread.ours().map(({ text, blocks }) => ({ text, blocks })));
    const said = buttonless(wire);
    expect(said).not.toMatch(/<!(channel|here|subteam)|<@U0123456|@(channel|everyone)\b/);
    expect(said).not.toMatch(/\]\((javascript|file):|<javascript:|"url":"javascript/i);
    expect(said).toContain('https://acme.example/ok');
  });

  it('an answer is shown in the order of its characters', async ({ scenario }) => {
    const thread = await scenario.answered(scenario.text(), {
      answer: 'See \u202egpj.exe and &#x202E;gpj.exe &rlm;!\n\n```\nif (\u2067x) {}\n```',
      title: 'About \u2066x',
      suggested_followups: ['Why \u200fx?'],
      sources: [{ type: 'File', link: '/acme/shop/-/blob/a.ts', label: '\u202dst.a' }],
    });
    const wire = JSON.stringify(thread.ours().map(({ text, blocks }) => ({ text, blocks })));
    expect(buttonless(wire)).not.toMatch(
      /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|&#x202|&rlm/i,
    );
    expect(buttonless(wire)).toContain('gpj.exe');
  });

  it('an answer makes Slack fetch no links, although updates cannot forbid that', async ({
    stack,
    scenario,
  }) => {
    const answer =
      'See ![this](https://img.example.com/a.png?secret) for [the docs](https://x.test/b.gif).';
    const thread = await scenario.answered(scenario.text(), { answer });
    await waitUntilProcessed(stack);
    expect(thread.said().join('\n')).toContain('https://img.example.com/a.png?secret');
    expect(thread.ours().flatMap(({ attachments = [] }) => attachments)).toEqual([]);
    const sent = stack.workspace.calls.filter(({ method }) => method === 'chat.update');
    expect(sent.filter(({ args }) => 'unfurl_links' in args || 'unfurl_media' in args)).toEqual([]);
  });

  it('an answer whose blocks Slack refuses is posted in a simpler form', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    const first = await thread.status();
    workspace.faults.add({
      method: 'chat.update',
      channel: scenario.channel,
      kind: 'error',
      error: 'invalid_blocks',
      where: (args) => String(args['blocks']).includes('"markdown"'),
    });
    work.answer();
    const [answer] = await thread.ended();
    expect(answer).toContain('backoff()');
    expect(thread.ours()[0]?.ts).toBe(first.ts);
    expect(thread.ours()[0]?.blocks?.some(({ type }) => type === 'markdown')).toBe(false);
  });

  it('an answer that Slack accepts only as text is posted as text', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    workspace.faults.add({
      method: '*',
      channel: scenario.channel,
      kind: 'error',
      error: 'invalid_blocks',
      where: (args) => 'blocks' in args && String(args['blocks']) !== '[]',
    });
    work.answer();
    const [answer] = await thread.ended();
    expect(answer).toContain('backoff()');
  });

  it('an answer is a new message if the status was deleted', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    const status = await thread.status();
    workspace.faults.add({
      method: 'chat.update',
      channel: scenario.channel,
      kind: 'error',
      error: 'message_not_found',
      where: (args) => args['ts'] === status.ts,
    });
    work.answer();
    await thread.message('backoff()');
    await waitUntilProcessed(stack);
    expect(thread.said().filter((text) => text.includes('backoff()'))).toHaveLength(1);
  });

  it('an answer goes to the direct message if the bot was removed from the channel', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const [text, further] = [scenario.text(), scenario.text()];
    const { work } = await scenario.asked(text);
    await workspace.kick({ channel: scenario.channel, user: workspace.app.botUserId });
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    const [answer, ...more] = await direct.ended();
    expect(answer).toContain('backoff()');
    expect(more).toEqual([]);
    // A reply there is a follow-up, in a conversation that the channel cannot reach.
    await direct.reply(scenario.asker, further);
    const next = await engine.next(further);
    expect(next.context.history).toEqual([]);
  });

  it('an answer goes whole to the direct message if the channel closes between its parts', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const parts = [1, 2, 3].map((n) => `## Chapter ${n}\n\n${`word${n} `.repeat(1_500)}`);
    const closed = workspace.faults.add({
      method: 'chat.postMessage',
      channel: scenario.channel,
      kind: 'error',
      error: 'restricted_action_thread_locked',
      where: (args) => JSON.stringify(args['metadata']).includes('answer.2'),
    });
    work.answer({ answer: parts.join('\n\n') });
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    await direct.message('word3');
    await direct.ended();
    closed.remove();
    const chapters = (of: Thread) =>
      of
        .said()
        .join('\n')
        .match(/Chapter \d/g);
    expect(chapters(direct)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(chapters(thread)).toBeNull();
  });

  it('an answer goes to the direct message if the channel was archived', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const text = scenario.text();
    const { work } = await scenario.asked(text);
    await workspace.archive(scenario.channel);
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    expect(await direct.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('a long suggested question is shortened in its label, but asked in full', async ({
    scenario,
  }) => {
    const long = `${'Why does the queue wait so long before it tries again '.repeat(3)}?`;
    const thread = await scenario.answered(scenario.text(), {
      suggested_followups: [long, ' ', long],
    });
    const [message] = thread.ours();
    const below = message === undefined ? [] : buttons(message);
    const asks = below.filter(({ action_id: id }) => /^question\.ask\.\d/.test(String(id)));
    expect(asks).toHaveLength(1);
    expect(asks[0]?.['value']).toBe(long.trim());
    expect(messageText(message ?? { text: '' })).toMatch(/\[Why does the queue[^\]]*…\]/);
  });
});

/** Without labels and values of buttons: those are plain text. */
function buttonless(wire: string): string {
  return wire.replace(/\{"type":"button".*?"value":"[^"]*"\}/g, '{}');
}
