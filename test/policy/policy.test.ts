import { describe, expect, it } from 'vitest';
import type { AskRequest } from '../../src/model/intent.js';
import { type ChannelSettings, DEFAULT_SETTINGS } from '../../src/model/settings.js';
import type { PermissionVerdict } from '../../src/model/verdict.js';
import { createPolicy, type PolicyOptions } from '../../src/policy/policy.js';
import type { BotIdentity, Channel, SlackUser } from '../../src/slack/directory.js';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from '../../src/slack/errors.js';
import { silentLogger } from '../support/redis-fixture.js';

const US: BotIdentity = { workspace: 'T1', botUser: 'U0BOT', botId: 'B0' };
const ORG: BotIdentity = { ...US, enterprise: 'E1' };

function aPerson(change: Partial<SlackUser> = {}): SlackUser {
  const plain = { bot: false, guest: false, stranger: false, deleted: false, admin: false };
  return { id: 'U1', team: 'T1', name: 'kim', ...plain, ...change };
}

interface World {
  readonly person?: SlackUser | Error;
  readonly channel?: Partial<Channel> | Error;
  readonly us?: BotIdentity;
  /** Of the channel. */
  readonly settings?: Partial<ChannelSettings>;
  readonly members?: readonly string[];
}

const HERE = {
  id: 'C1',
  shared: false,
  private: false,
  direct: false,
  member: true,
  archived: false,
};

function aPolicy({
  person = aPerson(),
  channel = {},
  us = US,
  members = [],
  settings = {},
}: World = {}) {
  const asked: string[] = [];
  const slack = { channel, person, changes: 0, now: 0 };
  const say = async <T>(what: string, answer: T | Error): Promise<T> => {
    asked.push(what);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const directory: PolicyOptions['directory'] = {
    isMember: (_workspace, _id, user) => say(`member ${user}`, members.includes(user)),
    user: (_workspace, user) => say(`person ${user}`, slack.person),
    channel: (_workspace, id) =>
      say(
        `channel ${id}`,
        slack.channel instanceof Error ? slack.channel : { ...HERE, ...slack.channel },
      ),
  };
  const policy = createPolicy({
    isPrivateThread: async () => false,
    directory,
    settings: { load: async () => ({ ...DEFAULT_SETTINGS, ...settings }) },
    identify: async () => us,
    channelChanges: { version: async () => String(slack.changes) },
    now: () => slack.now,
    logger: silentLogger,
  });
  const mayAsk = (
    change: { direct?: boolean; externallyShared?: boolean; origin?: AskRequest['origin'] } = {},
  ): Promise<PermissionVerdict> => {
    const { direct = false, ...rest } = change;
    const place = { workspace: 'T1', channel: direct ? 'D1' : 'C1', direct };
    return policy.mayAsk({ user: 'U1', place, ...rest });
  };
  return { policy, mayAsk, asked, slack };
}

const no = (why: string, tell: boolean) => ({ ok: false, why, tell });

describe('an admin of the workspace of somebody else', () => {
  const admin = { admin: true, enterprise: 'E1' };
  const organizationAdmin = { organizationAdmin: true, enterprise: 'E1' };
  const left = aPerson({ team: 'T1', deleted: true });
  it.each<[string, Partial<SlackUser>, SlackUser | undefined, boolean]>([
    ['of the same workspace', admin, left, true],
    ['who is no admin', {}, left, false],
    ['of another workspace', { ...admin, team: 'T2' }, left, false],
    ['of the organization', { ...organizationAdmin, team: 'T2' }, left, true],
    [
      'of another organization',
      { ...organizationAdmin, team: 'T2', enterprise: 'E2' },
      left,
      false,
    ],
    ['where Slack does not know the other', admin, undefined, true],
    ['of another workspace, where Slack does not', { ...admin, team: 'T2' }, undefined, false],
  ])('%s', async (...row) => {
    const [, change, other, expected] = row;
    const { policy, slack } = aPolicy({ person: aPerson(change), us: ORG });
    // It is cached now: the other one is looked up next.
    await policy.isAdmin('T1', 'U1');
    slack.person = other ?? new SlackRefused('users.info', 'user_not_found');
    expect(await policy.isAdminOf('T1', 'U1', 'U2')).toBe(expected);
  });
});

describe('a direct message', () => {
  const direct = { private: true, direct: true };
  const place = { workspace: 'T1', channel: 'D1', direct: false };

  it('a direct message is the app’s own if Slack tells of it', async () => {
    const { policy } = aPolicy({ channel: direct });
    expect(await policy.isOwnDirectMessage(place)).toBe(true);
    expect(await policy.mayAsk({ user: 'U1', place })).toEqual({ ok: true, here: true });
  });

  it('a direct message is not the app’s own if Slack does not tell of it', async () => {
    const channel = new SlackRefused('conversations.info', 'channel_not_found');
    const { policy } = aPolicy({ channel });
    expect(await policy.isOwnDirectMessage(place)).toBe(false);
    expect(await policy.mayAsk({ user: 'U1', place })).toEqual({ ok: true, here: false });
  });

  it('a channel is no direct message, and is not looked up for it', async () => {
    const { policy, asked } = aPolicy();
    expect(await policy.isOwnDirectMessage({ ...place, channel: 'C1' })).toBe(false);
    expect(asked).toEqual([]);
  });
});

describe('who may ask', () => {
  const rows: [string, World, unknown][] = [
    ['a colleague', {}, { ok: true, here: true }],
    ['a guest', { person: aPerson({ guest: true }) }, no('guest', true)],
    ['a bot', { person: aPerson({ bot: true }) }, no('bot', false)],
    ['somebody who left', { person: aPerson({ deleted: true }) }, no('unknown', false)],
    ['a stranger', { person: aPerson({ stranger: true }) }, no('outsider', false)],
    ['another company’s', { person: aPerson({ team: 'T2' }) }, no('outsider', false)],
    [
      'another organization’s',
      { person: aPerson({ team: 'T2', enterprise: 'E2' }), us: ORG },
      no('outsider', false),
    ],
    [
      'another workspace’s of our organization',
      { person: aPerson({ team: 'T2', enterprise: 'E1' }), us: ORG },
      { ok: true, here: true },
    ],
    [
      'a stranger who claims our organization',
      { person: aPerson({ team: 'T2', enterprise: 'E1', stranger: true }), us: ORG },
      no('outsider', false),
    ],
    [
      'an organization’s, while we are in none',
      { person: aPerson({ team: 'T2', enterprise: 'E1' }) },
      no('outsider', false),
    ],
    [
      'somebody whom Slack does not know',
      { person: new SlackRefused('users.info', 'user_not_found') },
      no('unverified', true),
    ],
    [
      'somebody whom Slack does not show',
      { person: new SlackRefused('users.info', 'user_not_visible') },
      no('unverified', true),
    ],
  ];
  it.each(rows)('who may ask: %s', async (_who, world, verdict) => {
    expect(await aPolicy(world).mayAsk()).toEqual(verdict);
  });

  it('a user without a team may not ask', async () => {
    const { team: _none, ...person } = aPerson();
    expect(await aPolicy({ person }).mayAsk()).toEqual(no('outsider', false));
  });
});

describe('where', () => {
  it('a shared channel is refused, whichever payload says so, and colleagues are told', async () => {
    expect(await aPolicy().mayAsk({ externallyShared: true })).toEqual(no('shared-channel', true));
    const shared = { channel: { shared: true } };
    expect(await aPolicy(shared).mayAsk()).toEqual(no('shared-channel', true));
  });

  it('outsiders in a shared channel are told nothing', async () => {
    const guest = { person: aPerson({ guest: true }) };
    expect(await aPolicy(guest).mayAsk({ externallyShared: true })).toEqual(no('guest', false));
  });

  it('a direct message is permitted without conversations.info', async () => {
    const { mayAsk, asked } = aPolicy();
    expect(await mayAsk({ direct: true })).toEqual({ ok: true, here: true });
    expect(asked).toEqual(['person U1']);
  });

  it('in a channel hidden from the bot the answer goes to the direct message', async () => {
    const channel = new SlackRefused('conversations.info', 'channel_not_found');
    expect(await aPolicy({ channel }).mayAsk()).toEqual({ ok: true, here: false });
  });
});

describe('a channel that is named in a form', () => {
  it('a private channel chosen in a form is for its members only', async () => {
    const channel = { private: true };
    expect(await aPolicy({ channel }).mayAsk({ origin: 'form' })).toEqual(no('not-member', true));
    const inside = aPolicy({ channel, members: ['U1'] });
    expect(await inside.mayAsk({ origin: 'form' })).toEqual({ ok: true, here: true });
    expect(await aPolicy({ channel }).mayAsk({ origin: 'mention' })).toEqual({
      ok: true,
      here: true,
    });
  });

  it('a direct message chosen in a form must be the user’s own', async () => {
    const wish = { direct: true, origin: 'message' } as const;
    expect(await aPolicy().mayAsk(wish)).toEqual(no('not-member', true));
    expect(await aPolicy({ members: ['U1'] }).mayAsk(wish)).toEqual({ ok: true, here: true });
  });

  it('a non-public channel is readable by its members', async () => {
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    const reads = (world: World) => aPolicy(world).policy.mayRead(place, 'U1');
    expect(await reads({})).toBe(true);
    expect(await reads({ channel: { private: true } })).toBe(false);
    expect(await reads({ channel: { private: true }, members: ['U1'] })).toBe(true);
    const unknown = new SlackRefused('conversations.info', 'channel_not_found');
    expect(await reads({ channel: unknown })).toBe(false);
  });

  it('a public channel is readable by everybody', async () => {
    const { mayAsk, asked } = aPolicy();
    expect(await mayAsk({ origin: 'form' })).toEqual({ ok: true, here: true });
    expect(asked).not.toContain('member U1');
  });
});

describe('a channel whose settings list who may ask', () => {
  const settings: Partial<ChannelSettings> = { who: 'listed', people: ['U1', 'U2'] };

  it('a restricted channel permits only listed people', async () => {
    expect(await aPolicy({ settings }).mayAsk()).toEqual({ ok: true, here: true });
    const without = aPolicy({ settings: { ...settings, people: ['U2'] } });
    expect(await without.mayAsk()).toEqual(no('not-listed', true));
    expect(await without.mayAsk({ direct: true })).toEqual({ ok: true, here: true });
  });

  it('a restricted channel permits no listed guest', async () => {
    const guest = aPerson({ guest: true });
    expect(await aPolicy({ settings, person: guest }).mayAsk()).toEqual(no('guest', true));
  });
});

describe('a channel’s settings', () => {
  const place = { workspace: 'T1', channel: 'C1', direct: false };
  const rows: [string, World, boolean][] = [
    ['who made it', { channel: { creator: 'U1' } }, true],
    ['an admin', { person: aPerson({ admin: true }) }, true],
    ['nobody else', {}, false],
    [
      'no guest who made it',
      { person: aPerson({ guest: true }), channel: { creator: 'U1' } },
      false,
    ],
    [
      'no admin who is not in it, where it is private',
      { person: aPerson({ admin: true }), channel: { private: true } },
      false,
    ],
    [
      'nobody where it is hidden from us',
      { channel: new SlackRefused('m', 'channel_not_found') },
      false,
    ],
  ];
  it.each(rows)('a channel’s settings can be changed by: %s', async (_who, world, may) => {
    expect(await aPolicy(world).policy.maySet(place, 'U1')).toBe(may);
  });
});

describe('an organization with workspaces T1 and T2', () => {
  const inOther = { team: 'T2', enterprise: 'E1' };
  const onOrganization: BotIdentity = { ...ORG, workspace: 'E1' };
  const rows: [string, Partial<SlackUser>, Record<'T1' | 'E1', boolean>][] = [
    ['an admin of T1', { admin: true, team: 'T1', enterprise: 'E1' }, { T1: true, E1: false }],
    ['an admin of T2', { admin: true, ...inOther }, { T1: false, E1: false }],
    ['an organization admin', { organizationAdmin: true, ...inOther }, { T1: true, E1: true }],
    [
      'an admin of another organization',
      { organizationAdmin: true, team: 'T9', enterprise: 'E9' },
      { T1: false, E1: false },
    ],
    ['nobody else', inOther, { T1: false, E1: false }],
  ];
  it.each(rows)('who administers what the app is installed in: %s', async (_who, change, may) => {
    const person = aPerson(change);
    const { policy: inT1 } = aPolicy({ person, us: ORG });
    const { policy: inE1 } = aPolicy({ person, us: onOrganization });
    const found = {
      T1: await inT1.maySetWorkspace('T1', 'U1'),
      E1: await inE1.maySetWorkspace('E1', 'U1'),
    };
    expect(found).toEqual(may);
    expect({ T1: await inT1.isAdmin('T1', 'U1'), E1: await inE1.isAdmin('E1', 'U1') }).toEqual(may);
  });

  it.each<[string, Partial<SlackUser>, readonly string[], boolean]>([
    ['an admin of one of its workspaces who is in the channel', { admin: true }, ['U1'], true],
    ['no admin of a workspace who is not', { admin: true }, [], false],
    ['an organization admin', { organizationAdmin: true }, [], true],
    ['nobody else', {}, ['U1'], false],
  ])('a channel’s settings are changed by: %s', async (...row) => {
    const [, change, members, may] = row;
    const person = aPerson({ ...inOther, ...change });
    const { policy } = aPolicy({ person, us: onOrganization, members });
    const place = { workspace: 'E1', channel: 'C1', direct: false };
    expect(await policy.maySet(place, 'U1')).toBe(may);
    expect(await policy.maySetLimits(place, 'U1')).toBe(may);
  });

  it('an admin of T2 does not change the settings that T1 has for a channel', async () => {
    const person = aPerson({ ...inOther, admin: true });
    const { policy } = aPolicy({ person, us: ORG, members: ['U1'] });
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    expect(await policy.maySet(place, 'U1')).toBe(false);
    expect(await policy.maySetLimits(place, 'U1')).toBe(false);
  });

  it('the creator of a channel does not change what protects the workspace', async () => {
    const { policy } = aPolicy({ channel: { creator: 'U1' } });
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    expect(await policy.maySet(place, 'U1')).toBe(true);
    expect(await policy.maySetLimits(place, 'U1')).toBe(false);
  });
});

describe('the settings of a workspace', () => {
  it.each([
    ['an admin', { admin: true }, true],
    ['nobody else', {}, false],
    ['no admin who is a guest', { admin: true, guest: true }, false],
  ])('can be changed by: %s', async (_who, person, may) => {
    const { policy } = aPolicy({ person: aPerson(person) });
    expect(await policy.maySetWorkspace('T1', 'U1')).toBe(may);
  });
});

describe('a public channel', () => {
  const open = (change: Parameters<typeof aPolicy>[0] = {}) =>
    aPolicy(change).policy.isPublic('T1', 'C1');

  it('a public channel is one that every member of the workspace can read', async () => {
    expect(await open()).toBe(true);
    expect(await open({ channel: { private: true } })).toBe(false);
    expect(await open({ channel: { shared: true } })).toBe(false);
  });

  it('a channel hidden from the bot is not public, and looked up once', async () => {
    const channel = new SlackRefused('conversations.info', 'channel_not_found');
    const { policy, asked } = aPolicy({ channel });
    expect(await policy.wasPublic('T1', 'C1')).toBe(false);
    expect(await policy.wasPublic('T1', 'C1')).toBe(false);
    expect(asked).toEqual(['channel C1']);
  });
});

describe('a look-up', () => {
  it.each([new SlackBusy('users.info', 1_000), new SlackOutcomeUnknown('users.info')])(
    'a failed lookup permits nothing: %s',
    async (error) => {
      await expect(aPolicy({ person: error }).mayAsk()).rejects.toBe(error);
      await expect(aPolicy({ channel: error }).mayAsk()).rejects.toBe(error);
    },
  );

  it('a refused lookup permits nothing, and whoever asks is told', async () => {
    const refusal = new SlackRefused('users.info', 'missing_scope');
    expect(await aPolicy({ person: refusal }).mayAsk()).toEqual(no('unverified', true));
    expect(await aPolicy({ channel: refusal }).mayAsk()).toEqual({ ok: true, here: false });
  });

  it.each(['account_inactive', 'invalid_auth', 'not_authed', 'token_expired', 'token_revoked'])(
    'a lookup is no answer while Slack refuses our token: %s',
    async (code) => {
      const refusal = new SlackRefused('users.info', code);
      const place = { workspace: 'T1', channel: 'D1', direct: false };
      await expect(aPolicy({ person: refusal }).mayAsk()).rejects.toBe(refusal);
      const { policy, mayAsk } = aPolicy({ channel: refusal });
      await expect(mayAsk()).rejects.toBe(refusal);
      await expect(policy.isOwnDirectMessage(place)).rejects.toBe(refusal);
      await expect(policy.mayRead(place, 'U1')).rejects.toBe(refusal);
      await expect(policy.isPublic('T1', 'C1')).rejects.toBe(refusal);
      await expect(policy.maySet(place, 'U1')).rejects.toBe(refusal);
    },
  );

  it('a lookup is made once', async () => {
    const { mayAsk, asked } = aPolicy();
    await Promise.all([mayAsk(), mayAsk()]);
    await mayAsk();
    expect(asked.sort()).toEqual(['channel C1', 'person U1']);
  });

  it('a failed lookup of a name gives the id', async () => {
    expect(await aPolicy().policy.nameOf('T1', 'U1')).toBe('kim');
    const { policy } = aPolicy({ person: new SlackOutcomeUnknown('users.info') });
    expect(await policy.nameOf('T1', 'U1')).toBe('U1');
  });

  it('a permission is looked up again after 30 s, a list of conversations after five minutes', async () => {
    const { policy, mayAsk, asked, slack } = aPolicy();
    const lookedUp = async (after: number) => {
      slack.now += after;
      asked.length = 0;
      await policy.wasPublic('T1', 'C1');
      await mayAsk();
      return asked.sort();
    };
    expect(await lookedUp(0)).toEqual(['channel C1', 'person U1']);
    expect(await lookedUp(29_999)).toEqual([]);
    expect(await lookedUp(1)).toEqual(['channel C1', 'person U1']);
    slack.channel = { shared: true };
    slack.now += 200_000;
    expect(await policy.wasPublic('T1', 'C1')).toBe(true);
    slack.now += 100_000;
    expect(await policy.wasPublic('T1', 'C1')).toBe(false);
  });

  it('whether a channel is public is at most 30 s old where access is decided', async () => {
    const { policy, slack } = aPolicy();
    expect(await policy.wasPublic('T1', 'C1')).toBe(true);
    slack.channel = { private: true };
    slack.now = 30_000;
    expect(await policy.isPublic('T1', 'C1')).toBe(false);
    expect(await policy.wasPublic('T1', 'C1')).toBe(true);
  });

  it('a reported change of the channel makes what was looked up outdated at once', async () => {
    const { policy, mayAsk, slack } = aPolicy({ channel: { private: true }, members: ['U1'] });
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    expect(await mayAsk()).toEqual({ ok: true, here: true });
    expect(await policy.isPublic('T1', 'C1')).toBe(false);
    slack.channel = { shared: true };
    expect(await mayAsk()).toEqual({ ok: true, here: true });
    slack.changes++;
    expect(await mayAsk()).toEqual(no('shared-channel', true));
    slack.channel = {};
    slack.changes++;
    expect(await policy.isPublic('T1', 'C1')).toBe(true);
    expect(await policy.mayRead(place, 'U9')).toBe(true);
  });
});

describe('where what becomes of a question may be shown', () => {
  const IN_CHANNEL = { workspace: 'T1', channel: 'C1', direct: false };
  const IN_DIRECT = { workspace: 'T1', channel: 'D1', direct: true };
  const HIDDEN = new SlackRefused('conversations.info', 'channel_not_found');
  const nobody = (why: string) => ({ kind: 'nobody', why });
  const [here, direct] = [{ kind: 'here' }, { kind: 'direct' }];

  const places: [string, World, unknown][] = [
    ['as before', {}, here],
    ['a private channel', { channel: { private: true } }, here],
    ['shared with another company meanwhile', { channel: { shared: true } }, direct],
    ['archived meanwhile', { channel: { archived: true } }, direct],
    ['hidden from us meanwhile', { channel: HIDDEN }, direct],
    ['answers are private meanwhile', { settings: { answers: 'asker' } }, direct],
    ['others are listed meanwhile', { settings: { who: 'listed', people: ['U2'] } }, direct],
    ['the author is listed', { settings: { who: 'listed', people: ['U1'] } }, here],
  ];
  const people: [string, World, unknown][] = [
    ['a guest meanwhile', { person: aPerson({ guest: true }) }, nobody('not-allowed')],
    ['removed meanwhile', { person: aPerson({ deleted: true }) }, nobody('not-allowed')],
    ['of another company', { person: aPerson({ stranger: true }) }, nobody('not-allowed')],
    [
      'unknown to Slack',
      { person: new SlackRefused('users.info', 'user_not_found') },
      nobody('unverified'),
    ],
  ];

  it.each([...places, ...people])('in a channel: %s', async (_what, world, reach) => {
    const { policy } = aPolicy(world);
    const question = { user: 'U1', place: IN_CHANNEL };
    expect(await policy.reach(question, 'now')).toEqual(reach);
    expect(await policy.reach(question, 'recently')).toEqual(reach);
  });

  it.each(people)('in the direct message: %s', async (_what, world, reach) => {
    const { policy, asked } = aPolicy({ ...world, channel: HIDDEN });
    expect(await policy.reach({ user: 'U1', place: IN_DIRECT }, 'now')).toEqual(reach);
    expect(asked).toEqual(['person U1']);
  });

  it('is looked up once for all questions that wait for it, and not again within 30 s', async () => {
    const { policy, asked, slack } = aPolicy();
    const question = { user: 'U1', place: IN_CHANNEL };
    await Promise.all(Array.from({ length: 50 }, () => policy.reach(question, 'now')));
    slack.now = 29_000;
    await policy.reach(question, 'now');
    expect(asked.sort()).toEqual(['channel C1', 'person U1']);
    slack.now = 31_000;
    await policy.reach(question, 'recently');
    expect(asked).toHaveLength(2);
    await policy.reach(question, 'now');
    expect(asked).toHaveLength(4);
  });

  it.each([
    new SlackBusy('users.info', 1_000),
    new SlackOutcomeUnknown('users.info'),
    ...[
      'token_revoked',
      'org_login_required',
      'team_access_not_granted',
      'access_denied',
      'missing_scope',
    ].map((code) => new SlackRefused('users.info', code)),
  ])('is decided later: %s', async (error) => {
    const question = { user: 'U1', place: IN_CHANNEL };
    const { policy } = aPolicy({ person: error });
    await expect(policy.reach(question, 'now')).rejects.toBe(error);
    await expect(policy.reach(question, 'recently')).rejects.toBe(error);
  });

  it.each([new SlackBusy('users.info', 30_000), new SlackOutcomeUnknown('users.info')])(
    'waits for as long as Slack fails: %s',
    async (cause) => {
      const givenUp = new SlackRefused('users.info', 'no_reply', { cause });
      const { policy } = aPolicy({ person: givenUp });
      const question = { user: 'U1', place: IN_CHANNEL };
      await expect(policy.reach(question, 'now')).rejects.toBe(cause);
      await expect(policy.reach(question, 'recently')).rejects.toBe(cause);
      expect((await policy.mayAsk({ user: 'U1', place: IN_CHANNEL })).ok).toBe(false);
    },
  );
});
