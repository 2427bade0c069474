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

  it.each(['id', '-id', 'created_at', '-created_at', 'updated_at', '-updated_at'])(
    'pages on after a conversation that was deleted meanwhile, sorted by %s',
    async (sort) => {
      const { ids, request } = await withConversations();
      const whole = await ids(`sort=${sort}`);
      expect(await ids(`sort=${sort}&page_first=2`)).toEqual(whole.slice(0, 2));
      await request('DELETE', `/${whole[1]}`);
      expect(await ids(`sort=${sort}&page_after=${whole[1]}`)).toEqual(whole.slice(2));
      const { status } = await request('GET', `?page_after=${whole[1]}`, { as: BEN });
      expect(status).toBe(400);
    },
  );

  it('pages on after a conversation that no longer fits the filter', async () => {
    const { ids, service } = await withConversations();
    for (const id of [1, 2, 3]) service.star(id, true);
    expect(await ids('filter_is_starred=true&page_first=1')).toEqual([3]);
    service.star(3, false);
    expect(await ids('filter_is_starred=true&page_after=3')).toEqual([2, 1]);
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

function sorted(all: readonly ConversationRecord[], sort: string): number[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const fields = { id: 'id', created_at: 'createdAt', updated_at: 'updatedAt' } as const;
  const field = fields[sort.replace('-', '') as keyof typeof fields];
  return [...all].sort((a, b) => sign * (a[field] - b[field] || a.id - b.id)).map(({ id }) => id);
}

describe('paginate', () => {
  it('paginate returns each conversation once, in order, for any page size', () => {
    fc.assert(
      fc.property(records, sorts, fc.integer({ min: 1, max: 7 }), (all, sort, page_first) => {
        const find = (id: number) => all.find((one) => one.id === id);
        const query = { sort, page_first: 100, page_after: undefined };
        const whole = paginateConversations(all, query, find);
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = paginateConversations(all, { sort, page_first, page_after: cursor }, find);
          seen.push(...(page?.items ?? []).map(({ id }) => id));
          cursor = page?.cursor;
        } while (cursor !== undefined);
        expect(seen).toEqual(whole?.items.map(({ id }) => id));
        expect(seen).toEqual(sorted(all, sort));
        expect(new Set(seen).size).toBe(all.length);
      }),
    );
  });

  it('paginate skips and repeats nothing when conversations are deleted between pages', () => {
    const deletions = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(records, sorts, deletions, (all, sort, deleteNext) => {
        const find = (id: number) => all.find((one) => one.id === id);
        const query = { sort, page_first: 2 };
        const first = paginateConversations(all, { ...query, page_after: undefined }, find);
        const seen: number[] = [];
        let left = all;
        for (let page = first?.items ?? []; page.length > 0; ) {
          const last = page.at(-1)?.id;
          seen.push(...page.map(({ id }) => id));
          // Some of what was seen, often the cursor's own conversation.
          left = left.filter(({ id }) => !seen.includes(id) || !deleteNext.next().value);
          page =
            paginateConversations(left, { ...query, page_after: `${last}` }, find)?.items ?? [];
        }
        const whole = { ...query, page_first: 100, page_after: undefined };
        const expected = paginateConversations(all, whole, find)?.items.map(({ id }) => id);
        expect(seen).toEqual(expected);
      }),
    );
  });
});
