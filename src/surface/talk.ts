import type { Caller } from '../browse/caller.js';
import type { Open } from '../browse/opened.js';
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

/** A conversation to read in a view, page by page; for who may not reach it, it is not there. */
export function createTalkFill({ open, reach, baseUrl }: TalkOptions): Fill<'talk'> {
  return async ({ id, page }, opening, signal) => {
    const opened = await open({ id }, callerOf(opening, signal));
    if (opened.kind !== 'ours') return renderNotice(opening, words.notThere(false));
    const pages = pagesOf(opened.conversation.questions, baseUrl);
    const { updatedAt: at } = opened.reached.talk;
    return renderTalk(opening, pages, { id, at, page, ...(await reach.link(opened.reached)) });
  };
}

/** Who opened a view, as those who browse know people. */
export function callerOf(opening: Opening, signal: AbortSignal): Caller {
  const { workspace, by: user, id: visit, at } = opening;
  const place = opening.place ?? { workspace, channel: user, direct: true };
  return { who: { workspace, user }, place, visit, at, signal };
}
