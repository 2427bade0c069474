import { Refusal } from './refusal.js';

interface Slice<T> {
  readonly items: readonly T[];
  readonly more: boolean;
  readonly next: number;
}

/** Cursors are opaque: the place to go on at. */
export function page<T>(
  all: readonly T[],
  args: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  fallback: number,
): Slice<T> {
  const start = startOf(args.cursor);
  const limit = args.limit || fallback;
  if (limit < 1 || limit > 1000) throw new Refusal('invalid_limit');
  const items = all.slice(start, start + limit);
  const next = start + items.length;
  return { items, next, more: next < all.length };
}

function startOf(cursor: string | undefined): number {
  if (!cursor) return 0;
  const [name, place] = Buffer.from(cursor, 'base64').toString().split(':');
  const start = Number(place);
  if (name !== 'next' || !Number.isSafeInteger(start) || start < 0) {
    throw new Refusal('invalid_cursor');
  }
  return start;
}

export function cursorOf(slice: Slice<unknown>): { response_metadata?: { next_cursor: string } } {
  const cursor = slice.more ? Buffer.from(`next:${slice.next}`).toString('base64') : '';
  return { response_metadata: { next_cursor: cursor } };
}
