import type { Conversation } from './conversation.js';
import type { ConversationPage } from './page.js';

type Order = 'id' | 'created_at' | 'updated_at';
/** A `-` in front: descending. The service's own default is `-updated_at`. */
export type Sort = Order | `-${Order}`;

export interface ListFilter {
  readonly id?: number;
  readonly userId?: number;
  /** Finds somebody else's conversation too, where sharing is on. */
  readonly readToken?: string;
  readonly starred?: boolean;
}

export interface ListCall {
  readonly filter?: ListFilter;
  readonly sort?: Sort;
  readonly pageSize?: number;
  /** A page's `next`. */
  readonly after?: string;
}

export function listQuery({ filter = {}, sort, pageSize, after }: ListCall): URLSearchParams {
  const parameters = {
    filter_id: filter.id,
    filter_user_id: filter.userId,
    filter_read_token: filter.readToken,
    filter_is_starred: filter.starred,
    sort,
    page_first: pageSize,
    page_after: after,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

/** Walks the pages. A cursor seen before, or a page with nothing on it, ends the walk. */
export async function* walkPages<C extends object>(
  list: (call: C & { after?: string }) => Promise<ConversationPage>,
  call: C,
): AsyncGenerator<Conversation> {
  const seen = new Set<string>();
  let page = await list(call);
  for (;;) {
    yield* page.conversations;
    const after = page.next;
    if (after === undefined || seen.has(after) || page.conversations.length === 0) return;
    seen.add(after);
    page = await list({ ...call, after });
  }
}
