import type { Caller } from '../browse/caller.js';
import type { Open, Opened } from '../browse/opened.js';
import type { Reach } from '../browse/reach.js';
import type { Opening } from '../model/intent.js';
import { pagesOf } from '../render/browse/show.js';
import * as words from '../render/browse/words.js';
import { renderNotice } from '../render/views/notice.js';
import { renderTalk } from '../render/views/talk.js';
import type { TalkStore } from '../store/talks.js';
import type { Fill } from './fill.js';

export interface TalkOptions {
  readonly open: Open;
  readonly reach: Pick<Reach, 'link'>;
  readonly talks: Pick<TalkStore, 'star' | 'unstar' | 'starred'>;
  /** Their Home shows the star as well. */
  readonly refreshHome: (caller: Caller) => Promise<void>;
  /** Of the instance. */
  readonly baseUrl: string;
}

type Ours = Opened & { readonly kind: 'ours' };
export type ShowTalk = ReturnType<typeof createShowTalk>;

/** A page of a conversation that the reader was found to reach. */
export function createShowTalk({ reach, talks, baseUrl }: Omit<TalkOptions, 'open'>) {
  return async (opening: Opening, { conversation, reached }: Ours, page: number) => {
    const pages = pagesOf(conversation.questions, baseUrl);
    const { id, updatedAt: at } = reached.talk;
    const { workspace, by: user } = opening;
    const starred = (await talks.starred({ workspace, user })).includes(id);
    return renderTalk(opening, pages, { id, at, page, starred, ...(await reach.link(reached)) });
  };
}

/** A conversation to read in a view, page by page; for who may not reach it, it is not there. */
export function createTalkFill(options: TalkOptions): Fill<'talk'> {
  const { open, talks } = options;
  const showTalk = createShowTalk(options);

  async function setStar(id: number, star: boolean, caller: Caller): Promise<void> {
    const { who, at } = caller;
    await (star ? talks.star(who, id, at) : talks.unstar(who, id));
    await options.refreshHome(caller);
  }

  return async ({ id, page, star }, opening, signal) => {
    const caller = callerOf(opening, signal);
    const opened = await open({ id }, caller);
    if (opened.kind !== 'ours') return renderNotice(opening, words.notThere(false));
    if (star !== undefined) await setStar(id, star, caller);
    return showTalk(opening, opened, page);
  };
}

/** Who opened a view, as those who browse know people. */
export function callerOf(opening: Opening, signal: AbortSignal): Caller {
  const { workspace, by: user, id: visit, at } = opening;
  const place = opening.place ?? { workspace, channel: user, direct: true };
  return { who: { workspace, user }, place, visit, at, signal };
}
