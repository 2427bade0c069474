import { describe, expect, it } from 'vitest';
import { createDoor, type DoorOptions, NotKept } from '../../src/intake/door.js';
import type { ParsedEvent } from '../../src/intake/parse.js';
import { anAsk } from '../queue/queues.js';
import { silentLogger } from '../support/redis-fixture.js';

/** A door whose far side a test sets; what it did, in order. */
function aDoor(
  change: { ours?: boolean; mutedSince?: number; byMention?: boolean } & Partial<
    Pick<DoorOptions, 'accept'>
  > = {},
) {
  const did: string[] = [];
  const door = createDoor({
    accept: change.accept ?? (async ({ id }) => void did.push(`accept ${id}`)),
    threads: {
      claim: async ({ threadTs }) => did.push(`claim ${threadTs}`) > 0,
      addSideMessage: async (_thread, ts) => void did.push(`aside ${ts}`),
      replyPolicy: async ({ threadTs }) => {
        did.push(`look ${threadTs}`);
        const muted = change.mutedSince === undefined ? {} : { mutedSince: change.mutedSince };
        return { ours: change.ours === true, ...muted, byMention: change.byMention === true };
      },
    },
    acceptedQuestions: { add: async (_thread, { id }) => void did.push(`expect ${id}`) },
    questions: {
      atMessage: async ({ ts }) => {
        did.push(`find ${ts}`);
        return change.ours === true ? 'q7' : undefined;
      },
    },
    observe: (what) => void did.push(`count ${what}`),
    logger: silentLogger,
  });
  return { door, did };
}

const ask = { ...anAsk('q1'), origin: 'reply' as const };
const reply = (toUs = false): ParsedEvent => ({ kind: 'reply', said: ask, toUs });

describe('the door', () => {
  it('keeps a question and makes its thread ours', async () => {
    const { door, did } = aDoor();
    await door(anAsk('q1'));
    expect(did).toEqual(['accept q1', 'claim 1.1', 'expect q1', 'count mention']);
  });

  it('keeps nothing of a reply in a thread that is not ours', async () => {
    const { door, did } = aDoor();
    await door(reply());
    expect(did).toEqual(['look 1.1', 'count ignored']);
  });

  it('keeps a reply in a thread of ours, and one to a message of ours', async () => {
    const { door, did } = aDoor({ ours: true });
    await door(reply());
    expect(did).toContain('accept q1');
    const root = aDoor();
    await root.door(reply(true));
    expect(root.did).toEqual(['look 1.1', 'accept q1', 'claim 1.1', 'expect q1', 'count reply']);
  });

  it('keeps only replies with a mention where the channel wants that, but for words to us', async () => {
    const { door, did } = aDoor({ ours: true, byMention: true });
    await door(reply(true));
    expect(did).toEqual(['look 1.1', 'aside 1.1', 'count ignored']);
    const mentioned = { ...ask, origin: 'mention' as const };
    await door({ kind: 'reply', said: mentioned, toUs: true });
    expect(did).toContain('accept q1');
  });

  it('keeps nothing of what was said after its thread was muted, but for words to us', async () => {
    const muted = { ours: true, mutedSince: ask.at - 1 };
    const after = aDoor(muted);
    await after.door(reply(true));
    expect(after.did).toEqual(['look 1.1', 'aside 1.1', 'count ignored']);
    const before = aDoor({ ours: true, mutedSince: ask.at });
    await before.door(reply());
    expect(before.did).toContain('accept q1');
    const word = aDoor(muted);
    const { id, place, at } = ask;
    const said = {
      kind: 'thread-command',
      id,
      command: 'unmute',
      place,
      messageTs: '1.2',
      user: 'U1',
      at,
    } as const;
    await word.door({ kind: 'reply', said, toUs: false });
    expect(word.did).toContain('accept q1');
  });

  it('keeps a reaction where the message belongs to an open question, as a press', async () => {
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    const press = { kind: 'stop', id: 'stop-1', place, user: 'U1', at: 5 } as const;
    const reaction = { kind: 'reaction', messageTs: '1.1', press } as const;
    const kept: unknown[] = [];
    const ours = aDoor({ ours: true, accept: async (intent) => void kept.push(intent) });
    await ours.door(reaction);
    expect(kept).toEqual([{ ...press, questionId: 'q7' }]);
    const other = aDoor();
    await other.door(reaction);
    expect(other.did).toEqual(['find 1.1', 'count ignored']);
  });

  it('keeps nothing that is ignored', async () => {
    const { door, did } = aDoor();
    await door({ kind: 'ignored', reason: 'a bot said it' });
    expect(did).toEqual(['count ignored']);
  });

  it('throws what kept it from keeping', async () => {
    const { door } = aDoor({ accept: () => Promise.reject(new Error('OOM')) });
    await expect(door(anAsk())).rejects.toThrow('OOM');
    await expect(aDoor().door(Promise.reject(new Error('who are we?')))).rejects.toThrow('who');
  });

  it('gives up before Slack does where keeping hangs', async () => {
    const { door } = aDoor({ accept: () => new Promise(() => undefined) });
    await expect(door(anAsk())).rejects.toThrow(NotKept);
  });
});
