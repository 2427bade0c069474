import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { ConversationAction, Modal } from '../../model/modal.js';
import { actions, context, type Message, section } from '../blocks/message.js';
import { modalView, replaceViewButton, type ViewContext } from '../blocks/modal.js';
import { simplify } from '../question/simplify.js';
import * as conversationTexts from '../texts/conversations.js';
import { conversationViewTitle } from '../texts/views.js';

export interface ConversationViewInput {
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

type ConversationModal = Modal & { readonly kind: 'conversation' };

/** One page of a conversation, with buttons to other pages and for what can be done with it. */
export function renderConversationView(
  view: ViewContext,
  pages: readonly Message[],
  input: ConversationViewInput,
): ModalView {
  const { id, starred, mayDelete } = input;
  const page = Math.min(input.page, pages.length - 1);
  const facts = conversationTexts.conversationFacts({ ...input, page, pages: pages.length });
  const modal = { kind: 'conversation', id, page } as const;
  const paging = pageButtons({ page, pages: pages.length }, (index) => ({ ...modal, page: index }));
  const star = replaceViewButton(
    conversationTexts.starLabel(starred),
    { ...modal, star: !starred },
    'star',
  );
  const actionButtons = conversationActions(modal, mayDelete);
  return modalView(
    { ...view, modal },
    {
      title: conversationViewTitle,
      blocks: [
        context(facts),
        ...viewBlocks(pages[page]),
        actions([...paging, star, ...actionButtons]),
      ],
    },
  );
}

/** One page of a conversation that was shared from elsewhere; `id`: of the preview that opens it. */
export function renderSharedConversationView(
  view: ViewContext,
  pages: readonly Message[],
  at: { readonly id: string; readonly page: number },
): ModalView {
  const page = Math.min(at.page, pages.length - 1);
  const paging = pageButtons({ page, pages: pages.length }, (index) => ({
    kind: 'preview',
    id: at.id,
    page: index,
  }));
  return modalView(view, {
    title: conversationViewTitle,
    blocks: [
      context(conversationTexts.sharedHead),
      ...viewBlocks(pages[page]),
      ...(paging.length === 0 ? [] : [actions(paging)]),
    ],
  });
}

/** The view then shows the action's result in place of the page. */
function conversationActions(modal: ConversationModal, mayDelete: boolean): Button[] {
  const to = (label: string, action: ConversationAction) =>
    replaceViewButton(label, { ...modal, action }, action);
  return [
    to(conversationTexts.shareLinkLabel, 'share'),
    to(conversationTexts.exportLabel, 'export'),
    ...(mayDelete ? [danger(to(conversationTexts.deleteLabel, 'delete'))] : []),
  ];
}

/** An action's result, and the way back. `modal`: absent if the conversation was deleted. */
export function renderActionResult(
  view: ViewContext,
  result: Message,
  modal?: ConversationModal,
): ModalView {
  const blocks = result.blocks.filter(({ type }) => type !== 'actions');
  const back =
    modal === undefined
      ? []
      : [actions([replaceViewButton(conversationTexts.backToConversationLabel, modal)])];
  return modalView(view, { title: conversationViewTitle, blocks: [...blocks, ...back] });
}

/** Asks before the conversation is deleted. */
export function renderDeleteView(
  view: ViewContext,
  question: Message,
  modal: ConversationModal,
): ModalView {
  const sure = replaceViewButton(
    conversationTexts.deleteLabel,
    { ...modal, action: 'delete-for-good' },
    'sure',
  );
  const keep = replaceViewButton(conversationTexts.keepLabel, modal, 'keep');
  const blocks = [section(question.text), actions([danger(sure), keep])];
  return modalView(view, { title: conversationViewTitle, blocks });
}

function danger(button: Button): Button {
  return { ...button, style: 'danger' };
}

/** Views have no Markdown and table blocks, so a page with them is rendered in a plainer form. */
function viewBlocks(page: Message = { text: '', blocks: [] }): readonly KnownBlock[] {
  const rich = page.blocks.some(({ type }) => type === 'markdown');
  return ((rich ? simplify(page) : undefined) ?? page).blocks;
}

function pageButtons(
  { page, pages }: { readonly page: number; readonly pages: number },
  modalFor: (page: number) => Modal,
): Button[] {
  const to = (label: string, index: number) => replaceViewButton(label, modalFor(index), index);
  return [
    ...(page > 0 ? [to(conversationTexts.previousLabel, page - 1)] : []),
    ...(page < pages - 1 ? [to(conversationTexts.nextLabel, page + 1)] : []),
  ];
}
