import type { Caller } from '../browse/caller.js';
import type { Open, Opened } from '../browse/opened.js';
import type { Reach } from '../browse/reach.js';
import type { Opening } from '../model/intent.js';
import { pagesOf } from '../render/browse/show.js';
import * as words from '../render/browse/words.js';
import { renderNotice } from '../render/views/notice.js';
import { renderTalk } from '../render/views/talk.js';
import type { Fill } from './fill.js';

export interface TalkOptions {
  readonly open: Open;
  readonly reach: Pick<Reach, 'link'>;
  /** Of the instance. */
  readonly baseUrl: string;
}

type Ours = Opened & { readonly kind: 'ours' };
export type ShowTalk = ReturnType<typeof createShowTalk>;

/** A page of a conversation that the reader was found to reach. */
export function createShowTalk({ reach, baseUrl }: Omit<TalkOptions, 'open'>) {
  return async (opening: Opening, { conversation, reached }: Ours, page: number) => {
    const pages = pagesOf(conversation.questions, baseUrl);
    const { id, updatedAt: at } = reached.talk;
    return renderTalk(opening, pages, { id, at, page, ...(await reach.link(reached)) });
  };
}

/** A conversation to read in a view, page by page; for who may not reach it, it is not there. */
export function createTalkFill(options: TalkOptions): Fill<'talk'> {
  const showTalk = createShowTalk(options);
  return async ({ id, page }, opening, signal) => {
    const opened = await options.open({ id }, callerOf(opening, signal));
    if (opened.kind !== 'ours') return renderNotice(opening, words.notThere(false));
    return showTalk(opening, opened, page);
  };
}

/** Who opened a view, as those who browse know people. */
export function callerOf(opening: Opening, signal: AbortSignal): Caller {
  const { workspace, by: user, id: visit, at } = opening;
  const place = opening.place ?? { workspace, channel: user, direct: true };
  return { who: { workspace, user }, place, visit, at, signal };
}
