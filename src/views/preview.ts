import { callFor } from '../code/link-call.js';
import type { Open } from '../conversations/opened.js';
import type { CodeLink } from '../model/instance-link.js';
import type { ViewRequest } from '../model/view-request.js';
import { pagesOf } from '../render/conversations/show.js';
import { instanceLink } from '../render/instance-link.js';
import * as browsing from '../render/texts/conversations.js';
import * as words from '../render/texts/previews.js';
import { renderNotice } from '../render/views/notice.js';
import { renderSharedTalk } from '../render/views/shared-talk.js';
import type { PreviewStore } from '../store/previews.js';
import type { Fill } from './fill.js';
import { callerOf, type ShowTalk } from './talk.js';

export interface PreviewFillOptions {
  readonly previews: Pick<PreviewStore, 'sealedLink'>;
  readonly openLink: (sealed: string) => string;
  readonly open: Open;
  readonly showTalk: ShowTalk;
  readonly showCode: Fill<'code'>;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** What a previewed link leads to, under the access of whoever clicked. */
export function createPreviewFill(options: PreviewFillOptions): Fill<'preview'> {
  const { previews, openLink, open, showTalk, showCode, baseUrl } = options;

  function code(link: CodeLink, opening: ViewRequest, signal: AbortSignal) {
    const call = callFor(link);
    if (call === undefined) return renderNotice(opening, words.noSuchCode);
    return showCode({ of: 'code', show: { call, page: 0 }, back: [] }, opening, signal);
  }

  async function talk(at: At, opening: ViewRequest, signal: AbortSignal) {
    const opened = await open({ sealedLink: at.sealedLink }, callerOf(opening, signal));
    if (opened.kind === 'nowhere') return renderNotice(opening, browsing.notThere(opened.refused));
    if (opened.kind === 'ours') return showTalk(opening, opened, at.page);
    const pages = pagesOf(opened.conversation.questions, baseUrl);
    return renderSharedTalk(opening, pages, at);
  }

  return async ({ id, page }, opening, signal) => {
    const { workspace, place } = opening;
    const channel = place?.channel ?? '';
    const sealedLink = await previews.sealedLink({ workspace, channel, id });
    if (sealedLink === undefined) return renderNotice(opening, words.previewGone);
    const link = instanceLink(openLink(sealedLink), baseUrl);
    if (link === undefined || link.kind === 'conversation') {
      return talk({ id, page, sealedLink }, opening, signal);
    }
    return code(link, opening, signal);
  };
}

interface At {
  readonly id: string;
  readonly page: number;
  readonly sealedLink: string;
}
