import type { Button, KnownBlock } from '@slack/types';
import type { ConversationFilter } from '../../model/conversation-request.js';
import { actions, context, type Message, section } from '../blocks/message.js';
import { clip } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import * as conversationTexts from '../texts/conversations.js';
import { commandButtons } from './command-buttons.js';

/** Conversations per page. */
export const LIST_PAGE = 8;

export interface ListInput {
  readonly filter: ConversationFilter;
  readonly sortBy: 'created' | 'updated';
  /** From 0. */
  readonly page: number;
  readonly rows: readonly conversationTexts.ConversationRow[];
  readonly more: boolean;
  /** The conversations starred on the service could not be read. */
  readonly partial: boolean;
}

/** One page of conversations, as a private note with buttons. */
export function renderList(list: ListInput): Message {
  const head = conversationTexts.listHead(list.filter, list.sortBy, list.page);
  const { rows } = list;
  const lines =
    rows.length === 0
      ? [conversationTexts.listEmpty(list.filter, list.page)]
      : rows.map(conversationTexts.conversationRow);
  const missing = list.partial ? [conversationTexts.starsMissing] : [];
  const blocks: KnownBlock[] = [
    section(head),
    ...lines.map((line, i) => ({ ...section(line), ...showButton(rows[i], i) })),
    ...missing.map((line) => context(line)),
    actions(buttons(list)),
  ];
  return { text: clip([head, ...lines, ...missing].join('\n'), LIMITS.messageText), blocks };
}

function showButton(
  row: conversationTexts.ConversationRow | undefined,
  i: number,
): { accessory?: Button } {
  if (row === undefined) return {};
  const [accessory] = commandButtons(
    [{ label: conversationTexts.showConversationLabel, command: `show ${row.id}` }],
    i,
  );
  return accessory === undefined ? {} : { accessory };
}

function buttons({ filter, sortBy, page, more }: ListInput) {
  const to = (list: string, at: number) =>
    `list ${list} by ${sortBy}${at > 0 ? ` page ${at}` : ''}`;
  const others = (['mine', 'starred', 'all'] as const).filter((list) => list !== filter);
  const all = [
    ...(page > 0
      ? [{ label: conversationTexts.previousLabel, command: to(filter, page - 1) }]
      : []),
    ...(more ? [{ label: conversationTexts.nextLabel, command: to(filter, page + 1) }] : []),
    ...others.map((list) => ({ label: conversationTexts.listLabel(list), command: to(list, 0) })),
  ];
  return commandButtons(all, LIST_PAGE);
}
