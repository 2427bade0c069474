import type { CodeTurn } from '../../model/code.js';
import { type Layout, movesOf, pagesOf } from './layout.js';
import type { Sheet } from './sheet.js';
import { nameOf } from './turn.js';

/** Everything that the buttons of a page lead to, itself included. */
export function offered(sheet: Sheet, turn: CodeTurn, layout: Layout): CodeTurn[] {
  const leads = sheet.items.flatMap(({ leads }) => (leads ? [{ call: leads.call, page: 0 }] : []));
  const moves = movesOf(sheet, turn, pagesOf(sheet, layout).length).map((move) => move.turn);
  return [turn, ...moves, ...leads];
}

export function named(turn: CodeTurn): [string, CodeTurn] {
  return [nameOf(turn), turn];
}
