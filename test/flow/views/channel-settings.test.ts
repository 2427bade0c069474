import { describe, expect } from 'vitest';
import type { Channel, Modal, Person } from '../../../local/workspace/workspace.js';
import { EMPTY_LAYER, type SettingsLayer } from '../../../src/model/settings-layers.js';
import { keys } from '../../../src/store/keys.js';
import { createSettingsStore } from '../../../src/store/settings.js';
import { messageText } from '../../support/message-text.js';
import {
  askedQuestions,
  hasButton,
  rootOf,
  type Scenario,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, buttonIds, viewText, waitForModal } from '../../support/views.js';

const SHARE = 'answer.share-with-channel';
let admin: Person;
const it = stackTest({ workspace: { limits: 'off' } });
it.beforeEach(async ({ stack, scenario }) => {
  admin = stack.workspace.addPerson({ name: 'boss', is_admin: true });
  await stack.workspace.invite({ channel: scenario.channel, user: admin });
});

async function open(
  scenario: Scenario,
  as: Person = admin,
  channel: Channel = scenario.channel,
): Promise<Modal> {
  await scenario.stack.workspace.command({ as, channel, text: 'settings' });
  return waitForModal(scenario.stack, as, /(Channel|Workspace) settings\n(?!One moment)/);
}

/** Opens the form for the group of settings with this title. */
async function edit(scenario: Scenario, group: string, as: Person = admin): Promise<Modal> {
  const { stack } = scenario;
  const overview = await open(scenario, as);
  const block = overview.blocks.find((one) => JSON.stringify(one).includes(`*${group}*`));
  if (block === undefined) throw new Error(`no group ${group}`);
  const { action_id: actionId } = block['accessory'] as { readonly action_id: string };
  await stack.workspace.clickInView({ as, view: overview, actionId });
  return waitForModal(stack, as, '[Back]');
}

type Values = Readonly<Record<string, string | readonly string[]>>;

/** Sends the form on top; gives the errors under its fields. */
async function send(stack: Stack, values: Values, as: Person = admin) {
  const entries = Object.entries(values).map(([name, value]) => [name, { [name]: value }]);
  const { errors } = await stack.workspace.submit({ as, values: Object.fromEntries(entries) });
  return errors;
}

const ASKING = 'Questions';
const ANSWERS = 'Answers';
const CONTEXT = 'What every question gets';
const LIMITS = 'Limits';
const GROUPS: Readonly<Record<string, string>> = {
  who: ASKING,
  people: ASKING,
  replies: ASKING,
  answers: ANSWERS,
  language: ANSWERS,
  repositories: CONTEXT,
  instructions: CONTEXT,
  audience: LIMITS,
};

/** The private notes in the channel. */
const notesOf = ({ stack, channel }: Scenario, user: Person) =>
  stack.workspace.ephemerals({ user, channel });

/** Changes the settings as an admin, and waits for the last note that says so. */
async function set(scenario: Scenario, values: Values): Promise<string> {
  let note = '';
  for (const group of new Set(Object.keys(values).map((name) => GROUPS[name] ?? ASKING))) {
    const own = Object.entries(values).filter(([name]) => (GROUPS[name] ?? ASKING) === group);
    note = await save(scenario, group, Object.fromEntries(own));
  }
  return note;
}

async function save(scenario: Scenario, group: string, values: Values): Promise<string> {
  const before = notesOf(scenario, admin).length;
  await edit(scenario, group);
  expect(await send(scenario.stack, values)).toEqual({});
  return nextNote(scenario, before);
}

async function nextNote(scenario: Scenario, before: number, user = admin): Promise<string> {
  const note = await scenario.stack.workspace.waitFor(() => notesOf(scenario, user)[before], {
    what: 'a note',
  });
  return note.text;
}

describe('`/deepsearch settings`', () => {
  it('settings blames nobody where Slack refuses to say who asks', async ({ stack, scenario }) => {
    const { faults } = stack.workspace;
    const where = (args: Readonly<Record<string, unknown>>) => args['user'] === admin.id;
    faults.add({ method: 'users.info', where, kind: 'error', error: 'token_revoked' });
    expect(viewText(await open(scenario))).toContain('Slack does not tell me whether you can ask');
    faults.clear();
  });

  it('settings shows what applies and why, and an admin can change each group', async ({
    stack,
    scenario,
  }) => {
    expect(viewText(await open(scenario)).split('\n')).toEqual([
      'Channel settings',
      `Deep Search in <#${scenario.channel.id}>`,
      '*Questions*',
      '*Who can ask*: Everyone in the channel · default',
      '*Replies in Deep Search threads*: Treat each as a question · default [Edit]',
      '*Answers*',
      '*Where answers go*: In the thread · default',
      '*Language of the answers*: Same as the question · default [Edit]',
      '*What every question gets*',
      '*Repositories to look in*: all · default',
      '*Instructions for every answer*: none · default [Edit]',
      '*Limits*',
      '*Repositories that may be shown*: all · default',
      '*Budget of this channel*: no limit · default [Edit]',
      expect.stringContaining('Workspace settings apply'),
    ]);
    await stack.workspace.closeView({ as: admin });
    expect(
      viewText(await edit(scenario, ANSWERS))
        .split('\n')
        .slice(1),
    ).toEqual([
      `Deep Search in <#${scenario.channel.id}>`,
      '*Answers*',
      'Where answers go: Workspace setting: In the thread',
      'Language of the answers: Workspace setting: Same as the question',
      '[Back]',
    ]);
    expect(await send(stack, { answers: 'asker', language: 'Deutsch' })).toEqual({});
    expect(await nextNote(scenario, 0)).toBe(
      [
        'Saved. In this channel:',
        '*Where answers go*: Privately, to the person who asked · set here',
        '*Language of the answers*: Deutsch · set here',
      ].join('\n'),
    );
    expect(await save(scenario, ANSWERS, { answers: 'inherited' })).toBe(
      'Saved. In this channel:\n*Where answers go*: In the thread · default',
    );
    expect(await save(scenario, ANSWERS, {})).toContain('Nothing to save');
  });

  it('settings shows others the values and who may change them', async ({ stack, scenario }) => {
    await set(scenario, { answers: 'asker' });
    const read = viewText(await open(scenario, scenario.asker));
    expect(read).toContain('*Where answers go*: Privately, to the person who asked · set here');
    expect(read).toContain('Only workspace admins and the creator of the channel');
    expect(read).not.toContain('[Edit]');
    expect(stack.workspace.modals(scenario.asker)[0]?.submit).toBeNull();
  });

  it('Back leads from a form to all settings', async ({ stack, scenario }) => {
    const form = await edit(scenario, CONTEXT);
    const back = { as: admin, view: form, actionId: buttonId(form, 'Back') };
    await stack.workspace.clickInView(back);
    expect(viewText(await waitForModal(stack, admin, '[Edit]'))).toContain('*Limits*');
  });

  it('a direct message shows the settings of the workspace, which apply to its channels', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const direct = workspace.dm(admin);
    const read = await open(scenario, scenario.asker, workspace.dm(scenario.asker));
    expect(viewText(read)).toContain(
      'Only workspace admins can change these settings, or organization admins',
    );

    const overview = await open(scenario, admin, direct);
    expect(viewText(overview)).toContain('*Budget of each person*: no limit · default');
    const actionId = buttonIds(overview, 'Edit')[1] ?? '';
    await workspace.clickInView({ as: admin, view: overview, actionId });
    expect(viewText(await waitForModal(stack, admin, '[Back]'))).toContain(
      'Where answers go: Default: In the thread',
    );
    expect(await send(stack, { answers: 'asker', language: 'Deutsch' })).toEqual({});
    const said = () => workspace.messages({ channel: direct }).map(({ text }) => text);
    await workspace.waitFor(() => said().find((text) => text.includes('Saved. In this workspace')));

    const line = '*Language of the answers*: Deutsch · workspace setting';
    expect(viewText(await open(scenario))).toContain(line);
    await workspace.closeView({ as: admin });
    await set(scenario, { answers: 'thread' });
    const shown = viewText(await open(scenario));
    expect(shown).toContain(line);
    expect(shown).toContain('*Where answers go*: In the thread · set here');

    // The next test finds the workspace as it was.
    await stack.store.del(keys.workspaceSettings(workspace.app.teamId));
  });

  it('what is wrong is said beside its field', async ({ stack, scenario }) => {
    await edit(scenario, ASKING);
    expect(await send(stack, { who: 'listed' })).toEqual({
      people: expect.stringContaining('at least'),
    });
    await stack.workspace.closeView({ as: admin });
    await edit(scenario, CONTEXT);
    expect(await send(stack, { repositories: 'acme/shop\nacme web' })).toEqual({
      repositories: expect.stringContaining('"acme web" is not the name of a repository'),
    });
  });

  it('budgets and repositories are saved and shown', async ({ scenario }) => {
    expect(
      await save(scenario, LIMITS, {
        audience: 'acme/*',
        'channelBudget.day.questions': '100',
        'channelBudget.month.credits': '2.5',
      }),
    ).toBe(
      [
        'Saved. In this channel:',
        '*Repositories that may be shown*: acme/* · set here',
        '*Budget of this channel*: 100 questions a day; 2.5 credits a month · set here',
      ].join('\n'),
    );
    const form = viewText(await edit(scenario, LIMITS));
    expect(form).toContain('Questions a day: 100\nQuestions a month: \nCredits a day: ');
  });

  it('what a settings file fixes is shown with who fixed it, and cannot be changed', async ({
    stack,
    scenario,
  }) => {
    const settings = createSettingsStore({ redis: stack.store });
    const owner = { workspace: stack.workspace.app.teamId, channel: scenario.channel.id };
    const fixed = { answers: { by: 'ann', at: Date.UTC(2026, 0, 2, 3) } };
    const after: SettingsLayer = { ...EMPTY_LAYER, file: { answers: 'asker' }, fixed };
    const form = await edit(scenario, ANSWERS);
    await settings.replace([{ owner, before: EMPTY_LAYER, after }]);
    expect(viewText(form)).toContain('Where answers go: Workspace setting');

    // The form was open meanwhile.
    expect(await send(stack, { answers: 'thread' })).toEqual({});
    expect(await nextNote(scenario, 0)).toContain('Not saved: somebody else has changed these');

    const read = viewText(await edit(scenario, ANSWERS));
    expect(read).toMatch(
      /\*Where answers go\*: Privately, to the person who asked · fixed in the settings file by `ann`, <!date\^.*2026-01-02 03:00 UTC>\nLanguage of the answers: /,
    );
    expect(read).not.toContain('Where answers go: Workspace setting');
    // A forged form does not change it.
    expect(await send(stack, { language: 'Deutsch' })).toEqual({});
    expect(await nextNote(scenario, 1)).toContain('Deutsch · set here');
    expect(await settings.load(owner.workspace, owner.channel)).toMatchObject({
      answers: 'asker',
      language: 'Deutsch',
    });
  });

  it('two people who change a setting at once: the later one is told', async ({
    stack,
    scenario,
  }) => {
    const other = stack.workspace.addPerson({ name: 'other', is_admin: true });
    await stack.workspace.invite({ channel: scenario.channel, user: other });
    await edit(scenario, ANSWERS, other);
    await set(scenario, { language: 'Deutsch' });
    expect(await send(stack, { language: 'Polski' }, other)).toEqual({});
    expect(await nextNote(scenario, 0, other)).toContain('Not saved: somebody else has changed');
    expect(viewText(await open(scenario))).toContain('Deutsch · set here');
  });

  it('the creator of a channel changes its settings, but not what limits it', async ({
    stack,
    scenario,
  }) => {
    const maker = stack.workspace.addPerson({ name: 'maker' });
    const channel = stack.workspace.addChannel({ name: 'made', members: [maker], creator: maker });
    const overview = await open(scenario, maker, channel);
    expect(buttonIds(overview, 'Edit')).toHaveLength(3);
    const limits = { level: 'channel', edit: 'limits' };
    await submitForged(stack, { as: maker, channel, modal: limits }, { audience: '*' });
    const note = await nextNote({ ...scenario, channel }, 0, maker);
    expect(note).toContain('Only workspace admins can change which repositories');
    await submitForged(
      stack,
      { as: maker, channel, modal: { level: 'workspace' } },
      { audience: '*' },
    );
    expect(await nextNote({ ...scenario, channel }, 1, maker)).toContain(
      'Only workspace admins can change these settings, or organization admins',
    );
    const settings = createSettingsStore({ redis: stack.store });
    const { audience } = await settings.load(stack.workspace.app.teamId, channel.id);
    expect(audience).toBeUndefined();
  });

  it('stored settings that are damaged let nobody ask until an admin sets them anew', async ({
    stack,
    scenario,
  }) => {
    const { asker, channel } = scenario;
    const { teamId } = stack.workspace.app;
    await stack.store.set(keys.settings(teamId, channel.id), '"any"');
    await scenario.mention(scenario.text());
    await stack.workspace.waitFor(() => notesOf(scenario, asker)[0]?.text.includes('who'), {
      what: 'a refusal',
    });
    expect(viewText(await open(scenario))).toContain('stored settings are damaged');
    await stack.workspace.closeView({ as: admin });
    expect(await save(scenario, ASKING, { who: 'everyone' })).toContain('Everyone');
    const overview = viewText(await open(scenario));
    expect(overview).not.toContain('damaged');
    expect(overview).toMatch(/Repositories that may be shown\*?: none/);
  });

  it('settings submitted by a user without permission are refused', async ({ stack, scenario }) => {
    const { asker, channel } = scenario;
    await submitForged(stack, { as: asker, channel, modal: {} }, { answers: 'asker' });
    const note = await stack.workspace.waitFor(() => scenario.notes()[0], { what: 'a note' });
    expect(note).toContain('Only workspace admins');
    expect(viewText(await open(scenario))).toContain('*Where answers go*: In the thread · default');
  });
});

interface Forged {
  readonly as: Person;
  readonly channel: Channel;
  /** Of the modal's metadata. */
  readonly modal: object;
}

let forged = 0;

/** A form that Slack would not show to them. */
async function submitForged(stack: Stack, { as, channel, modal }: Forged, values: Values) {
  const { app } = stack.workspace;
  const state = Object.entries(values).map(([name, value]) => [
    name,
    { [name]: name === 'audience' ? { value } : { selected_option: { value } } },
  ]);
  const payload = {
    type: 'view_submission',
    team: { id: app.teamId },
    user: { id: as.id, team_id: app.teamId },
    view: {
      id: `VFORGED${forged++}`,
      type: 'modal',
      callback_id: 'settings',
      private_metadata: JSON.stringify({
        modal: { kind: 'settings', ...modal },
        place: { channel: channel.id },
      }),
      state: { values: Object.fromEntries(state) },
    },
  };
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const timestamp = Math.floor(Date.now() / 1000);
  await stack.workspace.deliverRaw({
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': stack.workspace.sign(body, timestamp),
    },
  });
}

describe('a channel with settings', () => {
  it('a restricted channel answers only listed people, and its admins can change that', async ({
    stack,
    scenario,
  }) => {
    const listed = stack.workspace.addPerson({ name: 'listed' });
    await stack.workspace.invite({ channel: scenario.channel, user: listed });
    await set(scenario, { who: 'listed', people: [listed.id] });
    const text = scenario.text();
    await scenario.mention(text);
    const note = await stack.workspace.waitFor(() => scenario.notes()[0], { what: 'a note' });
    expect(note).toContain('Only some people can ask in this channel');
    expect(askedQuestions(stack, text)).toEqual([]);
    const asked = { as: listed, channel: scenario.channel, text: `${scenario.bot} ${text}` };
    await stack.workspace.say(asked);
    (await stack.engine.next(text)).answer();
    expect(viewText(await open(scenario))).toContain(
      '*Who can ask*: Only listed people · set here',
    );
  });

  it('a channel can require a mention in replies', async ({ stack, scenario }) => {
    await set(scenario, { replies: 'mention' });
    const thread = await scenario.answered(scenario.text());
    const aside = scenario.text('what do you think');
    await thread.reply(scenario.asker, aside);
    const next = scenario.text('and how long');
    await thread.reply(scenario.asker, `${scenario.bot} ${next}`);
    const work = await stack.engine.next(next);
    // What people say to each other goes along with the next question.
    expect(work.context.added).toContain(aside);
    work.answer();
    await thread.ended(2);
    expect(askedQuestions(stack, aside)).toEqual([]);
  });

  it('a channel’s language applies to its answers', async ({ scenario }) => {
    await set(scenario, { language: 'Français' });
    const { work } = await scenario.asked(scenario.text());
    expect(work.context.added).toBe('Answer in Français.');
    work.answer();
  });

  it('a channel’s instructions go along with its questions, in front of what people said', async ({
    stack,
    scenario,
  }) => {
    const owner = { workspace: stack.workspace.app.teamId, channel: scenario.channel.id };
    const form = { language: 'Deutsch', instructions: 'Be short.\nName the owner.' } as const;
    const settings = createSettingsStore({ redis: stack.store });
    await settings.replace([{ owner, before: EMPTY_LAYER, after: { ...EMPTY_LAYER, form } }]);
    const { work } = await scenario.asked(scenario.text());
    expect(work.context.added).toBe(
      'Answer in Deutsch.\n\nFollow these instructions:\n> Be short.\n> Name the owner.',
    );
    work.answer();
  });

  it('a channel’s language applies to private follow-ups too', async ({ stack, scenario }) => {
    await set(scenario, { answers: 'asker', language: 'Français' });
    const text = scenario.text();
    const { work } = await scenario.asked(text);
    work.answer();
    const direct = await rootOf(stack.workspace, stack.workspace.dm(scenario.asker), text);
    await direct.ended();
    const next = scenario.text('and how long');
    await direct.reply(scenario.asker, next);
    const followUp = await stack.engine.next(next);
    expect(followUp.context.added).toBe('Answer in Français.');
    followUp.answer();
    await direct.ended(2);
  });

  it('a channel with private answers lets the asker share each once', async ({
    stack,
    scenario,
  }) => {
    await set(scenario, { answers: 'asker' });
    const { workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    expect((await direct.ended())[0]).toContain('backoff()');
    expect(thread.ours()).toEqual([]);
    const told = () => scenario.notes()[0] ?? '';
    await expect.poll(told).toContain('Answers in this channel are private');

    // What others say there is no question to us.
    await thread.reply(admin, 'I would look into queue.ts');
    const answer = direct.ours().find((it) => hasButton(it, SHARE));
    await direct.press(scenario.asker, SHARE, answer);
    const shared = await thread.message('backoff()');
    expect(messageText(shared)).toContain(
      `<@${scenario.asker.id}> asked privately and shared the answer`,
    );
    await direct.message(/^Shared in/);
    const marked = await direct.message(/backoff\(\)(.|\n)*Shared in/);
    expect(hasButton(marked, SHARE)).toBe(false);
    expect(direct.said().slice(1)).toEqual([`Shared in <#${scenario.channel.id}>.`]);
    await waitUntilProcessed(stack);
    expect(thread.ours()).toHaveLength(1);
    expect(askedQuestions(stack, 'I would look')).toEqual([]);
  });

  it('a click says where an answer was shared, if that could not be said before', async ({
    stack,
    scenario,
  }) => {
    await set(scenario, { answers: 'asker' });
    const { workspace } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    const answer = await direct.message('[Share');
    const refused = workspace.faults.add({
      ...{ method: 'chat.update', kind: 'error', error: 'cant_update_message' },
    });
    await direct.press(scenario.asker, SHARE, answer);
    await direct.message(/^Shared in/);
    expect(refused.hits).toBe(1);
    refused.remove();
    await direct.press(scenario.asker, SHARE, answer);
    await direct.message('already shared');
    await waitUntilProcessed(stack);
    expect(thread.ours()).toHaveLength(1);
    expect(hasButton(await direct.message(/backoff\(\)(.|\n)*Shared in/), SHARE)).toBe(false);
  });

  it('a shared answer is posted in sections if Slack refuses its tables', async ({
    stack,
    scenario,
  }) => {
    await set(scenario, { answers: 'asker' });
    const { workspace } = stack;
    const errors = ['invalid_attachments', 'only_one_table_allowed', 'invalid_blocks'];
    for (const error of errors) {
      const text = scenario.text();
      const { thread, work } = await scenario.asked(text);
      const table = (name: string) => `| name | count |\n|---|---|\n| ${name} | 1 |`;
      work.answer({ answer: `${table('first')}\n\n${table('second')}` });
      const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
      const answer = await direct.message('[Share');
      const fault = workspace.faults.add({
        ...{ method: 'chat.postMessage', channel: scenario.channel, kind: 'error', error },
        where: ({ blocks }) => String(blocks).includes('"markdown"'),
      });
      await direct.press(scenario.asker, SHARE, answer);
      await thread.message('second');
      expect(fault.hits).toBe(2);
      fault.remove();
      expect(messageText(await thread.message('first'))).toContain('shared the answer');
      expect(thread.ours()).toHaveLength(2);
    }
  });

  it('a failed share can be repeated', async ({ stack, scenario }) => {
    await set(scenario, { answers: 'asker' });
    const { workspace, service } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    await direct.ended();
    const share = async () => {
      const before = direct.said().length;
      await direct.press(scenario.asker, SHARE);
      return workspace.waitFor(() => direct.said()[before], { what: 'a note' });
    };
    const away = service.faults.add({ route: 'read', kind: 'status', status: 503 });
    expect(await share()).toContain('Press the button again');
    away.remove();
    const closed = workspace.faults.add({
      method: 'chat.postMessage',
      channel: scenario.channel,
      kind: 'error',
      error: 'not_in_channel',
    });
    expect(await share()).toContain('Invite me, then share again');
    closed.remove();
    expect(await share()).toBe(`Shared in <#${scenario.channel.id}>.`);
    expect(messageText(await thread.message('backoff()'))).toContain('shared the answer');
  });

  it('a shared answer of a command is a new message', async ({ stack, scenario }) => {
    await set(scenario, { answers: 'asker' });
    const { workspace } = stack;
    const text = scenario.text();
    await workspace.command({ as: scenario.asker, channel: scenario.channel, text });
    (await stack.engine.next(text)).answer();
    const dm = workspace.dm(scenario.asker);
    const direct = await rootOf(workspace, dm, text);
    await direct.ended();
    const ours = workspace.messages({ channel: scenario.channel }).filter(({ bot_id }) => bot_id);
    expect(ours).toEqual([]);
    await direct.press(scenario.asker, SHARE);
    const root = await rootOf(workspace, scenario.channel, 'shared the answer');
    expect(threadAt(workspace, scenario.channel, root.ts).root()?.text).toContain('backoff()');
  });

  it('the answer stays private if Slack fails at the start', async ({ stack, scenario }) => {
    await set(scenario, { answers: 'asker' });
    const { workspace } = stack;
    const fault = workspace.faults.add({
      method: 'conversations.open',
      kind: 'status',
      status: 503,
      times: 3,
    });
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    work.answer();
    const direct = await rootOf(workspace, workspace.dm(scenario.asker), text);
    await direct.ended();
    fault.remove();
    expect(thread.ours()).toEqual([]);
  });
});
