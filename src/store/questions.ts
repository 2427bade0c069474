import type { WorkspaceUser } from '../model/conversation-record.js';
import { DeepSearchSlackError } from '../model/error.js';
import type { Question, QuestionFlags } from '../model/question.js';
import type { Connection, Replicated } from './connection.js';
import { keys } from './keys.js';
import { readNewerQuestion } from './newer-question.js';
import { createQuestionFlags, parseFlags } from './question-flags.js';
import { createQuestionMessages } from './question-messages.js';
import { createQuestionWrites } from './question-writes.js';
import { createRunWrite, runScript } from './script.js';

/** A newer version of the app wrote the record: it is for a worker of that version. */
export class NewerQuestion extends DeepSearchSlackError {
  readonly code = 'newer_question';

  constructor(id: string, version: unknown) {
    super(`The record of question ${id} is of version ${version}, which this version cannot read`);
  }
}

/** For the `catch` of a load: a question stored by a newer version is left to the workers of that version. */
export function skipNewer(error: unknown): undefined {
  if (!(error instanceof NewerQuestion)) throw error;
}

export interface QuestionStoreOptions {
  readonly redis: Connection;
  /** A write is safe once this resolves. Default: at once. */
  readonly replicated?: Replicated;
  /** Delivered questions are kept this long. */
  readonly retentionMs: number;
}

/** A record and its only writer: `question` is always the last saved version. Saves run one after the other. */
export interface QuestionHandle {
  question: Question;
  save(change: Change): Promise<void>;
}

/** Changed fields; `undefined` removes a field. */
export type Change = { readonly [K in keyof Question]?: Question[K] | undefined };

const MINUTE_MS = 60_000;

const AGES = [
  // Another server's clock may be ahead.
  { name: 'under_1m', fromMs: -60 * MINUTE_MS, toMs: MINUTE_MS },
  { name: '1m_to_10m', fromMs: MINUTE_MS, toMs: 10 * MINUTE_MS },
  { name: '10m_to_1h', fromMs: 10 * MINUTE_MS, toMs: 60 * MINUTE_MS },
  { name: 'over_1h', fromMs: 60 * MINUTE_MS, toMs: Number.MAX_SAFE_INTEGER },
] as const;

export type QuestionStore = ReturnType<typeof createQuestionStore>;

/** The format version of records. During a rolling deploy, two versions run at the same time. */
const VERSION = 1;

const LOAD_WITH_FLAGS = `
return { redis.call('HGET', KEYS[1], 'body'), redis.call('HGETALL', KEYS[2]) }`;

/** What a question's job depends on. */
export interface FlaggedQuestion {
  readonly question: Question;
  readonly flags: QuestionFlags;
}

/** The records of questions, and what is stored beside them. */
export function createQuestionStore(options: QuestionStoreOptions) {
  const { redis, retentionMs, replicated = async () => undefined } = options;
  const run = createRunWrite(redis, replicated);
  const writes = createQuestionWrites(run, retentionMs);

  async function load(id: string): Promise<Question | undefined> {
    const body = await redis.hget(keys.question(id), 'body');
    return body === null ? undefined : parseQuestion(id, body);
  }

  return {
    ...writes,
    ...createQuestionMessages(redis, (id) => load(id).catch(skipNewer)),
    ...createQuestionFlags(run, retentionMs),
    ...statusLock(redis),

    /** Throws `NewerQuestion` if a newer version wrote it. */
    load,

    /** A record that a newer version wrote, as far as this one understands it. */
    async loadNewer(id: string): Promise<Question | undefined> {
      const body = await redis.hget(keys.question(id), 'body');
      return body === null ? undefined : readNewerQuestion(body);
    },

    /** The record with its flags, in one command. Throws as `load` does. */
    async loadWithFlags(id: string): Promise<FlaggedQuestion | undefined> {
      const named = [keys.question(id), keys.flags(id)];
      const reply = await runScript(redis, LOAD_WITH_FLAGS, { named });
      const [body, fields] = reply as [string | null, string[]];
      if (body === null) return undefined;
      return { question: parseQuestion(id, body), flags: parseFlags(fields) };
    },

    /** IDs of open questions that were accepted before `before`, oldest first. */
    async open(limit: number, before = Number.MAX_SAFE_INTEGER): Promise<string[]> {
      return redis.zrange(keys.open, '-inf', String(before), 'BYSCORE', 'LIMIT', 0, limit);
    },

    /** IDs of a person's open questions, newest first. */
    async openOf({ workspace, user }: WorkspaceUser, limit: number): Promise<string[]> {
      const key = keys.openIn('person', `${workspace}:${user}`);
      return redis.zrange(key, 0, `${limit - 1}`, 'REV');
    },

    async countOpen(): Promise<number> {
      return redis.zcard(keys.open);
    },

    /** How many open questions were accepted how long ago: `under_1m`, `1m_to_10m`, … */
    async countOpenByAge(now: number): Promise<Record<string, number>> {
      const counts = AGES.map(async ({ name, fromMs, toMs }) => {
        const count = await redis.zcount(keys.open, `(${now - toMs}`, String(now - fromMs));
        return [name, count] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },

    /** A handle for the only writer of the record. */
    hold(question: Question): QuestionHandle {
      const held = { question, save };
      let lastSave: Promise<void> = Promise.resolve();
      async function apply(change: Change) {
        const next = { ...held.question, ...change } as Question;
        held.question = await writes.save(next, (next.credits ?? 0) - (held.question.credits ?? 0));
      }
      function save(change: Change): Promise<void> {
        const saved = lastSave.then(() => apply(change));
        lastSave = saved.catch(() => undefined);
        return saved;
      }
      return held;
    },
  };
}

function parseQuestion(id: string, body: string): Question {
  const question = JSON.parse(body) as Question;
  if (question.v > VERSION) throw new NewerQuestion(id, question.v);
  return question;
}

/**
 * Normally only the question's job updates the status message. While a click updates it, the job
 * waits, so that the outcome is always the last update.
 */
function statusLock(redis: Connection) {
  return {
    /** The lock expires after `ms`. */
    async lockStatus(id: string, ms: number): Promise<void> {
      await redis.set(keys.statusLock(id), '', 'PX', ms);
    },

    async unlockStatus(id: string): Promise<void> {
      await redis.del(keys.statusLock(id));
    },

    async isStatusLocked(id: string): Promise<boolean> {
      return (await redis.exists(keys.statusLock(id))) === 1;
    },
  };
}
