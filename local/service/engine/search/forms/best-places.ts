import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeOf } from '../draft/code-of.js';
import { describe } from '../draft/describe.js';
import type { Draft, ShownPlace, Statement } from '../draft/draft.js';
import { placeReference, type Reference, shownRange } from '../draft/reference.js';
import { phrasesShown, shownPlace } from '../draft/shown-place.js';
import { tellingLine } from '../draft/telling-line.js';
import { type AskedTerms, type Excerpt, excerptsOf, withMoreLines } from '../passages/excerpts.js';
import { areImports } from '../passages/import-lines.js';
import { isContainer, isSection, overlapsDocs, type Passage } from '../passages/passage.js';
import { type FoundFile, type RankedPassage, rankPassages } from '../passages/rank-passages.js';
import { askedShapes } from '../text/asked-shape.js';
import { type AskedPart, hasParts, partsOf, wholeOf } from './asked-parts.js';
import { type CandidateRole, everywhere, kindOf, readCandidates } from './candidate-files.js';
import { suggestFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { isHistory } from './history-file.js';
import { placeBesideQuote } from './place-beside-quote.js';
import { placeScorer } from './place-score.js';

/** Five in the room of three show fewer of the facts that decide: 155 instead of 157 of 287 questions. */
const MAX_PLACES = 3;
/**
 * Further places, in one line each: three show seven more of the facts that decide 287 questions, for a sixth more
 * text; five show one more.
 */
const MAX_LINKS = 3;
/** Of the score of the best place: what is worse is left out. */
const MIN_SHARE = 0.1;

interface Candidate extends Excerpt {
  readonly role: CandidateRole;
}

/**
 * Where no place stands out: the lines of several files that say most about the question, those of documents among
 * them, so that each part of the question has its best place.
 */
export async function bestPlaces(input: FormInput, main: Passage): Promise<Draft | undefined> {
  const { chosen, shown, more } = await choosePlaces(input, main);
  const [first, ...places] = shown;
  const lead = chosen[0]?.passage;
  if (!first || !lead) return undefined;
  input.context.report(`Best match: ${lead.file.path}, lines ${lead.start}–${lead.end}`);
  return {
    isDoubtful: true,
    statements: [first.statement],
    code: first.code,
    places,
    ...(more.length > 0 && { linksTitle: 'See also:', links: more }),
    followups: suggestFollowups({
      main: lead,
      shown: chosen.map(({ passage }) => passage),
      others: [],
      tests: [],
      query: input.query,
      question: input.question,
    }),
  };
}

/** The lines that say most about a question for which no file has enough; none if they hardly say anything. */
export async function closestPlaces(input: FormInput, main: Passage): Promise<ClosestPlace[]> {
  const { chosen, shown } = await choosePlaces(input, main);
  return shown
    .map((place, n) => ({ place, coverage: chosen[n]?.coverage ?? 0 }))
    .filter(({ coverage }) => coverage >= MIN_CLOSEST_COVERAGE);
}

/** How much of the question its lines have, from 0 to 1. */
export interface ClosestPlace {
  readonly place: ShownPlace;
  readonly coverage: number;
}

const MIN_CLOSEST_COVERAGE = 0.25;

interface ChosenPlaces {
  readonly chosen: readonly Candidate[];
  readonly shown: readonly ShownPlace[];
  readonly more: readonly Statement[];
}

async function choosePlaces(input: FormInput, main: Passage): Promise<ChosenPlaces> {
  const found = await readCandidates(input);
  const parts = partsOf(input, found);
  const ranked = rankPassages(found, everywhere(input.query));
  const [first = [], ...others] = parts.map((asked) =>
    candidatesOf(found, { asked, main, input, ranked }),
  );
  const asked = wholeOf(parts, input);
  const { query } = input;
  const all = choose(first, others, MAX_PLACES + MAX_LINKS);
  const fitting = onSubject(withoutTestAhead(all.slice(0, MAX_PLACES), query));
  const places = placesOf(fitting, { input, main, asked });
  // Who quotes a phrase wants to see it first.
  const ordered = places.toSorted(
    (a, b) => phrasesShown(b.place, input.phrases) - phrasesShown(a.place, input.phrases),
  );
  const shown = ordered.map(({ place }) => place);
  const [alone, another] = ordered;
  const beside =
    alone && !another
      ? placeBesideQuote(
          { place: alone.place, excerpt: alone.one },
          { query, asked, candidates: first },
        )
      : undefined;
  return {
    chosen: ordered.map(({ one }) => one),
    shown: beside ? [...shown, beside] : shown,
    more: all.slice(MAX_PLACES).map((one) => tellingLine(one, { query, asked })),
  };
}

interface Choice {
  readonly input: FormInput;
  readonly main: Passage;
  readonly asked: AskedTerms;
}

interface PlaceOfOne {
  readonly one: Candidate;
  readonly place: ShownPlace;
}

/** Each with more of its lines the fewer there are. */
function placesOf(chosen: readonly Candidate[], { input, main, asked }: Choice): PlaceOfOne[] {
  const [room, leadRoom] = ROOMS[chosen.length - 1] ?? LEAST_ROOM;
  return chosen.map((one, n) => {
    const isLead = n === 0 && one.passage.start === main.start && one.passage.file === main.file;
    const widened = { ...one, ...withMoreLines(one, room) };
    const place = isLead
      ? leadOf(widened, { input, asked, room: leadRoom })
      : shownPlace(widened, { query: input.query, asked, isAlone: chosen.length === 1 });
    return { one, place };
  });
}

/** What has much less of the question than the first place takes the room of its lines. */
function onSubject(chosen: readonly Candidate[]): Candidate[] {
  const first = chosen[0]?.coverage ?? 0;
  return chosen.filter(({ coverage }, n) => n === 0 || coverage >= MIN_COVERAGE_SHARE * first);
}

/** Of the words of the question that the first place has. */
const MIN_COVERAGE_SHARE = 0.5;

/** What the ranking of definitions rates best is described in full. */
function leadOf(
  excerpt: Excerpt,
  {
    input: { query, question },
    asked,
    room,
  }: { readonly input: FormInput; readonly asked: AskedTerms; readonly room: number },
): ShownPlace {
  const { passage } = excerpt;
  const place = shownPlace(excerpt, { query, asked });
  const areDocs = overlapsDocs(passage, excerpt);
  if (areDocs || isContainer(passage) || isSection(passage) || !passage.definition) return place;
  const code = codeOf(passage, { query, asked, room }) ?? place.code;
  return { statement: describe(passage, query, { ...asked, shapes: askedShapes(question) }), code };
}

type Rooms = readonly [number, number];

/**
 * The lines of each place, and of a lead that is described in full: the fewer places, the more. 30, 26 and 22 for the
 * lead instead of 18, 14 and 11 show 159 instead of 157 of the facts that decide 287 questions, for 2 % more text; 32
 * for each show no more.
 */
const LEAST_ROOM: Rooms = [9, 22];
const ROOMS: readonly Rooms[] = [[18, 30], [12, 26], LEAST_ROOM];

/** Of a question of several parts, the best place for the one that a draft says least about. */
export async function placeForRest(
  input: FormInput,
  draft: Draft,
): Promise<ShownPlace | undefined> {
  if (!hasParts(input.question)) return undefined;
  const found = await readCandidates(input);
  const { statements, code, links = [] } = draft;
  const said = [...statements, ...links].map(({ markdown }) => markdown);
  const known = new Set([...said, ...(code?.lines ?? [])].flatMap(termsOf));
  const missing = ({ weights, own }: AskedPart) => {
    const all = [...own].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    const left = [...own].filter((term) => !known.has(term));
    return left.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / all;
  };
  const [part] = partsOf(input, found).toSorted((a, b) => missing(b) - missing(a));
  if (!part || missing(part) < MIN_MISSING) return undefined;
  const shown = [...statements, ...(code ? [code] : [])].map(({ reference }) => reference);
  const ranked = rankPassages(found, everywhere(input.query));
  const [best] = candidatesOf(found, { asked: part, input, ranked })
    .filter((one) => one.coverage >= MIN_REST_COVERAGE && !isHistory(one.passage.file.path))
    .filter((one) => !shown.some((reference) => isInside(one, reference)))
    .toSorted((a, b) => b.score - a.score);
  return best && shownPlace(best, { query: input.query, asked: part });
}

/** Whether lines are among those that a reference shows. */
function isInside({ passage: { file }, start, end }: Excerpt, shown: Reference): boolean {
  const lines = shownRange(shown);
  if (!lines || start > lines.end || lines.start > end) return false;
  return shown.label === placeReference({ ...file, start, end }).label;
}

const MIN_MISSING = 0.3;
const MIN_REST_COVERAGE = 0.4;

interface Judged {
  readonly asked: AskedTerms;
  readonly input: FormInput;
  /** The definitions of all files, best first. */
  readonly ranked: readonly RankedPassage[];
  /** What the ranking of definitions rates best. */
  readonly main?: Passage;
}

function candidatesOf(
  found: readonly FoundFile[],
  { asked, input, main, ranked }: Judged,
): Candidate[] {
  const { query } = input;
  const best = ranked[0]?.score ?? 1;
  const shares = new Map(ranked.map(({ passage, score }) => [passage, score / best]));
  const held = ranked.find(({ passage }) => passage === main)?.coverage ?? 0;
  const mainRank = Math.min(MAX_MAIN_RANK, 1 + 3 * held);
  const share = ({ passage }: Excerpt) =>
    passage.start === main?.start && passage.file === main.file
      ? mainRank
      : (shares.get(passage) ?? 0);
  return found.flatMap(({ file }, n) => {
    const role = kindOf(file.path) ?? 'code';
    const isMinor = role === 'test' && !query.intent.tests;
    const rank = n + 1;
    const scoreOf = placeScorer({ file, rank, isMinor, asked, question: input.question });
    return excerptsOf(file, asked)
      .filter((one) => isTelling(one, asked))
      .map((one) => ({ ...one, role, score: scoreOf(one, share(one)) }));
  });
}

/** A changelog tells little about the present, and a line of a class or of an import little without what it names. */
function isTelling(excerpt: Excerpt, { shapes }: AskedTerms): boolean {
  const { passage, coverage, start, end } = excerpt;
  if (isHistory(passage.file.path)) return shapes.has('change') || coverage >= MIN_HISTORY;
  return isContainer(passage) ? end - start >= 2 : !areImports(excerpt);
}

const MIN_HISTORY = 0.6;

const MAX_MAIN_RANK = 2.4;

/** The best one, then one for each other part of the question, and then the next best. */
function choose(
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
  for (const candidates of [good, ...ofParts, ...more]) {
    const next = candidates.find((one) => !chosen.some((other) => isSame(one, other)));
    if (next && chosen.length < most) chosen.push(next);
  }
  return chosen;
}

/** The same definition or lines, a function and another one inside of it, or another document of the same heading. */
function isSame(a: Candidate, b: Candidate): boolean {
  const isSameFile = a.passage.file === b.passage.file;
  if (isSameFile && a.start <= b.end && b.start <= a.end) return true;
  if (isSameFile && (isFunctionAround(a, b) || isFunctionAround(b, a))) return true;
  return a.passage === b.passage || (isSection(a.passage) && a.passage.name === b.passage.name);
}

function isFunctionAround({ passage }: Candidate, { start, end }: Candidate): boolean {
  const isFunction = passage.definition !== undefined && !isContainer(passage);
  return isFunction && !isSection(passage) && passage.start <= start && end <= passage.end;
}

/** A test may state the value, but says little about the code that has it. */
function withoutTestAhead(chosen: readonly Candidate[], { intent }: Query): Candidate[] {
  if (intent.tests) return [...chosen];
  const isTest = ({ role }: Candidate) => role === 'test';
  return chosen.toSorted((a, b) => Number(isTest(a)) - Number(isTest(b)));
}
