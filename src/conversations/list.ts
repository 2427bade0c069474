import type { DeepSearch } from '../deepsearch/deep-search.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Token } from '../http/credential.js';
import type { Snapshot } from '../model/answer.js';
import type {
  ConversationQuestion,
  ConversationRecord,
  WorkspaceUser,
} from '../model/conversation-record.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import type { Message } from '../render/blocks/message.js';
import { LIST_PAGE, type ListInput, renderList } from '../render/conversations/list.js';
import type { ConversationRow } from '../render/texts/conversations.js';
import type { ConversationStore } from '../store/conversations.js';
import type { AccessibleConversation, ConversationAccess } from './access.js';
import type { RequestContext } from './request-context.js';
import { answersOnService, matchIn, wordsIn } from './search.js';
import type { ConversationAudience } from './within-audience.js';

export interface FindConversationsOptions {
  readonly conversations: Pick<
    ConversationStore,
    'ofUser' | 'inWorkspace' | 'starred' | 'lastAskedIn' | 'load'
  >;
  readonly instance: Pick<DeepSearch, 'list' | 'all'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
  readonly allCredentialsFor: (user: WorkspaceUser) => Promise<readonly Token[]>;
  readonly access: Pick<ConversationAccess, 'check' | 'load' | 'threadLink'>;
  readonly audience: Pick<ConversationAudience, 'readThrough' | 'listedIn'>;
}

type ListQuery = Omit<ConversationCommand & { readonly kind: 'list' }, 'kind'> & {
  /** Words that the title, or a question or an answer that the user may read, must contain. */
  readonly search?: string | undefined;
};

export type FindConversations = ReturnType<typeof createFindConversations>;

/** How many of the conversations starred on the service are read. */
const MAX_STARRED = 100;

const NOTHING_SEARCHED = { answers: new Map<number, readonly Snapshot[]>(), partial: false };

/** Finds a page of the conversations that the user may read. */
export function createFindConversations(options: FindConversationsOptions) {
  const { conversations, access, audience } = options;

  return async (query: ListQuery, context: RequestContext): Promise<ListInput> => {
    const { user, place } = context;
    const onService = query.filter === 'starred' ? await starredOnService(options, context) : [];
    const starred = unique(await conversations.starred(user), onService ?? []);
    const ids =
      query.filter === 'starred' ? starred : await idsOf(conversations, query.filter, user);
    const sorted = await newestFirst(conversations, ids, { ...query, workspace: user.workspace });
    const words = wordsIn(query.search);
    const { answers, partial: isPartial } =
      words.length === 0 ? NOTHING_SEARCHED : await answersOnService(options, context);
    const { found, more } = await accessiblePage(sorted, query.page, {
      load: conversations.load,
      check: async (record) => {
        const questions: readonly Snapshot[] | undefined = answers.get(record.id);
        if (matchIn(record, { words, questions }) === undefined) return undefined;
        const found = await access.check(record, user);
        if (found === undefined) return undefined;
        const { isAsker, thread } = found;
        const listed = await audience.listedIn(
          place,
          record,
          isAsker ? undefined : thread?.channel,
        );
        const accessible = { ...found, record: listed };
        const match = matchIn(listed, { words, questions });
        if (match === undefined || match === 'title') return match && accessible;
        // Which questions somebody may read takes a look-up, so it is asked only about these.
        const readable = await access.load(record.id, user);
        const matching =
          questions?.filter(
            ({ ref: { questionId: id } }) => match.includes(id) && readable?.reads(id),
          ) ?? [];
        const seen = readable && (await audience.readThrough(matching, readable, user.workspace));
        return seen?.length ? accessible : undefined;
      },
    });
    const rows = found.map(async (accessible) => {
      const { id, title, createdAt, updatedAt } = accessible.record;
      const at = query.sortBy === 'created' ? createdAt : updatedAt;
      const link = await access.threadLink(accessible);
      const last = lastQuestion(accessible, user);
      return { id, title, at, starred: starred.includes(id), ...link, ...(last && { last }) };
    });
    const partial = onService === undefined || isPartial;
    return { ...query, more, partial, rows: await Promise.all(rows) };
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

/** How many conversations are read at once. */
const BATCH_SIZE = 2 * LIST_PAGE;

/**
 * Reads and checks only up to the end of the page: what is read does not grow with the history, and
 * a check may take a Slack call per channel.
 */
async function accessiblePage(
  ids: readonly number[],
  page: number,
  { load, check }: PageSource,
): Promise<{ found: readonly AccessibleConversation[]; more: boolean }> {
  const end = (page + 1) * LIST_PAGE;
  const found: AccessibleConversation[] = [];
  for (let from = 0; from < ids.length && found.length <= end; from += BATCH_SIZE) {
    const batch = await Promise.all(ids.slice(from, from + BATCH_SIZE).map(load));
    for (const record of batch) {
      if (found.length > end || record === undefined) continue;
      const accessible = await check(record);
      if (accessible !== undefined) found.push(accessible);
    }
  }
  return { found: found.slice(page * LIST_PAGE, end), more: found.length > end };
}

interface PageSource {
  readonly load: (id: number) => Promise<ConversationRecord | undefined>;
  readonly check: (record: ConversationRecord) => Promise<AccessibleConversation | undefined>;
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

/** By their last question; or by when they were created, since the instance counts upwards. */
async function newestFirst(
  conversations: Pick<ConversationStore, 'lastAskedIn'>,
  ids: readonly number[],
  { sortBy, workspace }: Pick<ListQuery, 'sortBy'> & { readonly workspace: string },
): Promise<number[]> {
  if (sortBy === 'created') return [...ids].sort((a, b) => b - a);
  const times = await conversations.lastAskedIn(workspace, ids);
  const dated = ids.map((id, i) => ({ id, at: times[i] ?? 0 }));
  return dated.sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
}

/**
 * The newest question of theirs that a row may tell of: their own, or one in the public thread that lets
 * them read the conversation.
 */
function lastQuestion(
  { record, isAsker, thread }: AccessibleConversation,
  { workspace, user }: WorkspaceUser,
): ConversationRow['last'] {
  const isOwn = (asked: ConversationQuestion) =>
    asked.user.workspace === workspace && asked.user.user === user;
  const isPublic = ({ direct, channel }: ConversationQuestion) =>
    !direct && channel === thread?.channel;
  const shown = record.questions.filter(isAsker ? isOwn : isPublic);
  const last = shown.reduce<ConversationQuestion | undefined>(
    (newest, asked) => (newest === undefined || asked.id > newest.id ? asked : newest),
    undefined,
  );
  if (last === undefined) return undefined;
  const { channel, direct, state } = last;
  return {
    ...(isOwn(last) ? {} : { by: last.user.user }),
    ...(direct ? {} : { channel }),
    ...(state === undefined ? {} : { state }),
  };
}
