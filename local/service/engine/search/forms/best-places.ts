import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { codeOf } from '../draft/code-of.js';
import { describe } from '../draft/describe.js';
import { describedPlace } from '../draft/described-place.js';
import type { Draft, NamedPlace, ShownPlace, Statement } from '../draft/draft.js';
import { namedPlace } from '../draft/named-place.js';
import { overlap, placeReference, shownRange } from '../draft/reference.js';
import { phrasesShown, shownPlace } from '../draft/shown-place.js';
import { isHistory } from '../facts/history-file.js';
import { listedOptions } from '../facts/listed-options.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import { type Excerpt, withMoreLines } from '../passages/excerpts.js';
import { isContainer, isSection, overlapsDocs, type Passage } from '../passages/passage.js';
import { askedShapes } from '../text/asked-shape.js';
import { codeAskedBy, mayBeOption } from '../text/code-asked.js';
import { type AskedPart, askedParts, hasParts, wholeOf } from './asked-parts.js';
import { readCandidates } from './candidate-files.js';
import { choosePlaces, furtherPlaces } from './choose-places.js';
import { defaultInPlaces } from './defaults-of-places.js';
import { type FittingOption, fittingOptions, optionLinks } from './fitting-options.js';
import { suggestFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { placeBesideQuote } from './place-beside-quote.js';
import { type Candidate, candidatesFor } from './place-candidates.js';

/** Places with their lines: the best one, and one for another part of the question, or of a setting. */
const MAX_PLACES = 2;
/** The best of these that is no test comes first. */
const MAX_AHEAD = 3;
/** Further places, by their names alone. */
const MAX_NAMED = 6;
/** Those of them with what they say. */
const MAX_TOLD = 3;
/** What happens if something fails is often decided in another file. */
const OF_SAME_FILE = 0.7;

/**
 * Where no place stands out: the lines of several files that say most about the question, those of documents among
 * them, so that each part of the question has its best place.
 */
export async function bestPlaces(input: FormInput, main: Passage): Promise<Draft | undefined> {
  const { chosen, shown, more, fitting, asked } = await placesFor(input, main);
  const [first, ...places] = shown;
  const lead = chosen[0]?.passage;
  if (!first || !lead) return undefined;
  const standard = await defaultInPlaces(shown, asked, input);
  const options = optionLinks(fitting, shown);
  const { told, named } = beside(more, { options, shown, asked });
  const links = mayBeOption(codeAskedBy(input.question))
    ? [...options, ...told]
    : [...told, ...options];
  input.context.report(`Best match: ${lead.file.path}, lines ${lead.start}–${lead.end}`);
  return {
    isDoubtful: true,
    statements: standard ? [first.statement, standard] : [first.statement],
    code: first.code,
    places,
    ...(links.length + named.length > 0 && { linksTitle: 'See also:', links, named }),
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
export async function closestPlaces(input: FormInput, main: Passage): Promise<ClosestFound> {
  const { chosen, shown, more, fitting, asked } = await placesFor(input, main);
  const least = Math.min(MIN_CLOSEST_COVERAGE, MIN_CLOSEST_WORDS / asked.weights.size);
  const places = shown
    .map((place, n) => ({ place, one: chosen[n] }))
    .filter(({ one }) => Math.max(one?.coverage ?? 0, one?.lineCoverage ?? 0) >= least)
    .map(({ place, one }) => ({ place, coverage: one?.coverage ?? 0 }));
  const options = optionLinks(
    fitting,
    places.map(({ place }) => place),
  );
  const named = apartFrom(more, { options, shown, asked }).map((one) => namedPlace(one, asked));
  return { places, options, named };
}

interface Beside {
  readonly options: readonly Statement[];
  readonly shown: readonly ShownPlace[];
  readonly asked: AskedTerms;
}

/** The first of the others with their lines that say most, and the rest by their names. */
function beside(further: readonly Candidate[], those: Beside) {
  const left = apartFrom(further, those);
  return {
    told: left.slice(0, MAX_TOLD).map((one) => describedPlace(one, those.asked)),
    named: left.slice(MAX_TOLD).map((one) => namedPlace(one, those.asked)),
  };
}

/** What is neither shown nor linked to as an option. */
function apartFrom(further: readonly Candidate[], { options, shown, asked }: Beside): Candidate[] {
  const known = [...options, ...shown.map(({ code }) => code)];
  return further.filter((one) => {
    const { reference } = namedPlace(one, asked);
    return !known.some((other) => overlap(other.reference, reference));
  });
}

interface ClosestFound {
  readonly places: readonly ClosestPlace[];
  /** The options that may be meant, outside of these places. */
  readonly options: readonly Statement[];
  readonly named: readonly NamedPlace[];
}

/** How much of the question its lines have, from 0 to 1. */
export interface ClosestPlace {
  readonly place: ShownPlace;
  readonly coverage: number;
}

/** Of a short question, and of a story, which tells more than any place has: about two of its words. */
const MIN_CLOSEST_COVERAGE = 0.25;
const MIN_CLOSEST_WORDS = 1.5;

interface ChosenPlaces {
  readonly chosen: readonly Candidate[];
  readonly shown: readonly ShownPlace[];
  readonly more: readonly Candidate[];
  readonly fitting: readonly FittingOption[];
  readonly asked: AskedTerms;
}

async function placesFor(input: FormInput, main: Passage): Promise<ChosenPlaces> {
  const found = await readCandidates(input);
  const parts = askedParts(input, found);
  const asked = wholeOf(parts, input);
  const fitting = await fittingOptions(input, found);
  const [first = [], ...others] = parts.map(
    candidatesFor(found, input, { whole: asked, options: fitting }),
  );
  const { query } = input;
  const ahead = likelyOf(choosePlaces(first, others, MAX_AHEAD));
  const codeAsked = codeAskedBy(input.question);
  // The words of a question are least likely to lead to the code that handles a failure.
  const most = codeAsked === 'failure' ? MAX_PLACES : Math.min(parts.length, MAX_PLACES);
  // The best ones of the parts come first, and a further one must not take the place of one of them.
  const isOfParts = most > 1 && input.phrases.length === 0;
  const chosenAhead = isOfParts ? ahead.slice(0, most) : ahead;
  const candidates = query.intent.tests
    ? chosenAhead
    : codeFirst(chosenAhead, { all: query.intent.mentionsTests ? [] : first, main });
  const places = placesOf(candidates, { input, main, asked, most });
  // Who quotes a phrase wants to see it first.
  const ordered = places
    .toSorted((a, b) => phrasesShown(b.place, input.phrases) - phrasesShown(a.place, input.phrases))
    .slice(0, most);
  const shown = ordered.map(({ place }) => place);
  const [alone, another] = ordered;
  const beside =
    alone && !another
      ? placeBesideQuote(
          { place: alone.place, excerpt: alone.one },
          { query, asked, candidates: first },
        )
      : undefined;
  const chosen = ordered.map(({ one }) => one);
  return {
    chosen,
    shown: beside ? [...shown, beside] : shown,
    more: furtherPlaces(first, chosen, {
      most: MAX_NAMED,
      ofSameFile: codeAsked === 'failure' ? OF_SAME_FILE : 1,
    }),
    fitting,
    asked,
  };
}

/** A quote from the description of an option may not have its name. */
function withOptionName({ passage, role }: Candidate, place: ShownPlace): ShownPlace {
  const { statement, code } = place;
  const shown = role === 'document' ? shownRange(code.reference) : undefined;
  const option =
    shown &&
    listedOptions(passage.file).findLast(
      ({ start, end }) => start < shown.start && shown.start <= end,
    );
  if (!option || code.lines.some((line) => line.includes(option.name))) return place;
  const markdown = `${statement.markdown}, ${codeSpan(option.name)}`;
  return { code, statement: { ...statement, markdown } };
}

interface Choice {
  readonly input: FormInput;
  readonly main: Passage;
  readonly asked: AskedTerms;
  /** How many of them are shown. */
  readonly most: number;
}

interface PlaceOfOne {
  readonly one: Candidate;
  readonly place: ShownPlace;
}

/** Each with more of its lines the fewer there are. */
function placesOf(
  chosen: readonly Candidate[],
  { input, main, asked, most }: Choice,
): PlaceOfOne[] {
  const count = Math.min(chosen.length, most);
  const [room, leadRoom] = count < 2 ? ROOM_OF_ONE : ROOM_OF_EACH;
  const mayHaveOption = mayBeOption(codeAskedBy(input.question));
  return chosen.map((one, n) => {
    const isLead = n === 0 && one.passage.start === main.start && one.passage.file === main.file;
    const widened = { ...one, ...withMoreLines(one, room) };
    const place = isLead
      ? leadOf(widened, { input, asked, room: leadRoom })
      : shownPlace(widened, { query: input.query, asked, isAlone: count === 1 });
    return { one, place: mayHaveOption ? withOptionName(one, place) : place };
  });
}

/** What is much less likely to answer than the first place takes the room of its lines. */
function likelyOf([first, ...others]: readonly Candidate[]): Candidate[] {
  if (!first) return [];
  return [first, ...others.filter(({ score }) => score >= MIN_PLACE_SHARE * first.score)];
}

/**
 * Of the likelihood of the first place, what another one needs to be shown with its lines: 0.05 shows one more of the
 * facts that decide 256 questions, for 5 % more text, and 0.3 three fewer, for 12 % less.
 */
const MIN_PLACE_SHARE = 0.1;

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

/** The lines of each place, and of a lead that is described in full: more if it is the only one. */
const ROOM_OF_ONE: Rooms = [18, 28];
const ROOM_OF_EACH: Rooms = [13, 20];

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
  const [part] = askedParts(input, found).toSorted((a, b) => missing(b) - missing(a));
  if (!part || missing(part) < MIN_MISSING) return undefined;
  const shown = [...statements, ...(code ? [code] : [])].map(({ reference }) => reference);
  const [best] = candidatesFor(found, input, { whole: part })(part)
    .filter((one) => one.coverage >= MIN_REST_COVERAGE && !isHistory(one.passage.file.path))
    .filter(({ role }) => role !== 'test' || input.query.intent.mentionsTests)
    .filter(
      (one) =>
        !shown.some((other) => overlap(placeReference({ ...one.passage.file, ...one }), other)),
    )
    .toSorted((a, b) => b.score - a.score);
  return best && shownPlace(best, { query: input.query, asked: part });
}

const MIN_MISSING = 0.3;
const MIN_REST_COVERAGE = 0.4;

/**
 * A test may state the value, but says little about the code that has it: the likeliest of that comes first, or what the
 * ranking of definitions rates best.
 */
function codeFirst(
  chosen: readonly Candidate[],
  { all, main }: { readonly all: readonly Candidate[]; readonly main: Passage },
): readonly Candidate[] {
  const isTest = ({ role }: Candidate) => role === 'test';
  const ordered = chosen.toSorted((a, b) => Number(isTest(a)) - Number(isTest(b)));
  const [first] = ordered;
  if (!first || !isTest(first)) return ordered;
  const others = all.filter((one) => !isTest(one)).toSorted((a, b) => b.score - a.score);
  const [likely] = others.filter(({ score }) => score >= MIN_SHARE_OF_TEST * first.score);
  const isOfMain = ({ passage: { file }, start, end }: Candidate) =>
    file === main.file && start <= main.end && end >= main.start;
  const best = likely ?? others.find(isOfMain);
  return best ? [best, ...ordered] : ordered;
}

/** Of the likelihood of a test, what other code needs to come first. */
const MIN_SHARE_OF_TEST = 0.02;
