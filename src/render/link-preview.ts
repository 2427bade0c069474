import type { KnownBlock } from '@slack/types';
import type { InstanceLink } from '../model/instance-link.js';
import { actions, context, section } from './blocks/message.js';
import { openViewButton } from './blocks/modal.js';
import * as previewTexts from './texts/previews.js';

export interface LinkPreviewInput {
  readonly link: InstanceLink;
  /** Of the preview. */
  readonly id: string;
  /** Which of its message's links this is, from 0. */
  readonly number: number;
  /** The lines themselves, raw; only in channels whose members may all see code. */
  readonly code?: string;
  /** Of a commit, raw; only there too. */
  readonly subject?: string;
}

/** The preview in the composer, where buttons have no message to belong to. */
export function renderDraftPreview(link: InstanceLink): KnownBlock[] {
  return [section(previewTexts.linkTitle(link))];
}

/**
 * The preview below a message with a link. The whole channel sees it, so it says no more than the
 * link itself; its button opens a view for the user who clicks.
 */
export function renderLinkPreview(preview: LinkPreviewInput): KnownBlock[] {
  const { link, id, number, code, subject } = preview;
  const shown = code === undefined ? [] : [section(previewTexts.codeBlock(code))];
  const show = openViewButton(
    previewTexts.openPreviewLabel,
    { kind: 'preview', id, page: 0 },
    number,
  );
  return [
    section(previewTexts.linkTitle(link, subject)),
    ...shown,
    actions([show]),
    context(previewTexts.onlyYouNote),
  ];
}
