import { expect } from 'vitest';
import { BOT_SCOPES } from '../../../src/intake/receiver/install-pages.js';
import { keys } from '../../../src/store/keys.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ transport: 'socket', workspace: { scopes: BOT_SCOPES } });
it.beforeAll(async ({ stack }) => {
  await stack.workspace.socket.connected();
});

/** What the bot tells this person in private when they ask how it is. */
async function doctor(stack: Stack, name: 'ada' | 'kim'): Promise<string> {
  const { workspace } = stack;
  const { [name]: as } = workspace.people;
  const channel = workspace.channels.general;
  const notes = () => workspace.ephemerals({ user: as, channel }).map(({ text }) => text);
  const before = notes().length;
  expect(await workspace.command({ as, channel, text: 'doctor' })).toMatchObject({
    ackStatus: 200,
  });
  return workspace.waitFor(() => notes()[before], { what: `a note to ${name}` });
}

it('/deepsearch doctor shows an admin the state of everything in an ephemeral message', async ({
  stack,
}) => {
  const note = await doctor(stack, 'ada');
  expect(note.split('\n')).toEqual([
    '*No problems found.*',
    expect.stringMatching(/^:white_check_mark: \*redis\*: connected/),
    expect.stringContaining('*encryption key*: nothing is encrypted yet'),
    expect.stringContaining('*questions*: no open questions'),
    expect.stringContaining('*slack*: the token is accepted'),
    expect.stringContaining(`*slack*: all ${BOT_SCOPES.length} scopes are granted`),
    expect.stringContaining("*clock*: the clock agrees with Slack's"),
    expect.stringMatching(/\*service\*: http:\S+ replies in \d+ ms, and accepts the token/),
    expect.stringContaining('*service*: all 11 code tools are available'),
    expect.stringMatching(
      /\*socket mode\*: Socket Mode: (1 connection|2 connections), the oldest for 0 min/,
    ),
  ]);
});

it('/deepsearch doctor lists problems first, with fixes', async ({ stack }) => {
  const trouble = stack.service.faults.add({ route: 'list', kind: 'status', status: 401 });
  const [head, first, fix] = (await doctor(stack, 'ada')).split('\n');
  trouble.remove();
  expect(head).toBe('*1 finding:*');
  expect(first).toMatch(/^:x: \*service\*: the instance refuses/);
  expect(fix).toMatch(/_Fix:_ DEEPSEARCH_TOKEN: create a new access token/);
});

it('/deepsearch doctor names settings that are damaged', async ({ stack }) => {
  const { app, channels } = stack.workspace;
  const key = keys.settings(app.teamId, channels.general.id);
  await stack.store.set(key, '"any"');
  const [head, first, fix] = (await doctor(stack, 'ada')).split('\n');
  await stack.store.del(key);
  expect(head).toBe('*1 finding:*');
  expect(first).toContain('the stored settings of #general are damaged');
  expect(fix).toContain('/deepsearch settings');
});

it('/deepsearch doctor says nothing of damaged settings of other workspaces', async ({ stack }) => {
  const others = [keys.settings('T0OTHER', 'C0OTHER'), keys.workspaceSettings('T0OTHER')];
  const own = keys.workspaceSettings(stack.workspace.app.teamId);
  for (const key of [...others, own]) await stack.store.set(key, '"any"');
  const note = await doctor(stack, 'ada');
  await stack.store.del(...others, own);
  expect(note).toContain(`the stored settings of workspace ${stack.workspace.app.teamId} are`);
  expect(note).not.toContain('OTHER');
});

it("/deepsearch doctor names the repositories of this workspace's settings only", async ({
  stack,
}) => {
  const { teamId } = stack.workspace.app;
  const [own, other] = [keys.workspaceSettings(teamId), keys.workspaceSettings('T0OTHER')];
  await stack.store.set(own, '{"revision":1,"repositories":["our-typo"]}');
  await stack.store.set(other, '{"revision":1,"repositories":["their-secret"]}');
  const note = await doctor(stack, 'ada');
  await stack.store.del(own, other);
  expect(note).toContain(`repositories of workspace ${teamId} names our-typo`);
  expect(note).not.toMatch(/their-secret|T0OTHER/);
});

it('/deepsearch doctor shows nothing to others', async ({ stack }) => {
  expect(await doctor(stack, 'kim')).toContain('Only workspace admins can run the doctor');
});
