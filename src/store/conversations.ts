import type { QuestionRef } from '../model/answer.js';
import {
  type ConversationQuestion,
  type ConversationRecord,
  type ConversationThread,
  isSameUser,
  QUESTION_STATES,
  type WorkspaceUser,
} from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

/** Recorded when a question has its conversation, and again when it is answered. */
export interface ConversationUpdate {
  readonly id: number;
  readonly user: WorkspaceUser;
  /** When it was asked, ms since the epoch. */
  readonly at: number;
  readonly asked: string;
  /** `asked` is only part of what was sent. */
  readonly truncated?: true;
  readonly thread?: ConversationThread;
  /** The question itself: a later record says where it moved. */
  readonly question?: Omit<ConversationQuestion, 'user'>;
  readonly title?: string;
  /** Whose account it belongs to; absent: the shared one. */
  readonly account?: WorkspaceUser;
}

/** Limit of a list of IDs. */
const MAX_IDS = 500;
const TITLE_LENGTH = 300;

/** Records nothing of a question that was withdrawn: a run that knew nothing of it may still write. */
const RECORD = `
if ARGV[12] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[12]) == 1 then return 0 end
local id, at, life = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('HSETNX', KEYS[1], 'createdAt', at)
if ARGV[13] ~= '' then redis.call('HSETNX', KEYS[1], 'account', ARGV[13]) end
if redis.call('HSETNX', KEYS[1], 'asked', ARGV[4]) == 1 then
  redis.call('HSET', KEYS[1], 'first', ARGV[10])
  if ARGV[9] == 'part' then redis.call('HSET', KEYS[1], 'part', '') end
end
if tonumber(redis.call('HGET', KEYS[1], 'updatedAt') or '0') < at then
  redis.call('HSET', KEYS[1], 'updatedAt', at)
end
redis.call('HSET', KEYS[1], ARGV[5], '')
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], ARGV[6], ARGV[7]) end
if ARGV[10] ~= '' then redis.call('HSET', KEYS[1], ARGV[10], ARGV[11]) end
local first = redis.call('HGET', KEYS[1], 'first')
if ARGV[8] ~= '' and (not first or first == ARGV[10]) then
  redis.call('HSETNX', KEYS[1], 'title', ARGV[8])
end
redis.call('PEXPIRE', KEYS[1], life)
for i = 2, 3 do
  redis.call('ZADD', KEYS[i], 'GT', at, id)
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', at - life)
  redis.call('PEXPIRE', KEYS[i], life)
end
return 1`;

/** A conversation is named after its first question, and by the title of that question's answer. */
const WITHDRAW = `
redis.call('HSET', KEYS[1], ARGV[1], '')
redis.call('HDEL', KEYS[1], ARGV[2])
if redis.call('HGET', KEYS[1], 'first') == ARGV[2] then
  redis.call('HDEL', KEYS[1], 'asked', 'first', 'part', 'title')
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

export interface ConversationStoreOptions {
  readonly redis: Connection;
  /** How long a conversation is kept after its last question, ms. */
  readonly retentionMs: number;
}

export type ConversationStore = ReturnType<typeof createConversationStore>;

/** The conversations that were started from Slack, who asked in them and where, and who starred them. */
export function createConversationStore({ redis, retentionMs }: ConversationStoreOptions) {
  return {
    /** Idempotent. */
    async record(update: ConversationUpdate): Promise<void> {
      const { workspace, user } = update.user;
      const named = [
        keys.conversation(update.id),
        keys.conversationsOf(workspace, user),
        keys.conversationsIn(workspace),
      ];
      await runScript(redis, RECORD, { named, args: recordArguments(update, retentionMs) });
    },

    /** The message of this question was deleted: it is no part of the record from now on. Idempotent. */
    async withdraw({ conversationId, questionId }: QuestionRef): Promise<void> {
      const fields = [withdrawnField(questionId), questionField(questionId)];
      const key = keys.conversation(conversationId);
      await redis.eval(WITHDRAW, 1, key, ...fields, String(retentionMs));
    },

    /** Undefined also if all that was asked in it was withdrawn. */
    async load(id: number): Promise<ConversationRecord | undefined> {
      return toRecord(id, await redis.hgetall(keys.conversation(id)));
    },

    /** A later `record` creates it again. */
    async forget(id: number): Promise<void> {
      await redis.del(keys.conversation(id));
    },

    /** Others asked in it too: nobody is shown the person's questions there, and they do not count as asking in it. */
    async leave({ id, questions }: ConversationRecord, person: WorkspaceUser): Promise<void> {
      const own = questions.filter(({ user }) => isSameUser(user, person));
      for (const { id: questionId } of own) await this.withdraw({ conversationId: id, questionId });
      await redis.hdel(keys.conversation(id), askerField(person));
      // It was named after the first question, which may have been theirs.
      await redis.hsetnx(keys.conversation(id), 'title', `Conversation ${id}`);
    },

    /** It is no longer among the person's. */
    async unlist({ workspace, user }: WorkspaceUser, id: number): Promise<void> {
      await redis.zrem(keys.conversationsOf(workspace, user), String(id));
    },

    /** IDs, most recently asked in first; some may have no record any more. */
    async ofUser({ workspace, user }: WorkspaceUser): Promise<number[]> {
      return newestIds(redis, keys.conversationsOf(workspace, user));
    },

    async inWorkspace(workspace: string): Promise<number[]> {
      return newestIds(redis, keys.conversationsIn(workspace));
    },

    /** When each was last asked in, ms since the epoch; 0 if that is not known in the workspace. */
    async lastAskedIn(workspace: string, ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const found = await redis.zmscore(keys.conversationsIn(workspace), ...ids.map(String));
      return found.map(Number);
    },

    ...stars({ redis, retentionMs }),
  };
}

/** In the order in which the script reads them. */
function recordArguments(update: ConversationUpdate, retentionMs: number): string[] {
  const { id, user, at, asked, truncated, thread, question, title = '', account } = update;
  return [
    String(id),
    String(at),
    String(retentionMs),
    asked.slice(0, TITLE_LENGTH),
    askerField(user),
    thread === undefined ? '' : threadField(thread),
    thread === undefined ? '' : kindOf(thread),
    title.slice(0, TITLE_LENGTH),
    truncated === true ? 'part' : '',
    question === undefined ? '' : questionField(question.id),
    question === undefined ? '' : questionValue(user, question),
    question === undefined ? '' : withdrawnField(question.id),
    account === undefined ? '' : `${account.workspace} ${account.user}`,
  ];
}

/** The conversations that a user starred. */
function stars({ redis, retentionMs }: ConversationStoreOptions) {
  return {
    async star({ workspace, user }: WorkspaceUser, id: number, at: number): Promise<void> {
      const key = keys.stars(workspace, user);
      await redis.zadd(key, at, String(id));
      await redis.zremrangebyrank(key, 0, -MAX_IDS - 1);
      await redis.pexpire(key, retentionMs);
    },

    async unstar({ workspace, user }: WorkspaceUser, id: number): Promise<void> {
      await redis.zrem(keys.stars(workspace, user), String(id));
    },

    /** IDs, most recently starred first. */
    async starred({ workspace, user }: WorkspaceUser): Promise<number[]> {
      return newestIds(redis, keys.stars(workspace, user));
    },
  };
}

/** The IDs in a sorted set, those with the highest scores first. */
async function newestIds(redis: Connection, key: string): Promise<number[]> {
  const members = await redis.zrange(key, 0, `${MAX_IDS - 1}`, 'REV');
  return members.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}

const askerField = ({ workspace, user }: WorkspaceUser) => `by ${workspace} ${user}`;
const threadField = ({ workspace, channel, threadTs }: ConversationThread) =>
  `in ${workspace} ${channel} ${threadTs}`;
const questionField = (id: number) => `q ${id}`;
const withdrawnField = (id: number) => `w ${id}`;
const questionValue = (
  { workspace, user }: WorkspaceUser,
  question: Omit<ConversationQuestion, 'user'>,
) =>
  `${workspace} ${user} ${question.channel} ${kindOf(question)} ${question.state ?? ''}`.trimEnd();
const kindOf = ({ direct }: Pick<ConversationThread, 'direct'>) => (direct ? 'direct' : 'channel');

function toRecord(
  id: number,
  fields: Readonly<Record<string, string>>,
): ConversationRecord | undefined {
  const { title, asked, part, createdAt, updatedAt, account } = fields;
  const name = title ?? asked;
  if (createdAt === undefined || name === undefined) return undefined;
  const named = Object.entries(fields).map(([name, value]) => ({ name: name.split(' '), value }));
  const askers = named.flatMap(({ name: [kind, workspace, user] }) =>
    kind === 'by' && workspace !== undefined && user !== undefined ? [{ workspace, user }] : [],
  );
  const threads = named.flatMap(({ name: [kind, workspace, channel, threadTs], value }) => {
    if (kind !== 'in' || workspace === undefined || channel === undefined) return [];
    if (threadTs === undefined) return [];
    return [{ workspace, channel, threadTs, direct: value === 'direct' }];
  });
  const questions = named.flatMap(({ name: [kind, questionId], value }) =>
    kind === 'q' ? toQuestion(Number(questionId), value) : [],
  );
  const withdrawn = named.flatMap(({ name: [kind, questionId] }) =>
    kind === 'w' ? [Number(questionId)] : [],
  );
  const times = { createdAt: Number(createdAt), updatedAt: Number(updatedAt ?? createdAt) };
  const isWhole = asked !== undefined && asked.length < TITLE_LENGTH && part === undefined;
  const whole = isWhole ? { firstQuestion: asked } : {};
  const about = { id, title: name, ...whole, ...times, ...ownerIn(account) };
  return { ...about, users: askers, threads, questions, withdrawn };
}

function ownerIn(account: string | undefined): Pick<ConversationRecord, 'account'> {
  const [workspace, user] = account?.split(' ') ?? [];
  return workspace === undefined || user === undefined ? {} : { account: { workspace, user } };
}

function toQuestion(id: number, value: string): ConversationQuestion[] {
  const [workspace, user, channel, kind, stated] = value.split(' ');
  if (workspace === undefined || user === undefined || channel === undefined) return [];
  const state = QUESTION_STATES.find((each) => each === stated);
  const asked = { id, user: { workspace, user }, channel, direct: kind === 'direct' };
  return [state === undefined ? asked : { ...asked, state }];
}
