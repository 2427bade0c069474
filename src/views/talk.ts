import type { Caller } from '../conversations/caller.js';
import type { Export } from '../conversations/export.js';
import type { Keep } from '../conversations/keep.js';
import type { Open, Opened } from '../conversations/opened.js';
import type { Reach, Reached } from '../conversations/reach.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import { pagesOf } from '../render/conversations/show.js';
import * as words from '../render/texts/conversations.js';
import { renderNotice } from '../render/views/notice.js';
import { renderTalk, renderTalkDeed, renderTalkDelete } from '../render/views/talk.js';
import type { TalkStore } from '../store/talks.js';
import type { Fill } from './fill.js';

export interface TalkOptions {
  readonly open: Open;
  /** What is done to one conversation, as by a subcommand: who may is asked there. */
  readonly keep: Keep;
  readonly exported: Export;
  readonly policy: Pick<Policy, 'isAdmin'>;
  readonly reach: Pick<Reach, 'link'>;
  readonly talks: Pick<TalkStore, 'star' | 'unstar' | 'starred'>;
  /** Their Home shows the star as well. */
  readonly refreshHome: (caller: Caller) => Promise<void>;
  /** Of the instance. */
  readonly baseUrl: string;
}

type Ours = Opened & { readonly kind: 'ours' };
type TalkModal = Modal & { readonly of: 'conversation' };
export type ShowTalk = ReturnType<typeof createShowTalk>;
type Showing = Pick<TalkOptions, 'reach' | 'talks' | 'policy' | 'baseUrl'>;

/** A page of a conversation that the reader was found to reach. */
export function createShowTalk({ reach, talks, policy, baseUrl }: Showing) {
  return async (opening: ViewRequest, { conversation, reached }: Ours, page: number) => {
    const pages = pagesOf(conversation.questions, baseUrl);
    const { id, updatedAt: at } = reached.talk;
    const { workspace, user } = opening;
    const starred = (await talks.starred({ workspace, user })).includes(id);
    const mayDelete = await mayDeleteBy(policy, reached, { workspace, user });
    const about = { id, at, page, starred, mayDelete, ...(await reach.link(reached)) };
    return renderTalk(opening, pages, about);
  };
}

async function mayDeleteBy(
  policy: TalkOptions['policy'],
  { asked }: Reached,
  { workspace, user }: WorkspaceUser,
): Promise<boolean> {
  return asked || policy.isAdmin(workspace, user);
}

/** What a reader does to the conversation in their view, which shows what came of it. */
function createTalkDeeds({ keep, exported, policy, refreshHome }: TalkOptions) {
  return async (
    opening: ViewRequest,
    { does, ...talk }: TalkModal,
    by: { ours: Ours; caller: Caller },
  ) => {
    const { ours, caller } = by;
    const of = { id: talk.id };
    if (does === 'export') return renderTalkDeed(opening, await exported(of, caller), talk);
    if (does === 'share') {
      return renderTalkDeed(opening, await keep({ do: 'share', of }, caller), talk);
    }
    const sure = does === 'delete-for-good';
    const done = await keep({ do: 'delete', of, sure }, caller);
    if (!(await mayDeleteBy(policy, ours.reached, caller.who)))
      return renderTalkDeed(opening, done, talk);
    if (!sure) return renderTalkDelete(opening, done, talk);
    await refreshHome(caller);
    return renderTalkDeed(opening, done);
  };
}

/** A conversation to read in a view, page by page; for who may not reach it, it is not there. */
export function createTalkFill(options: TalkOptions): Fill<'conversation'> {
  const { open, talks } = options;
  const showTalk = createShowTalk(options);
  const perform = createTalkDeeds(options);

  async function setStar(id: number, star: boolean, caller: Caller): Promise<void> {
    const { who, at } = caller;
    await (star ? talks.star(who, id, at) : talks.unstar(who, id));
    await options.refreshHome(caller);
  }

  return async (modal, opening, signal) => {
    const { id, page, star, does } = modal;
    const caller = callerOf(opening, signal);
    const opened = await open({ id }, caller);
    if (opened.kind !== 'ours') return renderNotice(opening, words.notThere(false));
    if (does !== undefined) return perform(opening, modal, { ours: opened, caller });
    if (star !== undefined) await setStar(id, star, caller);
    return showTalk(opening, opened, page);
  };
}

/** Who opened a view, as those who browse know people. */
export function callerOf(opening: ViewRequest, signal: AbortSignal): Caller {
  const { workspace, user, id: visit, at } = opening;
  const place = opening.place ?? { workspace, channel: user, direct: true };
  return { who: { workspace, user }, place, visit, at, signal };
}
