import type { Button, KnownBlock, ModalView } from '@slack/types';
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
  readonly starred: boolean;
  /** Of its thread in Slack. */
  readonly link?: string;
}

/** One page of a conversation, the way to the next and the one before, and its star. */
export function renderTalk(opened: Opened, pages: readonly Message[], talk: TalkInput): ModalView {
  const { id, starred } = talk;
  const page = Math.min(talk.page, pages.length - 1);
  const head = browsing.facts({ ...talk, page, pages: pages.length });
  const modal = { of: 'talk', id, page } as const;
  const turned = turns({ page, pages: pages.length }, (at) => ({ ...modal, page: at }));
  const star = turnsTo(browsing.starLabel(starred), { ...modal, star: !starred }, 'star');
  return modalView(
    { ...opened, modal },
    {
      title: words.talkTitle(),
      blocks: [context(head), ...inView(pages[page]), actions([...turned, star])],
    },
  );
}

/** Of Markdown and tables Slack knows in messages only. */
export function inView(page: Message = { text: '', blocks: [] }): readonly KnownBlock[] {
  return (plainer(page) ?? page).blocks;
}

interface Standing {
  readonly page: number;
  readonly pages: number;
}

/** The way to the page before and the next. */
export function turning(at: Standing, modalAt: (page: number) => Modal): KnownBlock[] {
  const buttons = turns(at, modalAt);
  return buttons.length === 0 ? [] : [actions(buttons)];
}

function turns({ page, pages }: Standing, modalAt: (page: number) => Modal): Button[] {
  const to = (label: string, at: number) => turnsTo(label, modalAt(at), at);
  return [
    ...(page > 0 ? [to(browsing.previousLabel(), page - 1)] : []),
    ...(page < pages - 1 ? [to(browsing.nextLabel(), page + 1)] : []),
  ];
}
