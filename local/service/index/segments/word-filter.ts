/*
 * Not a library's: `bloomfilter` has no types, needs a string for each of tens of millions of words and a copy of each
 * filter that is asked, and knows no parts of words, all for the same speed; `bloom-filters` takes 12 µs for a word.
 */

/**
 * Which words a file may have, as a Bloom filter over all of its text: what it denies is not there, and of what is
 * not there it denies about 98 %. A word is a run of ASCII letters, digits and `_`, in lower case. Besides, the parts
 * of compound words are in it, and whether the file sets a name in capitals.
 */
export type WordFilter = Uint8Array;

/** Of a file that was not read: it may have any word. */
export const ANY_WORDS: WordFilter = new Uint8Array(0);
/** Of a file without text. */
export const NO_WORDS: WordFilter = new Uint8Array(1);

/** What a file may have: a whole word, a part of one (`retry` of `maxRetry`), or a line that begins with a name in
 * capitals, with `_` in it, that is set or is listed in a table. */
export type FileFeature =
  | { readonly kind: 'word' | 'part'; readonly text: string }
  | { readonly kind: 'capitals' };

/** A file fits if it has all features of any of the groups. */
export type FileCondition = readonly (readonly FileFeature[])[];

const BITS_PER_FEATURE = 10;
const PROBES = 4;
/** Files with more are data. */
const MAX_FEATURES = 50_000;

/** Numbers that fit into 30 bits are stored without an allocation each. */
const HASH_MASK = 0x3fffffff;
const WORD_SEED = 0x811c9dc5;
const PART_SEED = 0x2f0b4c47;
const CAPITALS = 0x155a5a5a;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const UNDERSCORE = 4;
const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => classOf(byte));
const NEWLINE = 0x0a;
const LOWER_BIT = 0x20;

function classOf(byte: number): number {
  const character = String.fromCharCode(byte);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  return character === '_' ? UNDERSCORE : OTHER;
}

/** The filter of a text in UTF-8. */
export function wordFilterOf(bytes: Uint8Array): WordFilter {
  const { features } = new FeatureReader(bytes);
  if (features.size === 0) return NO_WORDS;
  if (features.size > MAX_FEATURES) return ANY_WORDS;
  const filter = new Uint8Array(Math.ceil((features.size * BITS_PER_FEATURE) / 8));
  for (const feature of features) {
    for (let n = 0; n < PROBES; n += 1) {
      const bit = bitAt(feature, n, filter);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return filter;
}

/** Tells of filters whether their files may fulfil a condition. */
export function filterTest(condition: FileCondition): (filter: WordFilter) => boolean {
  const groups = condition.map((group) => group.map(hashOf));
  return (filter) =>
    filter.length === 0 ||
    groups.some((group) => group.every((feature) => mayHave(filter, feature)));
}

/** The features of files that have a text as a whole word; `undefined` if these say nothing. */
export function wholeWordCondition(text: string): FileCondition | undefined {
  const words = text.match(/[A-Za-z0-9_]+/g) ?? [];
  return words.length === 0 ? undefined : [words.map((word) => ({ kind: 'word', text: word }))];
}

/**
 * The features of files that have a text anywhere, in any case; `undefined` if these say nothing. The words at its ends
 * may be parts of longer ones: of `ERR_BODY_TOO` only `BODY` is certain.
 */
export function phraseCondition(text: string): FileCondition | undefined {
  // Ignoring case, other letters may be the same as ASCII ones.
  if (/[^\0-\x7f]/.test(text)) return undefined;
  const features = [...text.matchAll(/[A-Za-z0-9_]+/g)].flatMap(({ 0: word, index }) => {
    const isWhole = index > 0 && index + word.length < text.length;
    return isWhole ? [{ kind: 'word' as const, text: word }] : innerParts(word);
  });
  return features.length === 0 ? undefined : [features];
}

/** What an escape before a text adds to its first word: of `"\\nTimeout"` that is `nTimeout`. */
const ESCAPES = ['', 'n', 't'];

/** The features of files that have a text of whole words in a string of their code, in any case. */
export function messageCondition(text: string): FileCondition | undefined {
  if (/[^\0-\x7f]/.test(text)) return undefined;
  const groups = ESCAPES.flatMap((before) => wholeWordCondition(`${before}${text}`) ?? []);
  return groups.length === 0 ? undefined : groups;
}

/** Between underscores, if it is one part in any spelling. */
function innerParts(word: string): FileFeature[] {
  const inner = word.split('_').slice(1, -1);
  const plain = inner.filter((text) => /^(?:[a-z]+|[A-Z]+)$/.test(text));
  return plain.map((text) => ({ kind: 'part', text }));
}

const MAX_NAME_WORDS = 4;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/**
 * The features of files that have a name of these words in any spelling, `max-age`, `MAX_AGE` and `defaultMaxAge` among
 * them; `undefined` if that would be too many, or if the words are not ASCII.
 */
export function nameCondition(words: readonly string[]): FileCondition | undefined {
  const isPlain = words.every((word) => /^[A-Za-z0-9]+$/.test(word));
  // As files have them: `S3` and `IDs` are two parts each.
  const parts = words.flatMap((word) => word.match(PART) ?? []);
  if (!isPlain || parts.length === 0 || parts.length > MAX_NAME_WORDS) return undefined;
  return spellings(parts);
}

/** Each of the words is a part by itself, or written together with those behind it. */
function spellings(words: readonly string[]): FileFeature[][] {
  if (words.length === 0) return [[]];
  return words.flatMap((_, n) => {
    const text = words.slice(0, n + 1).join('');
    const rest = spellings(words.slice(n + 1));
    return (['word', 'part'] as const).flatMap((kind) =>
      rest.map((features) => [{ kind, text }, ...features]),
    );
  });
}

function mayHave(filter: WordFilter, feature: number): boolean {
  for (let n = 0; n < PROBES; n += 1) {
    const bit = bitAt(feature, n, filter);
    if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

function bitAt(feature: number, n: number, filter: WordFilter): number {
  const step = (Math.imul(feature, 0x9e3779b1) >>> 1) | 1;
  return (feature + n * step) % (8 * filter.length);
}

function hashOf(feature: FileFeature): number {
  if (feature.kind === 'capitals') return CAPITALS;
  let hash = feature.kind === 'word' ? WORD_SEED : PART_SEED;
  for (const character of feature.text.toLowerCase()) {
    hash = addByte(hash, character.charCodeAt(0));
  }
  return hash & HASH_MASK;
}

/** FNV-1a. */
function addByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Reads bytes once, and allocates nothing for a word: there are tens of millions in a large repository. */
class FeatureReader {
  readonly features = new Set<number>();
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Of the current line up to the current word. */
  #lineHasLower = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#read();
  }

  #read(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at] ?? 0;
      if (CLASSES[byte] !== OTHER) this.#readWord();
      else {
        if (byte === NEWLINE) this.#lineHasLower = false;
        this.#at += 1;
      }
    }
  }

  /** The parts of `HTTPServer_v2` are `http`, `server`, `v` and `2`. */
  #readWord(): void {
    const bytes = this.#bytes;
    let word = WORD_SEED;
    let part = PART_SEED;
    let partBefore = PART_SEED;
    let parts = 0;
    let partLength = 0;
    let previous = OTHER;
    let hasLower = false;
    let hasUnderscore = false;
    let at = this.#at;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      const kind = CLASSES[byte] ?? OTHER;
      if (kind === OTHER) break;
      const lower = kind === UPPER ? byte | LOWER_BIT : byte;
      word = addByte(word, lower);
      if (kind === LOWER) hasLower = true;
      if (kind === UNDERSCORE) {
        hasUnderscore = true;
        if (partLength > 0) parts = this.#addPart(part, parts);
        part = PART_SEED;
        partLength = 0;
      } else if (partLength > 0 && startsPart(kind, previous)) {
        parts = this.#addPart(part, parts);
        partBefore = PART_SEED;
        part = addByte(PART_SEED, lower);
        partLength = 1;
      } else if (kind === LOWER && previous === UPPER && partLength > 1) {
        // The last capital begins the next part.
        parts = this.#addPart(partBefore, parts);
        partBefore = addByte(PART_SEED, (bytes[at - 1] ?? 0) | LOWER_BIT);
        part = addByte(partBefore, lower);
        partLength = 2;
      } else {
        partBefore = part;
        part = addByte(part, lower);
        partLength += 1;
      }
      previous = kind;
    }
    this.#at = at;
    // A single part with `_` before it, such as that of `_timeout`, is no whole word.
    if (partLength > 0 && (parts > 0 || hasUnderscore)) this.#addPart(part, parts);
    this.features.add(word & HASH_MASK);
    if (!hasLower && hasUnderscore && !this.#lineHasLower && this.#isSet()) {
      this.features.add(CAPITALS);
    }
    if (hasLower) this.#lineHasLower = true;
  }

  #addPart(part: number, parts: number): number {
    this.features.add(part & HASH_MASK);
    return parts + 1;
  }

  /** Whether the word ends before `=`, `:` or `|`, with nothing but blanks and quotation marks between them. */
  #isSet(): boolean {
    for (let at = this.#at; at < this.#bytes.length; at += 1) {
      const character = this.#bytes[at] ?? 0;
      if (SETS.has(character)) return true;
      if (!BEFORE_SETS.has(character)) return false;
    }
    return false;
  }
}

/** A number is a part, and so is what begins with a capital. */
function startsPart(kind: number, previous: number): boolean {
  return (kind === UPPER && previous === LOWER) || (kind === DIGIT) !== (previous === DIGIT);
}

const SETS = new Set(Buffer.from('=:|'));
const BEFORE_SETS = new Set(Buffer.from(' "\'`?'));
