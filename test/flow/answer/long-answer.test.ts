import { describe, expect } from 'vitest';
import type { WebApiFault } from '../../../local/workspace/workspace.js';
import type { Thread } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest();
it.afterEach(({ stack }) => stack.workspace.faults.clear());

const COMPLETE = 'files.completeUploadExternal';
const TWO_TABLES = 'invalid_attachments';
const isMarkdown = ({ type }: { readonly type: string }) => type === 'markdown';
const NEXT = '[How long does it wait at most?]';

/** Headings, prose, code, lists and a table now and then, of at least so many characters. */
function longAnswer(characters: number): { text: string; marks: string[] } {
  const chapters: string[] = [];
  const marks: string[] = [];
  for (let n = 1; chapters.join('\n\n').length < characters; n++) {
    const rows = Array.from({ length: 12 }, (_, i) => `| \`row_${n}_${i}\` | ${n * i} | yes |`);
    const code = Array.from({ length: 30 }, (_, i) => `  const value_${n}_${i} = retry(${i});`);
    // A message takes one table.
    const hasTable = n % 4 === 1;
    marks.push(`Chapter ${n}`);
    chapters.push(
      `## Chapter ${n}`,
      `Prose of chapter ${n}. ${'It waits a little longer each time. '.repeat(20)}`,
      ...(hasTable ? [['| name | count | kept |', '|---|---|---|', ...rows].join('\n')] : []),
      ['```ts', `function chapter_${n}() {`, ...code, '}', '```'].join('\n'),
      `- first point of ${n}\n- second point of ${n}\n  1. nested ${n}`,
    );
    if (hasTable) marks.push(`row_${n}_11`);
    marks.push(`chapter_${n}()`, `value_${n}_29`, `nested ${n}`);
  }
  return { text: chapters.join('\n\n'), marks };
}

/** Everything is out: Slack is told that nothing is at work any more. */
async function over(stack: Stack, { channel, ts }: Thread): Promise<void> {
  await stack.workspace.waitFor(
    () => stack.workspace.agentThread(channel, ts)?.session?.status === 'active',
    { what: 'the end of it' },
  );
}

async function contentOf(
  stack: Stack,
  file: Readonly<Record<string, unknown>> | undefined,
): Promise<string> {
  const headers = { authorization: `Bearer ${stack.workspace.app.botToken}` };
  return (await fetch(String(file?.['url_private']), { headers })).text();
}

function expectAll(text: string, marks: readonly string[]): void {
  expect(marks.filter((mark) => !text.includes(mark))).toEqual([]);
  const places = marks.map((mark) => text.indexOf(mark));
  expect(places).toEqual([...places].sort((a, b) => a - b));
}

function expectWholeInMessages(thread: Thread, marks: readonly string[]): void {
  expectAll(thread.said().join('\n'), marks);
  for (const part of thread.said()) {
    expect((part.match(/^```/gm) ?? []).length % 2).toBe(0);
    for (const [first] of part.matchAll(/^\| `row_\d+_\d+`.*$/gm)) {
      const table = part.slice(0, part.indexOf(first));
      expect(table.lastIndexOf('|---')).toBeGreaterThan(table.lastIndexOf('\n\n') - 1);
    }
  }
  expect(thread.files()).toEqual([]);
  expect(thread.ours().every((part) => part.thread_ts === thread.ts)).toBe(true);
}

describe('an answer of 45 kB', () => {
  const { text, marks } = longAnswer(45_000);

  it('a 45 kB answer is posted as its beginning with an outline, and as a file', async ({
    stack,
    scenario,
  }) => {
    const asked = scenario.text();
    const thread = await scenario.answered(asked, { answer: text });
    await over(stack, thread);
    const [summary, ...more] = thread.said();
    expect(more).toEqual([]);
    expect(summary).toContain('Prose of chapter 1');
    expect(summary).toMatch(/\*\*Contents of the file\*\*\n\n- Chapter 1\n- Chapter 2\n/);
    expect(summary).toContain('The whole answer is in the file *where-retries-are-decided.md*');
    expect(summary).toContain(NEXT);
    const [file, ...others] = thread.files();
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name: 'where-retries-are-decided.md' });
    const content = await contentOf(stack, file);
    expect(content).toMatch(/^# Where retries are decided\n\n> /);
    expect(content).toContain(`> ${asked}`);
    expectAll(content, marks);
    expect(thread.ours().at(-1)?.files).toHaveLength(1);
  });

  it.for<[string, WebApiFault]>([
    ['the upload', { method: 'files.getUploadURLExternal', kind: 'error', error: 'missing_scope' }],
    ['the bytes', { method: 'upload', kind: 'status', status: 500 }],
    ['the file in the thread', { method: COMPLETE, kind: 'error', error: 'file_uploads_disabled' }],
    ['it now', { method: COMPLETE, kind: 'ratelimited', retryAfterSeconds: 60 }],
  ])(
    'comes whole in messages, in order, where Slack refuses %s',
    async ([_what, fault], { stack, scenario }) => {
      stack.workspace.faults.add(fault);
      const thread = await scenario.answered(scenario.text(), { answer: text });
      await thread.message(NEXT);
      await over(stack, thread);
      expectWholeInMessages(thread, marks);
      expect(thread.said().join('\n')).not.toContain('The whole answer is in the file');
    },
  );

  it.for<[string, WebApiFault]>([
    ['of the file in the thread is lost', { method: COMPLETE, kind: 'lost-reply', times: 1 }],
    ['never comes', { method: COMPLETE, kind: 'reset', times: 1 }],
    ['to the upload is lost', { method: 'upload', kind: 'lost-reply', times: 1 }],
  ])('has one file where Slack’s word %s', async ([_what, fault], { stack, scenario }) => {
    stack.workspace.faults.add(fault);
    const thread = await scenario.answered(scenario.text(), { answer: text });
    await over(stack, thread);
    expect(thread.files()).toHaveLength(1);
    expect(thread.said()).toHaveLength(1);
    expectAll(await contentOf(stack, thread.files()[0]), marks);
  });

  it('a long answer is posted as messages if the file upload never completes', async ({
    stack,
    scenario,
  }) => {
    stack.workspace.faults.add({ method: COMPLETE, kind: 'reset' });
    const thread = await scenario.answered(scenario.text(), { answer: text });
    await over(stack, thread);
    expectWholeInMessages(thread, marks);
  });

  it('a long answer has one file even if the bot is killed during the upload', async ({
    stack,
    scenario,
  }) => {
    const gate = stack.workspace.gate(COMPLETE, { when: 'after' });
    const { thread, work } = await scenario.asked(scenario.text());
    work.answer({ answer: text });
    await gate.reached;
    await stack.crash();
    gate.drop();
    await stack.startBot();
    await over(stack, thread);
    expect(thread.files()).toHaveLength(1);
    expect(thread.said()).toHaveLength(1);
  });
});

describe('an answer of four messages', () => {
  it('an answer of four messages is posted without a file', async ({ stack, scenario }) => {
    const { text, marks } = longAnswer(28_000);
    const thread = await scenario.answered(scenario.text(), { answer: text });
    await over(stack, thread);
    expectWholeInMessages(thread, marks);
    expect(thread.ours().length).toBeGreaterThan(2);
  });
});

describe('an answer with several tables', () => {
  const TABLES = ['first', 'second', 'third'].map(
    (name) => `## The ${name}\n\n| name | count |\n|---|---|\n| \`${name}\` | 1 |`,
  );
  const text = TABLES.join('\n\n');

  it('an answer with three tables is posted as three messages, each with its table', async ({
    stack,
    scenario,
  }) => {
    const refused = stack.workspace.calls.filter(({ outcome }) => outcome === TWO_TABLES).length;
    const thread = await scenario.answered(scenario.text(), { answer: text });
    await thread.message(NEXT);
    await over(stack, thread);
    const parts = thread.ours().filter(({ blocks = [] }) => blocks.some(isMarkdown));
    expect(parts).toHaveLength(3);
    expect(stack.workspace.calls.filter(({ outcome }) => outcome === TWO_TABLES)).toHaveLength(
      refused,
    );
  });

  it('a short answer with six tables is posted as six messages, without a file', async ({
    stack,
    scenario,
  }) => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const tables = names.map((name) => `| name | count |\n|---|---|\n| \`${name}\` | 1 |`);
    const thread = await scenario.answered(scenario.text(), { answer: tables.join('\n\n') });
    await thread.message(NEXT);
    await over(stack, thread);
    expect(thread.files()).toEqual([]);
    expect(thread.ours().filter(({ blocks = [] }) => blocks.some(isMarkdown))).toHaveLength(6);
    expectAll(thread.said().join('\n'), names);
  });

  it('an answer whose table Slack refuses is posted in sections', async ({ stack, scenario }) => {
    stack.workspace.faults.add({
      method: '*',
      kind: 'error',
      error: TWO_TABLES,
      where: ({ blocks }) => String(blocks).includes('"markdown"'),
    });
    const thread = await scenario.answered(scenario.text(), { answer: text });
    await thread.message(NEXT);
    await over(stack, thread);
    expectAll(thread.said().join('\n'), ['first', 'second', 'third']);
    expect(thread.ours().some(({ blocks = [] }) => blocks.some(isMarkdown))).toBe(false);
  });
});
