import { describe, expect } from 'vitest';
import { newScenario, type Scenario, waitUntilProcessed } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** The bot's reactions in the scenario's channel, by the message that they are on. */
const reactions = ({ stack: { workspace }, channel }: Scenario, ts: string) =>
  workspace.calls
    .filter(({ method, args }) => method === 'reactions.add' && args['channel'] === channel.id)
    .filter(({ args }) => args['timestamp'] === ts)
    .map(({ args }) => args['name']);

describe('thanks', () => {
  it('in the thread of an answer get a reaction, and no reply', async ({ scenario }) => {
    const thread = await scenario.answered(scenario.text());
    const { ts } = await thread.reply(scenario.asker, 'thanks!');
    await expect.poll(() => reactions(scenario, ts)).toEqual(['+1']);
    await waitUntilProcessed(scenario.stack);
    expect(thread.endings()).toHaveLength(1);
    expect(scenario.notes()).toEqual([]);
  });

  it('to the app in a channel get a reaction, once for its two events', async ({ scenario }) => {
    const { ts } = await scenario.mention('ok, great!');
    await expect.poll(() => reactions(scenario, ts)).toEqual(['+1']);
    await waitUntilProcessed(scenario.stack);
    expect(reactions(scenario, ts)).toEqual(['+1']);
  });

  it('between people get none', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker, channel } = scenario;
    const root = await workspace.say({ as: asker, channel, text: 'the build is green again' });
    const { ts } = await workspace.say({ as: asker, channel, threadTs: root.ts, text: 'thanks!' });
    await waitUntilProcessed(stack);
    expect(reactions(scenario, ts)).toEqual([]);
  });

  it('in a muted thread get none, and are not sent along later', async ({ stack, scenario }) => {
    const thread = await scenario.answered(scenario.text());
    await thread.reply(scenario.asker, 'mute');
    await thread.message('Muted');
    const { ts } = await thread.reply(scenario.asker, 'thanks!');
    await waitUntilProcessed(stack);
    expect(reactions(scenario, ts)).toEqual([]);
    expect(await stack.store.keys('{deepsearch}:side-messages:*')).toEqual([]);
  });

  it('of a guest get none', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const thread = await scenario.answered(scenario.text());
    const { ts } = await thread.reply(guest, 'thanks!');
    await waitUntilProcessed(stack);
    expect(reactions(scenario, ts)).toEqual([]);
  });
});

describe('when somebody invites the app to a channel', () => {
  const HELLO = /I answer questions about your code[\s\S]*Mention me[\s\S]*\/deepsearch help/;

  async function invited(
    { stack: { workspace }, asker }: Scenario,
    options: { readonly shared?: boolean; readonly guest?: boolean } = {},
  ) {
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    const members = [asker, guest];
    const channel = workspace.addChannel({ name: 'new-room', members, botIsMember: false });
    if (options.shared) await workspace.share(channel);
    const user = workspace.app.botUserId;
    await workspace.invite({ channel, user, by: options.guest ? guest : asker });
    const said = () =>
      workspace.messages({ channel }).filter(({ bot_id }) => bot_id === workspace.app.botId);
    return { channel, user, said };
  }

  it('it says what one can do, once for each invitation', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { channel, user, said } = await invited(scenario);
    await expect.poll(() => said().map(({ text }) => text)).toEqual([expect.stringMatching(HELLO)]);
    const joined = workspace.deliveries.filter(
      ({ name, payload }) =>
        name === 'member_joined_channel' && JSON.stringify(payload).includes(channel.id),
    );
    for (const { id } of joined) expect((await workspace.redeliver(id)).status).toBe(200);
    await waitUntilProcessed(stack);
    expect(said()).toHaveLength(1);
    await workspace.kick({ channel, user });
    await workspace.invite({ channel, user, by: scenario.asker });
    await expect.poll(said).toHaveLength(2);
  });

  it('it says nothing in a channel that is shared with another company, or to a guest', async ({
    stack,
    scenario,
  }) => {
    const shared = await invited(scenario, { shared: true });
    const byGuest = await invited(newScenario(stack), { guest: true });
    await waitUntilProcessed(stack);
    expect([...shared.said(), ...byGuest.said()]).toEqual([]);
  });

  it('it says nothing when somebody else joins, or where it may not post', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const colleague = workspace.addPerson({ name: 'colleague' });
    await workspace.invite({ channel: scenario.channel, user: colleague, by: scenario.asker });
    const method = 'chat.postMessage';
    const fault = workspace.faults.add({ kind: 'error', method, error: 'restricted_action' });
    const { said } = await invited(scenario);
    await workspace.waitFor(() =>
      workspace.calls.some(({ outcome }) => outcome === 'restricted_action'),
    );
    fault.remove();
    await waitUntilProcessed(stack);
    expect(said()).toEqual([]);
    expect(workspace.messages({ channel: scenario.channel }).filter((it) => it.bot_id)).toEqual([]);
  });
});
