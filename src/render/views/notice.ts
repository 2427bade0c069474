import type { ModalView } from '@slack/types';
import { section } from '../message.js';
import * as words from '../texts/views.js';
import { modalView, type Opened } from './view.js';

/** A view that says one thing, such as why there is nothing to see; `mrkdwn`: already escaped. */
export function renderNotice(opened: Opened, mrkdwn: string): ModalView {
  const title = TITLES[opened.modal.of];
  return modalView(opened, { title, blocks: [section(mrkdwn)] });
}

/** What stands in a view until it is filled. */
export function renderWaiting(opened: Opened): ModalView {
  return renderNotice(opened, words.waiting);
}

const TITLES: Readonly<Record<Opened['modal']['of'], string>> = {
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
