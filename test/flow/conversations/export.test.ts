import { describe, expect } from 'vitest';
import { BOT_SCOPES } from '../../../src/intake/receiver/install-pages.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { newScenario, type Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { scopes: BOT_SCOPES } });

const me = (by: Scenario) => ({ as: by.asker, channel: by.channel });

async function answered(stack: Stack, by: Scenario, answer = {}): Promise<number> {
  const text = by.text('why so');
  await by.answered(text, answer);
  return conversationIdOf(stack, text);
}

/** Long enough that no note holds it. */
const LONG = Array.from({ length: 200 }, (_, i) => `Line ${i} of the answer.`).join('\n\n');

describe('/deepsearch export', () => {
  it('export shows a short conversation as Markdown in an ephemeral message', async ({
    stack,
    scenario,
  }) => {
    const id = await answered(stack, scenario, { title: 'The *why*' });
    const note = await runCommand(stack, me(scenario), `export ${id}`);
    const [, block] = note.now().blocks ?? [];
    const [code] = (block?.['elements'] ?? []) as { type: string; elements: { text: string }[] }[];
    expect(code?.type).toBe('rich_text_preformatted');
    const markdown = code?.elements[0]?.text ?? '';
    expect(markdown).toContain('# The \\*why\\*\n\n');
    expect(markdown).toContain('\n> why ');
    expect(markdown).toContain('Retries are decided in `backoff()`.');
    expect(markdown).toContain(`(${stack.service.url}/acme/shop/-/blob/src/queue.ts?L10-20)`);
    expect(markdown).toContain('**Sources**\n\n- [acme/shop · src/queue.ts](');
    expect(markdown).not.toContain('/deepsearch/shared/');
  });

  it('export sends a long conversation as a file to the user’s direct message', async ({
    stack,
    scenario,
  }) => {
    const id = await answered(stack, scenario, { answer: LONG });
    const { workspace } = stack;
    const note = await runCommand(stack, me(scenario), `export ${id}`);
    expect(note.read()).toContain('in our direct messages, as a Markdown file');
    const direct = workspace.dm(scenario.asker);
    const file = await workspace.waitFor(
      () => workspace.messages({ channel: direct }).flatMap(({ files = [] }) => files)[0],
      { what: 'the file' },
    );
    expect(file).toMatchObject({ name: `conversation-${id}.md` });
    const response = await fetch(String(file?.['url_private']), {
      headers: { authorization: `Bearer ${workspace.app.botToken}` },
    });
    expect(await response.text()).toContain('Line 199 of the answer.');
  });

  it('export says when the bot may not upload files', async ({ stack, scenario }) => {
    const id = await answered(stack, scenario, { answer: LONG });
    stack.workspace.setScopes(BOT_SCOPES.filter((scope) => scope !== 'files:write'));
    const note = await runCommand(stack, me(scenario), `export ${id}`);
    stack.workspace.setScopes(BOT_SCOPES);
    expect(note.read()).toContain('with the scope `files:write`');
  });

  it('export finds no conversation that the user may not read', async ({ stack, scenario }) => {
    const text = scenario.text();
    const [thread, work] = await Promise.all([scenario.direct(text), stack.engine.next(text)]);
    work.answer();
    await thread.ended();
    const by = me(newScenario(stack));
    const note = await runCommand(stack, by, `export ${conversationIdOf(stack, text)}`);
    expect(note.read()).toContain('There is no such conversation');
  });
});
