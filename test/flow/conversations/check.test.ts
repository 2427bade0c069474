import { describe, expect } from 'vitest';
import { makeRepository, type TestRepository } from '../../local/service/repositories.js';
import { messageText } from '../../support/message-text.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { askedQuestions, rootOf, type Scenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

let shop: TestRepository;
const it = stackTest(() => {
  shop = makeRepository({ 'src/queue.ts': 'one\n', 'src/still.ts': 'still\n' }, 'shop');
  return {
    workspace: { limits: 'off' },
    service: { repositories: [shop.path] },
  };
});

const me = (scenario: Scenario) => ({ as: scenario.asker, channel: scenario.channel });
const sources = ['src/queue.ts', 'src/still.ts'].map((path) => ({
  type: 'File',
  link: `/shop/-/blob/${path}?L1`,
  label: `shop · ${path}`,
}));

async function answered(scenario: Scenario) {
  const text = scenario.text();
  const thread = await scenario.answered(text, { title: 'Retries', sources });
  return { text, thread, id: conversationIdOf(scenario.stack, text) };
}

/** A commit that is surely later than what was answered: the history counts in seconds. */
function changeQueue(text: string): void {
  shop.commit({ 'src/queue.ts': text });
  const later = new Date(Date.now() + 5_000).toISOString();
  shop.git(
    '-c',
    'core.editor=true',
    'rebase',
    '-q',
    '--exec',
    `GIT_COMMITTER_DATE=${later} git commit -q --amend --no-edit --date=${later}`,
    'HEAD~1',
  );
}

/** What the caller is told in private in the thread. */
async function noteOn(
  scenario: Scenario,
  reply: string,
  thread: Awaited<ReturnType<typeof answered>>['thread'],
) {
  const { workspace } = scenario.stack;
  const notes = () => workspace.ephemerals({ user: scenario.asker, channel: scenario.channel });
  const before = notes().length;
  await thread.reply(scenario.asker, reply);
  const found = await workspace.waitFor(() => notes()[before], { what: `a note on ${reply}` });
  expect(found.thread_ts).toBe(thread.ts);
  return messageText(found);
}

describe('/deepsearch check', () => {
  it('/deepsearch check lists changed sources, and can ask again', async ({ stack, scenario }) => {
    const { id, text } = await answered(scenario);
    const before = await runCommand(stack, me(scenario), `check ${id}`);
    expect(before.read()).toContain(`*Retries* (#${id}): up to date: 2 files unchanged`);
    changeQueue('two\n');
    const after = await before
      .press('Show')
      .then(() => runCommand(stack, me(scenario), `check #${id}`));
    expect(after.read()).toContain('1 of 2 files has changed since');
    expect(after.read()).toMatch(/\|src\/queue\.ts>\n1 commit since .* · last: a change, by Ann/);
    expect(after.read()).toMatch(/Unchanged: <.*\|src\/still\.ts>/);
    expect(await after.press('Ask again')).toContain('Asked again');
    const direct = stack.workspace.dm(scenario.asker);
    const root = await rootOf(stack.workspace, direct, text);
    const work = await stack.engine.next(text);
    work.answer({ sources: [] });
    await root.ended();
    expect(askedQuestions(stack, text)).toHaveLength(2);
  });

  it('check applies to its thread, or else to the user’s latest conversation in the channel', async ({
    stack,
    scenario,
  }) => {
    const { thread, text } = await answered(scenario);
    const { id, text: newest, thread: newer } = await answered(scenario);
    for (const errand of ['check', 'who knows']) {
      const note = (await runCommand(stack, me(scenario), errand)).read();
      expect(note).toContain(`(#${id})`);
      expect(note).toContain(`Your newest conversation in this channel: “${newest}” · <`);
      expect(note).toContain(`p${newer.ts.replace('.', '')}|thread>`);
    }
    const older = conversationIdOf(stack, text);
    const named = await noteOn(scenario, 'check', thread);
    expect(named).toContain(`(#${older})`);
    expect(named).not.toContain('Your newest');
    expect(askedQuestions(stack, 'check')).toEqual([]);
  });

  it('check says when there is no question, or no source file', async ({ stack, scenario }) => {
    expect((await runCommand(stack, me(scenario), 'check')).read()).toContain(
      'No answer to you was found here',
    );
    await scenario.answered(scenario.text(), { sources: [] });
    const none = (await runCommand(stack, me(scenario), 'check')).read();
    expect(none).toContain('name no files');
    expect(none).toContain('Your newest conversation in this channel');
  });

  it('check finds no conversation that the user may not read', async ({ stack, scenario }) => {
    const stranger = stack.workspace.addPerson({ name: 'stranger' });
    const thread = await scenario.direct(scenario.text());
    const work = await stack.engine.next();
    work.answer({ sources });
    await thread.ended();
    const id = Math.max(...stack.service.conversations().map((one) => one.id));
    await stack.workspace.invite({ channel: scenario.channel, user: stranger });
    const by = { as: stranger, channel: scenario.channel };
    for (const errand of ['check', 'who knows']) {
      const note = await runCommand(stack, by, `${errand} ${id}`);
      expect(note.read()).toContain('There is no such conversation, or you cannot access it.');
    }
  });

  it.for(['check', 'who knows'])(
    '%s says which tool refused, and what to do',
    async (command, { stack, scenario }) => {
      const text = scenario.text();
      const link = '/renamed/-/blob/src/queue.ts?L1';
      await scenario.answered(text, { sources: [{ type: 'File', link, label: 'queue.ts' }] });
      const id = conversationIdOf(stack, text);
      const told = (await runCommand(stack, me(scenario), `${command} ${id}`)).read();
      expect(told).toMatch(/refused to read the history of its files with `?code commits/);
      expect(told).toContain('renamed');
      expect(told).toContain('Ask the question again');
    },
  );

  it('check says why the code tools are unavailable', async ({ stack, scenario }) => {
    const { id } = await answered(scenario);
    const off = stack.service.faults.add({ route: 'mcp', kind: 'status', status: 403 });
    expect((await runCommand(stack, me(scenario), `check ${id}`)).read()).toContain(
      'does not allow this app to use',
    );
    off.remove();
  });
});

describe('/deepsearch who knows', () => {
  it('who knows lists the authors of the source files without mentioning them', async ({
    stack,
    scenario,
  }) => {
    const { id, thread } = await answered(scenario);
    const note = await runCommand(stack, me(scenario), `who knows ${id}`);
    expect(note.read()).toMatch(/\*Ann\* · \d+ commits? to 2 files · last /);
    expect(note.read()).toContain('They are not notified');
    expect(await note.press('Check files')).toContain('changed');
    expect(await noteOn(scenario, 'who knows?', thread)).toContain('*Ann*');
  });
});
