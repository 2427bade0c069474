import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectory, type SlackDirectory } from '../../src/slack/directory.js';
import { oneWorkspace } from '../../src/slack/workspaces.js';
import { type SlackFixture, startSlackFixture } from './slack-fixture.js';

let world: SlackFixture;
let people: SlackDirectory;
beforeAll(async () => {
  world = await startSlackFixture({ limits: 'off' });
  people = createDirectory(world.call, async () => world.workspace.app.botToken);
});
afterAll(() => world.stop());

const person = (user: { id: string }) => people.user(world.workspace.app.teamId, user.id);

describe('people', () => {
  it('returns people as Slack does', async () => {
    const { kim, ada, guest, outsider } = world.workspace.people;
    const team = world.workspace.app.teamId;
    const plain = { bot: false, guest: false, stranger: false, deleted: false, admin: false };
    expect(await person(kim)).toMatchObject({ ...plain, id: kim.id, team, name: 'kim' });
    expect(await person(ada)).toMatchObject({ admin: true, team });
    expect(await person(guest)).toMatchObject({ guest: true, team });
    expect(await person(outsider)).toMatchObject({ stranger: true, team: outsider.team_id });
  });

  it('recognizes bots, deactivated people and members of the same organization', async () => {
    const { workspace } = world;
    const bot = workspace.addPerson({ name: 'other-bot', is_bot: true });
    const gone = workspace.addPerson({ name: 'gone', deleted: true });
    const sister = workspace.addPerson({ name: 'sis', team_id: 'T0SISTER', enterprise_id: 'E1' });
    expect(await person(bot)).toMatchObject({ bot: true });
    expect(await person(gone)).toMatchObject({ deleted: true });
    expect(await person(sister)).toMatchObject({ team: 'T0SISTER', enterprise: 'E1' });
  });

  it('recognizes admins of a whole organization', async () => {
    const raw = { team_id: 'T1', enterprise_user: { enterprise_id: 'E1', is_owner: true } };
    const grid = createDirectory(
      async () => ({ ok: true, user: raw }),
      async () => 'xoxb-test',
    );
    expect(await grid.user('E1', 'U1')).toMatchObject({ admin: false, organizationAdmin: true });
  });

  it('rejects unknown people', async () => {
    await expect(person({ id: 'U0NOBODY' })).rejects.toMatchObject({ error: 'user_not_found' });
  });
});

describe('channels', () => {
  it('returns channels as Slack does', async () => {
    const { app, channels } = world.workspace;
    const channel = ({ id }: { id: string }) => people.channel(app.teamId, id);
    const { general, partners } = channels;
    expect(await channel(general)).toMatchObject({ shared: false, private: false, member: true });
    expect(await channel(partners)).toMatchObject({ shared: true });
    const dm = world.workspace.dm(world.workspace.people.kim);
    expect(await channel(dm)).toMatchObject({ member: true, direct: true });
    expect(await channel(general)).toMatchObject({ direct: false });
  });
});

describe('ourselves', () => {
  it('auth.test is called once per token, and again after a failure', async () => {
    const { app, faults, calls } = world.workspace;
    const workspaces = oneWorkspace(app.botToken, people.identity);
    faults.add({ kind: 'status', status: 500, method: 'auth.test', times: 1 });
    await expect(workspaces.identify('')).rejects.toMatchObject({ code: 'slack_outcome_unknown' });
    const identities = await Promise.all([workspaces.identify(''), workspaces.identify('')]);
    for (const identity of identities) {
      expect(identity).toEqual({
        workspace: app.teamId,
        botUser: app.botUserId,
        botId: app.botId,
      });
    }
    expect(calls.filter(({ method }) => method === 'auth.test')).toHaveLength(2);
    expect(await workspaces.tokenFor('')).toBe(app.botToken);
  });
});
