import type { DeepSearch } from '../deepsearch/client.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import { LIST_PAGE, type ListInput, renderList } from '../render/conversations/list.js';
import type { Message } from '../render/message.js';
import type { TalkStore } from '../store/talks.js';
import type { Caller } from './caller.js';
import type { Reach, Reached } from './reach.js';

export interface FindOptions {
  readonly talks: TalkStore;
  readonly instance: Pick<DeepSearch, 'list'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
  readonly reach: Reach;
}

type List = Omit<ConversationCommand & { readonly do: 'list' }, 'do'> & {
  /** Words that a title must have. */
  readonly search?: string | undefined;
};

export type Find = ReturnType<typeof createFind>;

/** So many of the service's own stars are looked at. */
const MOST_STARRED = 100;

/** Finds a page of the conversations that the caller may reach. */
export function createFind({ talks, instance, credentialFor, reach }: FindOptions) {
  /** The service's own stars; undefined where it does not tell now. */
  async function starredThere({ who, signal }: Caller): Promise<number[] | undefined> {
    try {
      const token = await credentialFor(who);
      const filter = { starred: true };
      const page = await instance.list({ token, signal, filter, pageSize: MOST_STARRED });
      return page.conversations.map(({ id }) => id);
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  async function ids(
    which: List['which'],
    who: WorkspaceUser,
    there: readonly number[],
  ): Promise<number[]> {
    if (which === 'mine') return talks.of(who);
    if (which === 'all') return [...new Set([...(await talks.of(who)), ...(await here(who))])];
    return [...new Set([...(await talks.starred(who)), ...there])];
  }

  const here = (who: WorkspaceUser) => talks.inWorkspace(who.workspace);

  /** Only what is shown is asked about: whether a channel is public may take a call to Slack. */
  async function pageOf(
    all: readonly ConversationRecord[],
    who: WorkspaceUser,
    page: number,
  ): Promise<Found> {
    const wanted = (page + 1) * LIST_PAGE;
    const found: Reached[] = [];
    for (const talk of all) {
      const reached = await reach.judge(talk, who);
      if (reached !== undefined) found.push(reached);
      if (found.length > wanted) break;
    }
    return { rows: found.slice(page * LIST_PAGE, wanted), more: found.length > wanted };
  }

  return async (list: List, caller: Caller): Promise<ListInput> => {
    const { who } = caller;
    const there = list.which === 'starred' ? await starredThere(caller) : [];
    const all = await Promise.all((await ids(list.which, who, there ?? [])).map(talks.load));
    const wanted = all.filter((talk) => talk !== undefined).filter(hasWords(list.search));
    const { rows, more } = await pageOf(wanted.sort(newestFirst(list.by)), who, list.page);
    const stars = new Set([...(await talks.starred(who)), ...(there ?? [])]);
    const shown = rows.map(async (reached) => {
      const { id, title, createdAt, updatedAt } = reached.talk;
      const at = list.by === 'created' ? createdAt : updatedAt;
      return { id, title, at, starred: stars.has(id), ...(await reach.link(reached)) };
    });
    const partial = there === undefined;
    return { ...list, more, partial, rows: await Promise.all(shown) };
  };
}

/** The same as a private note. */
export function createList(find: Find) {
  return async (list: List, caller: Caller): Promise<Message> =>
    renderList(await find(list, caller));
}

function hasWords(search = ''): (talk: ConversationRecord) => boolean {
  const wanted = search.toLowerCase().split(/\s+/);
  return ({ title }) => wanted.every((word) => title.toLowerCase().includes(word));
}

interface Found {
  readonly rows: readonly Reached[];
  readonly more: boolean;
}

function newestFirst(by: List['by']): (a: ConversationRecord, b: ConversationRecord) => number {
  const at = (talk: ConversationRecord) => (by === 'created' ? talk.createdAt : talk.updatedAt);
  return (a, b) => at(b) - at(a) || b.id - a.id;
}
