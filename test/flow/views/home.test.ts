import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person, View } from '../../../local/workspace/workspace.js';
import {
  CANCEL_BUTTON,
  newScenario,
  type Scenario,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { type Stack, startStack } from '../../support/stack.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';

let stack: Stack;
let scenario: Scenario;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.refill();
  scenario = newScenario(stack);
});

/** Opens Home, and gives it once it reads like this. */
async function openHome(like: string | RegExp = 'Conversations', as: Person = scenario.asker) {
  await stack.workspace.openHome({ as });
  return waitForHome(stack, as, like);
}

/** Presses a button in Home, and gives what Home becomes. */
async function press(home: View, label: string, like: string | RegExp): Promise<View> {
  const { asker: as } = scenario;
  const clicked = { as, view: home, actionId: buttonId(home, label) };
  expect(await stack.workspace.clickInView(clicked)).toMatchObject({ ackStatus: 200 });
  return waitForHome(stack, as, like);
}

async function answered(titles: readonly string[], by: Scenario = scenario): Promise<void> {
  for (const title of titles) {
    await stack.refill();
    await by.answered(by.text(), { title });
  }
}

describe('Home', () => {
  it('says what it is for where there is nothing yet', async () => {
    const lines = viewText(await openHome()).split('\n');
    const { host } = new URL(stack.service.url);
    expect(lines).toEqual([
      'Deep Search',
      expect.stringMatching(/^Ask how your code works.*\[Ask a question\]$/),
      `Connected to ${host}. Everybody here asks with one shared account.`,
      expect.stringContaining('has not said anything about its quota yet'),
      '',
      'Running',
      'No question of yours is running.',
      '',
      'Conversations',
      '[Yours] [Starred] [All]',
      'Search titles: ',
      expect.stringContaining('You have not asked anything yet.'),
      '',
      'Channel settings',
      expect.stringMatching(/^A channel says who may ask.*\[Choose a channel\]$/),
    ]);
  });

  it('shows one’s conversations page by page, and finds them by words and stars', async () => {
    await answered(Array.from({ length: 9 }, (_, i) => `Title ${i + 1}`));
    const first = await openHome('Title 9');
    expect(viewText(first)).toMatch(/\*Title 9\*(.|\n)*\*Title 2\*/);
    expect(viewText(first)).not.toContain('*Title 1*');
    const second = await press(first, 'Next page', '*Title 1*');
    expect(viewText(second)).not.toContain('*Title 9*');
    const { asker: as } = scenario;
    await stack.workspace.clickInView({
      as,
      view: second,
      actionId: 'home.search',
      value: 'TITLE 4',
    });
    const found = await waitForHome(stack, as, '*Title 4*');
    expect(viewText(found)).not.toContain('Title 5');
    await press(found, 'Starred', 'No title here has "TITLE 4"');
  });

  it('opens a conversation to read, and to star', async () => {
    await answered(['Read me']);
    const { asker: as } = scenario;
    const home = await openHome('Read me');
    await stack.workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const talk = await waitForModal(stack, as, 'backoff()');
    expect(viewText(talk)).toContain('Retries are decided in');
    await stack.workspace.clickInView({ as, actionId: buttonId(talk, 'Star') });
    await waitForModal(stack, as, '[Unstar]');
    await waitForHome(stack, as, ':star: *Read me*');
  });

  it('shares, exports and deletes the conversation that is read, once it has asked', async () => {
    const { workspace, service } = stack;
    await answered(['Do with me']);
    const { asker: as } = scenario;
    const home = await openHome('Do with me');
    await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const press = async (label: string, on: View, like: string) => {
      await workspace.clickInView({ as, actionId: buttonId(on, label) });
      return waitForModal(stack, as, like);
    };
    const talk = await waitForModal(stack, as, 'backoff()');
    const found = () =>
      service.conversations().find((it) => it.questions[0]?.title === 'Do with me');
    const link = await press('Share link', talk, 'for you alone');
    expect(viewText(link)).toContain(found()?.share_url);
    await press('Back', link, 'Retries are decided in');
    const file = await press('Export', talk, 'The conversation as Markdown');
    expect(viewText(file)).toContain('# Do with me');
    const sure = await press('Delete', await press('Back', file, 'Star'), 'for good?');
    const kept = await press('Keep it', sure, 'Retries are decided in');
    expect(found()).toBeDefined();
    await press('Delete', await press('Delete', kept, 'for good?'), '*Do with me* is deleted');
    expect(found()).toBeUndefined();
    await waitForHome(stack, as, 'You have not asked anything yet');
  });

  it('shows a question that was stopped, too', async () => {
    const { asker: as } = scenario;
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await thread.press(as, CANCEL_BUTTON);
    await thread.ended();
    const home = await openHome(`*${text}*`);
    await stack.workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const talk = await waitForModal(stack, as, 'Stopped.');
    expect(viewText(talk)).toContain(`> ${text}`);
  });

  it('shows what runs, stops it, and is kept fresh meanwhile', async () => {
    const { asker: as } = scenario;
    await openHome('No question of yours is running');
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    const running = await waitForHome(stack, as, `*${text}*`);
    await stack.workspace.clickInView({ as, view: running, actionId: buttonId(running, 'Cancel') });
    expect((await thread.ended())[0]).toContain(`Stopped by <@${as.id}>`);
    await waitForHome(stack, as, 'No question of yours is running');
  });

  it('opens the form, with nothing known of where', async () => {
    const { asker: as } = scenario;
    const home = await openHome();
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

  it('leads to the settings of a channel, though not of one that one is not in', async () => {
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    const view = await openHome();
    const actionId = 'home.settings';
    await workspace.clickInView({ as, view, actionId, value: channel.id });
    await waitForModal(stack, as, `Deep Search in <#${channel.id}>:`);
    await workspace.closeView({ as });
    const hidden = workspace.addChannel({ name: 'hidden', kind: 'private', members: [] });
    await workspace.clickInView({ as, view, actionId, value: hidden.id });
    await waitForModal(stack, as, 'You are not a member of that channel.');
  });

  it('says how much is left of the quota', async () => {
    await scenario.answered(scenario.text());
    await openHome(/No limit|of the quota used/);
  });

  it('stays useful where the service is away', async () => {
    const fault = stack.service.faults.add({ route: 'list', kind: 'status', status: 500 });
    const home = await openHome('The service is not answering right now');
    fault.remove();
    expect(viewText(home)).toContain('Conversations');
  });
});

describe('of others', () => {
  it('Home shows nothing that one could not read, nor can a forged click open it', async () => {
    const other = newScenario(stack);
    const text = other.text();
    const direct = await other.direct(text);
    (await stack.engine.next(text)).answer({ title: 'Hidden title' });
    await direct.ended();
    await answered(['Mine']);
    const home = await openHome('Mine');
    const all = await press(home, 'All', 'Mine');
    expect(viewText(all)).not.toContain('Hidden title');
    const id = stack.service
      .conversations()
      .find((it) => it.questions[0]?.title === 'Hidden title');
    const { asker: as, channel } = scenario;
    await stack.workspace.command({ as, channel, text: '' });
    const form = await waitForModal(stack, as, 'Your question');
    await forge(as, form, { of: 'conversation', id: id?.id, page: 0, star: true });
    await waitForModal(stack, as, 'There is no such conversation, or none that you can reach.');
    await forge(as, form, { of: 'conversation', id: id?.id, page: 0, does: 'delete-for-good' });
    await waitUntilProcessed(stack);
    expect(stack.service.conversations()).toContainEqual(expect.objectContaining({ id: id?.id }));
    await press(all, 'Starred', 'Nothing is starred yet');
  });

  it('Home tells guests why it is empty, and strangers nothing', async () => {
    const { guest, outsider } = stack.workspace.people;
    expect(viewText(await openHome('Guests of this workspace cannot ask', guest))).not.toContain(
      'Conversations',
    );
    await stack.workspace.openHome({ as: outsider });
    await scenario.answered(scenario.text());
    expect(stack.workspace.home(outsider)).toBeUndefined();
  });
});

let forged = 0;

/** A click that no button of ours could send, signed as Slack's. */
async function forge(as: Person, view: View, modal: object): Promise<void> {
  const { app } = stack.workspace;
  const payload = {
    type: 'block_actions',
    team: { id: app.teamId },
    user: { id: as.id, team_id: app.teamId },
    view: { id: view.id, type: 'modal', private_metadata: view.private_metadata },
    trigger_id: `1.2.${++forged}`,
    actions: [{ action_id: 'modal.turn.0', value: JSON.stringify(modal), action_ts: '1.2' }],
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
