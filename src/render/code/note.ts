import type { KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { CodePage } from '../../model/code.js';
import { clip } from '../format/escape.js';
import { LIMITS, MESSAGE_BUDGET } from '../format/limits.js';
import { fenceFor } from '../markdown/fence.js';
import { actions, button, context, type Message, section } from '../message.js';
import * as words from '../texts/code.js';
import { opens } from '../views/view.js';
import { footBlocks, itemBlocks, movesOf, type Pages, pagesOf } from './layout.js';
import type { Code, Sheet } from './sheet.js';
import { shown, turnValue } from './turn.js';

/** Room for the head, the foot and the buttons. */
const AROUND = 3_000;

/** Of code in a note, as `layout.ts` weighs it. */
export const NOTE_ROOM = MESSAGE_BUDGET - AROUND - 500;

/** Its button's number: none of the items has it. */
const EXPLORE = 900;

/** Its pages are those of a view as well, so that one explores from where one is. */
export const NOTE: Pages = {
  budget: MESSAGE_BUDGET - AROUND,
  blocks: LIMITS.blocks - 5,
  code: fencedCode,
  lead: ({ label, call }, at) => opens(label, { of: 'code', show: shown({ call, page: 0 }) }, at),
};

function fencedCode({ text, language }: Code): KnownBlock {
  const fence = fenceFor(text);
  return { type: 'markdown', text: `${fence}${language}\n${text}\n${fence}` };
}

/** A page of what came of a call, to the caller alone. */
export function renderNote(sheet: Sheet, turn: CodePage): Message {
  const { blocks, text } = sheetBlocks(sheet, turn);
  const share = button(words.shareLabel, { id: ACTIONS.codeShare, value: turnValue(turn) });
  const pages = pagesOf(sheet, NOTE).length;
  const moves = movesOf(sheet, turn, pages).map((move, i) =>
    button(move.label, { id: `${ACTIONS.codeTurn}.${i}`, value: turnValue(move.turn) }),
  );
  const explore = opens(words.exploreLabel, { of: 'code', show: shown(turn) }, EXPLORE);
  const shares = sheet.items.length === 0 ? [] : [explore, share];
  const buttons = [...moves, ...shares];
  return { text, blocks: buttons.length === 0 ? blocks : [...blocks, actions(buttons)] };
}

/** The same for all to see, with who shared it; nothing in it can be pressed. */
export function renderShared(sheet: Sheet, turn: CodePage, by: string): Message {
  const bare = { ...sheet, items: sheet.items.map(({ leads: _leads, ...item }) => item) };
  const { blocks, text } = sheetBlocks(bare, turn);
  return { text, blocks: [context(words.sharedBy(by)), ...blocks] };
}

function sheetBlocks(sheet: Sheet, turn: CodePage): Message {
  const pages = pagesOf(sheet, NOTE);
  const page = Math.min(turn.page, Math.max(0, pages.length - 1));
  const items = pages[page] ?? [];
  const head = [sheet.head, words.page(page, pages.length)].filter((it) => it !== '').join(' · ');
  return {
    text: clip(head, LIMITS.messageText),
    blocks: [
      section(head),
      ...items.flatMap((item, i) => itemBlocks(item, NOTE, i)),
      ...footBlocks(sheet),
    ],
  };
}
