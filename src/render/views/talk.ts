import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { ConversationAction, Modal } from '../../model/modal.js';
import { actions, context, type Message, section } from '../message.js';
import { plainer } from '../plainer.js';
import * as browsing from '../texts/conversations.js';
import * as words from '../texts/views.js';
import { modalView, type Opened, turnsTo } from './view.js';

export interface TalkInput {
  readonly id: number;
  /** When it was last asked in, ms since the epoch. */
  readonly at: number;
  /** From 0. */
  readonly page: number;
  readonly starred: boolean;
  readonly mayDelete: boolean;
  /** Of its thread in Slack. */
  readonly link?: string;
}

/** One page of a conversation, the way to the next and the one before, and what can be done to it. */
export function renderTalk(opened: Opened, pages: readonly Message[], talk: TalkInput): ModalView {
  const { id, starred } = talk;
  const page = Math.min(talk.page, pages.length - 1);
  const head = browsing.facts({ ...talk, page, pages: pages.length });
  const modal = { of: 'conversation', id, page } as const;
  const turned = turns({ page, pages: pages.length }, (at) => ({ ...modal, page: at }));
  const star = turnsTo(browsing.starLabel(starred), { ...modal, star: !starred }, 'star');
  return modalView(
    { ...opened, modal },
    {
      title: words.talkTitle,
      blocks: [
        context(head),
        ...inView(pages[page]),
        actions([...turned, star, ...deeds(modal, talk)]),
      ],
    },
  );
}

type TalkModal = Modal & { readonly of: 'conversation' };

/** Each shows what came of it in place of the page. */
function deeds(modal: TalkModal, { mayDelete }: TalkInput): Button[] {
  const to = (label: string, does: ConversationAction) => turnsTo(label, { ...modal, does }, does);
  return [
    to(browsing.shareLabel, 'share'),
    to(browsing.exportLabel, 'export'),
    ...(mayDelete ? [danger(to(browsing.deleteLabel, 'delete'))] : []),
  ];
}

/** What came of it, for the reader alone, and the way back. `talk`: absent where it is gone. */
export function renderTalkDeed(opened: Opened, done: Message, talk?: TalkModal): ModalView {
  const back = talk === undefined ? [] : [actions([turnsTo(browsing.backToTalkLabel, talk)])];
  const said = done.blocks.filter(({ type }) => type !== 'actions');
  return modalView(opened, { title: words.talkTitle, blocks: [...said, ...back] });
}

/** Asks before it is deleted. */
export function renderTalkDelete(opened: Opened, asked: Message, talk: TalkModal): ModalView {
  const sure = turnsTo(browsing.deleteLabel, { ...talk, does: 'delete-for-good' }, 'sure');
  const keep = turnsTo(browsing.keepLabel, talk, 'keep');
  const blocks = [section(asked.text), actions([danger(sure), keep])];
  return modalView(opened, { title: words.talkTitle, blocks });
}

function danger(button: Button): Button {
  return { ...button, style: 'danger' };
}

/** Of Markdown and tables Slack knows in messages only. */
export function inView(page: Message = { text: '', blocks: [] }): readonly KnownBlock[] {
  const rich = page.blocks.some(({ type }) => type === 'markdown');
  return ((rich ? plainer(page) : undefined) ?? page).blocks;
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
    ...(page > 0 ? [to(browsing.previousLabel, page - 1)] : []),
    ...(page < pages - 1 ? [to(browsing.nextLabel, page + 1)] : []),
  ];
}
