import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Handler, json } from '../support/http-server.js';
import { conversation, ROOT, startPair, TOKEN } from './support.js';

let pair: Awaited<ReturnType<typeof startPair>>;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());
beforeEach(() => {
  pair.far.seen.length = 0;
});

const token = TOKEN;
const two = [conversation({ id: 1 }), conversation({ id: 2 })];
const walk = async (call: object = {}) => {
  const ids: number[] = [];
  for await (const { id } of pair.client.all({ token, ...call })) ids.push(id);
  return ids;
};

describe('list', () => {
  it('list sends every documented parameter', async () => {
    pair.far.handle(json(200, []));
    await pair.client.list({
      token,
      filter: { id: 5, userId: 3, readToken: 'a/b&c', starred: false },
      sort: '-created_at',
      pageSize: 20,
      after: 'cursor=',
    });
    expect(pair.far.seen[0]).toMatchObject({ method: 'GET', path: ROOT });
    expect(Object.fromEntries(pair.far.seen[0]?.query ?? [])).toEqual({
      filter_id: '5',
      filter_user_id: '3',
      filter_read_token: 'a/b&c',
      filter_is_starred: 'false',
      sort: '-created_at',
      page_first: '20',
      page_after: 'cursor=',
    });
  });

  it('list sends no parameters by default', async () => {
    pair.far.handle(json(200, []));
    await pair.client.list({ token });
    expect([...(pair.far.seen[0]?.query ?? [])]).toEqual([]);
  });

  it.each([
    ['a bare array', two, undefined],
    ['conversations', { conversations: two, next_cursor: 'c' }, 'c'],
    ['results', { results: two, cursor: 7 }, '7'],
    ['items', { items: two, page_info: { has_next_page: true, end_cursor: 'c' } }, 'c'],
    [
      'items, on its last page',
      { items: two, pageInfo: { hasNextPage: false, endCursor: 'c' } },
      undefined,
    ],
    ['data', { data: two, next: null }, undefined],
    ['data within data', { data: { conversations: two, nextCursor: 'c' } }, 'c'],
    ['an empty cursor', { conversations: two, next_page_token: '' }, undefined],
    ['some that are no conversation', [null, two[0], {}, { id: 'x' }, two[1]], undefined],
  ])('list accepts %s', async (_name, body, next) => {
    pair.far.handle(json(200, body));
    const page = await pair.client.list({ token });
    expect(page.conversations.map(({ id }) => id)).toEqual([1, 2]);
    expect(page.next).toBe(next);
  });

  it('list accepts a single conversation, and null as an empty list', async () => {
    pair.far.handle(json(200, conversation()));
    const page = await pair.client.list({ token, filter: { readToken: 'r' } });
    expect(page.conversations).toHaveLength(1);
    for (const nothing of [null, { conversations: null }, { data: { items: null } }]) {
      pair.far.handle(json(200, nothing));
      expect(await pair.client.list({ token })).toEqual({ conversations: [] });
    }
  });

  it.each([{}, 'text', 5, { conversations: 'many' }, { message: 'hm' }])(
    'list rejects %j',
    async (body) => {
      pair.far.handle(json(200, body));
      await expect(pair.client.list({ token })).rejects.toMatchObject({ reason: 'shape' });
    },
  );
});

describe('all', () => {
  const pages =
    (cursors: Record<string, { ids: number[]; next?: string }>): Handler =>
    (seen, response) => {
      const { ids, next } = cursors[seen.query.get('page_after') ?? ''] ?? { ids: [] };
      json(200, { conversations: ids.map((id) => conversation({ id })), next_cursor: next })(
        seen,
        response,
      );
    };

  it('all reads every page with the same filters', async () => {
    pair.far.handle(
      pages({ '': { ids: [1, 2], next: 'a' }, a: { ids: [3], next: 'b' }, b: { ids: [4] } }),
    );
    expect(await walk({ filter: { starred: true }, pageSize: 2 })).toEqual([1, 2, 3, 4]);
    expect(pair.far.seen.map(({ query }) => query.toString())).toEqual([
      'filter_is_starred=true&page_first=2',
      'filter_is_starred=true&page_first=2&page_after=a',
      'filter_is_starred=true&page_first=2&page_after=b',
    ]);
  });

  it('all stops at a repeated cursor', async () => {
    pair.far.handle(pages({ '': { ids: [1], next: 'a' }, a: { ids: [2], next: 'a' } }));
    expect(await walk()).toEqual([1, 2]);
  });

  it('all stops at an empty page', async () => {
    pair.far.handle(
      pages({ '': { ids: [1], next: 'a' }, a: { ids: [], next: 'b' }, b: { ids: [2] } }),
    );
    expect(await walk()).toEqual([1]);
  });

  it('all requests no page beyond the last one consumed', async () => {
    pair.far.handle(pages({ '': { ids: [1, 2], next: 'a' } }));
    for await (const { id } of pair.client.all({ token })) if (id === 2) break;
    expect(pair.far.seen).toHaveLength(1);
  });
});
