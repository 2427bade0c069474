import { describe, expect } from 'vitest';
import type { Person, View } from '../../../local/workspace/workspace.js';
import {
  CANCEL_BUTTON,
  newScenario,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** Opens Home, and gives it once it reads like this. */
async function openHome(
  scenario: Scenario,
  like: string | RegExp = 'Conversations',
  as: Person = scenario.asker,
) {
  await scenario.stack.workspace.openHome({ as });
  return waitForHome(scenario.stack, as, like);
}

/** Home, once it lists these conversations: what it reads may be the same before. */
function waitForFilter({ workspace }: Stack, as: Person, filter: string): Promise<View> {
  const isListed = (home: View | undefined) =>
    home !== undefined && JSON.parse(home.private_metadata).filter === filter && home;
  return workspace.waitFor(() => isListed(workspace.home(as)), { what: `a Home of ${filter}` });
}

/** Presses a button in Home, and gives what Home becomes. */
async function press(
  scenario: Scenario,
  home: View,
  { label, like }: { readonly label: string; readonly like: string | RegExp },
): Promise<View> {
  const { asker: as } = scenario;
  const clicked = { as, view: home, actionId: buttonId(home, label) };
  expect(await scenario.stack.workspace.clickInView(clicked)).toMatchObject({ ackStatus: 200 });
  return waitForHome(scenario.stack, as, like);
}

async function answered(
  scenario: Scenario,
  titles: readonly string[],
  by: Scenario = scenario,
): Promise<void> {
  for (const title of titles) {
    await scenario.stack.refill();
    await by.answered(by.text(), { title });
  }
}

describe('Home', () => {
  it('Home explains itself while there are no conversations', async ({ stack, scenario }) => {
    const lines = viewText(await openHome(scenario)).split('\n');
    const { host } = new URL(stack.service.url);
    expect(lines).toEqual([
      'Deep Search',
      expect.stringMatching(/^Ask how your code works.*\[Ask a question\]$/),
      `Connected to ${host}. Everyone here asks with one shared account.`,
      'Your usage: 0 questions today · 0 questions this month',
      expect.stringContaining('No quota is known yet'),
      '',
      'Running',
      'You have nothing running.',
      '',
      'Conversations',
      '[Yours] [Starred] [All]',
      'Search questions and answers: ',
      expect.stringContaining('You have not asked anything yet.'),
      '',
      'Settings',
      expect.stringMatching(/^For a channel: who can ask.*\[Choose a channel\]$/),
      '[Workspace settings]',
    ]);
  });

  it('Home shows the user’s conversations in pages, and filters them by text and star', async ({
    stack,
    scenario,
  }) => {
    await answered(
      scenario,
      Array.from({ length: 9 }, (_, i) => `Title t${i + 1}`),
    );
    const first = await openHome(scenario, 'Title t9');
    expect(viewText(first)).toMatch(/\*Title t9\*(.|\n)*\*Title t2\*/);
    expect(viewText(first)).not.toContain('*Title t1*');
    const second = await press(scenario, first, { label: 'Next page', like: '*Title t1*' });
    expect(viewText(second)).not.toContain('*Title t9*');
    const { asker: as } = scenario;
    await stack.workspace.clickInView({
      as,
      view: second,
      actionId: 'home.search',
      value: 'TITLE T4',
    });
    const found = await waitForHome(stack, as, '*Title t4*');
    expect(viewText(found)).not.toContain('Title t5');
    await press(scenario, found, { label: 'Starred', like: 'No conversation here has "TITLE T4"' });
  });

  it('Home finds words of an answer, for those who may read it, and says what is not searched', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine, service } = stack;
    const { asker, bot } = scenario;
    await stack.refill();
    await scenario.answered(scenario.text(), { title: 'In public', answer: 'It is a zebrafish.' });
    const channel = workspace.addChannel({ name: 'fishes', kind: 'private', members: [asker] });
    const hidden = scenario.text('what is hidden');
    await workspace.say({ as: asker, channel, text: `${bot} ${hidden}` });
    (await engine.next(hidden)).answer({ title: 'In private', answer: 'A zebrafish too.' });
    await openHome(scenario, 'In private');
    const search = async (as: Person, like: string) => {
      const home = await openHome(scenario, 'Conversations', as);
      await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'All') });
      const all = await waitForFilter(stack, as, 'all');
      await workspace.clickInView({ as, view: all, actionId: 'home.search', value: 'zebrafish' });
      return viewText(await waitForHome(stack, as, like));
    };
    expect(await search(asker, 'zebrafish')).toMatch(/In private(.|\n)*In public/);
    const other = newScenario(stack).asker;
    const found = await search(other, 'zebrafish');
    expect(found).toContain('In public');
    expect(found).toContain(` · <@${asker.id}> · `);
    expect(found).not.toContain('In private');
    const trouble = service.faults.add({ route: 'list', kind: 'status', status: 500 });
    expect(await search(asker, 'Only titles were searched')).not.toContain('In public');
    trouble.remove();
  });

  it('Home opens a conversation to read and star', async ({ stack, scenario }) => {
    await answered(scenario, ['Read me']);
    const { asker: as } = scenario;
    const home = await openHome(scenario, 'Read me');
    await stack.workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const talk = await waitForModal(stack, as, 'backoff()');
    expect(viewText(talk)).toContain('Retries are decided in');
    await stack.workspace.clickInView({ as, actionId: buttonId(talk, 'Star') });
    await waitForModal(stack, as, '[Unstar]');
    await waitForHome(stack, as, ':star: *Read me*');
  });

  it('Home shares, exports and, after confirmation, deletes the open conversation', async ({
    stack,
    scenario,
  }) => {
    const { workspace, service } = stack;
    await answered(scenario, ['Do with me']);
    const { asker: as } = scenario;
    const home = await openHome(scenario, 'Do with me');
    await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const click = async (label: string, on: View, like: string) => {
      await workspace.clickInView({ as, actionId: buttonId(on, label) });
      return waitForModal(stack, as, like);
    };
    const conversation = await waitForModal(stack, as, 'backoff()');
    const found = () =>
      service.conversations().find((it) => it.questions[0]?.title === 'Do with me');
    const link = await click('Share link', conversation, 'Share link of');
    expect(viewText(link)).toContain(found()?.share_url);
    await click('Back', link, 'Retries are decided in');
    const file = await click('Export', conversation, 'The conversation as Markdown');
    expect(viewText(file)).toContain('# Do with me');
    const sure = await click(
      'Delete',
      await click('Back', file, 'Star'),
      'the Slack messages stay.',
    );
    const kept = await click('Keep it', sure, 'Retries are decided in');
    expect(found()).toBeDefined();
    await click(
      'Delete',
      await click('Delete', kept, 'the Slack messages stay.'),
      '*Do with me* was deleted',
    );
    expect(found()).toBeUndefined();
    await waitForHome(stack, as, 'You have not asked anything yet');
  });

  it('exports and deletes the open conversation once, also if the view is not updated at first', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { asker: as } = scenario;
    const title = 'Do once';
    await scenario.answered(scenario.text(), { title, answer: 'A long answer. '.repeat(500) });
    const home = await openHome(scenario, title);
    await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const despiteReset = async (label: string, on: View, like: string) => {
      workspace.faults.add({ method: 'views.update', kind: 'reset', times: 1 });
      await workspace.clickInView({ as, actionId: buttonId(on, label) });
      return waitForModal(stack, as, like);
    };
    const conversation = await waitForModal(stack, as, 'A long answer.');
    const exported = await despiteReset('Export', conversation, 'as a Markdown file');
    const uploads = workspace.calls.filter(
      ({ method, args }) =>
        method === 'files.completeUploadExternal' && args['channel_id'] === workspace.dm(as).id,
    );
    expect(uploads).toHaveLength(1);
    await workspace.clickInView({ as, actionId: buttonId(exported, 'Back') });
    const back = await waitForModal(stack, as, 'A long answer.');
    await workspace.clickInView({ as, actionId: buttonId(back, 'Delete') });
    const sure = await waitForModal(stack, as, 'the Slack messages stay.');
    await despiteReset('Delete', sure, 'was deleted from Deep Search');
  });

  it('Home shows stopped questions', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await thread.press(as, CANCEL_BUTTON);
    await thread.ended();
    const home = await openHome(scenario, `*${text}*`);
    await stack.workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const talk = await waitForModal(stack, as, 'Stopped.');
    expect(viewText(talk)).toContain(`> ${text}`);
  });

  it('Home shows running questions, updates them and can stop them', async ({
    stack,
    scenario,
  }) => {
    const { asker: as } = scenario;
    await openHome(scenario, 'You have nothing running');
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    const running = await waitForHome(stack, as, `*${text}*`);
    await stack.workspace.clickInView({ as, view: running, actionId: buttonId(running, 'Cancel') });
    expect((await thread.ended())[0]).toContain(`Stopped by <@${as.id}>`);
    await waitForHome(stack, as, 'You have nothing running');
  });

  it('Home opens the question form without a channel', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const home = await openHome(scenario);
    await stack.workspace.clickInView({
      as,
      view: home,
      actionId: buttonId(home, 'Ask a question'),
    });
    await waitForModal(stack, as, 'Your question');
    const text = scenario.text();
    const values = { question: { question: text }, audience: { audience: 'me' } };
    expect(await stack.workspace.submit({ as, values })).toMatchObject({ errors: {} });
    (await stack.engine.next(text)).answer();
  });

  it('Home opens the settings of channels that the user is in', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    const view = await openHome(scenario);
    const actionId = 'home.settings';
    await workspace.clickInView({ as, view, actionId, value: channel.id });
    await waitForModal(stack, as, `Deep Search in <#${channel.id}>`);
    await workspace.closeView({ as });
    const hidden = workspace.addChannel({ name: 'hidden', kind: 'private', members: [] });
    await workspace.clickInView({ as, view, actionId, value: hidden.id });
    await waitForModal(stack, as, 'You are not a member of that channel.');
  });

  it('Home shows admins what the workspace used, and others only their own', async ({
    stack,
    scenario,
  }) => {
    await scenario.answered(scenario.text());
    const own = viewText(await openHome(scenario, 'Your usage: 1 question today · '));
    expect(own).not.toContain('This workspace');
    const admin = stack.workspace.addPerson({ name: 'boss', is_admin: true });
    const all = viewText(await openHome(scenario, 'Your usage: 0 questions today', admin));
    expect(all).toMatch(/Usage\n\*This workspace\*\nToday: \d+ question/);
    expect(all).toContain(`<@${scenario.asker.id}>: 1 question (1 question today)`);
    expect(all).toContain(`<#${scenario.channel.id}>: 1 question (1 question today)`);
  });

  it('Home shows the remaining quota', async ({ scenario }) => {
    await scenario.answered(scenario.text());
    await openHome(scenario, /no limit|of the quota used/);
  });

  it('Home works while the instance is unavailable', async ({ stack, scenario }) => {
    const fault = stack.service.faults.add({ route: 'list', kind: 'status', status: 500 });
    const home = await openHome(scenario, 'The service is not answering right now');
    fault.remove();
    expect(viewText(home)).toContain('Conversations');
  });
});

describe('the Home of other users', () => {
  it('Home shows nothing that one could not read, nor can a forged click open it', async ({
    stack,
    scenario,
  }) => {
    const other = newScenario(stack);
    const text = other.text();
    const direct = await other.direct(text);
    (await stack.engine.next(text)).answer({ title: 'Hidden title' });
    await direct.ended();
    await answered(scenario, ['Mine']);
    const home = await openHome(scenario, 'Mine');
    const all = await press(scenario, home, { label: 'All', like: 'Mine' });
    expect(viewText(all)).not.toContain('Hidden title');
    const id = stack.service
      .conversations()
      .find((it) => it.questions[0]?.title === 'Hidden title');
    const { asker: as, channel } = scenario;
    await stack.workspace.command({ as, channel, text: '' });
    const form = await waitForModal(stack, as, 'Your question');
    await forge(stack, {
      as,
      view: form,
      modal: { kind: 'conversation', id: id?.id, page: 0, star: true },
    });
    await waitForModal(stack, as, 'There is no such conversation, or you cannot access it.');
    await forge(stack, {
      as,
      view: form,
      modal: {
        kind: 'conversation',
        id: id?.id,
        page: 0,
        action: 'delete-for-good',
      },
    });
    await waitUntilProcessed(stack);
    expect(stack.service.conversations()).toContainEqual(expect.objectContaining({ id: id?.id }));
    await press(scenario, all, { label: 'Starred', like: 'Nothing is starred yet' });
  });

  it('Home tells guests why it is empty, and strangers nothing', async ({ stack, scenario }) => {
    const { guest, outsider } = stack.workspace.people;
    expect(viewText(await openHome(scenario, 'Guests cannot ask', guest))).not.toContain(
      'Conversations',
    );
    await stack.workspace.openHome({ as: outsider });
    await scenario.answered(scenario.text());
    expect(stack.workspace.home(outsider)).toBeUndefined();
  });
});

let forged = 0;

/** A click that no button of ours could send, signed as Slack's. */
async function forge(
  stack: Stack,
  { as, view, modal }: { readonly as: Person; readonly view: View; readonly modal: object },
): Promise<void> {
  const { app } = stack.workspace;
  const payload = {
    type: 'block_actions',
    team: { id: app.teamId },
    user: { id: as.id, team_id: app.teamId },
    view: { id: view.id, type: 'modal', private_metadata: view.private_metadata },
    trigger_id: `1.2.${++forged}`,
    actions: [{ action_id: 'modal.update.0', value: JSON.stringify(modal), action_ts: '1.2' }],
  };
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const { status } = await stack.workspace.deliverRaw({
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': stack.workspace.sign(body, timestamp),
    },
  });
  expect(status).toBe(200);
}
