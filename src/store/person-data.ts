import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Question } from '../model/question.js';
import type { Connection } from './connection.js';
import { KEY_PREFIX, keys } from './keys.js';
import { scanKeys } from './scan.js';

export type PersonDataStore = ReturnType<typeof createPersonDataStore>;

/**
 * Keys of a person that stay until they expire: what counts towards limits, which deleting one's data must not
 * renew, and the erasure itself.
 */
const KEPT = new Set(['open-in', 'asked-in', 'bucket', 'look-ups', 'erasure']);

/** What is stored about one person, besides their conversations. Each function takes a pass over all keys, or one key. */
export function createPersonDataStore({ redis }: { redis: Connection }) {
  async function* questionsOf({ workspace, user }: WorkspaceUser): AsyncGenerator<Question> {
    for await (const page of scanKeys(redis, keys.question(`${workspace}-*`))) {
      const bodies = await Promise.all(page.map((key) => redis.hget(key, 'body')));
      for (const body of bodies) {
        const question = body === null ? undefined : (JSON.parse(body) as Question);
        if (question?.user === user) yield question;
      }
    }
  }

  async function votesOf({ workspace, user }: WorkspaceUser): Promise<string[]> {
    const members = await redis.zrange(keys.feedbacks, '0', '-1');
    return members
      .filter((member) => member.startsWith(`${workspace}-`) && member.endsWith(` ${user}`))
      .map((member) => member.slice(0, -user.length - 1));
  }

  return {
    /** The records of the person's questions. A record may be deleted meanwhile. */
    questions: questionsOf,

    /** Whether anything of the person is stored that can be deleted. */
    async has(person: WorkspaceUser): Promise<boolean> {
      for await (const page of scanKeys(redis, `${KEY_PREFIX}:*`)) {
        if (page.some((key) => isOf(key.slice(KEY_PREFIX.length + 1), person))) return true;
      }
      for await (const _ of questionsOf(person)) return true;
      return (await votesOf(person)).length > 0;
    },

    /** Which of our requests shared the answer to a question with its channel. */
    async shareOf({ id, askedIn, place }: Question): Promise<string | undefined> {
      if (askedIn === undefined) return undefined;
      const key = keys.button(place.workspace, askedIn, `share-${id}`);
      return (await redis.get(key)) ?? undefined;
    },

    /** The record of a question that is no longer open, and what is stored beside it. */
    async forgetQuestion({ id, ref, place, askedIn }: Question): Promise<void> {
      const { workspace } = place;
      await redis.unlink(
        keys.question(id),
        keys.flags(id),
        keys.statusLock(id),
        keys.refusal(id),
        ...(ref === undefined ? [] : [keys.claim(ref.conversationId, ref.questionId)]),
        ...(askedIn === undefined ? [] : [keys.button(workspace, askedIn, `share-${id}`)]),
      );
    },

    /** The IDs of the questions whose answers the person has rated. */
    votes: votesOf,

    async forgetVotes({ user }: WorkspaceUser, questions: readonly string[]): Promise<void> {
      for (const question of questions) await redis.unlink(keys.feedback(question, user));
      const members = questions.map((question) => `${question} ${user}`);
      if (members.length > 0) await redis.zrem(keys.feedbacks, ...members);
    },

    /** Everything else whose key names the person: account, stars, drafts, what Home shows. */
    async forgetKeys({ workspace, user }: WorkspaceUser): Promise<void> {
      for await (const page of scanKeys(redis, `${KEY_PREFIX}:*`)) {
        const own = page.filter((key) =>
          isOf(key.slice(KEY_PREFIX.length + 1), { workspace, user }),
        );
        if (own.length > 0) await redis.unlink(...own);
        const inThreads = page.filter((key) =>
          key.startsWith(`${KEY_PREFIX}:thread-accounts:${workspace}:`),
        );
        for (const key of inThreads) await redis.hdel(key, user);
      }
    },
  };
}

function isOf(name: string, { workspace, user }: WorkspaceUser): boolean {
  const [kind = '', ...parts] = name.split(':');
  return !KEPT.has(kind) && parts.includes(workspace) && parts.includes(user);
}
