import type { KnownBlock } from '@slack/types';
import type { InstanceLink } from '../../model/instance-link.js';
import { actions, context, section } from '../message.js';
import * as words from '../texts/previews.js';
import { opens } from '../views/view.js';

export interface PreviewInput {
  readonly link: InstanceLink;
  /** The preview's. */
  readonly id: string;
  /** Which of its message's links this is, from 0. */
  readonly number: number;
  /** The lines themselves, raw: only where everybody who reads along may see them. */
  readonly code?: string;
}

/**
 * What stands below a message that holds a link: the whole channel sees it, so it says no more than
 * the link itself, and opens for each reader alone.
 */
export function renderPreview({ link, id, number, code }: PreviewInput): KnownBlock[] {
  const shown = code === undefined ? [] : [section(words.code(code))];
  const show = opens(words.showLabel, { of: 'preview', id, page: 0 }, number);
  return [section(words.title(link)), ...shown, actions([show]), context(words.onlyYou)];
}
