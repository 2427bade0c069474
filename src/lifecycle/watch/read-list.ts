import type { Conversation, DeepSearch } from '../../deepsearch/deep-search.js';
import type { Token } from '../../http/credential.js';
import { type ListRead, OVERLAP_MS } from './list-changes.js';

/** How many conversations a page has. */
const PAGE_SIZE = { min: 25, first: 50, max: 100 } as const;
const MAX_PAGES = 5;

export interface ReadListOptions {
  readonly list: DeepSearch['list'];
  readonly token: Token;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** How far to read; `watermark`: the newest change that is known, undefined for the first read. */
export interface ReadDownTo {
  readonly watermark: number | undefined;
  readonly pageSize?: number;
}

/** `nextPageSize`: for as many conversations as there were this time. */
export type SizedListRead = ListRead & { readonly nextPageSize: number };

/**
 * Reads the list of conversations, newest change first, down to the watermark, in five pages at most. The
 * first page reaches a little further, if it can. Throws as `list` does.
 */
export async function readList(
  { list, token, signal, now }: ReadListOptions,
  { watermark, pageSize = PAGE_SIZE.first }: ReadDownTo,
): Promise<SizedListRead> {
  const startedAt = now();
  const conversations: Conversation[] = [];
  const call = { token, signal, sort: '-updated_at', pageSize } as const;
  let isComplete = false;
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES && !isComplete; page++) {
    const read = await list(after === undefined ? call : { ...call, after });
    conversations.push(...read.conversations);
    const oldest = read.conversations.at(-1)?.updatedAt;
    const isLast = read.next === undefined || read.next === after;
    const reached = oldest === undefined || (watermark !== undefined && oldest < watermark);
    isComplete = reached || (isLast && read.conversations.length < pageSize);
    if (isLast || watermark === undefined) break;
    after = read.next;
  }
  const nextPageSize =
    watermark === undefined ? pageSize : sizeFor(conversations, { watermark, pageSize });
  return { conversations, isComplete, startedAt, nextPageSize };
}

/** The size of a page that reaches from here to a little before the watermark. */
function sizeFor(
  conversations: readonly Conversation[],
  { watermark, pageSize }: { readonly watermark: number; readonly pageSize: number },
): number {
  const from = watermark - OVERLAP_MS;
  const count = conversations.filter(({ updatedAt }) => updatedAt >= from).length;
  if (count >= pageSize) return Math.min(PAGE_SIZE.max, 2 * pageSize);
  return count < pageSize / 4 ? Math.max(PAGE_SIZE.min, Math.ceil(pageSize / 2)) : pageSize;
}
