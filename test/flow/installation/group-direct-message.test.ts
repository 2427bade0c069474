import { describe, expect } from 'vitest';
import type { Channel, Person } from '../../../local/workspace/workspace.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  rootOf,
  type Scenario,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

// Slack documents neither: a mention arrives as a message alone, or as `app_mention` too.
const overHttp = stackTest({ workspace: { limits: 'off', groupMentions: true } });
const overSocketMode = stackTest({
  transport: 'socket',
  workspace: { limits: 'off', groupMentions: false },
});

interface Group {
  readonly stack: Stack;
  readonly scenario: Scenario;
  readonly group: Channel;
  readonly friend: Person;
}

function newGroup(stack: Stack, scenario: Scenario, botIsMember = true): Group {
  const friend = stack.workspace.addPerson({ name: `friend-of-${scenario.asker.name}` });
  const group = stack.workspace.addChannel({
    name: `mpdm-${scenario.asker.name}--${friend.name}-1`,
    kind: 'group',
    members: [scenario.asker, friend],
    botIsMember,
  });
  return { stack, scenario, group, friend };
}

async function mention({ stack, scenario, group }: Group, text: string) {
  const said = { as: scenario.asker, channel: group, text: `${scenario.bot} ${text}` };
  return threadAt(stack.workspace, group, (await stack.workspace.say(said)).ts);
}

/** A mention, a follow-up without one by somebody else, Cancel, and a slash command. */
async function askInGroup(at: Group): Promise<void> {
  const { stack, scenario, group, friend } = at;
  const [first, second, third] = [scenario.text(), scenario.text(), scenario.text()];
  const thread = await mention(at, first);
  (await stack.engine.next(first)).answer();
  expect((await thread.ended())[0]).toContain('backoff()');
  await thread.reply(friend, second);
  await stack.engine.next(second);
  await thread.press(scenario.asker, CANCEL_BUTTON);
  expect((await thread.ended(2))[1]).toBe(`Stopped by <@${scenario.asker.id}>.`);
  await command(at, third);
  (await stack.engine.next(third)).answer();
  const asked = await rootOf(stack.workspace, group, third);
  expect((await asked.ended())[0]).toContain('backoff()');
  expect(askedQuestions(stack, first)).toHaveLength(1);
}

async function command({ stack, scenario, group }: Group, text: string): Promise<void> {
  const { ackStatus } = await stack.workspace.command({
    as: scenario.asker,
    channel: group,
    text,
  });
  expect(ackStatus).toBe(200);
}

/** Where the bot is not a member, Slack tells it nothing of the group, and takes no posts. */
async function askWithoutBot(at: Group): Promise<void> {
  const { stack, scenario, group } = at;
  const question = scenario.text();
  await command(at, question);
  (await stack.engine.next(question)).answer();
  const direct = stack.workspace.dm(scenario.asker);
  const thread = await rootOf(stack.workspace, direct, question);
  expect((await thread.ended())[0]).toContain('backoff()');
  expect(stack.workspace.messages({ channel: group })).toEqual([]);
  expect(scenario.notes(group)).toEqual([expect.stringContaining('does not tell me who can read')]);
}

async function showTo({ workspace }: Stack, person: Person, id: number): Promise<string> {
  await workspace.command({ as: person, channel: workspace.channels.general, text: `show ${id}` });
  const shown = () => workspace.ephemerals({ user: person })[0];
  const note = await workspace.waitFor(shown, { what: 'a note' });
  return JSON.stringify(note);
}

async function chatAmongThemselves(at: Group): Promise<void> {
  const { stack, scenario, group, friend } = at;
  const { workspace } = stack;
  const { ts } = await workspace.say({ as: friend, channel: group, text: 'Lunch?' });
  await workspace.say({ as: scenario.asker, channel: group, threadTs: ts, text: 'At noon?' });
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, 'At noon?')).toEqual([]);
  expect(workspace.messages({ channel: group, threadTs: ts })).toHaveLength(2);
}

describe('group direct messages', () => {
  overHttp('asking works over HTTP', async ({ stack, scenario }) => {
    await askInGroup(newGroup(stack, scenario));
  });

  overHttp(
    'the answer to a command moves to the direct message if the app is not in the group',
    ({ stack, scenario }) => askWithoutBot(newGroup(stack, scenario, false)),
  );

  overHttp('people talk among themselves', ({ stack, scenario }) =>
    chatAmongThemselves(newGroup(stack, scenario)),
  );

  overHttp('nobody outside the group can read its conversations', async ({ stack, scenario }) => {
    const at = newGroup(stack, scenario);
    const question = scenario.text();
    const thread = await mention(at, question);
    (await stack.engine.next(question)).answer();
    await thread.ended();
    const [{ conversation_id: id } = { conversation_id: 0 }] = askedQuestions(stack, question);
    const outsider = stack.workspace.addPerson({ name: `outside-${scenario.asker.name}` });
    expect(await showTo(stack, outsider, id)).toContain('There is no such conversation');
    expect(await showTo(stack, scenario.asker, id)).toContain(question);
  });

  overSocketMode('asking works over Socket Mode', async ({ stack, scenario }) => {
    await stack.workspace.socket.connected(2);
    await askInGroup(newGroup(stack, scenario));
    await askWithoutBot(newGroup(stack, scenario, false));
  });
});
