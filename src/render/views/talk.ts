import type { Button, ModalView } from '@slack/types';
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

/** One page of a conversation, and the way to the next and the one before. */
export function renderTalk(opened: Opened, pages: readonly Message[], talk: TalkInput): ModalView {
  const page = Math.min(talk.page, pages.length - 1);
  const shown = pages[page] ?? { text: '', blocks: [] };
  // Of Markdown and tables Slack knows in messages only.
  const { blocks } = plainer(shown) ?? shown;
  const head = browsing.facts({ ...talk, page, pages: pages.length });
  const modal = { of: 'talk' as const, id: talk.id, page };
  return modalView(
    { ...opened, modal },
    {
      title: words.talkTitle(),
      blocks: [context(head), ...blocks, actions(buttons(talk, page, pages.length))],
    },
  );
}

function buttons({ id, starred }: TalkInput, page: number, pages: number): Button[] {
  const to = (label: string, at: number, i: number) =>
    turnsTo(label, { of: 'talk', id, page: at }, i);
  const star = { of: 'talk', id, page, star: !starred } as const;
  return [
    ...(page > 0 ? [to(browsing.previousLabel(), page - 1, 0)] : []),
    ...(page < pages - 1 ? [to(browsing.nextLabel(), page + 1, 1)] : []),
    turnsTo(browsing.starLabel(starred), star, 2),
  ];
}
