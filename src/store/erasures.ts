import type { WorkspaceUser } from '../model/conversation-record.js';
import { ERASURE_RESULTS, type Erasure, type ErasureResult } from '../model/forget.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

export interface ErasureRequest {
  /** Of the request. */
  readonly id: string;
  readonly by: string;
}

/** What was found, or what became of one thing; the same thing again replaces it. */
export type Erased =
  | { readonly what: 'conversation'; readonly id: number; readonly fate: ErasureResult }
  /** Messages and files of ours that are about to be deleted: those of a run that is cut off count too. */
  | { readonly what: 'found'; readonly ids: readonly string[] }
  /** Of those about a question, or in the direct message: Slack's error codes by the IDs of those that it did not delete. */
  | {
      readonly what: 'kept';
      readonly of: string;
      readonly codes: Readonly<Record<string, string>>;
    }
  | { readonly what: 'open'; readonly count: number }
  | { readonly what: 'votes'; readonly ids: readonly string[] }
  | { readonly what: 'account'; readonly fate: 'revoked' | 'deleted' };

/** A job is given up after a day. */
const TTL_MS = 25 * 3600_000;

/** Gives the request that has begun: this one, or one before. */
const BEGIN = `
redis.call('HSETNX', KEYS[1], 'request', ARGV[1])
redis.call('HSETNX', KEYS[1], 'by', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HGET', KEYS[1], 'request')`;

export type ErasureStore = ReturnType<typeof createErasureStore>;

/** What an erasure has done so far, so that one that was cut off goes on, and its receipt is whole. */
export function createErasureStore({ redis }: { redis: Connection }) {
  const keyOf = ({ workspace, user }: WorkspaceUser) => keys.erasure(workspace, user);
  return {
    /** False: another request is at it. */
    async begin(person: WorkspaceUser, { id, by }: ErasureRequest): Promise<boolean> {
      const reply = await runScript(redis, BEGIN, {
        named: [keyOf(person)],
        args: [id, by, TTL_MS],
      });
      return reply === id;
    },

    async note(person: WorkspaceUser, erased: Erased): Promise<void> {
      const fields = fieldsOf(erased);
      if (fields.length > 0) await redis.hset(keyOf(person), Object.fromEntries(fields));
    },

    async read(person: WorkspaceUser): Promise<Erasure> {
      return toErasure(person, await redis.hgetall(keyOf(person)));
    },

    async end(person: WorkspaceUser): Promise<void> {
      await redis.del(keyOf(person));
    },
  };
}

function fieldsOf(erased: Erased): [string, string][] {
  switch (erased.what) {
    case 'conversation':
      return [[`c ${erased.id}`, erased.fate]];
    case 'found':
      return erased.ids.map((id): [string, string] => [`f ${id}`, '']);
    case 'kept':
      return [[`k ${erased.of}`, JSON.stringify(erased.codes)]];
    case 'open':
      return [['open', String(erased.count)]];
    case 'votes':
      return erased.ids.map((id): [string, string] => [`v ${id}`, '']);
    case 'account':
      return [['account', erased.fate]];
  }
}

function toErasure(person: WorkspaceUser, fields: Readonly<Record<string, string>>): Erasure {
  const named = Object.entries(fields).map(([name, value]) => {
    const [kind = '', id = ''] = name.split(' ');
    return { kind, id, value };
  });
  const conversations = named.flatMap(({ kind, id, value }): [number, ErasureResult][] => {
    const fate = ERASURE_RESULTS.find((each) => each === value);
    return kind === 'c' && fate !== undefined ? [[Number(id), fate]] : [];
  });
  const kept = named.filter(({ kind }) => kind === 'k');
  // By ID, since one in the direct message may be about a question too.
  const refused = kept.flatMap(({ value }) =>
    Object.entries(JSON.parse(value) as Record<string, string>),
  );
  const codes = [...new Map(refused).values()];
  const found = named.filter(({ kind }) => kind === 'f').length;
  const { by = '', open = '0', account } = fields;
  return {
    person,
    by,
    conversations: new Map(conversations),
    questions: kept.filter(({ id }) => id !== 'direct').length,
    stillOpen: Number(open),
    messages: { deleted: Math.max(0, found - codes.length), kept: codes },
    votes: named.filter(({ kind }) => kind === 'v').length,
    ...(account === 'revoked' || account === 'deleted' ? { account } : {}),
  };
}
