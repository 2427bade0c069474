import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { buttons, CANCEL_BUTTON, rootOf } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';
import {
  asksOf,
  CONNECT_BUTTON,
  colleague,
  connect,
  directMessages,
  leakedTokens,
  newToken,
  openForm,
  promptFor,
  send,
  USERS,
} from './linked-fixture.js';

const it = stackTest({
  service: { users: USERS },
  workspace: { limits: 'off' },
  env: { ACCESS_MODE: 'linked', DEEPSEARCH_TOKEN: '' },
});
it.afterEach(async ({ stack }) => {
  expect(await leakedTokens(stack)).toEqual([]);
});

describe('a question of somebody without an account', () => {
  it('waits, and is answered with their account once that is connected', async ({
    stack,
    scenario,
  }) => {
    const { asker: as } = scenario;
    const token = newToken();
    const text = scenario.text();
    const thread = await scenario.mention(text);
    const prompt = await promptFor(stack, as, text);
    expect(thread.said()).toEqual([]);

    const channel = stack.workspace.dm(as);
    await stack.workspace.click({ as, channel, ts: prompt.ts, actionId: CONNECT_BUTTON });
    await waitForModal(stack, as, 'Access token');
    await send(stack, as, token);
    const work = await stack.engine.next(text);
    const view = await waitForModal(stack, as, 'is connected');
    expect(viewText(view)).toContain('Your question is being asked now.');
    expect(messageText(await thread.status())).not.toContain('Waiting for an account');
    work.answer();
    await thread.ended();
    expect((await asksOf(stack, token)).flat().join()).toContain(text);
  });

  it('is kept when everything is killed', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, scenario.asker, text);
    await stack.crash();
    await stack.startBot();
    await connect(scenario, newToken());
    (await stack.engine.next(text)).answer();
    await thread.ended();
    const prompts = directMessages(stack, scenario.asker).filter((message) =>
      messageText(message).includes(text),
    );
    expect(prompts).toHaveLength(1);
  });

  it('can be cancelled by its asker while it waits', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const text = scenario.text();
    const thread = await scenario.mention(text);
    const { ts } = await promptFor(stack, as, text);
    const channel = stack.workspace.dm(as);
    await stack.workspace.click({ as, channel, ts, actionId: CANCEL_BUTTON });
    expect((await thread.ended())[0]).toContain('Stopped');
  });

  it('can be stopped by a reply in its thread', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, scenario.asker, text);
    await thread.reply(scenario.asker, 'stop');
    expect((await thread.ended())[0]).toContain('Stopped');
  });

  it('ends after a day, and says so', async ({ stack, scenario }) => {
    const { store, workspace } = stack;
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, scenario.asker, text);
    const id = `${workspace.app.teamId}-${scenario.channel.id}-${thread.ts}`;
    const key = `{deepsearch}:question:${id}`;
    const told = async () => JSON.parse((await store.hget(key, 'body')) ?? '{}');
    await expect.poll(async () => (await told()).unconnected?.toldAt).toBeDefined();
    const before = await told();
    const since = before.unconnected.since - 24 * 3600_000;
    const unconnected = { ...before.unconnected, since };
    await store.hset(key, 'body', JSON.stringify({ ...before, unconnected }));
    await stack.retryUntil(() => {
      expect(thread.said().join()).toContain('no account was connected in time');
    });
    expect(thread.said().join()).toContain(`<@${scenario.asker.id}>`);
  });

  it('does not hold up others in its thread', async ({ stack, scenario }) => {
    const other = await colleague(scenario);
    await connect(scenario, newToken(), other);
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.mention(first);
    await promptFor(stack, scenario.asker, first);
    await thread.reply(other, second);
    (await stack.engine.next(second)).answer();
    await thread.ended();
    await connect(scenario, newToken());
    (await stack.engine.next(first)).answer();
    await thread.ended(2);
  });

  it('is refused in private where five others of theirs wait', async ({ stack, scenario }) => {
    const texts = Array.from({ length: 5 }, () => scenario.text());
    for (const text of texts) {
      await scenario.mention(text);
      await promptFor(stack, scenario.asker, text);
    }
    const thread = await scenario.mention(scenario.text());
    await expect.poll(() => scenario.notes().join()).toContain('already wait for your account');
    expect(thread.said()).toEqual([]);
    await connect(scenario, newToken());
    for (const text of texts) (await stack.engine.next(text)).answer();
  });
});

describe('wherever it was asked', () => {
  it('a direct message is told in its own thread', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.direct(text);
    const prompt = await thread.message('Connect your account to get the answer');
    expect(messageText(prompt)).toContain(text);
    await connect(scenario, newToken());
    (await stack.engine.next(text)).answer();
    await thread.message('backoff()');
  });

  it('a command claims no direct message that Slack refused', async ({ stack, scenario }) => {
    const { asker: as, channel } = scenario;
    const { workspace } = stack;
    const where = (args: Readonly<Record<string, unknown>>) => args['users'] === as.id;
    workspace.faults.add({
      method: 'conversations.open',
      where,
      kind: 'error',
      error: 'user_not_visible',
    });
    const text = scenario.text();
    await workspace.command({ as, channel, text });
    const shown = () => JSON.stringify(workspace.ephemerals({ user: as }));
    await expect.poll(shown).toContain('Connect');
    workspace.faults.clear();
    await connect(scenario, newToken());
    (await stack.engine.next(text)).answer();
    await (await rootOf(workspace, channel, text)).ended();
    expect(shown()).not.toContain('I sent you a direct message');
  });

  it('a command posts nothing in the channel before, and says so in private', async ({
    stack,
    scenario,
  }) => {
    const { asker: as, channel } = scenario;
    const text = scenario.text();
    await stack.workspace.command({ as, channel, text });
    await promptFor(stack, as, text);
    await expect
      .poll(() => scenario.notes())
      .toEqual([expect.stringContaining('I sent you a direct message')]);
    expect(stack.workspace.messages({ channel })).toEqual([]);
    await connect(scenario, newToken());
    (await stack.engine.next(text)).answer();
    await (await rootOf(stack.workspace, channel, text)).ended();
  });

  it('the Home tab offers it, and says when it is connected', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    await stack.workspace.openHome({ as });
    await waitForHome(stack, as, 'Connect your account to ask questions');
    await connect(scenario, newToken());
    await stack.workspace.openHome({ as });
    await waitForHome(stack, as, 'Your account is connected');
  });
});

describe('connecting', () => {
  it('stores only a token that the service accepts', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    await openForm(scenario);
    expect(await send(stack, as, 'two words')).toHaveProperty('token');
    await send(stack, as, 'sgp_a_token_that_nobody_has');
    const refused = await waitForModal(stack, as, 'does not accept this token');
    expect(viewText(refused)).toContain('Access token');
    expect(await stack.store.keys(`*:account:*:${as.id}`)).toEqual([]);
    await send(stack, as, newToken());
    await waitForModal(stack, as, 'is connected');
  });

  it('keeps nothing while the service does not answer', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    await openForm(scenario);
    stack.service.faults.add({ route: 'list', kind: 'status', status: 500 });
    await send(stack, as, newToken());
    await waitForModal(stack, as, 'is not answering right now');
    stack.service.faults.clear();
    expect(await stack.store.keys(`*:account:*:${as.id}`)).toEqual([]);
  });

  it('is undone by Disconnect', async ({ stack, scenario }) => {
    const { asker: as, channel } = scenario;
    await connect(scenario, newToken());
    await stack.workspace.command({ as, channel, text: 'connect' });
    const view = await waitForModal(stack, as, 'is connected');
    await stack.workspace.clickInView({ as, actionId: buttonId(view, 'Disconnect') });
    await waitForModal(stack, as, 'Your account is disconnected');
    const text = scenario.text();
    await scenario.mention(text);
    await promptFor(stack, as, text);
  });
});

it('whoever was made a guest disconnects their account, and is offered no other', async ({
  stack,
  scenario,
}) => {
  const { asker: as, channel } = scenario;
  const { store, workspace } = stack;
  await connect(scenario, newToken());
  workspace.changePerson(as, { is_restricted: true });
  // A process remembers for a while who somebody is.
  await stack.crash();
  await stack.startBot();
  await workspace.command({ as, channel, text: 'disconnect' });
  const view = await waitForModal(stack, as, 'Your account is disconnected');
  expect(viewText(view)).not.toContain('Access token');
  expect(await store.keys(`*:account:*:${as.id}`)).toEqual([]);
  await workspace.closeView({ as, all: true });
  await workspace.command({ as, channel, text: 'disconnect' });
  await waitForModal(stack, as, 'You have no account connected here');
});

describe('killed while somebody connects', () => {
  it('before the token is checked, it is checked by another process', async ({
    stack,
    scenario,
  }) => {
    const { asker: as } = scenario;
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, as, text);
    await openForm(scenario);
    const hangs = stack.service.faults.add({ route: 'list', kind: 'hang' });
    await send(stack, as, newToken());
    await expect.poll(() => hangs.hits()).toBeGreaterThan(0);
    await stack.crash();
    stack.service.faults.clear();
    await stack.startBot();
    (await stack.engine.next(text)).answer();
    await thread.ended();
    await waitForModal(stack, as, 'is connected');
  });

  it('after it is stored, what waits goes on', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, as, text);
    await openForm(scenario);
    await send(stack, as, newToken());
    await expect
      .poll(() => stack.store.keys(`*:account:*:${as.id}`), { interval: 1 })
      .toHaveLength(1);
    await stack.crash();
    await stack.startBot();
    (await stack.engine.next(text)).answer();
    await thread.ended();
  });
});

describe('nobody uses somebody else’s account', () => {
  it('a reply by somebody else starts a conversation of their own, with the thread', async ({
    stack,
    scenario,
  }) => {
    const [own, theirs] = [newToken(), newToken()];
    const other = await colleague(scenario);
    await connect(scenario, own);
    await connect(scenario, theirs, other);
    const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    await thread.reply(other, second);
    const reply = await stack.engine.next(second);
    expect(reply.context.added).toContain(first);
    reply.answer();
    await thread.ended(2);
    await thread.reply(scenario.asker, third);
    const followUp = await stack.engine.next(third);
    expect(followUp.context.added).toContain(second);
    followUp.answer();
    await thread.ended(3);
    const [mine, others] = await Promise.all([asksOf(stack, own), asksOf(stack, theirs)]);
    expect(mine.map((questions) => questions.length)).toEqual([2]);
    expect(others.map((questions) => questions.length)).toEqual([1]);
  });

  it('only its asker and admins stop a question', async ({ stack, scenario }) => {
    const other = await colleague(scenario);
    const admin = await colleague(scenario, { is_admin: true });
    await connect(scenario, newToken());
    const { thread } = await scenario.asked(scenario.text());
    await thread.status();
    await thread.press(other, CANCEL_BUTTON);
    const notes = () =>
      stack.workspace.ephemerals({ user: other, channel: scenario.channel }).map((n) => n.text);
    await expect.poll(() => notes().join()).toContain('the account of whoever asked');
    await thread.reply(other, 'stop');
    await expect.poll(() => notes()).toEqual([notes()[0], notes()[0]]);
    expect(thread.endings().filter((text) => text.includes('Stopped'))).toEqual([]);
    await thread.press(admin, CANCEL_BUTTON);
    expect((await thread.ended()).join()).toContain('Stopped');
  });

  it('an answer is read again with the account that it was asked with', async ({
    stack,
    scenario,
  }) => {
    const { asker, channel } = scenario;
    const other = await colleague(scenario);
    await connect(scenario, newToken());
    await connect(scenario, newToken(), other);
    const thread = await scenario.answered(scenario.text());
    await stack.workspace.command({ as: asker, channel, text: 'disconnect' });
    await waitForModal(stack, asker, 'Your account is disconnected');
    const told = (user: typeof other) =>
      stack.workspace
        .ephemerals({ user, channel })
        .map((note) => note.text)
        .join();
    await thread.choose(asker, 'copy');
    await expect.poll(() => told(asker)).toContain('Connect your account on the service first');
    await thread.choose(other, 'copy');
    await expect.poll(() => told(other)).toContain('which is not connected any more');
  });

  it('a conversation is there for its owner alone', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { channel } = scenario;
    const other = await colleague(scenario);
    const token = newToken();
    await connect(scenario, token);
    await connect(scenario, newToken(), other);
    const text = scenario.text();
    await scenario.answered(text);
    const said = (user: typeof other) =>
      workspace
        .ephemerals({ user, channel })
        .map((note) => note.text)
        .join('\n');
    await workspace.command({ as: other, channel, text: 'list all' });
    await expect.poll(() => said(other)).not.toBe('');
    expect(said(other)).not.toContain('Where retries are decided');
    await workspace.command({ as: scenario.asker, channel, text: 'list' });
    await expect.poll(() => said(scenario.asker)).toContain('Where retries are decided');
  });
});

describe('an account that stops working', () => {
  it('is asked for again, and the question goes on', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const [token, next] = [newToken(), newToken()];
    await connect(scenario, token);
    stack.service.revoke(token);
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, as, text);
    await stack.workspace.command({ as, channel: scenario.channel, text: 'disconnect' });
    await waitForModal(stack, as, 'Your account is disconnected');
    await send(stack, as, next);
    (await stack.engine.next(text)).answer();
    await thread.ended();
  });

  it('help has the command that connects one', async ({ stack, scenario }) => {
    const { asker: as, channel } = scenario;
    await stack.workspace.command({ as, channel, text: 'help' });
    const { workspace } = stack;
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: as, channel })[0], {
      what: 'help',
    });
    expect(buttons(note)).toContainEqual(
      expect.objectContaining({ text: expect.objectContaining({ text: 'connect' }) }),
    );
  });

  it('code tools say how to connect', async ({ stack, scenario }) => {
    const { asker: as, channel } = scenario;
    await stack.workspace.command({ as, channel, text: 'code repos' });
    await expect.poll(() => scenario.notes().join()).toContain('Connect your account');
  });

  it('counts as not connected where the key is lost', async ({ stack, scenario }) => {
    await connect(scenario, newToken());
    await stack.crash();
    const key = Buffer.alloc(32, 7).toString('base64');
    const bot = await stack.startBot('both', { ENCRYPTION_KEY: key });
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, scenario.asker, text);
    await connect(scenario, newToken());
    (await stack.engine.next(text)).answer();
    await thread.ended();
    expect(bot.log.some(({ msg }) => msg === 'account cannot be decrypted')).toBe(true);
    await stack.crash();
    await stack.startBot();
  });
});
