import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Block, Message, Person, Ref } from '../../../local/workspace/workspace.js';
import { conversationOf } from '../../support/private-notes.js';
import { makeRepository, type Repository, SHOP } from '../../support/repository.js';
import {
  messageText,
  newScenario,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { type Stack, startStack, TOKEN } from '../../support/stack.js';

const OTHER = 'sgp_token_of_somebody_else';
const SHOW = 'modal.open.0';

let stack: Stack;
let scenario: Scenario;
let repository: Repository;
beforeAll(async () => {
  repository = await makeRepository('shop', SHOP);
  stack = await startStack({
    service: {
      repositories: [repository.path],
      sharing: true,
      users: [
        { id: 1, name: 'bot', token: TOKEN },
        { id: 2, name: 'other', token: OTHER },
      ],
    },
    workspace: { limits: 'off' },
  });
});
afterAll(async () => {
  await stack.stop();
  await repository.remove();
});
beforeEach(() => {
  scenario = newScenario(stack);
});

/** Asks, and gives the share link of the answered conversation. */
async function shared(by: Scenario = scenario): Promise<{ text: string; link: string }> {
  const text = by.text();
  await by.answered(text);
  const id = conversationOf(stack, text);
  const link = stack.service.conversations().find((it) => it.id === id)?.share_url ?? '';
  return { text, link };
}

const post = (text: string, as: Ref = scenario.asker, channel: Ref = scenario.channel) =>
  stack.workspace.say({ as, channel, text });

const previewsOf = (message: Message | undefined) =>
  (message?.attachments ?? []).map((it) =>
    messageText({ text: '', blocks: it['blocks'] as Block[] }),
  );

/** What stands below the message, once it does. */
const previewed = (ts: string, channel: Ref = scenario.channel) =>
  stack.workspace.waitFor(
    () => {
      const previews = previewsOf(stack.workspace.message(channel, ts));
      return previews.length > 0 && previews;
    },
    { what: `a preview below ${ts}` },
  );

/** Clicks on a preview, and gives what the view says once it is filled. */
async function open(ts: string, as: Person, actionId = SHOW): Promise<string> {
  const { workspace } = stack;
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

const notes = (of: Ref) => stack.workspace.ephemerals({ user: of });

describe('a share link that somebody posts', () => {
  it('says so where its preview cannot be opened any more, such as after a change of keys', async () => {
    const { link } = await shared();
    const { ts } = await post(link);
    await previewed(ts);
    const [kept = ''] = await stack.store.keys(`{deepsearch}:preview:*:${scenario.channel.id}:*`);
    await stack.store.set(kept, 'v1.00000000.AAAA', 'KEEPTTL');
    expect(await open(ts, scenario.asker)).toContain('Something went wrong on our side');
  });

  it('gets a preview that says nothing of the conversation', async () => {
    const { text, link } = await shared();
    const { ts } = await post(`See ${link}, please`);
    const [preview = '', ...more] = await previewed(ts);
    expect(more).toEqual([]);
    expect(preview).toContain('*A Deep Search conversation*');
    expect(preview).toContain('[Show me]');
    expect(preview).not.toContain(text);
    expect(preview).not.toContain('backoff');
  });

  it('shows each reader what they may reach, and to them alone', async () => {
    const { workspace } = stack;
    const { text, link } = await shared();
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
      return of.find(({ questions }) => questions[0]?.answer && questions[0].question === secret);
    });
    const { ts } = await post(`${link} ${id.share_url}`);
    expect(await previewed(ts)).toHaveLength(2);
    expect(await open(ts, colleague)).toContain(`> ${text}`);
    expect(await open(ts, colleague, 'modal.open.1')).toContain('No conversation opens');
    expect(await open(ts, scenario.asker, 'modal.open.1')).toContain(`> ${secret}`);
    expect(notes(colleague)).toEqual([]);
  });

  it('shows somebody else’s shared conversation by its read token', async () => {
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
    const { ts } = await post(link);
    await previewed(ts);
    expect(await open(ts, scenario.asker)).toContain('What the other asked.');
  });

  it('leaves its read token nowhere of ours', async () => {
    const { link } = await shared();
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    const { ts } = await post(link);
    await previewed(ts);
    await open(ts, scenario.asker);
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

  it('shows its lines in a channel whose every reader may see them, and in no other', async () => {
    const { workspace } = stack;
    const open = workspace.addChannel({ name: 'open-code', members: [scenario.asker] });
    await stack.bots[0]?.stop();
    await stack.startBot('both', { INLINE_CODE_CHANNELS: open.id });
    const link = `${stack.service.url}${CODE}`;
    const { ts } = await post(link, scenario.asker, open);
    const [there] = await previewed(ts, open);
    expect(there).toContain('```\nexport function backoff(attempt: number): number {');
    const { ts: elsewhere } = await post(link);
    const [here] = await previewed(elsewhere);
    expect(here).not.toContain('backoff');
    const gone = await post(`${stack.service.url}/shop/-/blob/gone.ts?L1-2`, scenario.asker, open);
    expect((await previewed(gone.ts, open))[0]).toContain('*gone.ts*, lines 1 to 2');
  });

  it('of a commit opens what it changed', async () => {
    const { path } = repository;
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', path, ...args], { encoding: 'utf8', stdio: 'pipe' });
    await writeFile(join(path, 'README.md'), '# shop\n\nIt moved.\n');
    git('-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', 'commit', '-qam', 'Move');
    const commit = git('rev-parse', 'HEAD').trim();
    const { ts } = await post(`${stack.service.url}/shop/-/commit/${commit}`);
    await previewed(ts);
    expect(await open(ts, scenario.asker)).toContain('README.md');
  });

  it('of the first commit of all opens what it holds', async () => {
    const args = ['-C', repository.path, 'rev-list', '--max-parents=0', 'HEAD'];
    const commit = execFileSync('git', args, { encoding: 'utf8' }).trim();
    const { ts } = await post(`${stack.service.url}/shop/-/commit/${commit}`);
    await previewed(ts);
    const view = await open(ts, scenario.asker);
    expect(view).toContain(`|${commit.slice(0, 8)}>`);
    expect(view).toContain('src/queue.ts');
  });

  it('opens under the clicker’s account, to them alone', async () => {
    const { ts } = await post(`${stack.service.url}${CODE}`);
    await previewed(ts);
    const colleague = stack.workspace.addPerson({ name: 'reader' });
    expect(await open(ts, colleague)).toContain('lines 5–7');
    const range = `${stack.service.url}/shop/-/compare/HEAD...HEAD`;
    const { ts: compared } = await post(range);
    await previewed(compared);
    expect(await open(compared, colleague)).toContain('HEAD');
    expect(await open(ts, stack.workspace.people.guest)).toContain('Only people who may ask');
  });

  it.each([
    ['/shop/-/blob/src/queue.ts?L10-20', '*src/queue.ts*, lines 10 to 20\nshop'],
    ['/shop@main/-/blob/src/queue.ts?L7', '*src/queue.ts*, line 7\nshop at main'],
    ['/shop/-/commit/0123456789abcdef', '*Commit 0123456789ab*\nshop'],
    ['/shop/-/compare/v1...v2', '*v1 … v2*\nshop'],
  ])('%s is named, and no code is shown', async (path, title) => {
    const { ts } = await post(`${stack.service.url}${path}`);
    const [preview] = await previewed(ts);
    expect(preview).toContain(title);
    expect(preview).not.toContain('```');
  });
});

describe('no preview comes', () => {
  it.each([
    ['for a guest', 'guest'],
    ['for somebody of another company', 'outsider'],
  ] as const)('%s', async (_who, name) => {
    const { workspace } = stack;
    const { link } = await shared();
    const { ts } = await post(link, workspace.people[name]);
    await waitUntilProcessed(stack);
    expect(previewsOf(workspace.message(scenario.channel, ts))).toEqual([]);
    expect(notes(workspace.people[name])).toEqual([]);
  });

  it('in a shared channel, where we are not, for a bot, for other links', async () => {
    const { workspace } = stack;
    const { link } = await shared();
    const { partners } = workspace.channels;
    const { kim } = workspace.people;
    const away = workspace.addChannel({ name: 'away', members: [kim], botIsMember: false });
    const robot = workspace.addPerson({ name: 'linker', is_bot: true });
    const said = [
      [partners, await post(link, kim, partners)],
      [away, await post(link, kim, away)],
      [scenario.channel, await post(link, robot)],
      [scenario.channel, await post(`${stack.service.url}/search?q=retry`)],
      [scenario.channel, await post('https://elsewhere.example/deepsearch/42')],
    ] as const;
    await waitUntilProcessed(stack);
    for (const [channel, { ts }] of said) {
      expect(previewsOf(workspace.message(channel, ts))).toEqual([]);
    }
    expect(workspace.ephemerals({ channel: partners })).toEqual([]);
  });
});

describe('a click on a preview', () => {
  it('of a guest opens nothing', async () => {
    const { guest } = stack.workspace.people;
    const { link, text } = await shared();
    const { ts } = await post(link);
    await previewed(ts);
    const said = await open(ts, guest);
    expect(said).toContain('Only people who may ask');
    expect(said).not.toContain(text);
  });

  it('of another channel opens nothing', async () => {
    const { workspace } = stack;
    const { link, text } = await shared();
    const { ts } = await post(link);
    await previewed(ts);
    const [preview] = workspace.message(scenario.channel, ts)?.attachments ?? [];
    const there = newScenario(stack);
    const forged = await workspace.say({
      as: there.asker,
      channel: there.channel,
      text: 'mine',
      attachments: [preview ?? {}],
    });
    scenario = there;
    const said = await open(forged.ts, there.asker);
    expect(said).toContain('too old to open');
    expect(said).not.toContain(text);
  });

  it('finds nothing any more after its time', async () => {
    const { link } = await shared();
    const { ts } = await post(link);
    await previewed(ts);
    const kept = await stack.store.keys('{deepsearch}:preview:*');
    expect(
      Math.min(...(await Promise.all(kept.map((key) => stack.store.pttl(key))))),
    ).toBeGreaterThan(0);
    await stack.store.del(...kept);
    expect(await open(ts, scenario.asker)).toContain('post the link again');
  });
});

it('a message that is gone meanwhile gets none, and harms nothing', async () => {
  const { workspace } = stack;
  const { link } = await shared();
  const gate = workspace.gate('chat.unfurl');
  const { ts } = await post(link);
  await gate.reached;
  await workspace.remove({ as: scenario.asker, channel: scenario.channel, ts });
  gate.release();
  await workspace.waitFor(() =>
    workspace.calls.some(({ outcome }) => outcome === 'cannot_find_message'),
  );
  await waitUntilProcessed(stack);
});

it('Slack that is busy gets the preview later', async () => {
  const { workspace } = stack;
  const { link } = await shared();
  workspace.faults.add({ method: 'chat.unfurl', kind: 'status', status: 503, times: 1 });
  const { ts } = await post(link);
  expect(await previewed(ts)).toHaveLength(1);
});
