import type { KnownBlock, ModalView } from '@slack/types';
import type { Modal } from '../../model/modal.js';
import * as browsing from '../browse/words.js';
import { actions, context, type Message } from '../message.js';
import { plainer } from '../plainer.js';
import { modalView, type Opened, turnsTo } from './view.js';
import * as words from './words.js';

export interface TalkInput {
  readonly id: number;
  /** When it was last asked in, ms since the epoch. */
  readonly at: number;
  /** From 0. */
  readonly page: number;
  /** Of its thread in Slack. */
  readonly link?: string;
}

/** One page of a conversation, and the way to the next and the one before. */
export function renderTalk(opened: Opened, pages: readonly Message[], talk: TalkInput): ModalView {
  const { id } = talk;
  const page = Math.min(talk.page, pages.length - 1);
  const head = browsing.facts({ ...talk, page, pages: pages.length, starred: false });
  const turned = turning({ page, pages: pages.length }, (at) => ({ of: 'talk', id, page: at }));
  return modalView(opened, {
    title: words.talkTitle(),
    blocks: [context(head), ...inView(pages[page]), ...turned],
  });
}

/** Of Markdown and tables Slack knows in messages only. */
export function inView(page: Message = { text: '', blocks: [] }): readonly KnownBlock[] {
  return (plainer(page) ?? page).blocks;
}

/** The way to the page before and the next. */
export function turning(
  { page, pages }: { readonly page: number; readonly pages: number },
  modalAt: (page: number) => Modal,
): KnownBlock[] {
  const to = (label: string, at: number) => turnsTo(label, modalAt(at), at);
  const buttons = [
    ...(page > 0 ? [to(browsing.previousLabel(), page - 1)] : []),
    ...(page < pages - 1 ? [to(browsing.nextLabel(), page + 1)] : []),
  ];
  return buttons.length === 0 ? [] : [actions(buttons)];
}
