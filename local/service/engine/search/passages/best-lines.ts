import { termsOf } from '../../../index/terms.js';
import { type AskedShape, shapeScore } from '../text/asked-shape.js';
import { isCommentLine } from './doc-comment.js';
import type { SourceFile } from './source-file.js';

export interface LineChoice {
  readonly file: SourceFile;
  /** The numbers of the lines to choose from, in their order. */
  readonly lines: readonly number[];
  /** The terms of the question, by how much each says. */
  readonly weights: ReadonlyMap<string, number>;
  readonly shapes: ReadonlySet<AskedShape>;
  /** How many rows there are, those of “…” among them. */
  readonly room: number;
  /** Lines that were found to say most. */
  readonly near?: { readonly start: number; readonly end: number };
}

const DOCSTRING = /^\s*(?:"""|''')/;
const CONDITION =
  /^\s*(?:\}\s*)?(?:if|else|elif|elsif|elseif|unless|case|default|when|switch|match|guard|while|for|try|catch|except|rescue|ensure|finally)\b|=>\s*\{?\s*$/;
const OTHERWISE = /^\s*(?:\}\s*)?(?:else|elif|elsif|elseif|default|catch|except|rescue|_ =>)/;
const OUTCOME =
  /^\s*(?:return|throw|raise|panic!?|yield|break|continue|abort|exit|reject|fail)\b|\b(?:Err|throw|raise|reject|panic!?)\b/;
const LOGGING = /\b(?:log|logger|debug|console|assert\w*|trace)\b/i;
/** What a comment says is seen less well than what the code does. */
const COMMENT_FACTOR = 0.7;
const SHAPE_FACTOR = 0.8;
const NEAR_FACTOR = 2;
/** Of the score of a condition, what its first lines and its outcome get. */
const BODY_SHARE = 0.35;
const OUTCOME_SHARE = 0.5;
const OTHERWISE_SHARE = 0.25;
/** Of the score of a line, what the line gets that its block begins with. */
const HEAD_SHARE = 0.35;
/** Of the best line of a comment, what the code gets that it is about. */
const COMMENT_SHARE = 0.5;
/** Of the most telling word of the question: lines in several places are harder to read. */
const GAP_COST = 0.3;
/** A row is better used by any line than by none. */
const ANY_LINE = 0.02;
/** Of a body: what it returns in the end. */
const END_SCORE = 0.3;
const BODY_LINES = 2;

/** The lines that say and decide most about what is asked: whole comments, conditions with what they lead to. */
export function bestLines(choice: LineChoice): number[] {
  const texts = choice.lines.map((line) => choice.file.lines[line - 1] ?? '');
  const own = ownScores(texts, choice);
  const scores = withStructure(texts, own);
  const most = Math.max(0, ...choice.weights.values());
  const items = itemsOf(texts, scores);
  const chosen = bestRows(items, { room: choice.room, gapCost: GAP_COST * most });
  return chosen.map((n) => choice.lines[n] ?? 0);
}

/** The one that says most by itself; nothing if none says anything. */
export function bestLine(choice: Omit<LineChoice, 'room'>): number | undefined {
  const texts = choice.lines.map((line) => choice.file.lines[line - 1] ?? '');
  const scores = ownScores(texts, choice);
  const best = Math.max(...scores);
  return best > 0 ? choice.lines[scores.indexOf(best)] : undefined;
}

/** What each line says by itself. */
function ownScores(
  texts: readonly string[],
  { weights, shapes, near, lines }: Omit<LineChoice, 'room'>,
): number[] {
  const counts = new Map<string, number>();
  const terms = texts.map((text) => {
    const own = new Set(termsOf(text).filter((term) => weights.has(term)));
    for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
    return own;
  });
  const most = Math.max(0, ...weights.values());
  return texts.map((text, n) => {
    const said = [...(terms[n] ?? [])].reduce(
      (sum, term) => sum + (weights.get(term) ?? 0) / Math.sqrt(counts.get(term) ?? 1),
      0,
    );
    const line = lines[n] ?? 0;
    const place = near && line >= near.start && line <= near.end ? NEAR_FACTOR : 1;
    const shape = SHAPE_FACTOR * most * shapeScore(text, shapes);
    if (isComment(text)) return (said * COMMENT_FACTOR + (said > 0 ? shape : 0)) * place;
    return (said + (said > 0 ? shape : shape / 2) + most * decisionScore(text)) * place;
  });
}

/** How much a line decides, next to a word of the question: what is thrown, returned, awaited or asked for. */
function decisionScore(text: string): number {
  if (LOGGING.test(text)) return 0;
  if (/\b(?:throw|raise|panic|reject|fail)\b/.test(text)) return 0.3;
  if (/\b(?:return|await|yield)\b.*\(/.test(text)) return 0.3;
  if (CONDITION.test(text)) return 0.2;
  return /[^=!<>]=[^=>].*\(/.test(text) ? 0.1 : 0;
}

/** With what lines get from those that they belong to. */
function withStructure(texts: readonly string[], own: readonly number[]): number[] {
  const scores = [...own];
  const raise = (n: number, by: number) => {
    scores[n] = Math.max(scores[n] ?? 0, (own[n] ?? 0) + by);
  };
  const heads = headsOf(texts);
  texts.forEach((text, n) => {
    const score = own[n] ?? 0;
    const head = heads[n];
    if (score <= 0) return;
    if (head !== undefined) raise(head, HEAD_SHARE * score);
    if (!CONDITION.test(text)) return;
    const body = texts.flatMap((_, m) => (heads[m] === n ? [m] : []));
    for (const m of body.slice(0, BODY_LINES)) raise(m, BODY_SHARE * score);
    for (const m of body) if (OUTCOME.test(texts[m] ?? '')) raise(m, OUTCOME_SHARE * score);
    const after = (body.at(-1) ?? n) + 1;
    if (OTHERWISE.test(texts[after] ?? '')) raise(after, OTHERWISE_SHARE * score);
  });
  for (const { start, end } of commentsIn(texts)) {
    const best = Math.max(...own.slice(start, end));
    if (end < texts.length) raise(end, COMMENT_SHARE * best);
  }
  const last = texts.findLastIndex((text) => /\p{L}/u.test(text) && !/^\s*end\b/.test(text));
  if (OUTCOME.test(texts[last] ?? '')) raise(last, END_SCORE * Math.max(...own));
  return scores.map((score, n) => (/\S/.test(texts[n] ?? '') ? score + ANY_LINE : 0));
}

/** For each line, the one that its block begins with. */
function headsOf(texts: readonly string[]): (number | undefined)[] {
  const open: { readonly n: number; readonly indent: number }[] = [];
  return texts.map((text, n) => {
    const indent = text.search(/\S/);
    if (indent < 0) return open.at(-1)?.n;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const head = open.at(-1)?.n;
    open.push({ n, indent });
    return head;
  });
}

function isComment(text: string): boolean {
  return isCommentLine(text) || DOCSTRING.test(text);
}

/** From the first line of a comment to behind its last one. */
function commentsIn(texts: readonly string[]): { readonly start: number; readonly end: number }[] {
  const comments: { start: number; end: number }[] = [];
  texts.forEach((text, n) => {
    if (!isComment(text)) return;
    const before = comments.at(-1);
    if (before?.end === n) before.end = n + 1;
    else comments.push({ start: n, end: n + 1 });
  });
  return comments;
}

/** Lines that are shown together or not at all. */
interface Item {
  readonly rows: readonly number[];
  readonly score: number;
  readonly isBlank: boolean;
}

/** Each line by itself, except for comments: half of a sentence says little. */
function itemsOf(texts: readonly string[], scores: readonly number[]): Item[] {
  const items: Item[] = [];
  let n = 0;
  const comments = commentsIn(texts);
  while (n < texts.length) {
    const comment = comments.find(({ start }) => start === n);
    const end = comment && comment.end - n <= MAX_COMMENT_LINES ? comment.end : n + 1;
    const rows = Array.from({ length: end - n }, (_, m) => n + m);
    const score = rows.reduce((sum, row) => sum + (scores[row] ?? 0), 0);
    items.push({ rows, score, isBlank: !/\S/.test(texts[n] ?? '') });
    n = end;
  }
  return items;
}

/** Of a longer one, single lines. */
const MAX_COMMENT_LINES = 8;

interface Chosen {
  readonly score: number;
  readonly rows: readonly number[];
}

/**
 * The items with the highest sum that fit the room, less what each gap costs; a gap takes a row, too. As in any knapsack:
 * for each number of rows the best choice so far, once with the item before and once without it.
 */
function bestRows(
  items: readonly Item[],
  { room, gapCost }: { readonly room: number; readonly gapCost: number },
): readonly number[] {
  const better = (a: Chosen | undefined, b: Chosen | undefined) =>
    !a || (b && b.score > a.score) ? b : a;
  // The first line follows what is shown above it.
  let taken: (Chosen | undefined)[] = [{ score: 0, rows: [] }];
  let left: (Chosen | undefined)[] = [];
  for (const { rows, score, isBlank } of items) {
    const nextTaken: (Chosen | undefined)[] = isBlank ? taken : [];
    const nextLeft: (Chosen | undefined)[] = [...left];
    for (let used = 0; !isBlank && used <= room; used += 1) {
      const [close, apart] = [taken[used], left[used]];
      // Leaving one out behind a shown one takes the row of its mark.
      if (close && used < room) {
        nextLeft[used + 1] = better(nextLeft[used + 1], { ...close, score: close.score - gapCost });
      }
      const before = better(close, apart);
      if (!before || used + rows.length > room) continue;
      const one = { score: before.score + score, rows: [...before.rows, ...rows] };
      nextTaken[used + rows.length] = better(nextTaken[used + rows.length], one);
    }
    [taken, left] = [nextTaken, nextLeft];
  }
  const best = [...taken, ...left].reduce(
    (a, b) => (b && b.rows.length > 0 ? better(a, b) : a),
    undefined,
  );
  return best?.rows ?? [];
}
