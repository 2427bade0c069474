import type { DeepSearch } from '../deepsearch/deep-search.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import type { Message } from '../render/blocks/message.js';
import { LIST_PAGE, type ListInput, renderList } from '../render/conversations/list.js';
import type { ConversationStore } from '../store/conversations.js';
import type { AccessibleConversation, ConversationAccess } from './access.js';
import type { RequestContext } from './request-context.js';

export interface FindConversationsOptions {
  readonly conversations: Pick<ConversationStore, 'ofUser' | 'inWorkspace' | 'starred' | 'load'>;
  readonly instance: Pick<DeepSearch, 'list'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<string>;
  readonly access: Pick<ConversationAccess, 'check' | 'threadLink'>;
}

type ListQuery = Omit<ConversationCommand & { readonly kind: 'list' }, 'kind'> & {
  /** Words that the title must contain. */
  readonly search?: string | undefined;
};

export type FindConversations = ReturnType<typeof createFindConversations>;

/** How many of the conversations starred on the service are read. */
const MAX_STARRED = 100;

/** Finds a page of the conversations that the user may read. */
export function createFindConversations(options: FindConversationsOptions) {
  const { conversations, access } = options;

  return async (query: ListQuery, context: RequestContext): Promise<ListInput> => {
    const { user } = context;
    const onService = query.filter === 'starred' ? await starredOnService(options, context) : [];
    const starred = unique(await conversations.starred(user), onService ?? []);
    const ids =
      query.filter === 'starred' ? starred : await idsOf(conversations, query.filter, user);
    const records = (await Promise.all(ids.map(conversations.load)))
      .filter((record) => record !== undefined)
      .filter(titleContains(query.search))
      .sort(newestFirst(query.sortBy));
    const { found, more } = await accessiblePage(records, query.page, (record) =>
      access.check(record, user),
    );
    const rows = found.map(async (accessible) => {
      const { id, title, createdAt, updatedAt } = accessible.record;
      const at = query.sortBy === 'created' ? createdAt : updatedAt;
      const link = await access.threadLink(accessible);
      return { id, title, at, starred: starred.includes(id), ...link };
    });
    return { ...query, more, partial: onService === undefined, rows: await Promise.all(rows) };
  };
}

/** Ids of the conversations starred on the service; undefined if it is not answering. */
async function starredOnService(
  { instance, credentialFor }: Pick<FindConversationsOptions, 'instance' | 'credentialFor'>,
  { user, signal }: RequestContext,
): Promise<number[] | undefined> {
  try {
    const token = await credentialFor(user);
    const filter = { starred: true };
    const page = await instance.list({ token, signal, filter, pageSize: MAX_STARRED });
    return page.conversations.map(({ id }) => id);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

async function idsOf(
  conversations: Pick<ConversationStore, 'ofUser' | 'inWorkspace'>,
  filter: 'mine' | 'all',
  user: WorkspaceUser,
): Promise<number[]> {
  const own = await conversations.ofUser(user);
  return filter === 'mine' ? own : unique(own, await conversations.inWorkspace(user.workspace));
}

/** Checks access only up to the end of the page, since that may take a Slack call per channel. */
async function accessiblePage(
  records: readonly ConversationRecord[],
  page: number,
  check: (record: ConversationRecord) => Promise<AccessibleConversation | undefined>,
): Promise<{ found: readonly AccessibleConversation[]; more: boolean }> {
  const end = (page + 1) * LIST_PAGE;
  const found: AccessibleConversation[] = [];
  for (const record of records) {
    const accessible = await check(record);
    if (accessible !== undefined) found.push(accessible);
    if (found.length > end) break;
  }
  return { found: found.slice(page * LIST_PAGE, end), more: found.length > end };
}

export type ListConversations = ReturnType<typeof createListConversations>;

/** Lists conversations as a private note. */
export function createListConversations(find: FindConversations) {
  return async (query: ListQuery, context: RequestContext): Promise<Message> =>
    renderList(await find(query, context));
}

function unique(...ids: readonly (readonly number[])[]): number[] {
  return [...new Set(ids.flat())];
}

function titleContains(search = ''): (record: ConversationRecord) => boolean {
  const words = search.toLowerCase().split(/\s+/);
  return ({ title }) => words.every((word) => title.toLowerCase().includes(word));
}

function newestFirst(
  sortBy: ListQuery['sortBy'],
): (a: ConversationRecord, b: ConversationRecord) => number {
  const at = (record: ConversationRecord) =>
    sortBy === 'created' ? record.createdAt : record.updatedAt;
  return (a, b) => at(b) - at(a) || b.id - a.id;
}
