import type { Open } from '../browse/opened.js';
import { pagesOf } from '../render/browse/show.js';
import * as browsing from '../render/browse/words.js';
import * as words from '../render/previews/words.js';
import { renderNotice } from '../render/views/notice.js';
import { renderSharedTalk } from '../render/views/shared-talk.js';
import type { PreviewStore } from '../store/previews.js';
import type { Fill } from './fill.js';
import { callerOf, type ShowTalk } from './talk.js';

export interface PreviewFillOptions {
  readonly previews: Pick<PreviewStore, 'sealedLink'>;
  readonly open: Open;
  readonly showTalk: ShowTalk;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** What a previewed link leads to, under the access of whoever clicked. */
export function createPreviewFill(options: PreviewFillOptions): Fill<'preview'> {
  const { previews, open, showTalk, baseUrl } = options;
  return async ({ id, page }, opening, signal) => {
    const { workspace, place } = opening;
    const channel = place?.channel ?? '';
    const sealedLink = await previews.sealedLink({ workspace, channel, id });
    if (sealedLink === undefined) return renderNotice(opening, words.previewGone());
    const opened = await open({ sealedLink }, callerOf(opening, signal));
    if (opened.kind === 'nowhere') return renderNotice(opening, browsing.notThere(opened.refused));
    if (opened.kind === 'ours') return showTalk(opening, opened, page);
    const pages = pagesOf(opened.conversation.questions, baseUrl);
    return renderSharedTalk(opening, pages, { id, page });
  };
}
