import type { SplitBudget } from './budget.js';
import { BLANK_LINE, joinPieces, type Piece, separatorBetween } from './sanitize.js';
import { split } from './split.js';
import { countTables, hasOneTableAtMost } from './table-limits.js';

export interface Budget {
  /** What the first part may cost; later ones have `full`. */
  readonly first: number;
  readonly full: number;
  readonly cost: (markdown: string) => number;
}

/**
 * Packs pieces into parts, in order. A piece stays whole where any part could hold it; a heading
 * stays with what follows. A part has one table at most, since Slack refuses a message with two:
 * https://docs.slack.dev/reference/block-kit/blocks/table-block
 */
export function pack(pieces: readonly Piece[], budget: Budget): string[] {
  const packer = new Packer(budget);
  const waiting = pieces.toReversed();
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (packer.add(piece)) continue;
    for (const next of packer.makeRoom(piece).toReversed()) waiting.push(next);
  }
  return packer.finish();
}

class Packer {
  readonly #parts: string[] = [];
  #current: Piece[] = [];
  #used = 0;
  #tables = 0;

  constructor(private readonly budget: Budget) {}

  add(piece: Piece): boolean {
    const cost = this.budget.cost(this.#separator(piece) + piece.markdown);
    if (this.#used + cost > this.#room() || !hasOneTableAtMost(piece)) return false;
    const tables = this.#tables + countTables(piece);
    if (tables > 1) return false;
    this.#current.push(piece);
    this.#used += cost;
    this.#tables = tables;
    return true;
  }

  /** Called after `add` said no: closes the part or divides the piece; what to add instead. */
  makeRoom(piece: Piece): Piece[] {
    const fitsAlone =
      this.budget.cost(piece.markdown) <= this.budget.full && hasOneTableAtMost(piece);
    const left = this.#room() - this.#used - this.budget.cost(BLANK_LINE);
    if (this.#current.length > 0 && (fitsAlone || left < this.budget.full / 3)) {
      return [...this.#close(), piece];
    }
    const room: SplitBudget = { ...this.budget, first: left, depth: piece.depth ?? 0 };
    const [head, ...rest] = split(piece, room);
    if (head === undefined) return rest;
    return [
      piece.separator === undefined ? head : { ...head, separator: piece.separator },
      ...rest,
    ];
  }

  finish(): string[] {
    this.#flush(this.#current);
    return this.#parts;
  }

  /** Headings at its end go along to the next part. */
  #close(): Piece[] {
    const last = this.#current.findLastIndex(({ kind }) => kind !== 'heading');
    const kept = last < 0 ? this.#current.length : last + 1;
    const moved = this.#current.slice(kept);
    this.#flush(this.#current.slice(0, kept));
    return moved;
  }

  #flush(pieces: Piece[]): void {
    const text = joinPieces(pieces);
    if (text.trim() !== '') this.#parts.push(text);
    this.#current = [];
    this.#used = 0;
    this.#tables = 0;
  }

  #room(): number {
    return this.#parts.length === 0 ? this.budget.first : this.budget.full;
  }

  #separator(piece: Piece): string {
    const before = this.#current.at(-1);
    return before === undefined ? '' : separatorBetween(before, piece);
  }
}
