import { decodeConversation } from './decode.js';
import type { Conversation, ConversationPage, ListCall } from './deep-search.js';

/** The query parameters of a list call. */
export function listQuery({ filter = {}, sort, pageSize, after }: ListParameters): URLSearchParams {
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

type ListParameters = Omit<ListCall, 'token' | 'signal'>;

/** Requests page after page. A repeated cursor or an empty page ends the iteration. */
export async function* iteratePages(
  list: (call: ListCall) => Promise<ConversationPage>,
  call: Omit<ListCall, 'after'>,
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

/** The API document shows neither the object around a list nor its cursor: names found in practice. */
const LIST_FIELDS = ['conversations', 'results', 'items', 'data', 'nodes'];
const CURSOR_FIELDS = [
  'next_cursor',
  'nextCursor',
  'next_page_token',
  'nextPageToken',
  'page_after',
  'end_cursor',
  'endCursor',
  'cursor',
  'next',
];
const CURSOR_PARENTS = ['pagination', 'page_info', 'pageInfo', 'meta', 'data'];
const HAS_MORE_FIELDS = ['has_next_page', 'hasNextPage', 'has_more', 'hasMore'];

/**
 * A parsed body as a page, or undefined if it is no list. Conversations without a usable id are
 * left out; an empty list may be null. Never throws.
 */
export function decodePage(body: unknown): ConversationPage | undefined {
  const items = itemsOf(body);
  if (items === undefined) return undefined;
  const conversations = items.map(decodeConversation).filter((item) => item !== undefined);
  const next = cursorOf(body);
  return next === undefined ? { conversations } : { conversations, next };
}

function itemsOf(body: unknown): readonly unknown[] | undefined {
  if (body === null || Array.isArray(body)) return body ?? [];
  const list = listIn(fieldsOf(body));
  if (list === null || Array.isArray(list)) return list ?? [];
  const inner = listIn(fieldsOf(list));
  if (inner === null || Array.isArray(inner)) return inner ?? [];
  // A filter that matches at most one conversation may return that conversation itself.
  return decodeConversation(body) === undefined ? undefined : [body];
}

function listIn(fields: Fields): unknown {
  const name = LIST_FIELDS.find((list) => list in fields);
  return name === undefined ? undefined : fields[name];
}

function cursorOf(body: unknown): string | undefined {
  const top = fieldsOf(body);
  const objects = [top, ...CURSOR_PARENTS.map((parent) => fieldsOf(top[parent]))];
  const isLast = objects.some((object) => HAS_MORE_FIELDS.some((name) => object[name] === false));
  if (isLast) return undefined;
  return objects
    .flatMap((object) => CURSOR_FIELDS.map((name) => object[name]))
    .map((value) => (typeof value === 'number' ? String(value) : value))
    .find((value): value is string => typeof value === 'string' && value !== '');
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
