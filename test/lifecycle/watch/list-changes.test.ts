import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../src/deepsearch/deep-search.js';
import { ListChanges, type ListRead } from '../../../src/lifecycle/watch/list-changes.js';
import type { Snapshot } from '../../../src/model/answer.js';
import type { WatchedQuestion } from '../../../src/store/watched-conversations.js';
import { snapshotWith } from '../decide-input.js';

const T0 = 1_700_000_000_000;

function snapshot(conversationId: number, questionId: number, isOver: boolean): Snapshot {
  const ref = { conversationId, questionId };
  return { ...snapshotWith(isOver ? 'completed' : 'working'), ref };
}

/** A conversation whose questions have the ids id * 10 + 1, 2, …; `over`: which have an outcome. */
function conversation(id: number, updatedAt: number, over: readonly boolean[]): Conversation {
  const questions = over.map((isOver, i) => snapshot(id, id * 10 + i + 1, isOver));
  return { id, createdAt: T0, updatedAt, questions };
}

function listed(conversations: readonly Conversation[], change: Partial<ListRead> = {}): ListRead {
  return { conversations, isComplete: true, startedAt: T0, ...change };
}

function watchedIn(...conversations: readonly number[]): Map<number, WatchedQuestion> {
  return new Map(
    conversations.map((id) => [id, { id: `record ${id}`, questionId: id * 10 + 1 }] as const),
  );
}

const ids = (questions: readonly WatchedQuestion[]) => questions.map(({ id }) => id);

describe('which questions are woken', () => {
  it('those whose outcome a list shows, and no others', () => {
    const changes = new ListChanges();
    const list = [
      conversation(3, T0 + 30, [true]),
      conversation(2, T0 + 20, [false]),
      conversation(1, T0 + 10, [true]),
    ];
    expect(changes.take(listed(list))).toBeUndefined();
    expect(changes.mayBeOver(list)).toEqual([3, 1]);
    expect(ids(changes.toWake(watchedIn(1, 2, 3), T0))).toEqual(['record 1', 'record 3']);
  });

  it('not because of an earlier question of the conversation', () => {
    const changes = new ListChanges();
    changes.take(listed([conversation(1, T0 + 10, [true, false])]));
    const followUp = new Map([[1, { id: 'follow-up', questionId: 12 }]]);
    expect(changes.toWake(followUp, T0)).toEqual([]);
    changes.take(listed([conversation(1, T0 + 20, [true, true])]));
    expect(ids(changes.toWake(followUp, T0))).toEqual(['follow-up']);
  });

  it('once for a list that is repeated, and again after two seconds if they are still open', () => {
    const changes = new ListChanges();
    const read = listed([conversation(1, T0 + 10, [true])]);
    const wakeAt = (ms: number) => {
      changes.take(read);
      return changes.toWake(watchedIn(1), T0 + ms).length;
    };
    expect([0, 500, 1_900, 2_100, 2_600].map(wakeAt)).toEqual([1, 0, 0, 1, 0]);
  });

  it('those whose conversation has changed, where lists show no questions', () => {
    const changes = new ListChanges();
    const wakeAt = (ms: number, updatedAt: number) => {
      changes.take(listed([conversation(1, updatedAt, [])]));
      return changes.toWake(watchedIn(1), T0 + ms).length;
    };
    expect(wakeAt(0, T0)).toBe(0);
    expect(wakeAt(500, T0 + 400)).toBe(1);
    expect(wakeAt(1_000, T0 + 400)).toBe(0);
    expect(wakeAt(1_500, T0 + 1_400)).toBe(0);
    expect(wakeAt(3_000, T0 + 1_400)).toBe(1);
  });

  it('a conversation that occurs twice in a list counts once, in its newest state', () => {
    const changes = new ListChanges();
    const list = [conversation(1, T0 + 20, [true]), conversation(1, T0 + 10, [false])];
    expect(changes.take(listed(list))).toBeUndefined();
    expect(changes.mayBeOver(list)).toEqual([1]);
    expect(changes.toWake(watchedIn(1), T0)).toHaveLength(1);
  });
});

describe('what is wrong with a list', () => {
  const outcome = (conversationId: number, updatedAt: number) => ({
    ref: { conversationId, questionId: conversationId * 10 + 1 },
    updatedAt,
  });

  it.each([
    ['no-times', [conversation(1, 0, [true])]],
    ['not-sorted', [conversation(1, T0, [true]), conversation(2, T0 + 9_000, [true])]],
    ['too-long', Array.from({ length: 601 }, (_, i) => conversation(i + 1, T0, [true]))],
  ] as const)('%s', (mistake, list) => {
    expect(new ListChanges().take(listed(list))).toBe(mistake);
  });

  it('a little disorder is fine, since conversations change while pages are read', () => {
    const list = [conversation(1, T0, [true]), conversation(2, T0 + 1_500, [true])];
    expect(new ListChanges().take(listed(list))).toBeUndefined();
  });

  it('it leaves out an outcome that was read more than three seconds before', () => {
    const changes = new ListChanges();
    const stale = [conversation(1, T0 + 10, [false])];
    changes.take(listed(stale));
    changes.expect(outcome(1, T0 + 500), T0 + 1_000);
    expect(changes.take(listed(stale, { startedAt: T0 + 3_900 }))).toBeUndefined();
    expect(changes.take(listed(stale, { startedAt: T0 + 4_000 }))).toBe('left-out');
  });

  it('nothing, if it shows the outcome before or up to three seconds later', () => {
    const changes = new ListChanges();
    changes.take(listed([conversation(2, T0 + 10, [false]), conversation(1, T0, [true])]));
    changes.expect(outcome(1, T0), T0 + 1_000);
    changes.expect(outcome(2, T0 + 500), T0 + 1_000);
    changes.take(listed([conversation(2, T0 + 500, [true])], { startedAt: T0 + 3_900 }));
    expect(changes.take(listed([], { startedAt: T0 + 9_000 }))).toBeUndefined();
    expect(changes.inTime).toBe(2);
  });

  it('nothing, if the outcome is older than what was read first', () => {
    const changes = new ListChanges();
    changes.take(listed([conversation(2, T0 + 1_000, [true])]));
    changes.expect(outcome(1, T0 + 900), T0 + 1_000);
    expect(changes.take(listed([], { startedAt: T0 + 9_000 }))).toBeUndefined();
  });

  it('nothing, if a list was too short to show the outcome; twenty of these in a row are too short', () => {
    const changes = new ListChanges();
    changes.take(listed([conversation(1, T0, [false])]));
    changes.expect(outcome(1, T0 + 500), T0 + 1_000);
    const short = listed([conversation(2, T0 + 2_000, [true])], {
      isComplete: false,
      startedAt: T0 + 9_000,
    });
    for (let i = 1; i < 20; i++) expect(changes.take(short)).toBeUndefined();
    expect(changes.take(short)).toBe('too-short');
  });
});

it('of a list that is right, every outcome is woken at the next read, and nothing is held against it', () => {
  const event = fc.record({
    conversation: fc.integer({ min: 1, max: 8 }),
    afterMs: fc.integer({ min: 1, max: 3_000 }),
    kind: fc.constantFrom('end', 'read', 'progress'),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.boolean(), (events, roundsToSeconds) => {
      const changes = new ListChanges();
      const round = (ms: number) => (roundsToSeconds ? Math.floor(ms / 1000) * 1000 : ms);
      const instance = new Map(
        Array.from({ length: 8 }, (_, i) => [i + 1, conversation(i + 1, round(T0), [false])]),
      );
      const open = watchedIn(...instance.keys());
      const list = () => [...instance.values()].sort((a, b) => b.updatedAt - a.updatedAt);
      let now = T0;
      for (const { conversation: id, afterMs, kind } of events) {
        now += afterMs;
        if (kind === 'progress' && open.has(id)) {
          instance.set(id, conversation(id, round(now), [false]));
        } else if (kind === 'end' && open.has(id)) {
          instance.set(id, conversation(id, round(now), [true]));
        } else if (kind === 'read') {
          const from = (changes.watermark ?? 0) - 2_000;
          const conversations = list().filter(({ updatedAt }) => updatedAt >= from);
          expect(changes.take(listed(conversations, { startedAt: now }))).toBeUndefined();
          for (const { id: record } of changes.toWake(open, now)) {
            const woken = Number(record.split(' ')[1]);
            open.delete(woken);
            const updatedAt = instance.get(woken)?.updatedAt ?? 0;
            const ref = { conversationId: woken, questionId: woken * 10 + 1 };
            changes.expect({ ref, updatedAt }, now);
          }
          const over = [...open.keys()].filter((one) => instance.get(one)?.questions.every(isDone));
          expect(over).toEqual([]);
        }
      }
    }),
  );
});

function isDone({ status }: Snapshot): boolean {
  return status === 'completed';
}
