import type { CodePage } from '../../model/code.js';
import { movesOf, pagesOf } from './layout.js';
import { NOTE } from './note.js';
import type { Sheet } from './sheet.js';
import { nameOf } from './turn.js';

/** Everything that the buttons of a page lead to, itself included. */
export function offered(sheet: Sheet, turn: CodePage): CodePage[] {
  const leads = sheet.items.flatMap(({ leads }) => (leads ? [{ call: leads.call, page: 0 }] : []));
  const moves = movesOf(sheet, turn, pagesOf(sheet, NOTE).length).map((move) => move.turn);
  return [turn, ...moves, ...leads];
}

export function named(turn: CodePage): [string, CodePage] {
  return [nameOf(turn), turn];
}
