import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListQuery, paginateConversations } from '../../../../local/service/api/listing.js';
import type { ConversationRecord } from '../../../../local/service/conversation/records.js';
import type { Conversation } from '../../../../local/service/service.js';
import { ANN, BEN, startTestService } from '../service-fixture.js';

type Wrapped = Record<string, Conversation[]> & { next_cursor: string | null };

async function withConversations() {
  const world = await startTestService();
  for (const text of ['a', 'b', 'c']) await world.ask(text);
  await world.ask('other', BEN);
  const list = async (query: string, as = ANN) =>
    (await world.request<Conversation[]>('GET', query && `?${query}`, { as })).body;
  const ids = async (query: string, as = ANN) => (await list(query, as)).map(({ id }) => id);
  return { ...world, list, ids };
}

describe('listing conversations', () => {
  it('returns the user’s own conversations with their questions, last updated first', async () => {
    const { request, list, ids } = await withConversations();
    expect(await ids('')).toEqual([3, 2, 1]);
    expect(await ids('', BEN)).toEqual([4]);
    await request('POST', '/1/questions', { body: { question: 'again' } });
    expect((await list(''))[0]).toMatchObject({ id: 1, questions: [{ id: 1 }, { id: 5 }] });
  });

  it('sorts by each field', async () => {
    const { ids } = await withConversations();
    for (const field of ['id', 'created_at', 'updated_at']) {
      expect(await ids(`sort=${field}`)).toEqual([1, 2, 3]);
      expect(await ids(`sort=-${field}`)).toEqual([3, 2, 1]);
    }
  });

  it('filters by id, user and star', async () => {
    const { ids, service } = await withConversations();
    service.star(2, true);
    expect(await ids('filter_id=2')).toEqual([2]);
    expect(await ids('filter_id=4')).toEqual([]);
    expect(await ids(`filter_user_id=${ANN.id}`)).toEqual([3, 2, 1]);
    expect(await ids(`filter_user_id=${BEN.id}`)).toEqual([]);
    expect(await ids('filter_is_starred=true')).toEqual([2]);
    expect(await ids('filter_is_starred=false')).toEqual([3, 1]);
  });

  it('returns somebody else’s conversation by read token, only while sharing is on', async () => {
    const { ids, read, request, service } = await withConversations();
    const { read_token: token } = await read(4, BEN);
    expect(await ids(`filter_read_token=${token}`, BEN)).toEqual([4]);
    expect(await ids(`filter_read_token=${token}`)).toEqual([]);
    service.setSharing(true);
    expect(await ids(`filter_read_token=${token}`)).toEqual([4]);
    expect(await ids('')).toEqual([3, 2, 1]);
    expect((await request('GET', '/4')).status).toBe(404);
    service.setSharing(false);
    expect(await ids(`filter_read_token=${token}`)).toEqual([]);
  });

  it('pages through the bare array with the last id as cursor', async () => {
    const { ids } = await withConversations();
    expect(await ids('page_first=2')).toEqual([3, 2]);
    expect(await ids('page_first=2&page_after=2')).toEqual([1]);
  });

  it.each(['conversations', 'results', 'items', 'data'] as const)(
    'pages through `%s` with a cursor',
    async (form) => {
      const { request, ask } = await startTestService({ variants: { list: form } });
      for (const text of ['a', 'b', 'c']) await ask(text);
      const page = async (query: string) => (await request<Wrapped>('GET', query)).body;
      const first = await page('?page_first=2&sort=id');
      expect(first[form]?.map(({ id }) => id)).toEqual([1, 2]);
      const last = await page(`?page_first=2&sort=id&page_after=${first.next_cursor}`);
      expect(last[form]?.map(({ id }) => id)).toEqual([3]);
      expect(last.next_cursor).toBeNull();
    },
  );

  it('returns 400 with a message for an invalid parameter', async () => {
    const { request } = await startTestService();
    const wrong = [
      ...['filter_id=x', 'filter_id=-1', 'filter_user_id=1e3', 'filter_id=1&filter_id=2'],
      ...['filter_read_token=nope', 'filter_is_starred=yes', 'page_first=0', 'page_first=x'],
      ...['page_after=nonsense', 'page_after=99', 'sort=title', 'sort='],
    ];
    for (const query of wrong) {
      const { status, body } = await request('GET', `?${query}`);
      expect([query, status]).toEqual([query, 400]);
      const [name] = query.split('=');
      expect(body).toEqual({ message: expect.stringContaining(`${name}: `) });
    }
  });
});

const record = fc.record({
  id: fc.integer({ min: 1, max: 200 }),
  createdAt: fc.integer({ min: 0, max: 9 }),
  updatedAt: fc.integer({ min: 0, max: 9 }),
});
const records = fc
  .uniqueArray(record, { selector: ({ id }) => id, maxLength: 30 })
  .map((list) => list as unknown as ConversationRecord[]);
const sorts = fc.constantFrom(...ListQuery.shape.sort.unwrap().options);

describe('paginate', () => {
  it('paginate returns each conversation once, in order, for any page size', () => {
    fc.assert(
      fc.property(records, sorts, fc.integer({ min: 1, max: 7 }), (all, sort, page_first) => {
        const whole = paginateConversations(all, { sort, page_first: 100, page_after: undefined });
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = paginateConversations(all, { sort, page_first, page_after: cursor });
          seen.push(...(page?.items ?? []).map(({ id }) => id));
          cursor = page?.cursor;
        } while (cursor !== undefined);
        expect(seen).toEqual(whole?.items.map(({ id }) => id));
        expect(new Set(seen).size).toBe(all.length);
      }),
    );
  });
});
