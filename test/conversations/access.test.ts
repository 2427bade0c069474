import { describe, expect, it } from 'vitest';
import { createConversationAccess } from '../../src/conversations/access.js';
import { createResolveReference } from '../../src/conversations/reference.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { createPolicy } from '../../src/policy/policy.js';
import { SlackRefused } from '../../src/slack/errors.js';
import { type ConversationUpdate, createConversationStore } from '../../src/store/conversations.js';
import { createThreadStore } from '../../src/store/threads.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';

const DAY_MS = 24 * 3600_000;
const KIM = { workspace: 'T1', user: 'U1' };
const RAVI = { workspace: 'T1', user: 'U2' };
const FAR = { workspace: 'T2', user: 'U1' };
const OPEN = { workspace: 'T1', channel: 'C1', threadTs: '1.1', direct: false };
const CLOSED = { ...OPEN, channel: 'C2' };
const DIRECT = { ...OPEN, channel: 'D1', direct: true };
const NOTE: ConversationUpdate = { id: 7, user: KIM, at: 1, asked: 'why?' };

const { redis } = await useRedis();
const conversations = createConversationStore({ redis, retentionMs: DAY_MS });

interface SlackState {
  readonly members: readonly string[];
  /** The workspace of each person, and whether they are an admin of it. Slack knows nobody else. */
  readonly people: Readonly<Record<string, { readonly team: string; readonly admin: boolean }>>;
  /** A workspace, or the organization. */
  readonly installedOn: string;
  readonly slack: { now: number; closed: readonly string[] };
}

/** C1 is public, C2 private, with these members; Slack knows no other channels. */
function createAccess(
  permalink = async (): Promise<string> => 'https://acme.slack.com/archives/C1/p11',
  {
    members = [],
    people = {},
    installedOn = 'T1',
    slack = { now: 0, closed: ['C2'] },
  }: Partial<SlackState> = {},
) {
  const policy = createPolicy({
    isPrivateThread: async () => false,
    directory: {
      isMember: async (_workspace, id, user) => id === 'C2' && members.includes(user),
      user: async (_workspace, id) => {
        const who = people[id];
        if (who === undefined) throw new SlackRefused('users.info', 'user_not_found');
        const plain = { bot: false, guest: false, stranger: false, deleted: false };
        return { id, name: id, enterprise: 'E1', ...plain, ...who };
      },
      channel: async (_workspace, id) => {
        if (!/^C[12]$/.test(id)) throw new SlackRefused('conversations.info', 'channel_not_found');
        return {
          id,
          shared: false,
          private: slack.closed.includes(id),
          direct: false,
          member: true,
          archived: false,
        };
      },
    },
    settings: { load: async () => DEFAULT_SETTINGS },
    channelChanges: { version: async () => '' },
    identify: async () => ({
      ...{ workspace: installedOn, enterprise: 'E1' },
      ...{ botUser: 'U0', botId: 'B0' },
    }),
    now: () => slack.now,
    logger: silentLogger,
  });
  return createConversationAccess({
    policy,
    conversations: conversations,
    messages: { permalink },
  });
}

describe('access to a conversation', () => {
  it('askers may read their conversation, wherever they asked', async () => {
    await conversations.record({ ...NOTE, thread: DIRECT });
    expect(await createAccess().load(7, KIM)).toMatchObject({ isAsker: true, thread: DIRECT });
    await conversations.record({ ...NOTE, thread: CLOSED });
    expect(await createAccess().load(7, KIM)).toMatchObject({ isAsker: true, thread: CLOSED });
  });

  it('members of a workspace with a public thread may read the conversation', async () => {
    await conversations.record({ ...NOTE, thread: CLOSED });
    expect(await createAccess().load(7, RAVI)).toBeUndefined();
    await conversations.record({ ...NOTE, thread: OPEN });
    expect(await createAccess().load(7, RAVI)).toMatchObject({ isAsker: false, thread: OPEN });
    expect(await createAccess().load(7, FAR)).toBeUndefined();
  });

  it.each([
    ['in a direct message', DIRECT],
    ['in a private channel', CLOSED],
    ['in a channel that the app cannot see', { ...OPEN, channel: 'C3' }],
    ['in no known thread', undefined],
  ])('others may not read a conversation asked %s', async (_where, thread) => {
    await conversations.record({ ...NOTE, ...(thread === undefined ? {} : { thread }) });
    expect(await createAccess().load(7, RAVI)).toBeUndefined();
    expect(await createAccess().load(8, RAVI)).toBeUndefined();
  });

  it('nobody opens a conversation of a channel that was public a minute ago', async () => {
    await conversations.record({ ...NOTE, thread: OPEN });
    const slack = { now: 0, closed: ['C2'] };
    const access = createAccess(undefined, { slack });
    const record = (await conversations.load(7)) ?? { users: [] };
    expect('threads' in record && (await access.check(record, RAVI))).toMatchObject({
      thread: OPEN,
    });
    slack.now = 60_000;
    slack.closed = ['C1', 'C2'];
    expect(await access.load(7, RAVI)).toBeUndefined();
  });

  it('access includes a link to the thread, if Slack returns one', async () => {
    await conversations.record({ ...NOTE, thread: OPEN });
    const accessible = { thread: OPEN };
    expect(await createAccess().threadLink(accessible)).toEqual({
      link: 'https://acme.slack.com/archives/C1/p11',
    });
    const refuses = createAccess(() => Promise.reject(new SlackRefused('chat.getPermalink', 'x')));
    expect(await refuses.threadLink(accessible)).toEqual({});
  });
});

describe('who may delete a conversation of an organization', () => {
  const people = {
    U1: { team: 'T1', admin: false },
    U2: { team: 'T2', admin: false },
    UADMIN1: { team: 'T1', admin: true },
    UADMIN2: { team: 'T2', admin: true },
  };

  async function deleters(): Promise<string[]> {
    const access = createAccess(undefined, { people, installedOn: 'E1' });
    const may: string[] = [];
    for (const user of Object.keys(people)) {
      const by = { workspace: 'E1', user };
      const opened = await access.load(7, by);
      if (opened !== undefined && (await access.mayDelete(opened, by))) may.push(user);
    }
    return may;
  }

  it('admins of the workspace of everybody who asked in it, and no other admin', async () => {
    const thread = { ...OPEN, workspace: 'E1' };
    await conversations.record({ ...NOTE, user: { workspace: 'E1', user: 'U1' }, thread });
    expect(await deleters()).toEqual(['U1', 'UADMIN1']);
    await conversations.record({ ...NOTE, user: { workspace: 'E1', user: 'U2' }, thread });
    expect(await deleters()).toEqual(['U1', 'U2']);
  });
});

describe('what of a conversation somebody may read', () => {
  const at = (
    id: number,
    user: typeof KIM,
    { channel, direct }: Pick<typeof OPEN, 'channel' | 'direct'>,
  ): ConversationUpdate => ({ ...NOTE, user, question: { id, channel, direct } });

  /** Which of the questions 1 to 5 may be read; question 5 has no record. */
  async function read(user: typeof KIM, members: readonly string[] = []) {
    const access = createAccess(undefined, { members });
    const opened = await access.load(7, user);
    if (opened === undefined) return undefined;
    const questions = [1, 2, 3, 4, 5].filter((id) => opened.reads(id));
    return { questions, all: opened.readsAll, mayDelete: await access.mayDelete(opened, user) };
  }

  it('what others asked in a private channel is for its members of now', async () => {
    await conversations.record({ ...at(1, KIM, CLOSED), thread: CLOSED });
    await conversations.record({ ...at(2, RAVI, CLOSED), thread: CLOSED });
    const own = { all: false, mayDelete: false };
    expect(await read(KIM, ['U2'])).toEqual({ questions: [1], ...own });
    expect(await read(RAVI)).toEqual({ questions: [2], ...own });
    const everything = { questions: [1, 2, 3, 4, 5], all: true, mayDelete: true };
    expect(await read(KIM, ['U1', 'U2'])).toEqual(everything);
    expect(await read({ ...KIM, user: 'U9' }, ['U9'])).toBeUndefined();
  });

  it('what was asked in a direct message is for its author only', async () => {
    await conversations.record({ ...at(1, KIM, OPEN), thread: OPEN });
    await conversations.record({ ...at(2, KIM, DIRECT), thread: DIRECT });
    const forOthers = { questions: [1], all: false, mayDelete: false };
    expect(await read(RAVI)).toEqual(forOthers);
    await conversations.record({ ...at(3, RAVI, OPEN), thread: OPEN });
    expect(await read(RAVI)).toEqual({ ...forOthers, questions: [1, 3] });
    expect(await read(KIM)).toMatchObject({ questions: [1, 2, 3], all: true });
  });

  it('a question that moved to a direct message leaves its channel', async () => {
    await conversations.record({ ...at(1, KIM, OPEN), thread: OPEN });
    expect(await read(RAVI)).toMatchObject({ questions: [1, 2, 3, 4, 5], all: true });
    await conversations.record({ ...at(1, KIM, DIRECT), thread: DIRECT });
    expect(await read(RAVI)).toBeUndefined();
    expect(await read(KIM)).toMatchObject({ questions: [1, 2, 3, 4, 5], all: true });
  });

  it('without records of its questions, it may be read by those who can read all its threads', async () => {
    await conversations.record({ ...NOTE, thread: OPEN });
    await conversations.record({ ...NOTE, user: RAVI, thread: CLOSED });
    expect(await read(KIM, ['U2'])).toEqual({ questions: [], all: false, mayDelete: false });
    expect(await read(RAVI, ['U2'])).toMatchObject({ questions: [1, 2, 3, 4, 5], all: true });
  });
});

describe('a reference by link', () => {
  const UUID = '0b8f2a9e-1c3d-4e5f-8a9b-0c1d2e3f4a5b';
  const resolve = (link: string, user = KIM) => {
    const threads = createThreadStore({ redis, retentionMs: DAY_MS });
    const questions = { load: async () => undefined };
    return createResolveReference({ threads, questions, openLink: (sealed) => sealed })(
      { sealedLink: link },
      { user, place: { workspace: user.workspace, channel: 'C1', direct: false } },
    );
  };

  it.each([
    [`https://deep.example.com/deepsearch/shared/${UUID}`, { readToken: UUID }],
    [`https://x.example.com/base/deepsearch/${UUID.toUpperCase()}?a=b`, { readToken: UUID }],
    [`https://deep.example.com/deepsearch/shared/${UUID}.md`, { readToken: UUID }],
    ['https://deep.example.com/deepsearch/12#a', { id: 12 }],
    ['https://deep.example.com/deepsearch/12x', undefined],
    [`https://deep.example.com/other/${UUID}`, undefined],
    ['https://acme.slack.com/archives/C1/p1700000000000100', undefined],
    ['https://acme.slack.com/', undefined],
  ])('resolves a reference by %s', async (link, found) =>
    expect(await resolve(link)).toEqual(found),
  );

  it('resolves a thread link by its root or a reply, in the user’s workspace only', async () => {
    const threads = createThreadStore({ redis, retentionMs: DAY_MS });
    await threads.setConversation({ ...OPEN, threadTs: '1700000000.000100' }, 7);
    const root = 'https://acme.slack.com/archives/C1/p1700000000000100';
    const reply = `https://acme.slack.com/archives/C1/p1700000009000200?thread_ts=1700000000.000100&cid=C1`;
    expect([await resolve(root), await resolve(reply)]).toEqual([{ id: 7 }, { id: 7 }]);
    expect(await resolve(root, FAR)).toBeUndefined();
  });
});
