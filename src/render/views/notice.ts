import type { ModalView } from '@slack/types';
import { section } from '../blocks/message.js';
import { modalView, type ViewContext } from '../blocks/modal.js';
import * as words from '../texts/views.js';

/** A view with one text, for instance why there is nothing to show. `mrkdwn`: already escaped. */
export function renderNotice(view: ViewContext, mrkdwn: string): ModalView {
  const title = TITLES[view.modal.kind];
  return modalView(view, { title, blocks: [section(mrkdwn)] });
}

/** The placeholder until a view is filled. */
export function renderWaiting(view: ViewContext): ModalView {
  return renderNotice(view, words.waiting);
}

const TITLES: Readonly<Record<ViewContext['modal']['kind'], string>> = {
  ask: words.askTitle,
  reason: words.reasonTitle,
  conversation: words.talkTitle,
  about: words.aboutTitle,
  code: words.codeTitle,
  'code-menu': words.codeTitle,
  sources: words.codeTitle,
  'code-form': words.codeTitle,
  preview: words.previewTitle,
  settings: words.settingsTitle,
};
