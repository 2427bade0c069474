import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Block, Message, Person, Ref } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { makeRepository, type Repository, SHOP } from '../../support/repository.js';
import { conversationIdOf } from '../../support/run-command.js';
import { newScenario, type Scenario, waitUntilProcessed } from '../../support/scenario.js';
import { type Stack, TOKEN } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const OTHER = 'sgp_token_of_somebody_else';
const SHOW = 'modal.open.0';
let repository: Repository;
const it = stackTest(async (onCleanup) => {
  repository = await makeRepository('shop', SHOP);
  onCleanup(() => repository.remove());
  return {
    service: {
      repositories: [repository.path],
      sharing: true,
      users: [
        { id: 1, name: 'bot', token: TOKEN },
        { id: 2, name: 'other', token: OTHER },
      ],
    },
    workspace: { limits: 'off' },
  };
});

/** Asks, and gives the share link of the answered conversation. */
async function shared(
  scenario: Scenario,
  by: Scenario = scenario,
): Promise<{ text: string; link: string }> {
  const text = by.text();
  await by.answered(text);
  const id = conversationIdOf(scenario.stack, text);
  const link = scenario.stack.service.conversations().find((it) => it.id === id)?.share_url ?? '';
  return { text, link };
}

const post = (
  scenario: Scenario,
  text: string,
  {
    as = scenario.asker,
    channel = scenario.channel,
  }: { readonly as?: Ref; readonly channel?: Ref } = {},
) => scenario.stack.workspace.say({ as, channel, text });

const previewsOf = (message: Message | undefined) =>
  (message?.attachments ?? []).map((it) =>
    messageText({ text: '', blocks: it['blocks'] as Block[] }),
  );

/** What stands below the message, once it does. */
const previewed = (scenario: Scenario, ts: string, channel: Ref = scenario.channel) =>
  scenario.stack.workspace.waitFor(
    () => {
      const previews = previewsOf(scenario.stack.workspace.message(channel, ts));
      return previews.length > 0 && previews;
    },
    { what: `a preview below ${ts}` },
  );

/** Clicks on a preview, and gives what the view says once it is filled. */
async function open(
  scenario: Scenario,
  ts: string,
  { as, actionId = SHOW }: { readonly as: Person; readonly actionId?: string },
): Promise<string> {
  const { workspace } = scenario.stack;
  await workspace.click({ as, channel: scenario.channel, ts, actionId });
  const filled = await workspace.waitFor(
    () => {
      const said = workspace.modals(as).at(-1);
      const text = said && messageText({ text: '', blocks: said.blocks });
      return text !== undefined && !text.includes('One moment') && text;
    },
    { what: 'the view to be filled' },
  );
  await workspace.closeView({ as, all: true });
  return filled;
}

const notes = (stack: Stack, of: Ref) => stack.workspace.ephemerals({ user: of });

describe('a share link that somebody posts', () => {
  it('a preview that cannot be opened any more says so, such as after a key rotation', async ({
    stack,
    scenario,
  }) => {
    const { link } = await shared(scenario);
    const { ts } = await post(scenario, link);
    await previewed(scenario, ts);
    const [kept = ''] = await stack.store.keys(`{deepsearch}:preview:*:${scenario.channel.id}:*`);
    await stack.store.set(kept, 'v1.00000000.AAAA', 'KEEPTTL');
    let shown = '';
    void open(scenario, ts, { as: scenario.asker }).then((text) => {
      shown = text;
    });
    await stack.retryUntil(() => expect(shown).toContain('Something went wrong'));
  });

  it('the preview of a share link reveals nothing of the conversation', async ({ scenario }) => {
    const { text, link } = await shared(scenario);
    const { ts } = await post(scenario, `See ${link}, please`);
    const [preview = '', ...more] = await previewed(scenario, ts);
    expect(more).toEqual([]);
    expect(preview).toContain('*A Deep Search conversation*');
    expect(preview).toContain('[Show me]');
    expect(preview).not.toContain(text);
    expect(preview).not.toContain('backoff');
  });

  it('opening a preview shows the user only what they may access', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { text, link } = await shared(scenario);
    const colleague = workspace.addPerson({ name: 'colleague' });
    const hidden = workspace.addChannel({
      name: 'hidden-asks',
      kind: 'private',
      members: [scenario.asker],
    });
    const secret = scenario.text('a secret thing');
    const bot = { as: scenario.asker, channel: hidden, text: `${scenario.bot} ${secret}` };
    const [, work] = await Promise.all([workspace.say(bot), stack.engine.next(secret)]);
    work.answer();
    const id = await stack.workspace.waitFor(() => {
      const of = stack.service.conversations();
      return of.find(
        ({ questions }) => questions[0]?.answer && questions[0].question.startsWith(secret),
      );
    });
    const { ts } = await post(scenario, `${link} ${id.share_url}`);
    expect(await previewed(scenario, ts)).toHaveLength(2);
    expect(await open(scenario, ts, { as: colleague })).toContain(`> ${text}`);
    expect(await open(scenario, ts, { as: colleague, actionId: 'modal.open.1' })).toContain(
      'That link opens no conversation',
    );
    expect(await open(scenario, ts, { as: scenario.asker, actionId: 'modal.open.1' })).toContain(
      `> ${secret}`,
    );
    expect(notes(stack, colleague)).toEqual([]);
  });

  it('a share link opens another user’s conversation by its read token', async ({
    stack,
    scenario,
  }) => {
    const { service, engine } = stack;
    const text = scenario.text();
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
    (await engine.next(text)).answer({ answer: 'What the other asked.' });
    await service.waitFor(
      () => service.conversations().find((it) => it.id === id)?.questions[0]?.answer,
      { what: 'the answer to the other' },
    );
    const { ts } = await post(scenario, link);
    await previewed(scenario, ts);
    expect(await open(scenario, ts, { as: scenario.asker })).toContain('What the other asked.');
  });

  it('a read token is stored nowhere in plain text', async ({ stack, scenario }) => {
    const { link } = await shared(scenario);
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    const { ts } = await post(scenario, link);
    await previewed(scenario, ts);
    await open(scenario, ts, { as: scenario.asker });
    const blocks = stack.workspace.message(scenario.channel, ts)?.attachments?.[0]?.['blocks'];
    expect(JSON.stringify(blocks)).not.toContain(token);
    expect(JSON.stringify(stack.bots[0]?.log)).not.toContain(token);
    const all = await Promise.all(
      (await stack.store.keys('*')).map(async (key) => {
        const type = await stack.store.type(key);
        if (type === 'string') return stack.store.get(key);
        return type === 'hash' ? JSON.stringify(await stack.store.hgetall(key)) : '';
      }),
    );
    expect(all.join('\n')).not.toContain(token);
  });
});

describe('a link to code', () => {
  const CODE = '/shop/-/blob/src/queue.ts?L5-7';

  it('code lines and subjects of commits are previewed only in channels where every reader may see them', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const open = workspace.addChannel({ name: 'open-code', members: [scenario.asker] });
    await stack.bots[0]?.stop();
    await stack.startBot('both', { INLINE_CODE_CHANNELS: open.id });
    const link = `${stack.service.url}${CODE}`;
    const { ts } = await post(scenario, link, { as: scenario.asker, channel: open });
    const [there] = await previewed(scenario, ts, open);
    expect(there).toContain('```\nexport function backoff(attempt: number): number {');
    const { ts: elsewhere } = await post(scenario, link);
    const [here] = await previewed(scenario, elsewhere);
    expect(here).not.toContain('backoff');
    const gone = await post(scenario, `${stack.service.url}/shop/-/blob/gone.ts?L1-2`, {
      as: scenario.asker,
      channel: open,
    });
    expect((await previewed(scenario, gone.ts, open))[0]).toContain('*gone.ts*, lines 1 to 2');
    const args = ['-C', repository.path, 'log', '-1', '--format=%H %s'];
    const [commit = '', ...words] = execFileSync('git', args, { encoding: 'utf8' })
      .trim()
      .split(' ');
    const subject = words.join(' ');
    const url = `${stack.service.url}/shop/-/commit/${commit}`;
    const shown = await post(scenario, url, { as: scenario.asker, channel: open });
    const title = `*${subject}*\nCommit ${commit.slice(0, 12)} · shop`;
    expect((await previewed(scenario, shown.ts, open))[0]).toContain(title);
    const hidden = await post(scenario, url);
    expect((await previewed(scenario, hidden.ts))[0]).not.toContain(subject);
  });

  it('a link with several parameters is previewed and opened with its lines', async ({
    stack,
    scenario,
  }) => {
    const link = `${stack.service.url}/shop/-/blob/src/queue.ts?view=blame&L5-7`;
    const { ts } = await post(scenario, link);
    expect((await previewed(scenario, ts))[0]).toContain('*src/queue.ts*, lines 5 to 7');
    expect(await open(scenario, ts, { as: scenario.asker })).toContain('lines 5–7');
  });

  it('the preview of a commit link opens its diff', async ({ stack, scenario }) => {
    const { path } = repository;
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', path, ...args], { encoding: 'utf8', stdio: 'pipe' });
    await writeFile(join(path, 'README.md'), '# shop\n\nIt moved.\n');
    git('-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', 'commit', '-qam', 'Move');
    const commit = git('rev-parse', 'HEAD').trim();
    const { ts } = await post(scenario, `${stack.service.url}/shop/-/commit/${commit}`);
    await previewed(scenario, ts);
    expect(await open(scenario, ts, { as: scenario.asker })).toContain('README.md');
  });

  it('the preview of the first commit opens its files', async ({ stack, scenario }) => {
    const args = ['-C', repository.path, 'rev-list', '--max-parents=0', 'HEAD'];
    const commit = execFileSync('git', args, { encoding: 'utf8' }).trim();
    const { ts } = await post(scenario, `${stack.service.url}/shop/-/commit/${commit}`);
    await previewed(scenario, ts);
    const view = await open(scenario, ts, { as: scenario.asker });
    expect(view).toContain(`|${commit.slice(0, 8)}>`);
    expect(view).toContain('src/queue.ts');
  });

  it('a code preview opens with the account of the user who clicks, only for them', async ({
    stack,
    scenario,
  }) => {
    const { ts } = await post(scenario, `${stack.service.url}${CODE}`);
    await previewed(scenario, ts);
    const colleague = stack.workspace.addPerson({ name: 'reader' });
    expect(await open(scenario, ts, { as: colleague })).toContain('lines 5–7');
    const range = `${stack.service.url}/shop/-/compare/HEAD...HEAD`;
    const { ts: compared } = await post(scenario, range);
    await previewed(scenario, compared);
    expect(await open(scenario, compared, { as: colleague })).toContain('HEAD');
    expect(await open(scenario, ts, { as: stack.workspace.people.guest })).toContain(
      'Only people who can ask',
    );
  });

  it.for([
    ['/shop/-/blob/src/queue.ts?L10-20', '*src/queue.ts*, lines 10 to 20\nshop'],
    ['/shop@main/-/blob/src/queue.ts?L7', '*src/queue.ts*, line 7\nshop at main'],
    ['/shop/-/commit/0123456789abcdef', '*Commit 0123456789ab*\nshop'],
    ['/shop/-/blob/app/__init__.py', '*app/__init__.py*\nshop'],
    ['/shop/-/compare/HEAD~1...HEAD', '*HEAD~1 … HEAD*\nshop'],
    ['/shop/-/compare/v1...v2', '*v1 … v2*\nshop'],
  ] as const)(
    'the preview of %s has a title and no code',
    async ([path, title], { stack, scenario }) => {
      const { ts } = await post(scenario, `${stack.service.url}${path}`);
      const [preview] = await previewed(scenario, ts);
      expect(preview).toContain(title);
      expect(preview).not.toContain('```');
    },
  );
});

describe('a link in the composer', () => {
  const draft = (scenario: Scenario, path: string, as: Ref = scenario.asker) =>
    scenario.stack.workspace.draft({ as, text: `see ${scenario.stack.service.url}${path}` });
  const draftPreviews = ({ stack }: Scenario, id: string) =>
    stack.workspace
      .draftPreviews(id)
      .map((it) => messageText({ text: '', blocks: it['blocks'] as Block[] }));

  it('a link in the composer is previewed with its title, without looking up a channel', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const before = workspace.calls.length;
    const id = await draft(scenario, '/shop/-/blob/src/queue.ts?view=blame&L5-7');
    const preview = await workspace.waitFor(() => draftPreviews(scenario, id)[0], {
      what: 'a preview in the composer',
    });
    expect(preview).toBe('*src/queue.ts*, lines 5 to 7\nshop');
    const calls = workspace.calls.slice(before);
    expect(calls.filter(({ method }) => method.startsWith('conversations.'))).toEqual([]);
    expect(calls.filter(({ method }) => method === 'chat.unfurl')).toMatchObject([
      { args: { unfurl_id: id, source: 'composer' } },
    ]);
  });

  it('a link in the composer of a guest gets no preview', async ({ stack, scenario }) => {
    const id = await draft(scenario, '/shop/-/blob/src/queue.ts', stack.workspace.people.guest);
    await waitUntilProcessed(stack);
    expect(draftPreviews(scenario, id)).toEqual([]);
  });
});

describe('no preview comes', () => {
  it.for([
    ['for a guest', 'guest'],
    ['for somebody of another company', 'outsider'],
  ] as const)('no preview for %s', async ([_who, name], { stack, scenario }) => {
    const { workspace } = stack;
    const { link } = await shared(scenario);
    const { ts } = await post(scenario, link, { as: workspace.people[name] });
    await waitUntilProcessed(stack);
    expect(previewsOf(workspace.message(scenario.channel, ts))).toEqual([]);
    expect(notes(stack, workspace.people[name])).toEqual([]);
  });

  it('no preview in shared channels, without the bot as a member, for bots or for other links', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { link } = await shared(scenario);
    const { partners } = workspace.channels;
    const { kim } = workspace.people;
    const away = workspace.addChannel({ name: 'away', members: [kim], botIsMember: false });
    const robot = workspace.addPerson({ name: 'linker', is_bot: true });
    const said = [
      [partners, await post(scenario, link, { as: kim, channel: partners })],
      [away, await post(scenario, link, { as: kim, channel: away })],
      [scenario.channel, await post(scenario, link, { as: robot })],
      [scenario.channel, await post(scenario, `${stack.service.url}/search?q=retry`)],
      [scenario.channel, await post(scenario, 'https://elsewhere.example/deepsearch/42')],
    ] as const;
    await waitUntilProcessed(stack);
    for (const [channel, { ts }] of said) {
      expect(previewsOf(workspace.message(channel, ts))).toEqual([]);
    }
    expect(workspace.ephemerals({ channel: partners })).toEqual([]);
  });
});

describe('a click on a preview', () => {
  it('a guest’s click on a preview opens nothing', async ({ stack, scenario }) => {
    const { guest } = stack.workspace.people;
    const { link, text } = await shared(scenario);
    const { ts } = await post(scenario, link);
    await previewed(scenario, ts);
    const said = await open(scenario, ts, { as: guest });
    expect(said).toContain('Only people who can ask');
    expect(said).not.toContain(text);
  });

  it('a click on a preview of another channel opens nothing', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { link, text } = await shared(scenario);
    const { ts } = await post(scenario, link);
    await previewed(scenario, ts);
    const [preview] = workspace.message(scenario.channel, ts)?.attachments ?? [];
    const there = newScenario(stack);
    const forged = await workspace.say({
      as: there.asker,
      channel: there.channel,
      text: 'mine',
      attachments: [preview ?? {}],
    });
    scenario = there;
    const said = await open(scenario, forged.ts, { as: there.asker });
    expect(said).toContain('has expired');
    expect(said).not.toContain(text);
  });

  it('a click on an expired preview finds nothing', async ({ stack, scenario }) => {
    const { link } = await shared(scenario);
    const { ts } = await post(scenario, link);
    await previewed(scenario, ts);
    const kept = await stack.store.keys('{deepsearch}:preview:*');
    expect(
      Math.min(...(await Promise.all(kept.map((key) => stack.store.pttl(key))))),
    ).toBeGreaterThan(0);
    await stack.store.del(...kept);
    expect(await open(scenario, ts, { as: scenario.asker })).toContain('Post the link again');
  });
});

it('a message that was deleted in the meantime gets no preview and causes no error', async ({
  stack,
  scenario,
}) => {
  const { workspace } = stack;
  const { link } = await shared(scenario);
  const gate = workspace.gate('chat.unfurl');
  const { ts } = await post(scenario, link);
  await gate.reached;
  await workspace.remove({ as: scenario.asker, channel: scenario.channel, ts });
  gate.release();
  await workspace.waitFor(() =>
    workspace.calls.some(({ outcome }) => outcome === 'cannot_find_message'),
  );
  await waitUntilProcessed(stack);
});

it('a rate limit delays the preview', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const { link } = await shared(scenario);
  workspace.faults.add({ method: 'chat.unfurl', kind: 'status', status: 503, times: 1 });
  const { ts } = await post(scenario, link);
  expect(await previewed(scenario, ts)).toHaveLength(1);
});
