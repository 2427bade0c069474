import { type Conversation, decodeConversation } from './conversation.js';

/** One page of a list. `next` is the cursor for `after`; absent on the last page. */
export interface ConversationPage {
  readonly conversations: readonly Conversation[];
  readonly next?: string;
}

/** The document does not show the list's wrapper or its cursor: these are what the field uses. */
const LISTS = ['conversations', 'results', 'items', 'data', 'nodes'];
const CURSORS = [
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
const CURSOR_HOLDERS = ['pagination', 'page_info', 'pageInfo', 'meta', 'data'];
const HAS_MORE = ['has_next_page', 'hasNextPage', 'has_more', 'hasMore'];

/**
 * A parsed body as a page, or undefined where it is no list. What has no usable id is left out;
 * an empty list may be written as null. Never throws.
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
  // A filter that can match but one conversation may be answered with that conversation itself.
  return decodeConversation(body) === undefined ? undefined : [body];
}

function listIn(fields: Fields): unknown {
  const name = LISTS.find((list) => list in fields);
  return name === undefined ? undefined : fields[name];
}

function cursorOf(body: unknown): string | undefined {
  const top = fieldsOf(body);
  const places = [top, ...CURSOR_HOLDERS.map((holder) => fieldsOf(top[holder]))];
  if (places.some((place) => HAS_MORE.some((name) => place[name] === false))) return undefined;
  return places
    .flatMap((place) => CURSORS.map((name) => place[name]))
    .map((value) => (typeof value === 'number' ? String(value) : value))
    .find((value): value is string => typeof value === 'string' && value !== '');
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
