import { describe, expect, it } from 'vitest';
import type { ConversationPage, ListCall } from '../../../src/deepsearch/deep-search.js';
import { readList } from '../../../src/lifecycle/watch/read-list.js';

const T0 = 1_700_000_000_000;

/** An instance with conversations that changed at these times, newest first; with cursors or without. */
function instance(updated: readonly number[], { cursors }: { cursors: boolean }) {
  const calls: ListCall[] = [];
  const list = async (call: ListCall): Promise<ConversationPage> => {
    calls.push(call);
    const from = Number(call.after ?? 0);
    const to = from + (call.pageSize ?? 50);
    const conversations = updated
      .map((updatedAt, i) => ({ id: i + 1, createdAt: T0, updatedAt, questions: [] }))
      .slice(from, to);
    return cursors && to < updated.length ? { conversations, next: `${to}` } : { conversations };
  };
  const options = { list, token: 't', signal: new AbortController().signal, now: () => T0 };
  return { calls, read: (watermark?: number) => readList(options, { watermark }) };
}

const every10ms = (count: number) => Array.from({ length: count }, (_, i) => T0 - 10 * i);

describe('a read of the list', () => {
  it('asks for the newest changes first, one page if nothing is known', async () => {
    const { calls, read } = instance(every10ms(200), { cursors: true });
    expect((await read()).conversations).toHaveLength(50);
    expect(calls).toMatchObject([{ sort: '-updated_at', pageSize: 50 }]);
  });

  it('goes on to further pages until it reaches the watermark', async () => {
    const { calls, read } = instance(every10ms(1_000), { cursors: true });
    const { conversations, isComplete } = await read(T0 - 1_200);
    expect([calls.length, conversations.length, isComplete]).toEqual([3, 150, true]);
  });

  it('ends after five pages, incomplete', async () => {
    const { calls, read } = instance(every10ms(1_000), { cursors: true });
    expect((await read(T0 - 5_000)).isComplete).toBe(false);
    expect(calls).toHaveLength(5);
  });

  it('is incomplete where there is no cursor, and asks for more the next time', async () => {
    const { calls, read } = instance(every10ms(200), { cursors: false });
    expect(await read(T0 - 800)).toMatchObject({ isComplete: false, nextPageSize: 100 });
    expect(calls).toHaveLength(1);
  });

  it('is complete at the end of the list, and asks for fewer the next time', async () => {
    const { read } = instance(every10ms(10), { cursors: false });
    expect(await read(T0 - 9_000)).toMatchObject({ isComplete: true, nextPageSize: 25 });
    expect(await instance([], { cursors: true }).read(T0)).toMatchObject({ isComplete: true });
  });

  it('is incomplete as long as it has not passed all that changed at the time of the watermark', async () => {
    const { read } = instance(new Array(60).fill(T0), { cursors: false });
    expect((await read(T0)).isComplete).toBe(false);
  });
});
