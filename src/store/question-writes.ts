import { type Budgets, type BudgetUse, budgetLimits, budgetUse } from '../model/budget.js';
import { DeepSearchSlackError } from '../model/error.js';
import {
  type LimitScope,
  type LimitUsage,
  NO_LIMITS,
  type QuestionLimits,
} from '../model/limits.js';
import { threadOf } from '../model/place.js';
import { openAttempt, type Question } from '../model/question.js';
import { keys } from './keys.js';
import {
  LIMIT_KEYS_PER_QUESTION,
  LIMITS_LUA,
  limitArguments,
  limitKeys,
  openKeys,
  parseUsage,
} from './question-limits.js';
import { type RunWrite, WROTE } from './script.js';
import {
  addArguments,
  limitsFor,
  parseUsed,
  USAGE_LUA,
  type UsageArguments,
  type UsageChange,
  usedArguments,
} from './usage-counters.js';
import { WATCH_LUA, watchArguments } from './watched-conversations.js';

/** Another process changed the record since it was loaded: load it again. */
export class StaleQuestion extends DeepSearchSlackError {
  readonly code = 'stale_question';
  readonly id: string;

  constructor(id: string) {
    super(`The record of question ${id} was changed by another process`);
    this.id = id;
  }
}

/** Returns 1, 0 if the record exists, or what is used where a limit is reached. */
const CREATE = `
${LIMITS_LUA}
${USAGE_LUA}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local budgets, counters = tonumber(ARGV[8]), tonumber(ARGV[9])
local counterKey = #KEYS - counters + 1
local budgetKey = counterKey - budgets
local limitKey, limitArg = budgetKey - ${LIMIT_KEYS_PER_QUESTION}, 10
local budgetArg = limitArg + ${LIMIT_KEYS_PER_QUESTION}
local usage, isLimited = checkLimits(limitKey, tonumber(ARGV[2]), limitArg, ARGV[7])
local used, isUsedUp = usedUp(budgetKey, budgetArg, budgets)
if isLimited or isUsedUp then return { usage, used } end
countQuestion(ARGV[3], limitKey, tonumber(ARGV[2]), limitArg)
addUsage(counterKey, budgetArg + 2 * budgets, counters)
redis.call('HSET', KEYS[1], 'rev', 0, 'body', ARGV[1])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
local hasTurn = tonumber(ARGV[5])
if hasTurn == 1 then redis.call('ZADD', KEYS[3], 'NX', ARGV[4], ARGV[3]) end
for i = 3 + hasTurn, limitKey - 1 do redis.call('SET', KEYS[i], ARGV[3], 'PX', ARGV[6]) end
return 1`;

const SAVE = `
${WATCH_LUA}
${USAGE_LUA}
if redis.call('HGET', KEYS[1], 'rev') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'rev', ARGV[2], 'body', ARGV[3])
local counters = tonumber(ARGV[6])
addUsage(2, 7, counters)
local last = watch(7 + 3 * counters)
for i = 2 + counters, last do redis.call('SET', KEYS[i], ARGV[4], 'PX', ARGV[5]) end
return 1`;

const CLOSE = `
${WATCH_LUA}
${USAGE_LUA}
if redis.call('HGET', KEYS[1], 'rev') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'rev', ARGV[2], 'body', ARGV[3])
if redis.call('PTTL', KEYS[1]) == -1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
end
local sets, counters = tonumber(ARGV[6]), tonumber(ARGV[7])
for i = 3, 2 + sets do redis.call('ZREM', KEYS[i], ARGV[4]) end
addUsage(3 + sets, 8, counters)
local last = watch(8 + 3 * counters)
for i = 3 + sets + counters, last do
  if redis.call('GET', KEYS[i]) == ARGV[4] then redis.call('DEL', KEYS[i]) end
end
return 1`;

export interface CreateOptions {
  readonly limits?: QuestionLimits;
  readonly budgets?: Budgets;
  /** The id of the question that it replaces, which does not count as open. */
  readonly insteadOf?: string | undefined;
}

/** `exists`: from an earlier attempt, which counts towards the limits. `budgets`: what was used of each. */
export type Created =
  | { readonly kind: 'created' | 'exists' }
  | {
      readonly kind: 'limited';
      readonly usage: Readonly<Record<LimitScope, LimitUsage>>;
      readonly budgets: readonly BudgetUse[];
    };

export interface CloseOptions {
  /** Nothing was asked after all: it counts towards no budget. */
  readonly uncounted?: boolean;
}

/**
 * Writes the records of questions; `retentionMs`: how long delivered ones are kept. A record has a
 * revision, and a save with an old one throws `StaleQuestion`.
 */
export function createQuestionWrites(run: RunWrite, retentionMs: number) {
  return {
    /** Saves a new record, counts it and adds it to its thread's queue, unless a limit or a budget is reached. */
    async create(
      question: Question,
      { limits = NO_LIMITS, budgets = {}, insteadOf = '' }: CreateOptions = {},
    ): Promise<Created> {
      const { id, askedAt } = question;
      const now = acceptedAt(question);
      const thread = threadOf(question);
      const named = [keys.question(id), keys.open];
      const hasTurn = thread === undefined ? 0 : 1;
      if (thread !== undefined) named.push(keys.threadQueue(thread));
      const set = limitsFor(question, budgetLimits(budgets));
      const used = usedArguments(question, set, now);
      const added = addedTo(question, ONE_QUESTION);
      named.push(...askedMessageKeys(question), ...limitKeys(question), ...used.named);
      const record = [JSON.stringify(question), now, id, askedAt, hasTurn, retentionMs, insteadOf];
      const counts = [used.count, added.count, ...limitArguments(limits)];
      const args = [...record, ...counts, ...used.args, ...added.args];
      const reply = await run(CREATE, [...named, ...added.named], args);
      if (reply === WROTE) return { kind: 'created' };
      if (!Array.isArray(reply)) return { kind: 'exists' };
      const [open, amounts] = reply;
      const uses = budgetUse(set, parseUsed(set, amounts), now);
      return { kind: 'limited', usage: parseUsage(open), budgets: uses };
    },

    /** If it has no record: nothing else would ever close it. */
    async forgetLost(id: string): Promise<void> {
      await run(FORGET_LOST, [keys.question(id), keys.open], [id]);
    },

    /** Returns the saved record, with its new revision. `spent`: more credits than were counted before. */
    async save(question: Question, spent = 0): Promise<Question> {
      const saved = nextRevision(question);
      const { revision, id } = saved;
      const watch = watchArguments(saved);
      const added =
        spent === 0 ? NOTHING : addedTo(question, { measure: 'credits', amount: spent });
      const body = JSON.stringify(saved);
      const record = [question.revision, revision, body, id, retentionMs, added.count];
      const messages = [...postedMessageKeys(saved), ...watch.named];
      const named = [keys.question(saved.id), ...added.named, ...messages];
      if ((await run(SAVE, named, [...record, ...added.args, ...watch.args])) === WROTE) {
        return saved;
      }
      throw new StaleQuestion(question.id);
    },

    /** Saves a question that is no longer open or in its thread's queue, and gives it a TTL. May be repeated: the TTL stays. */
    async close(question: Question, { uncounted = false }: CloseOptions = {}): Promise<Question> {
      const thread = threadOf(question);
      const saved = withoutPrompt(nextRevision(question));
      const sets = [keys.open, ...openKeys(saved)];
      if (thread !== undefined) sets.push(keys.threadQueue(thread));
      const messages = [...askedMessageKeys(saved), ...postedMessageKeys(saved)];
      const watch = watchArguments(saved);
      const added = uncounted ? addedTo(question, ONE_QUESTION_LESS) : NOTHING;
      const record = [keys.question(saved.id), keys.flags(saved.id), ...sets];
      const named = [...record, ...added.named, ...messages, ...watch.named];
      const { revision, id } = saved;
      const body = JSON.stringify(saved);
      const args = [question.revision, revision, body, id, retentionMs, sets.length, added.count];
      const counted = [...added.args, ...watch.args];
      if ((await run(CLOSE, named, [...args, ...counted])) === WROTE) return saved;
      throw new StaleQuestion(question.id);
    },
  };
}

/** An open question whose record is gone. */
const FORGET_LOST = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
return redis.call('ZREM', KEYS[2], ARGV[1])`;

const ONE_QUESTION: UsageChange = { measure: 'questions', amount: 1 };
const ONE_QUESTION_LESS: UsageChange = { measure: 'questions', amount: -1 };
const NOTHING: UsageArguments = { named: [], args: [], count: 0 };

function acceptedAt({ acceptedAt, askedAt }: Question): number {
  return acceptedAt ?? askedAt;
}

/** To the day and the month in which the question was counted. */
function addedTo(question: Question, change: UsageChange): UsageArguments {
  return addArguments(question, change, acceptedAt(question));
}

function nextRevision(question: Question): Question {
  return { ...question, revision: question.revision + 1 };
}

/** The prompt contains other people's messages. After delivery only a sweep still needs it. */
function withoutPrompt(question: Question): Question {
  if (openAttempt(question) !== undefined) return question;
  const { prompt: _read, ...kept } = question;
  return kept;
}

/** The message that asks the question. */
function askedMessageKeys({ place, askedIn, messageTs: ts }: Question): string[] {
  const { workspace, channel } = place;
  return ts === undefined ? [] : [keys.message({ workspace, channel: askedIn ?? channel, ts })];
}

/** Our messages that show the question while it is open. */
function postedMessageKeys({ place: { workspace, channel }, posts }: Question): string[] {
  return [posts.root, posts.status, posts.overdue]
    .flatMap((post) => post?.ts ?? [])
    .map((ts) => keys.message({ workspace, channel, ts }));
}
