import { z } from 'zod';
import type { ConversationRecord, ConversationTimes } from '../conversation/records.js';

const integer = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a positive integer')
  .transform(Number);
const SORTS = ['id', '-id', 'created_at', '-created_at', 'updated_at', '-updated_at'] as const;
const MAX_PAGE_SIZE = 100;

/** The query parameters of the list, by their names in the API document. */
export const ListQuery = z.object({
  filter_id: integer.optional(),
  filter_user_id: integer.optional(),
  filter_read_token: z.guid('must be a UUID').optional(),
  filter_is_starred: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** Default 50; more than 100 gives 100. */
  page_first: integer
    .refine((n) => n > 0, 'must be at least 1')
    .transform((n) => Math.min(n, MAX_PAGE_SIZE))
    .default(50),
  page_after: z.string().max(200).optional(),
  sort: z.enum(SORTS, `must be one of ${SORTS.join(', ')}`).default('-updated_at'),
});
export type ListQuery = z.output<typeof ListQuery>;

export interface ConversationPage {
  readonly items: readonly ConversationRecord[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Applies the `filter_…` parameters. Access has been checked before. */
export function filterConversations(
  records: readonly ConversationRecord[],
  query: ListQuery,
): readonly ConversationRecord[] {
  const { filter_id: id, filter_user_id: user, filter_read_token: token } = query;
  const starred = query.filter_is_starred;
  return records.filter(
    (record) =>
      (id === undefined || record.id === id) &&
      (user === undefined || record.userId === user) &&
      (token === undefined || record.readToken === token.toLowerCase()) &&
      (starred === undefined || String(record.starred) === starred),
  );
}

/** Finds a conversation that the cursor may name: also one that is filtered out, or was deleted. */
type FindConversation = (id: number) => ConversationTimes | undefined;

/**
 * One page in the order of `sort`. The cursor holds the sort key of its last item, not an offset, so
 * unchanged conversations are neither repeated nor skipped. A conversation's id works as a cursor
 * too, for clients that get a bare array. `undefined` if the cursor is invalid.
 */
export function paginateConversations(
  records: readonly ConversationRecord[],
  query: Pick<ListQuery, 'page_after' | 'page_first' | 'sort'>,
  find: FindConversation,
): ConversationPage | undefined {
  const start = query.page_after === undefined ? undefined : decodeCursor(query, find);
  if (start === null) return undefined;
  const order = comparePositions(query.sort);
  const page = firstInOrder(positions(records, query.sort), {
    count: query.page_first,
    order,
    mayFollow: (item) => !start || order(item, start) > 0,
  });
  const last = page.items.at(-1);
  return {
    items: page.items.map(({ record }) => record),
    ...(last && page.hasMore ? { cursor: encodeCursor(query.sort, last) } : {}),
  };
}

interface Positioned extends SortPosition {
  readonly record: ConversationRecord;
}

function* positions(
  records: readonly ConversationRecord[],
  sort: ListQuery['sort'],
): Generator<Positioned> {
  const keyOf = sortKey(sort);
  for (const record of records) yield { record, key: keyOf(record), id: record.id };
}

interface FirstInOrder {
  readonly count: number;
  readonly order: (a: SortPosition, b: SortPosition) => number;
  readonly mayFollow: (item: Positioned) => boolean;
}

/** In one pass: clients read the first page again and again, and there may be many conversations. */
function firstInOrder(
  all: Iterable<Positioned>,
  { count, order, mayFollow }: FirstInOrder,
): { readonly items: readonly Positioned[]; readonly hasMore: boolean } {
  const items: Positioned[] = [];
  let hasMore = false;
  for (const item of all) {
    if (!mayFollow(item)) continue;
    const last = items.at(-1);
    const isFull = items.length === count;
    hasMore ||= isFull;
    if (isFull && last !== undefined && order(item, last) >= 0) continue;
    items.splice(indexFor(item, items, order), 0, item);
    if (isFull) items.pop();
  }
  return { items, hasMore };
}

/** Where the item belongs, by binary search. */
function indexFor(
  item: SortPosition,
  items: readonly SortPosition[],
  order: FirstInOrder['order'],
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = items[middle];
    if (other !== undefined && order(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface SortPosition {
  readonly key: number;
  readonly id: number;
}

/** What a conversation is sorted by. */
function sortKey(sort: ListQuery['sort']): (record: ConversationTimes) => number {
  const field = sort.replace('-', '');
  if (field === 'id') return ({ id }) => id;
  return field === 'created_at' ? ({ createdAt }) => createdAt : ({ updatedAt }) => updatedAt;
}

function comparePositions(sort: ListQuery['sort']): (a: SortPosition, b: SortPosition) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  return (a, b) => sign * (a.key - b.key || a.id - b.id);
}

function encodeCursor(sort: string, { key, id }: SortPosition): string {
  return Buffer.from(`${sort}:${key}:${id}`).toString('base64url');
}

/** `null` if the cursor is invalid. */
function decodeCursor(
  { page_after = '', sort }: Pick<ListQuery, 'page_after' | 'sort'>,
  find: FindConversation,
): SortPosition | null {
  if (/^\d{1,15}$/.test(page_after)) {
    const record = find(Number(page_after));
    return record ? { key: sortKey(sort)(record), id: record.id } : null;
  }
  const text = Buffer.from(page_after, 'base64url').toString('utf8');
  const [, cursorSort, key, id] = /^(-?[a-z_]+):(\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  return cursorSort === sort ? { key: Number(key), id: Number(id) } : null;
}
