import { isNamedFile } from '../../../index/file-boost.js';
import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeOf } from '../draft/code-of.js';
import { describeMatch } from '../draft/describe.js';
import type { ClosestPlaces, NamedPlace, ShownPlace, Statement } from '../draft/draft.js';
import { overlap } from '../draft/reference.js';
import { isVague } from '../passages/asked-terms.js';
import { isContainer, isSection, type Passage } from '../passages/passage.js';
import { type FoundFile, type RankedPassage, rankPassages } from '../passages/rank-passages.js';
import { codeAskedBy, isBehavior } from '../text/code-asked.js';
import { closestPlaces } from './best-places.js';
import type { FormInput } from './form.js';

const MAX_FILES_READ = 5;
const MAX_OTHERS = 3;
/** Of the best score: what fits less is left out. */
const MIN_SHARE = 0.2;
/** What each of the files that were found has of the question, best first. */
export async function matchesOf(input: FormInput): Promise<ClosestPlaces> {
  const { query } = input;
  const ranked = rankPassages(await readHits(input), query);
  const matches = aboutBehavior(withoutCopies(firstOfEachFile(ranked)), input);
  const [first] = matches;
  const closest = first ? await closestPlaces(input, first.passage) : NOTHING;
  const found = closest.places.map(({ place }) => place);
  const sameName = first && isNamedAfter(first, query) ? withCode(first, query) : undefined;
  const [guess, ...places] = found.length > 0 || !sameName ? found : [sameName];
  const isWhole = (closest.places[0]?.coverage ?? 0) >= WHOLE_COVERAGE;
  const { options } = closest;
  const others = matches.map((one) => describeMatch(one, query));
  const quoted = [...(guess ? [guess] : []), ...places].map(({ code }) => code);
  const named = (shown: readonly Statement[]) =>
    closest.named
      .filter(({ reference }) =>
        [...quoted, ...shown].every((other) => !overlap(other.reference, reference)),
      )
      .slice(0, MAX_NAMED);
  if (!guess) {
    const closestOthers = apart([...options, ...others]).slice(0, MAX_OTHERS);
    const few = ofFiles(named(closestOthers), MAX_OTHERS - closestOthers.length);
    return { places, others: closestOthers, named: few };
  }
  const shown = new Set([guess, ...places].map(({ statement }) => fileOf(statement)));
  const left = apart([...options, ...others.filter((one) => !shown.has(fileOf(one)))]);
  const room = Math.max(0, MAX_OTHERS - places.length);
  const shownOthers = left.slice(0, isWhole ? Math.max(options.length, room) : room);
  const further = named(shownOthers);
  // Of what hardly fits, more places are more to read in vain.
  const few = ofFiles(further, room - shownOthers.length);
  return { guess, isWhole, places, others: shownOthers, named: isWhole ? further : few };
}

/** Copies of a file, such as of another version, say nothing more. */
function withoutCopies(matches: readonly RankedPassage[]): RankedPassage[] {
  const seen = new Set<string>();
  return matches.filter(({ passage: { file } }) => {
    const text = file.lines.join('\n');
    return !seen.has(text) && seen.add(text);
  });
}

/** Those of the first files: each file takes a line. */
function ofFiles(named: readonly NamedPlace[], most: number): NamedPlace[] {
  const paths = [...new Set(named.map(({ path }) => path))].slice(0, Math.max(0, most));
  return named.filter(({ path }) => paths.includes(path));
}

/** Asked what code does, files of settings come last. */
function aboutBehavior(
  matches: readonly RankedPassage[],
  { question, query }: FormInput,
): readonly RankedPassage[] {
  if (!isBehavior(codeAskedBy(question)) || /\bfiles?\b/i.test(question)) return matches;
  const isSetting = ({ passage: { file } }: RankedPassage) =>
    roleOf(file.path) === 'setting' && !isNamedFile(file.path, query);
  return matches.toSorted((a, b) => Number(isSetting(a)) - Number(isSetting(b)));
}

const NOTHING: Awaited<ReturnType<typeof closestPlaces>> = { places: [], options: [], named: [] };
const MAX_NAMED = 12;

/** Of statements about the same lines, the first. */
function apart(statements: readonly Statement[]): Statement[] {
  return statements.filter(
    ({ reference }, n) =>
      !statements.slice(0, n).some((other) => overlap(other.reference, reference)),
  );
}

/** Of words that count by how rare they are: all, but for rounding or one that says hardly anything. */
const WHOLE_COVERAGE = 0.9;

/** Such as `src/cart.ts`, of a reference to some of its lines. */
function fileOf({ reference }: Statement): string {
  return reference.text.replace(/:[\d–]+$/, '');
}

/** Of a section or a constant, nothing. */
function withCode({ passage, line }: RankedPassage, query: Query): ShownPlace | undefined {
  if (!passage.definition || isSection(passage) || passage.definition.isSingleLine)
    return undefined;
  const code = codeOf(passage, { query });
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

/**
 * Whether another match may well be the answer: the best one is not what the question names, and has not nearly all
 * words of it while others are far behind.
 */
export function isDoubtful(
  main: Passage,
  ranked: readonly RankedPassage[],
  query: Pick<Query, 'files' | 'exactNames' | 'terms'> & { readonly isCodeAsked?: boolean },
): boolean {
  const found = ranked.find(({ passage }) => passage === main);
  if (found === undefined || isNamedFile(main.file.path, query)) return false;
  const { coverage } = found;
  if (isNamed(main, query)) {
    // "What happens if a handler of RegisterExitHandler panics?" is answered by what calls the handlers.
    const least = query.isCodeAsked && !isAllAsked(main, query) ? MOST_COVERAGE : NAMED_COVERAGE;
    if (!isContainer(main)) return coverage < least;
    return coverage < MOST_COVERAGE && !isAllAsked(main, query);
  }
  const [next] = otherFiles(ranked, main);
  const share = (next?.score ?? 0) / found.score;
  if (isContainer(main) && coverage < 1) return true;
  return !(
    (coverage >= MOST_COVERAGE && share <= CLOSE_SHARE) ||
    (coverage >= CLEAR_COVERAGE && share <= CLEAR_SHARE)
  );
}

const NAMED_COVERAGE = 0.3;
const MOST_COVERAGE = 0.85;
const CLOSE_SHARE = 0.6;
const CLEAR_COVERAGE = 0.7;
const CLEAR_SHARE = 0.25;

/** Nothing else is asked about the class, apart from words such as "defined". */
export function isAllAsked({ name }: Passage, { terms }: Pick<Query, 'terms'>): boolean {
  const inName = new Set(termsOf(name));
  return terms.every(({ term, weight }) => weight < 1 || isVague(term) || inName.has(term));
}

/** A function or a constant, or the class of one. */
function isNamed(passage: Passage, { exactNames }: Pick<Query, 'exactNames'>): boolean {
  const { definition, name } = passage;
  if (!definition) return false;
  return exactNames.includes(definition.name) || exactNames.includes(name.split('.').at(-2) ?? '');
}

/** The best of each file, and then what else fits best. */
function otherFiles(ranked: readonly RankedPassage[], main: Passage): RankedPassage[] {
  const fits = ranked.filter(({ passage }) => !overlaps(passage, main));
  const first = firstOfEachFile(fits.filter(({ passage }) => fileKey(passage) !== fileKey(main)));
  return [...first, ...otherPassages(fits, [main, ...first.map(({ passage }) => passage)])];
}

function firstOfEachFile(ranked: readonly RankedPassage[]): RankedPassage[] {
  const files = new Set<string>();
  return ranked.filter(({ passage, score, line }) => {
    const key = fileKey(passage);
    if (score <= 0 || !isWorthALink(passage, line) || files.has(key)) return false;
    return files.add(key);
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
  const files = new Set(shown.map(fileKey));
  const chosen: RankedPassage[] = [];
  while (chosen.length < MAX_OTHERS && left.size > 0) {
    const worth = ({ passage, score }: RankedPassage) =>
      files.has(fileKey(passage)) ? score / 2 : score;
    const next = [...left].reduce((a, b) => (worth(b) > worth(a) ? b : a));
    chosen.push(next);
    files.add(fileKey(next.passage));
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

function overlaps(a: Passage, b: Passage): boolean {
  return fileKey(a) === fileKey(b) && a.start <= b.end && b.start <= a.end;
}

/** Repositories may have files of the same path. */
function fileKey({ file: { repo, path } }: Passage): string {
  return `${repo} ${path}`;
}
