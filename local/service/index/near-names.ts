import leven from 'leven';
import { stemOf } from '../git/file-path.js';
import type { Query } from './query.js';
import type { Segment } from './segments/segment.js';
import {
  definitionTerm,
  exactDefinitionTerm,
  normalizedName,
  termsOf,
  wordParts,
} from './terms.js';

/** A word that no file has, and the name that is defined and spelled nearly so. */
export interface NearName {
  readonly word: string;
  readonly name: string;
}

/** Who tells a story says words that no code has. */
const MAX_KEYWORDS = 9;
const MAX_WORDS = 3;
/** A shorter one is rather another word, such as `mongo` and `mono`. */
const MIN_LENGTH = 6;
const MIN_LENGTH_OF_CAPITAL = 8;
/** Of names of several words, such as `load_cart`. */
const MIN_LENGTH_OF_TWO = 8;

type Segments = readonly { readonly segment: Pick<Segment, 'withPrefix' | 'files'> }[];

/** What the words of a short question that occur nowhere may be misspelled for. */
export function nearNames(
  segments: Segments,
  query: Query,
  isMissing: (term: string) => boolean,
): NearName[] {
  if (query.keywords.length > MAX_KEYWORDS || query.language !== undefined) return [];
  const words = new Set([...query.exactNames, ...query.keywords]);
  return [...words]
    .filter((word) => mayBeMisspelled(word) && isMissing(termsOf(word).at(-1) ?? ''))
    .slice(0, MAX_WORDS)
    .flatMap((word) => {
      const name = nearestName(segments, word);
      return name === undefined || (isCapital(word) && !/^\p{Lu}/u.test(name))
        ? []
        : [{ word, name }];
    });
}

function mayBeMisspelled(word: string): boolean {
  return isCompound(word) || word.length >= (isCapital(word) ? MIN_LENGTH_OF_CAPITAL : MIN_LENGTH);
}

/** Such a word is a type here, or a name of something else, such as `Kubernetes`. */
function isCapital(word: string): boolean {
  return !isCompound(word) && /^\p{Lu}/u.test(word);
}

function isCompound(word: string): boolean {
  return wordParts(word).length > 1;
}

function nearestName(segments: Segments, word: string): string | undefined {
  const own = normalizedName(word);
  const starts = definitionTerm(own.charAt(0));
  const defined = segments.flatMap(({ segment }) =>
    segment.withPrefix(starts).map((term) => term.slice(1)),
  );
  const [name] = nearest(word, defined);
  if (name !== undefined) return spelledAs(segments, name);
  const [file] = nearest(word, namesOfFiles(segments, own.charAt(0)));
  return file;
}

/** Nearest first. What only goes on is another name: `cart2` and `cart`. */
function nearest(word: string, names: readonly string[]): string[] {
  const [own, most] = [normalizedName(word), mostOf(word)];
  const goesOn = (name: string) => own.startsWith(name) || name.startsWith(own);
  return [...new Set(names)]
    .filter((name) => !goesOn(normalizedName(name)))
    .map((name) => ({ name, distance: distanceOf(own, normalizedName(name)) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .map(({ name }) => name);
}

function namesOfFiles(segments: Segments, initial: string): string[] {
  return segments
    .flatMap(({ segment }) => segment.files.paths.map(stemOf))
    .filter((name) => name.charAt(0).toLowerCase() === initial);
}

/** The spelling of a name that is known by its letters. */
function spelledAs(segments: Segments, name: string): string | undefined {
  const initial = name.charAt(0);
  const starts = [initial, initial.toUpperCase(), '_'].map(exactDefinitionTerm);
  return segments
    .flatMap(({ segment }) => starts.flatMap((start) => segment.withPrefix(start)))
    .map((term) => term.slice(2))
    .find((one) => normalizedName(one) === name);
}

function mostOf(word: string): number {
  return isCompound(word) && word.length >= MIN_LENGTH_OF_TWO ? 2 : 1;
}

/** Two letters that changed places count once. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  const distance = leven(a, b, { maxDistance: 3 });
  return distance === 2 && areSwapped(a, b) ? 1 : distance;
}

function areSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, n) => letter !== b[n]);
  const swapped = `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at] ?? ''}${a.slice(at + 2)}`;
  return swapped === b;
}
