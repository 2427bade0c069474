import { isNamedFile, roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeOf } from '../draft/code-of.js';
import { describeMatch } from '../draft/describe.js';
import type { ClosestPlaces, Draft } from '../draft/draft.js';
import { isContainer, isSection, type Passage } from '../passages/passage.js';
import { type FoundFile, type RankedPassage, rankPassages } from '../passages/rank-passages.js';
import type { FormInput } from './form.js';

const MAX_FILES_READ = 5;
const MAX_OTHERS = 3;
/** Of the best score: what fits less is left out. */
const MIN_SHARE = 0.2;
const DOUBTFUL_COVERAGE = 0.6;
/** Of a match that stands out, and what another one may have of its score. */
const CLEAR_SCORE = 1.2;
const CLEAR_SHARE = 0.45;
/** Of the score of the best match: nearly as good. */
const CLOSE_SHARE = 0.6;

/** What each of the files that were found has of the question, best first. */
export async function matchesOf(input: FormInput): Promise<ClosestPlaces> {
  const { query } = input;
  const ranked = rankPassages(await readHits(input), query);
  const [first, ...others] = firstOfEachFile(ranked);
  const guess = first && isNamedAfter(first, query) && withCode(first, query);
  const listed = guess ? others : firstOfEachFile(ranked);
  return { ...(guess && { guess }), others: listed.map((one) => describeMatch(one, query)) };
}

/** A match that is nearly as good as the best one, with its lines; nothing if it is no function. */
export function alternativeOf(
  match: RankedPassage,
  main: RankedPassage | undefined,
  query: Query,
): Draft['alternative'] | undefined {
  const { passage, score } = match;
  const isClose = score >= CLOSE_SHARE * (main?.score ?? 0);
  const isTest = roleOf(passage.file.path) === 'test';
  if (!isClose || isTest || isContainer(passage) || passage.end - passage.start < 2)
    return undefined;
  return withCode(match, query, ALTERNATIVE_LINES);
}

const ALTERNATIVE_LINES = 6;

/** Of a section or a constant, nothing. */
function withCode(
  { passage, line }: RankedPassage,
  query: Query,
  room?: number,
): Draft['alternative'] | undefined {
  if (!passage.definition || isSection(passage) || passage.definition.isSingleLine)
    return undefined;
  const code = codeOf(passage, query, room);
  return code && { statement: describeMatch({ passage, line }, query), code };
}

/** And has more than one of many words. */
function isNamedAfter({ passage, coverage }: RankedPassage, { terms }: Query): boolean {
  const words = new Set(termsOf(passage.definition?.name ?? ''));
  const shared = terms.some(({ term, weight }) => weight >= 1 && words.has(term));
  return shared && coverage >= GUESSED_COVERAGE;
}

const GUESSED_COVERAGE = 0.2;

export async function readHits({ hits, read, context }: FormInput): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const hit of hits.slice(0, MAX_FILES_READ)) {
    context.signal.throwIfAborted();
    const file = await read(hit);
    if (file.lines.length > 0) found.push({ hit: hit.found, file });
  }
  return found;
}

/** It has hardly more than half of what was asked, and does not stand out: another match may well be the answer. */
export function isDoubtful(
  main: Passage,
  ranked: readonly RankedPassage[],
  query: Pick<Query, 'files'>,
): boolean {
  const found = ranked.find(({ passage }) => passage === main);
  if (found === undefined || found.coverage >= DOUBTFUL_COVERAGE) return false;
  if (isNamedFile(main.file.path, query)) return false;
  const [next] = otherFiles(ranked, main);
  const standsOut = found.score >= CLEAR_SCORE && (next?.score ?? 0) <= CLEAR_SHARE * found.score;
  return !standsOut;
}

/** The best of each file, and then what else fits best. */
export function otherFiles(ranked: readonly RankedPassage[], main: Passage): RankedPassage[] {
  const fits = ranked.filter(({ passage }) => !overlaps(passage, main));
  const first = firstOfEachFile(fits.filter(({ passage }) => passage.file.path !== main.file.path));
  return [...first, ...otherPassages(fits, [main, ...first.map(({ passage }) => passage)])];
}

function firstOfEachFile(ranked: readonly RankedPassage[]): RankedPassage[] {
  const files = new Set<string>();
  return ranked.filter(({ passage, score, line }) => {
    const { repo, path } = passage.file;
    if (score <= 0 || !isWorthALink(passage, line) || files.has(`${repo} ${path}`)) return false;
    return files.add(`${repo} ${path}`);
  });
}

/** What else fits, outside of what is shown; rather of another file than of one that is shown already. */
export function otherPassages(
  ranked: readonly RankedPassage[],
  shown: readonly Passage[],
): RankedPassage[] {
  const best = ranked[0]?.score ?? 0;
  const left = new Set(
    ranked.filter(
      ({ passage, score, line }) =>
        score > 0 &&
        score >= MIN_SHARE * best &&
        isWorthALink(passage, line) &&
        !shown.some((other) => overlaps(other, passage)),
    ),
  );
  const files = new Set(shown.map(({ file }) => file.path));
  const chosen: RankedPassage[] = [];
  while (chosen.length < MAX_OTHERS && left.size > 0) {
    const worth = ({ passage, score }: RankedPassage) =>
      files.has(passage.file.path) ? score / 2 : score;
    const next = [...left].reduce((a, b) => (worth(b) > worth(a) ? b : a));
    chosen.push(next);
    files.add(next.passage.file.path);
    for (const one of left) if (overlaps(one.passage, next.passage)) left.delete(one);
  }
  return chosen;
}

/** Tests are linked apart; and of lines outside of any definition, one has to say something. */
function isWorthALink(passage: Passage, line: number): boolean {
  const { file, docs, name } = passage;
  const text = (file.lines[line - 1] ?? '').trim();
  if (roleOf(file.path) === 'test' || /(?:^|\.)tests?(?:\.|$)/.test(name))
    return docs !== undefined;
  return name !== '' || (text.length > 12 && !NO_CODE.test(text));
}

const NO_CODE =
  /^(?:\*|\/\/|#|--|package\b|import\b|from\b|use\b|using\b|namespace\b|module\b|@file:)/;

export function overlaps(a: Passage, b: Passage): boolean {
  return a.file.path === b.file.path && a.start <= b.end && b.start <= a.end;
}
