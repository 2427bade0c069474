import { safeCut } from '../format/escape.js';
import { longestPrefix, type SplitBudget } from './budget.js';
import { fenced } from './fence.js';
import type { Piece } from './sanitize.js';

/** Each piece in a fence like the first, with its language. */
export function splitCode(markdown: string, room: SplitBudget): Piece[] {
  const { open, lines, close } = fenced(markdown);
  const info = room.cost(open) > room.full / 4 ? close : open;
  const wrap = (body: string) => `${info}\n${body}\n${close}`;
  const overhead = room.cost(wrap(''));
  const inner = { ...room, first: room.first - overhead, full: room.full - overhead };
  return chunks(lines, '\n', inner).map((body) => ({ kind: 'code', markdown: wrap(body) }));
}

/** Joins as many units as fit; a unit that fits nowhere is cut between characters. */
function chunks(units: readonly string[], glue: string, room: SplitBudget): string[] {
  const found: string[] = [];
  let current: string[] = [];
  let left = room.first;
  const flush = () => {
    if (current.length > 0) found.push(current.join(glue));
    current = [];
    left = room.full;
  };
  for (const unit of units.flatMap((whole) => characters(whole, room))) {
    const cost = room.cost(unit + glue);
    if (cost > left) flush();
    current.push(unit);
    left -= cost;
  }
  flush();
  return found;
}

/** Almost always the unit itself. */
function characters(unit: string, room: SplitBudget): string[] {
  const most = Math.min(room.full, Math.max(room.first, room.full / 3)) - 8;
  const found: string[] = [];
  let rest = unit;
  while (room.cost(rest) > most) {
    const at = wordCut(rest, longestPrefix(rest, most, room));
    found.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...found, rest];
}

/** After a blank that is near, else between characters. */
function wordCut(line: string, max: number): number {
  const blank = line.lastIndexOf(' ', max - 1) + 1;
  return blank > max * 0.8 ? blank : safeCut(line, max);
}
