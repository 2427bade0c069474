import { describe, expect } from 'vitest';
import { keys } from '../../../src/store/keys.js';
import { auditTrail } from '../../support/audit-trail.js';
import { eventually } from '../../support/eventually.js';
import { messageText } from '../../support/message-text.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { newScenario, type Scenario, VOTE_BUTTON } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

const me = (by: Scenario) => ({ as: by.asker, channel: by.channel });
const there = ({ service }: Stack, id: number) =>
  service.conversations().some((it) => it.id === id);

/** Asked and answered; gives the number of the conversation, and the thread. */
async function answered(by: Scenario) {
  const text = by.text();
  const thread = await by.answered(text);
  return { text, thread, id: conversationIdOf(by.stack, text) };
}

/** What the person was sent in their direct message as a receipt. */
async function receiptOf({ workspace }: Stack, person: Scenario['asker']): Promise<string> {
  const found = await workspace.waitFor(
    () => workspace.messages({ channel: workspace.dm(person) }).find(isReceipt),
    { what: 'a receipt', timeoutMs: 60_000 },
  );
  return messageText(found);
}

const isReceipt = (message: Parameters<typeof messageText>[0]): boolean =>
  /data( of \S+)? was deleted/.test(messageText(message));

async function forget(by: Scenario, text = 'forget'): Promise<void> {
  const question = await runCommand(by.stack, me(by), text);
  await question.press('Delete for good');
}

async function sayAsBot({ workspace }: Stack, channel: string, text: string): Promise<void> {
  const { botToken } = workspace.app;
  await fetch(new URL('chat.postMessage', workspace.apiUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${botToken}` },
    body: JSON.stringify({ channel, text }),
  });
}

/** The keys that name somebody, but for what counts towards limits. */
async function keysOf({ store }: Stack, user: string): Promise<string[]> {
  const found = await store.keys(`*${user}*`);
  return found.filter((key) => !/:(asked-in|bucket|used)/.test(key));
}

describe('forget', () => {
  it('says what goes and what stays, and deletes nothing before that is confirmed', async ({
    stack,
    scenario,
  }) => {
    const { id } = await answered(scenario);
    const question = await runCommand(stack, me(scenario), 'forget');
    expect(question.read()).toContain('*Delete your data for good?*');
    expect(question.read()).toContain('1 conversation, on Deep Search too');
    expect(question.buttons()).toEqual(['Delete for good']);
    expect(there(stack, id)).toBe(true);
  });

  it('deletes conversations, messages and everything stored, and sends a receipt', async ({
    stack,
    scenario,
  }) => {
    const { asker, channel } = scenario;
    const { id, thread } = await answered(scenario);
    await thread.press(asker, `${VOTE_BUTTON}.up`);
    const direct = await scenario.direct(scenario.text());
    (await stack.engine.next()).answer();
    await direct.ended();
    await runCommand(stack, me(scenario), `star ${id}`);
    await forget(scenario);
    const receipt = await receiptOf(stack, asker);
    expect(receipt).toContain('*Your data was deleted*');
    expect(receipt).toContain('• 2 conversations');
    expect(receipt).toContain('• the records of 2 questions');
    expect(receipt).toContain('• 1 vote');
    expect(receipt).not.toContain('Not deleted');
    expect(receipt).toContain('The audit trail keeps IDs, without content, for 365 days');
    expect(there(stack, id)).toBe(false);
    expect(thread.ours()).toEqual([]);
    expect(direct.ours()).toEqual([]);
    expect(stack.workspace.messages({ channel }).map((each) => each.user)).toEqual([asker.id]);
    await eventually(async () => expect(await keysOf(stack, asker.id)).toEqual([]));
    const deleted = (await auditTrail(stack)).filter(
      ({ user, action }) => user === asker.id && action === 'data.deleted',
    );
    expect(deleted.map(({ outcome }) => outcome)).toEqual(['begun', 'done']);
  });

  it('stops running questions first', async ({ stack, scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    await forget(scenario);
    expect(await receiptOf(stack, scenario.asker)).not.toContain('Not deleted');
    expect(work.context.signal.aborted).toBe(true);
    expect(thread.ours()).toEqual([]);
  });

  it('keeps a conversation in which others asked, hides the questions there, and says so', async ({
    stack,
    scenario,
  }) => {
    const { id, thread } = await answered(scenario);
    const other = stack.workspace.addPerson({ name: 'other' });
    await stack.workspace.invite({ channel: scenario.channel, user: other });
    const follow = scenario.text('and then');
    await thread.reply(other, `${scenario.bot} ${follow}`);
    (await stack.engine.next(follow)).answer({ answer: 'It waits longer each time.' });
    await thread.message('It waits longer');
    await forget(scenario);
    const receipt = await receiptOf(stack, scenario.asker);
    expect(receipt).toContain(`1 conversation (#${id}): others asked there too`);
    expect(there(stack, id)).toBe(true);
    expect(thread.said().join('\n')).toContain('It waits longer');
    const by = { as: other, channel: scenario.channel };
    const shown = (await runCommand(stack, by, `show ${id}`)).read();
    expect(shown).toContain('It waits longer');
    expect(shown).not.toContain('backoff()');
    expect((await runCommand(stack, me(scenario), `show ${id}`)).read()).not.toContain('backoff()');
  });

  it('says what Slack and the instance refused to delete', async ({ stack, scenario }) => {
    const { id } = await answered(scenario);
    const { faults } = stack.workspace;
    const refusal = { kind: 'error', error: 'cant_delete_message' } as const;
    const slack = faults.add({ method: 'chat.delete', channel: scenario.channel, ...refusal });
    const body = { error: { code: 7, message: 'no' } };
    const service = stack.service.faults.add({
      route: 'delete',
      kind: 'status',
      status: 403,
      body,
    });
    await forget(scenario);
    const receipt = await receiptOf(stack, scenario.asker);
    slack.remove();
    service.remove();
    expect(receipt).toContain(`1 conversation (#${id}): Deep Search refused`);
    expect(receipt).toMatch(/Slack refused \(.?cant_delete_message.?\)/);
  });

  it('goes on where it was cut off, wherever that is, and sends one receipt', async ({
    stack,
    scenario,
  }) => {
    const { workspace, service } = stack;
    const ids = [(await answered(scenario)).id, (await answered(scenario)).id];
    const cut = { kind: 'hang-after', times: 1 } as const;
    const isReceiptPost = (args: Readonly<Record<string, unknown>>) =>
      String(args['text']).includes('was deleted');
    // Each takes effect, and nobody hears of it.
    const inSlack = workspace.faults.add({ method: 'chat.delete', ...cut });
    const inService = service.faults.add({ route: 'delete', kind: 'lost-reply', times: 1 });
    const inReceipt = workspace.faults.add({
      method: 'chat.postMessage',
      where: isReceiptPost,
      ...cut,
    });
    const hits = [() => inSlack.hits, inService.hits, () => inReceipt.hits];
    await forget(scenario);
    for (const hit of hits) {
      await stack.retryUntil(() => expect(hit()).toBe(1));
      await stack.crash();
      await stack.startBot();
    }
    const receipt = await receiptOf(stack, scenario.asker);
    expect(receipt).toContain('• 2 conversations');
    expect(receipt).not.toContain('Not deleted');
    await stack.retryUntil(async () => expect(await keysOf(stack, scenario.asker.id)).toEqual([]));
    expect(ids.filter((id) => there(stack, id))).toEqual([]);
    const dm = workspace.dm(scenario.asker);
    expect(workspace.messages({ channel: dm }).filter(isReceipt)).toHaveLength(1);
  });

  it('counts messages that were deleted before it was cut off', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const dm = workspace.dm(scenario.asker);
    for (const text of ['one', 'two', 'three']) await sayAsBot(stack, dm.id, text);
    const gate = workspace.gate('chat.delete', {
      when: 'after',
      where: ({ channel }) => channel === dm.id,
    });
    await forget(scenario);
    await gate.reached;
    await stack.crash();
    gate.drop();
    await stack.startBot();
    await stack.retryUntil(() =>
      expect(workspace.messages({ channel: dm }).some(isReceipt)).toBe(true),
    );
    expect(await receiptOf(stack, scenario.asker)).toContain('• 3 messages and files');
  });
});

describe('forget for somebody else', () => {
  const ada = (stack: Stack, { channel }: Scenario) => ({
    as: stack.workspace.people.ada,
    channel,
  });

  it('is for admins, and asks for the member ID', async ({ stack, scenario }) => {
    const other = newScenario(stack).asker;
    const refused = await runCommand(stack, me(scenario), `forget ${other.id}`);
    expect(refused.read()).toContain('Only admins of their workspace');
    const named = await runCommand(stack, ada(stack, scenario), 'forget @Somebody Else');
    expect(named.read()).toContain('use the member ID');
  });

  it('says that there is no such person', async ({ stack, scenario }) => {
    const told = await runCommand(stack, ada(stack, scenario), 'forget U012ABCDEF');
    expect(told.read()).toContain('nobody with the member ID');
    expect(told.buttons()).toEqual([]);
  });

  it('offers to delete what is stored of somebody whom Slack does not know any more', async ({
    stack,
    scenario,
  }) => {
    await stack.store.zadd(
      keys.feedbacks,
      Date.now(),
      `${stack.workspace.app.teamId}-C1-1 U012GONE9`,
    );
    const question = await runCommand(stack, ada(stack, scenario), 'forget U012GONE9');
    expect(question.buttons()).toEqual(['Delete for good']);
  });

  it('deletes the data of somebody who has left', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { id, thread } = await answered(scenario);
    await workspace.invite({ channel: scenario.channel, user: workspace.people.ada });
    workspace.changePerson(scenario.asker, { deleted: true });
    const question = await runCommand(stack, ada(stack, scenario), `forget ${scenario.asker.id}`);
    expect(question.read()).toContain('*Delete the data of');
    await question.press('Delete for good');
    const receipt = await receiptOf(stack, workspace.people.ada);
    expect(receipt).toContain('• 1 conversation');
    expect(there(stack, id)).toBe(false);
    expect(thread.ours()).toEqual([]);
  });
});
