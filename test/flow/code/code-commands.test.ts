import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { runCommand } from '../../support/run-command.js';
import { askedQuestions, type Scenario } from '../../support/scenario.js';
import { makeShopWithHistory } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(async (onCleanup) => {
  const shop = await makeShopWithHistory();
  onCleanup(() => shop.remove());
  return { service: { repositories: [shop.path] } };
});

const code = (
  scenario: Scenario,
  text: string,
  by: Pick<Scenario, 'asker' | 'channel'> = scenario,
) => runCommand(scenario.stack, { as: by.asker, channel: by.channel }, `code ${text}`);

describe('/deepsearch code', () => {
  it('/deepsearch code search shows results with links to the lines and highlighted code', async ({
    stack,
    scenario,
  }) => {
    const note = await code(scenario, 'search MAX_RETRIES');
    expect(note.read()).toContain('*Search* · `MAX_RETRIES` · 1 file');
    expect(note.read()).toMatch(
      /\*<http:\/\/127\.0\.0\.1:\d+\/shop\/-\/blob\/src\/queue\.ts\?L\d+-\d+\|src\/queue\.ts>\* · shop · lines \d+–\d+/,
    );
    expect(note.read()).toContain('```ts\n');
    expect(note.buttons()).toEqual(['Read', 'Read', 'Explore', 'Share with channel']);
    expect(stack.workspace.messages({ channel: scenario.channel })).toEqual([]);
  });

  it.for([
    ['nls where failed payments are retried', ['Search by meaning', 'README.md']],
    [
      'read shop src/queue.ts:5-6',
      ['lines 5–6', '```ts\nexport function backoff', '* 2 ** attempt'],
    ],
    ['ls shop', ['*<http', '|src/>', '|README.md>', '3 entries']],
    ['ls shop src', ['|src>', '|src/cart.ts>', '2 entries']],
    ['repos shop', ['*Repositories* · `shop` · 1 repository', '|shop>']],
    ['def shop src/queue.ts backoff', ['*Definition of backoff*', 'export function backoff']],
    ['refs shop src/queue.ts backoff', ['*References to backoff*', 'backoff(attempt)']],
    [
      'commits shop --author lee',
      ['*Commits* · shop · `lee` · 1 commit', '*Retry payments more often*'],
    ],
    [
      'commits shop —author “Kim” —after “2 weeks ago”',
      ['2 commits', '/shop/-/commit/', '<!date^'],
    ],
    ['diffs shop MAX_RETRIES', ['2 changes', '```diff\n', '-export const MAX_RETRIES = 5;']],
    ['compare shop main..feature', ['main..feature', 'src/count.ts', '+3 −0', '```diff\n']],
    ['contributors Lee', ['*Repositories with commits by Lee*', '|shop>* · 1 commit']],
  ] as const)('%s', async ([text, parts], { scenario }) => {
    const read = (await code(scenario, text)).read();
    for (const part of parts) expect(read).toContain(part);
  });

  it('mentions in code results are escaped everywhere', async ({ scenario }) => {
    const note = await code(scenario, 'commits shop --author kim');
    expect(note.read()).toContain('Keep all rates');
    expect(JSON.stringify(note.now())).not.toContain('<!channel>');
  });

  it('a large file is read in parts, each continuing the last one', async ({ scenario }) => {
    const note = await code(scenario, 'read shop data/rates.txt');
    expect(note.read()).toContain('lines 1–');
    expect(note.read()).toContain('\nrate 1 x');
    const last = Number(/lines 1–(\d+)/.exec(note.read())?.[1]);
    expect(await note.press('Next lines')).toContain(`lines ${last + 1}–`);
    expect(note.read()).toContain(`\nrate ${last + 1} x`);
    expect(await note.press('Previous lines')).toMatch(new RegExp(`lines \\d–${last}\\b`));
  });

  it('the range of shown lines can be extended and reduced', async ({ scenario }) => {
    const note = await code(scenario, 'read shop data/rates.txt:1000-1040');
    expect(await note.press('Fewer lines')).toContain('lines 1010–1030');
    expect(await note.press('More lines')).toContain('lines 1000–1040');
  });

  it('a comparison begins with the list of its files', async ({ scenario }) => {
    const note = await code(scenario, 'compare shop main~2..main');
    expect(note.read()).toMatch(
      /\n• \*<\S+\|data\/rates\.txt>\* · \+3,000 −0\n• \*<\S+\|src\/queue\.ts>\* · \+1 −1\n/,
    );
    expect(await note.press('Next page')).toContain('```diff');
  });

  it('a comparison lists changed files, and says what was left out', async ({ scenario }) => {
    const note = await code(scenario, 'compare shop main~1..main --first 1');
    expect(note.read()).toContain('data/rates.txt');
    expect(note.read()).toContain('left out');
  });
});

describe('code commands without a result', () => {
  it.for([
    ['search nothingofthiskind', 'No file matches all of this.'],
    ['commits shop --author nobody', 'No commit matches all of this.'],
    ['compare shop main..main', 'The two revisions are identical.'],
    ['repos nothing-like-it', 'No repository that the app can see'],
    ['read shop nothing.ts', 'There is no file nothing.ts in shop'],
    ['read nowhere a.ts', 'start with `ask`'],
    ['read nowhere a.ts', '`/deepsearch code repos` lists them.'],
    ['read shop src', '`/deepsearch code ls` lists it.'],
    ['read shop README.md @nowhere', 'The service says:'],
    ['compare shop nowhere~1..nowhere', 'The first commit of a repository has no diff'],
  ] as const)('explains an empty or failed result: %s', async ([text, said], { scenario }) => {
    const note = await code(scenario, text);
    expect(note.read()).toContain(said);
    expect(note.buttons()).not.toContain('Share with channel');
  });

  it('explains an invalid call, and offers to run the corrected one', async ({ scenario }) => {
    const note = await code(scenario, 'raed shop src/queue.ts:6-5');
    expect(note.read()).toContain('There is no code tool `raed`.');
    const lines = await code(scenario, 'read shop src/queue.ts:6-5');
    expect(lines.read()).toContain('Did you mean `code read shop src/queue.ts:5-6`?');
    expect(await lines.press('Run it')).toContain('lines 5–6');
  });

  it('/deepsearch code help explains the commands', async ({ scenario }) => {
    expect((await code(scenario, 'help')).read()).toContain('`code contributors NAME`');
    expect((await code(scenario, 'help commits')).read()).toContain('--content');
  });

  it.for([
    [404, 'turned off on the instance'],
    [403, 'does not allow this app to use its code tools'],
    [401, "rejected the app's access token"],
    [429, 'very busy'],
    [500, 'not answering right now'],
  ] as const)(
    'says what is wrong if the tools respond with %s',
    async ([status, said], { stack, scenario }) => {
      const trouble = stack.service.faults.add({ route: 'mcp', kind: 'status', status });
      expect((await code(scenario, 'repos shop')).read()).toContain(said);
      trouble.remove();
    },
  );
});

describe('sharing', () => {
  it('Share posts the result to the channel with the name of the user who shared it', async ({
    stack,
    scenario,
  }) => {
    const note = await code(scenario, 'read shop src/queue.ts:5-6');
    const before = note.read();
    const [button] = [await stackShare(scenario, note)];
    expect(button).toBe(200);
    const [line, result, ...more] = await sharedMessages(scenario);
    expect(more).toEqual([]);
    expect(line && messageText(line)).toMatch(/^<@\w+> shared: \S*queue\.ts\S* [^\n]*$/);
    expect(line?.text).toContain(`<@${scenario.asker.id}> shared: `);
    expect(result && messageText(result)).toContain('```ts\nexport function backoff');
    await stack.workspace.waitFor(() =>
      scenario.notes().some((text) => text.includes('Shared in the channel.')),
    );
    expect(note.read()).toBe(before);
  });

  it('a shared result is posted once, even if Slack’s response is lost', async ({
    stack,
    scenario,
  }) => {
    const note = await code(scenario, 'read shop src/queue.ts:5-6');
    const fault = { method: 'chat.postMessage', channel: scenario.channel, times: 1 } as const;
    const lost = stack.workspace.faults.add({ ...fault, kind: 'lost-reply' });
    await stackShare(scenario, note);
    await stack.workspace.waitFor(() =>
      scenario.notes().some((text) => text.includes('Shared in the channel')),
    );
    expect(lost.hits).toBe(1);
    expect(await sharedMessages(scenario)).toHaveLength(2);
  });

  it('Share says when the bot cannot post, and falls back to a simpler form', async ({
    stack,
    scenario,
  }) => {
    const note = await code(scenario, 'read shop src/queue.ts:5-6');
    const fault = { method: 'chat.postMessage', channel: scenario.channel, times: 1 } as const;
    stack.workspace.faults.add({ ...fault, kind: 'error', error: 'not_in_channel' });
    await stackShare(scenario, note);
    await stack.workspace.waitFor(() =>
      scenario.notes().some((text) => text.includes('Invite me')),
    );
    const where = ({ thread_ts }: Readonly<Record<string, unknown>>) => thread_ts !== undefined;
    stack.workspace.faults.add({ ...fault, where, kind: 'error', error: 'invalid_blocks' });
    await stackShare(scenario, note);
    await stack.workspace.waitFor(() =>
      scenario.notes().some((text) => text.includes('Shared in the channel')),
    );
    const [, result, ...more] = await sharedMessages(scenario);
    expect(more).toEqual([]);
    expect(JSON.stringify(result?.blocks)).toContain('export function backoff');
    expect(result?.blocks?.some(({ type }) => type === 'markdown')).toBe(false);
  });

  it.for(['invalid_attachments', 'only_one_table_allowed', 'invalid_blocks'])(
    'a result is shown and shared in sections if Slack refuses its blocks with %s',
    async (error, { stack, scenario }) => {
      const { faults } = stack.workspace;
      const where = ({ blocks }: Readonly<Record<string, unknown>>) =>
        JSON.stringify(blocks ?? '').includes('markdown');
      const refused = { kind: 'error', error, where } as const;
      const faultsOf = ['response_url', 'chat.postMessage'].map((method) =>
        faults.add({ ...refused, method }),
      );
      const note = await code(scenario, 'read shop src/queue.ts:5-6');
      expect(note.read()).toContain('export function backoff');
      await stackShare(scenario, note);
      const [, result] = await sharedMessages(scenario);
      for (const fault of faultsOf) fault.remove();
      expect(JSON.stringify(result?.blocks)).toContain('export function backoff');
      expect(faultsOf.map(({ hits }) => hits > 0)).toEqual([true, true]);
    },
  );

  it('a forged Share click by a user who may not ask is refused', async ({ stack, scenario }) => {
    const note = await code(scenario, 'read shop src/queue.ts:5-6');
    const guest = stack.workspace.addPerson({ name: 'gast', is_restricted: true });
    await stack.workspace.invite({ channel: scenario.channel, user: guest });
    await stackShare(scenario, note, guest).catch(() => undefined);
    await code(scenario, 'repos shop');
    const said = stack.workspace.messages({ channel: scenario.channel });
    expect(said.filter(({ bot_id }) => bot_id !== undefined)).toEqual([]);
  });

  /** The line in the channel and, once it is there, what stands in its thread. */
  async function sharedMessages({ stack: { workspace }, channel }: Scenario) {
    return workspace.waitFor(() => {
      const [root] = workspace.messages({ channel });
      const all = root ? workspace.messages({ channel, threadTs: root.ts }) : [];
      return all.length > 1 && all;
    });
  }

  async function stackShare(
    scenario: Scenario,
    note: Awaited<ReturnType<typeof code>>,
    as = scenario.asker,
  ) {
    const { ts } = note.now();
    const click = { as, channel: scenario.channel, ts, actionId: 'code.share' };
    return (await scenario.stack.workspace.click(click)).ackStatus;
  }
});

describe('outsiders', () => {
  it('outsiders get no reply, and guests are told that they may not ask', async ({
    stack,
    scenario,
  }) => {
    const { guest, outsider } = stack.workspace.people;
    const channel = stack.workspace.channels.general;
    const note = await runCommand(stack, { as: guest, channel }, 'code search MAX_RETRIES');
    expect(note.read()).toContain('Guests cannot ask');
    await stack.workspace.command({ as: outsider, channel, text: 'code search MAX_RETRIES' });
    await code(scenario, 'repos shop');
    expect(stack.workspace.ephemerals({ user: outsider })).toEqual([]);
  });
});

it('text that only starts like a code command is a question', async ({ stack, scenario }) => {
  const text = 'code review rules, which are they?';
  const thread = scenario.command(text);
  (await stack.engine.next(text)).answer();
  await (await thread).ended();
  expect(askedQuestions(stack, text)).toHaveLength(1);
});
