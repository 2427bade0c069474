import { describe, expect, onTestFinished } from 'vitest';
import type { Person } from '../../../local/workspace/workspace.js';
import {
  askedQuestions,
  rootOf,
  SUGGESTION_BUTTON,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { type Stack, startStack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** Nothing of this was asked, shown or told by the bot, but for so many private notes. */
async function nothingCame(
  stack: Stack,
  { who, text, notes }: { readonly who: Person; readonly text: string; readonly notes: number },
): Promise<void> {
  await waitUntilProcessed(stack);
  const { workspace } = stack;
  expect(askedQuestions(stack, text)).toEqual([]);
  const said = workspace.calls.filter(
    ({ method, args }) =>
      /^chat\.(post|update)/.test(method) && JSON.stringify(args).includes(text),
  );
  expect(said).toEqual([]);
  expect(workspace.ephemerals({ user: who })).toHaveLength(notes);
}

const KINDS = {
  guest: { is_restricted: true },
  'single-channel guest': { is_restricted: true, is_ultra_restricted: true },
} as const;

describe.each(Object.entries(KINDS))('a %s', (_kind, flags) => {
  it('a %s who mentions the bot gets one ephemeral message, and nothing is asked', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', ...flags });
    const text = scenario.text();
    const said = { as: guest, channel: scenario.channel, text: `${scenario.bot} ${text}` };
    const { ts } = await workspace.say(said);
    await nothingCame(stack, { who: guest, text, notes: 1 });
    expect(workspace.ephemerals({ user: guest })[0]?.text).toContain('Guests cannot ask');
    expect(threadAt(workspace, scenario.channel, ts).ours()).toEqual([]);
  });

  it('a direct message or command of a guest asks nothing', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', ...flags });
    const text = scenario.text();
    const dm = workspace.dm(guest);
    const { ts } = await workspace.say({ as: guest, channel: dm, text });
    await workspace.command({ as: guest, channel: scenario.channel, text });
    await nothingCame(stack, { who: guest, text, notes: 1 });
    expect(workspace.messages({ channel: dm })).toHaveLength(1);
    expect(threadAt(workspace, dm, ts).said()).toEqual([
      expect.stringContaining('Guests cannot ask'),
    ]);
  });

  it('a guest is refused even if nothing is asked', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', ...flags });
    await workspace.say({ as: guest, channel: scenario.channel, text: scenario.bot });
    await workspace.command({ as: guest, channel: scenario.channel, text: 'doctor' });
    await workspace.waitFor(() => workspace.ephemerals({ user: guest }).length === 2, {
      what: 'two notes',
    });
    const said = workspace.ephemerals({ user: guest }).map(({ text }) => text);
    expect(said.sort()).toEqual([
      expect.stringContaining('Guests cannot ask'),
      expect.stringContaining('Only workspace admins'),
    ]);
  });

  it('a button or reply of a guest asks nothing', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', ...flags });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const next = scenario.text('how long');
    const thread = await scenario.answered(scenario.text(), { suggested_followups: [next] });
    await thread.press(guest, SUGGESTION_BUTTON);
    await thread.reply(guest, next);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, next)).toEqual([]);
    expect(thread.endings()).toHaveLength(1);
    // The thread is still ours for those who may ask.
    await thread.reply(scenario.asker, next);
    await stack.engine.next(next);
  });
});

describe('somebody of another workspace or company', () => {
  it.for([
    ['another company', { is_stranger: true }],
    ['another workspace', {}],
  ] as const)('an outsider gets no response (%s)', async ([_who, flags], { stack, scenario }) => {
    const { workspace } = stack;
    const { id: team_id } = workspace.addTeam({ name: 'Initech', install: false });
    const stranger = workspace.addPerson({ name: 'bill', team_id, ...flags });
    const text = scenario.text();
    await workspace.say({
      as: stranger,
      channel: scenario.channel,
      text: `${scenario.bot} ${text}`,
    });
    await nothingCame(stack, { who: stranger, text, notes: 0 });
  });

  it('in a shared channel outsiders get no response, and colleagues one ephemeral message', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { partners } = workspace.channels;
    const { kim, outsider } = workspace.people;
    const text = scenario.text();
    const question = `${scenario.bot} ${text}`;
    const { ts } = await workspace.say({ as: outsider, channel: partners, text: question });
    await nothingCame(stack, { who: outsider, text, notes: 0 });
    await workspace.say({ as: kim, channel: partners, text: question });
    await workspace.waitFor(() => workspace.ephemerals({ user: kim }).length > 0);
    await nothingCame(stack, { who: kim, text, notes: 1 });
    expect(workspace.ephemerals({ user: kim })[0]?.text).toContain('shared with another company');
    expect(threadAt(workspace, partners, ts).ours()).toEqual([]);
    expect(workspace.messages({ channel: partners }).every((m) => m.bot_id === undefined)).toBe(
      true,
    );
  });

  it('a command of an outsider in a shared channel gets no response', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { partners } = workspace.channels;
    const { outsider, ada } = workspace.people;
    const text = scenario.text();
    await workspace.command({ as: outsider, channel: partners, text });
    await nothingCame(stack, { who: outsider, text, notes: 0 });
    await workspace.command({ as: ada, channel: partners, text });
    await nothingCame(stack, { who: ada, text, notes: 1 });
  });
});

it('a bot’s messages are never answered', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const robot = workspace.addPerson({ name: 'ci', is_bot: true });
  const text = scenario.text();
  const said = { as: robot, channel: scenario.channel, text: `${scenario.bot} ${text}` };
  await workspace.say(said);
  await workspace.say({ ...said, subtype: 'bot_message' });
  await nothingCame(stack, { who: robot, text, notes: 0 });
});

it('a deactivated user is not answered', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const gone = workspace.addPerson({ name: 'gone', deleted: true });
  const text = scenario.text();
  await workspace.say({ as: gone, channel: scenario.channel, text: `${scenario.bot} ${text}` });
  await nothingCame(stack, { who: gone, text, notes: 0 });
});

it('a failed lookup of the asker delays the question instead of permitting it', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine } = stack;
  const text = scenario.text();
  const trouble = workspace.faults.add({ method: 'users.info', kind: 'status', status: 503 });
  const thread = await scenario.mention(text);
  await workspace.waitFor(() => trouble.hits > 0);
  expect(thread.ours()).toEqual([]);
  trouble.remove();
  (await engine.next(text)).answer();
  expect(await thread.ended()).toHaveLength(1);
});

it('posts nothing while Slack does not say who can read the channel', async ({
  stack,
  scenario,
}) => {
  const { workspace, engine } = stack;
  const { asker, channel } = scenario;
  const hidden = { channel, kind: 'error', error: 'channel_not_found' } as const;
  const unseen = workspace.faults.add({ method: 'conversations.info', ...hidden });
  workspace.faults.add({ method: 'conversations.open', kind: 'status', status: 503, times: 1 });
  const text = scenario.text();
  const thread = await scenario.mention(text);
  (await engine.next(text)).answer();
  const direct = await rootOf(workspace, workspace.dm(asker), text);
  expect(await direct.ended()).toHaveLength(1);
  expect(thread.ours()).toEqual([]);
  unseen.remove();
});

it('members of the same Enterprise Grid organization may ask', async () => {
  const grid = await startStack({ workspace: { limits: 'off' }, roles: [] });
  onTestFinished(() => grid.stop());
  const { workspace, engine } = grid;
  const [ours, theirs] = ['Acme Nord', 'Acme Sud'].map((name) =>
    workspace.addTeam({ name, enterprise_id: 'E0ACME', install: name === 'Acme Nord' }),
  );
  await grid.startBot('both', { SLACK_BOT_TOKEN: ours?.botToken });
  const home = { team_id: ours?.id ?? '' };
  const member = workspace.addPerson({ name: 'nora', ...home });
  const cousin = workspace.addPerson({ name: 'carl', team_id: theirs?.id ?? '' });
  const channel = workspace.addChannel({ name: 'all', ...home, members: [member, cousin] });
  const text = 'what the cousin asks';
  const bot = `<@${ours?.botUserId}>`;
  const { ts } = await workspace.say({ as: cousin, channel, text: `${bot} ${text}` });
  (await engine.next(text)).answer();
  await workspace.waitFor(() =>
    workspace
      .messages({ channel, threadTs: ts })
      .some((message) => JSON.stringify(message.blocks).includes('backoff()')),
  );
  await workspace.command({ as: member, channel, text: 'what the member asks' });
  await rootOf(workspace, channel, 'what the member asks');
});
