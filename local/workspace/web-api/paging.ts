import { SlackError } from '../protocol/slack-error.js';

interface Page<T> {
  readonly items: readonly T[];
  readonly more: boolean;
  readonly next: number;
}

/** Cursors are opaque: they encode the index of the next item. */
export function paginate<T>(
  all: readonly T[],
  args: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  defaultLimit: number,
): Page<T> {
  const start = startIndex(args.cursor);
  const limit = args.limit || defaultLimit;
  if (limit < 1 || limit > 1000) throw new SlackError('invalid_limit');
  const items = all.slice(start, start + limit);
  const next = start + items.length;
  return { items, next, more: next < all.length };
}

function startIndex(cursor: string | undefined): number {
  if (!cursor) return 0;
  const [name, index] = Buffer.from(cursor, 'base64').toString().split(':');
  const start = Number(index);
  if (name !== 'next' || !Number.isSafeInteger(start) || start < 0) {
    throw new SlackError('invalid_cursor');
  }
  return start;
}

export function responseMetadata(page: Page<unknown>): {
  response_metadata?: { next_cursor: string };
} {
  const cursor = page.more ? Buffer.from(`next:${page.next}`).toString('base64') : '';
  return { response_metadata: { next_cursor: cursor } };
}
