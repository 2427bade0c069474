import type { ModalView } from '@slack/types';
import { section } from '../blocks/message.js';
import { modalView, type ViewContext } from '../blocks/modal.js';
import * as accountTexts from '../texts/account.js';
import { title as settingsTitle } from '../texts/settings.js';
import * as viewTexts from '../texts/views.js';

/** A view with one text, for instance why there is nothing to show. `mrkdwn`: already escaped. */
export function renderNotice(view: ViewContext, mrkdwn: string): ModalView {
  const { modal } = view;
  const title = modal.kind === 'settings' ? settingsTitle(modal.level) : TITLES[modal.kind];
  return modalView(view, { title, blocks: [section(mrkdwn)] });
}

/** The placeholder until a view is filled. */
export function renderWaiting(view: ViewContext): ModalView {
  return renderNotice(view, viewTexts.waiting);
}

const TITLES: Readonly<Record<Exclude<ViewContext['modal']['kind'], 'settings'>, string>> = {
  ask: viewTexts.askTitle,
  reason: viewTexts.reasonTitle,
  conversation: viewTexts.conversationViewTitle,
  about: viewTexts.aboutTitle,
  code: viewTexts.codeTitle,
  'code-menu': viewTexts.codeTitle,
  sources: viewTexts.codeTitle,
  explore: viewTexts.codeTitle,
  'code-form': viewTexts.codeTitle,
  preview: viewTexts.previewTitle,
  connect: accountTexts.title,
  smoke: viewTexts.smokeTitle,
};
