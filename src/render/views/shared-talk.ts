import type { ModalView } from '@slack/types';
import { context, type Message } from '../message.js';
import * as browsing from '../texts/conversations.js';
import * as words from '../texts/views.js';
import { inView, turning } from './talk.js';
import { modalView, type Opened } from './view.js';

/** One page of somebody else's shared conversation; `id`: of the preview that it is read by. */
export function renderSharedTalk(
  opened: Opened,
  pages: readonly Message[],
  at: { readonly id: string; readonly page: number },
): ModalView {
  const page = Math.min(at.page, pages.length - 1);
  const turned = turning({ page, pages: pages.length }, (to) => {
    return { of: 'preview', id: at.id, page: to };
  });
  return modalView(opened, {
    title: words.talkTitle,
    blocks: [context(browsing.sharedHead), ...inView(pages[page]), ...turned],
  });
}
