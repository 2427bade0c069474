import type { Excerpt } from '../passages/excerpts.js';
import { isContainer, isSection } from '../passages/passage.js';
import { perObject } from '../passages/read-once.js';
import type { Candidate } from './place-candidates.js';

/** Of the likelihood of the best place: what is less likely is left out. */
const MIN_SHARE = 0.01;

/** The best one, then one for each other part of the question, and then the next best. */
export function choosePlaces(
  whole: readonly Candidate[],
  others: readonly (readonly Candidate[])[],
  most: number,
): Candidate[] {
  const ranked = [whole, ...others].map((list) => list.toSorted((a, b) => b.score - a.score));
  const best = ranked[0]?.[0]?.score ?? 0;
  const [fitting = [], ...ofParts] = ranked;
  const good = fitting.filter(({ score }) => score >= MIN_SHARE * best);
  const chosen: Candidate[] = [];
  const more = Array.from({ length: most }, () => good);
  // By the score that it has for all of the question, so that it can be compared.
  const asWhole = (one: Candidate) =>
    fitting.find((other) => other.passage.file === one.passage.file && other.start === one.start) ??
    one;
  for (const candidates of [good, ...ofParts, ...more]) {
    const next = candidates.find((one) => !chosen.some((other) => isSame(one, other)));
    if (next && chosen.length < most) chosen.push(asWhole(next));
  }
  return chosen;
}

/** The best of what is not chosen; each further place of a file counts by the factor less. */
export function furtherPlaces(
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
  { most, ofSameFile }: { readonly most: number; readonly ofSameFile: number },
): Candidate[] {
  const found: Candidate[] = [];
  const left = new Set(candidates);
  const counts = new Map<string, number>();
  const fileOf = ({ passage: { file } }: Candidate) => `${file.repo} ${file.path}`;
  const worth = (one: Candidate) => one.score * ofSameFile ** (counts.get(fileOf(one)) ?? 0);
  while (found.length < most && left.size > 0) {
    const next = [...left].reduce((a, b) => (worth(b) > worth(a) ? b : a));
    left.delete(next);
    if ([...chosen, ...found].some((other) => isSame(next, other))) continue;
    found.push(next);
    counts.set(fileOf(next), (counts.get(fileOf(next)) ?? 0) + 1);
  }
  return found;
}

/** The same definition or lines, a function and another one inside of it, nearly the same text, or another document of the same heading. */
function isSame(a: Candidate, b: Candidate): boolean {
  const isSameFile = a.passage.file === b.passage.file;
  if (isSameFile && a.start <= b.end && b.start <= a.end) return true;
  if (isSameFile && (isFunctionAround(a, b) || isFunctionAround(b, a))) return true;
  if (a.passage === b.passage) return true;
  return (isSection(a.passage) && a.passage.name === b.passage.name) || areAlike(a, b);
}

/** A wrapper often has the comment of what it wraps, and `sendAsync` the lines of `send`. */
function areAlike(a: Excerpt, b: Excerpt): boolean {
  const [ofA, ofB] = [linesOf(a), linesOf(b)];
  const shared = [...ofA].filter((line) => ofB.has(line)).length;
  const least = Math.min(ofA.size, ofB.size);
  return shared === ofA.size || (least >= MIN_LINES && shared >= MIN_SHARED * least);
}

const MIN_SHARED = 0.8;
const MIN_LINES = 4;

/** Those with words, without the words that tell that something is awaited. */
const linesOf = perObject(({ passage: { file }, start, end }: Excerpt): ReadonlySet<string> => {
  const lines = file.lines.slice(start - 1, end).map((line) =>
    line
      .replace(/\b(?:async|await)\b|Async\b/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return new Set(lines.filter((line) => /\w{2}/.test(line)));
});

function isFunctionAround({ passage }: Candidate, { start, end }: Candidate): boolean {
  const isFunction = passage.definition !== undefined && !isContainer(passage);
  return isFunction && !isSection(passage) && passage.start <= start && end <= passage.end;
}
