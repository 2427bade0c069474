import { describe, expect, it } from 'vitest';
import { createConversationAccess } from '../../src/conversations/access.js';
import { createFindConversations } from '../../src/conversations/list.js';
import { createOpenQuestions } from '../../src/conversations/open-questions.js';
import { createConversationAudience } from '../../src/conversations/within-audience.js';
import { createAudienceOf } from '../../src/policy/audience.js';
import { createConversationStore } from '../../src/store/conversations.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { createSettingsStore } from '../../src/store/settings.js';
import { createThreadStore } from '../../src/store/threads.js';
import { createWaitingQuestionStore } from '../../src/store/waiting-questions.js';
import { questionRecord } from '../store/question-record.js';
import { useRedis } from '../support/redis-fixture.js';

const KIM = { workspace: 'T1', user: 'U1' };
const DAY_MS = 24 * 3600_000;
const NOW = Date.now();

const { redis, connect } = await useRedis();
const observer = await connect();

/** How many commands Redis ran for this. */
async function commandsOf(work: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    Number(/total_commands_processed:(\d+)/.exec(await observer.info('stats'))?.[1]);
  const before = await count();
  await work();
  return (await count()) - before - 1;
}

function parts() {
  const conversations = createConversationStore({ redis, retentionMs: DAY_MS });
  const questions = createQuestionStore({ redis, retentionMs: DAY_MS });
  const threads = createThreadStore({ redis, retentionMs: DAY_MS });
  const access = createConversationAccess({
    policy: {
      isPublic: async () => true,
      wasPublic: async () => true,
      isAdmin: async () => false,
      isAdminOf: async () => false,
      mayRead: async () => true,
    },
    conversations,
    messages: { permalink: async () => 'https://slack.example' },
  });
  const instance = { list: async () => ({ conversations: [] }), async *all() {} };
  const find = createFindConversations({
    conversations,
    instance,
    credentialFor: async () => 'token',
    allCredentialsFor: async () => ['token'],
    access,
    audience: createConversationAudience({
      audienceOf: createAudienceOf(createSettingsStore({ redis })),
      baseUrl: 'https://instance.example',
    }),
  });
  const waiting = createWaitingQuestionStore({ redis });
  const open = createOpenQuestions({ questions, threads, waiting });
  return { conversations, questions, find, open };
}

const context = {
  user: KIM,
  place: { workspace: 'T1', channel: 'D1', direct: true },
  requestId: 'r1',
  at: NOW,
  signal: new AbortController().signal,
};

/** Conversations and open questions of Kim, and as many of others. */
async function addHistory(from: number, to: number): Promise<void> {
  const { conversations, questions } = parts();
  for (let n = from; n < to; n++) {
    const user = n % 2 === 0 ? KIM : { workspace: 'T1', user: `V${n}` };
    const threadTs = `${1_700_000_000 + n}.000100`;
    const thread = { workspace: 'T1', channel: 'C1', threadTs, direct: false };
    await conversations.record({ id: n, user, at: NOW + n, asked: `question ${n}`, thread });
    const place = { workspace: 'T1', channel: 'C1', direct: false, threadTs };
    const id = `T1-C1-${threadTs}`;
    await questions.create(
      questionRecord({ id, user: user.user, place, messageTs: threadTs, askedAt: NOW + n }),
    );
  }
}

/** A script, which counts with its two reads: the record and its flags. */
const PER_QUESTION = 3;

describe('what is read from Redis does not grow with the history', () => {
  it.for(['mine', 'all', 'starred'] as const)('for a page of the list %s', async (filter) => {
    const { find, conversations } = parts();
    const query = { filter, sortBy: 'updated', page: 0 } as const;
    await addHistory(1, 60);
    for (const id of [2, 4, 6]) await conversations.star(KIM, id, NOW);
    const before = await commandsOf(() => find(query, context));
    await addHistory(60, 600);
    expect(await commandsOf(() => find(query, context))).toBe(before);
    const { rows, more } = await find(query, context);
    const newest = { mine: [598, 596], all: [599, 598], starred: [6, 4] }[filter];
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(newest);
    expect(more).toBe(filter !== 'starred');
  });

  it('for a person’s open questions, whatever others ask', async () => {
    const { open, questions } = parts();
    await addHistory(1, 21);
    // The script that reads a question is sent in full once.
    await open.ofUser(KIM);
    const before = await commandsOf(() => open.ofUser(KIM));
    for (let n = 0; n < 300; n++) {
      await questions.create(questionRecord({ id: `T1-C2-${n}`, user: 'U7', messageTs: `${n}.1` }));
    }
    expect(await commandsOf(() => open.ofUser(KIM))).toBe(before);
    expect((await open.ofUser(KIM)).map(({ askedAt }) => askedAt - NOW)).toEqual([
      20, 18, 16, 14, 12, 10, 8, 6, 4, 2,
    ]);
    const threadTs = '1700000002.000100';
    const thread = { workspace: 'T1', channel: 'C1', threadTs, direct: false };
    const record = { id: 2, threads: [thread] };
    expect(await commandsOf(() => open.inConversation(record, KIM))).toBe(2 + PER_QUESTION);
  });

  it('for a person with thousands of open questions', async () => {
    const { open, questions } = parts();
    for (let n = 0; n < 300; n++) {
      await questions.create(questionRecord({ id: `T1-C1-${n}`, messageTs: `${n}.1` }));
    }
    await open.ofUser(KIM);
    expect(await commandsOf(() => open.ofUser(KIM))).toBe(1 + 100 * PER_QUESTION);
  });
});
