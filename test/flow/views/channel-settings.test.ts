import { describe, expect } from 'vitest';
import type { Channel, Modal, Person } from '../../../local/workspace/workspace.js';
import { EMPTY_LAYER } from '../../../src/model/settings-layers.js';
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
import { viewText, waitForModal } from '../../support/views.js';

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
  return waitForModal(scenario.stack, as, /Channel settings\n(?!One moment)/);
}

type Values = Readonly<Record<string, string | readonly string[]>>;

/** Sends the form on top; gives the errors under its fields. */
async function send(stack: Stack, values: Values, as: Person = admin) {
  const entries = Object.entries(values).map(([name, value]) => [name, { [name]: value }]);
  const { errors } = await stack.workspace.submit({ as, values: Object.fromEntries(entries) });
  return errors;
}

/** Changes the settings as an admin, and waits for the note that says so. */
async function set(scenario: Scenario, values: Values): Promise<string> {
  const notes = () =>
    scenario.stack.workspace.ephemerals({ user: admin, channel: scenario.channel });
  const before = notes().length;
  await open(scenario);
  expect(await send(scenario.stack, values)).toEqual({});
  const note = await scenario.stack.workspace.waitFor(() => notes()[before], { what: 'a note' });
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

  it('settings shows an admin a form, and stores changes', async ({ stack, scenario }) => {
    expect(viewText(await open(scenario)).split('\n')).toEqual([
      'Channel settings',
      `Deep Search in <#${scenario.channel.id}>:`,
      'Who can ask: Everyone in the channel',
      'People: ',
      'Replies in Deep Search threads: Treat each as a question',
      'Answers: In the thread',
      'Language of the answers: Same as the question',
    ]);
    await stack.workspace.closeView({ as: admin });
    expect(await set(scenario, { replies: 'mention', language: 'Deutsch' })).toContain(
      '*Replies in Deep Search threads*: Only if they mention the app',
    );
    expect(viewText(await open(scenario))).toContain('Language of the answers: Deutsch');
  });

  it('settings shows others the values and who may change them', async ({ stack, scenario }) => {
    await set(scenario, { answers: 'asker' });
    const read = viewText(await open(scenario, scenario.asker));
    expect(read).toContain('*Answers*: Privately, to the person who asked');
    expect(read).toContain('Only workspace admins and the creator of the channel');
    expect(stack.workspace.modals(scenario.asker)[0]?.submit).toBeNull();
  });

  it('a direct message has no settings', async ({ stack, scenario }) => {
    const read = viewText(await open(scenario, scenario.asker, stack.workspace.dm(scenario.asker)));
    expect(read).toContain('A direct message has no settings.');
  });

  it('settings require names if only some may ask', async ({ stack, scenario }) => {
    await open(scenario);
    expect(await send(stack, { who: 'listed' })).toEqual({
      people: expect.stringContaining('at least'),
    });
  });

  it('settings submitted by a user without permission are refused', async ({ stack, scenario }) => {
    const form = await open(scenario);
    const { app } = stack.workspace;
    const values = Object.fromEntries(
      Object.entries({ who: 'everyone', replies: 'all', answers: 'asker' }).map(([name, value]) => [
        name,
        { [name]: { selected_option: { value } } },
      ]),
    );
    const payload = {
      type: 'view_submission',
      team: { id: app.teamId },
      user: { id: scenario.asker.id, team_id: app.teamId },
      view: { ...form, id: 'VFORGED', state: { values } },
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
    const note = await stack.workspace.waitFor(() => scenario.notes()[0], { what: 'a note' });
    expect(note).toContain('Only workspace admins');
    await stack.workspace.closeView({ as: admin });
    expect(viewText(await open(scenario))).toContain('Answers: In the thread');
  });
});

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
    expect(viewText(await open(scenario))).toContain('Who can ask: Only the people below');
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
    expect(scenario.notes()[0]).toContain('Answers in this channel are private');

    // What others say there is no question to us.
    await thread.reply(admin, 'I would look into queue.ts');
    const answer = direct.ours().find((it) => hasButton(it, SHARE));
    await direct.press(scenario.asker, SHARE, answer);
    const shared = await thread.message('backoff()');
    expect(messageText(shared)).toContain(
      `<@${scenario.asker.id}> asked privately and shared the answer`,
    );
    await direct.message('Shared in');
    await direct.press(scenario.asker, SHARE, answer);
    await direct.message('already shared');
    expect(direct.said().slice(1)).toEqual([
      `Shared in <#${scenario.channel.id}>.`,
      'You have already shared this answer.',
    ]);
    await waitUntilProcessed(stack);
    expect(thread.ours()).toHaveLength(1);
    expect(askedQuestions(stack, 'I would look')).toEqual([]);
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
