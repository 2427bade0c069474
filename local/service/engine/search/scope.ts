import { nameFilter } from '../../tools/patterns.js';
import { type NamedRepository, named } from './facts/named-repository.js';

/** A question, and the repositories that it names. */
export interface ScopedQuestion<R> {
  /** Without the words that name a repository, if more words are left. */
  readonly question: string;
  /** Empty if it names none. */
  readonly repositories: readonly R[];
  /** Names of repositories that there are not. */
  readonly unknown: readonly string[];
  /** Whether `-repo:` leaves none to search. */
  readonly leavesNone?: boolean;
}

const NAME = String.raw`[\x60"'“]?([\p{L}\p{N}_.-]{1,100}(?:/[\p{L}\p{N}_.-]{1,100}){0,8})[\x60"'”]?`;
const KIND = '(?:repo(?:sitory)?|project)';
/** "In short: who calls drain?", "In Go: how do contexts end?" */
const SAID_FIRST =
  /^(?:short|brief|general|particular|details?|depth|practice|theory|summary|total|fact|addition|contrast|production|development|c|go|java|kotlin|php|python|ruby|rust|swift|scala|typescript|javascript|english|docker|kubernetes|ci)$/i;
/** “In acme/shop: …”, “in shop, …”. */
const LEADING = new RegExp(
  String.raw`^\s*(?:in|within|inside)\s+(?:the\s+)?(?:${KIND}\s+)?${NAME}(?:\s+${KIND})?\s*([:,])\s+`,
  'iu',
);
/** “… in shop?”, “… in the shop repository”. */
const TRAILING = new RegExp(
  String.raw`\s+(?:in|within|inside)\s+(?:the\s+)?(?:${KIND}\s+)?${NAME}(?:\s+${KIND})?\s*[?.!]*\s*$`,
  'iu',
);
/** `repo:NAME`, `-repo:NAME`, `r:NAME`, `repo:^acme/shop$`, `repo:NAME@REVISION`. */
const MARKED = /(?<!\S)(-?)(repo|r):"?([^\s"]{1,300})"?/gi;
const MAX_MARKED = 50;
/** A file's name, rather than a repository's. */
const FILE = /\.(?:[a-z][a-z0-9]{0,4})$/i;
const MAX_LENGTH = 16_000;

/**
 * Takes the names of repositories out of a question: `repo:NAME`, “In NAME: …” and “… in NAME?”. With a colon a name
 * has to be known; elsewhere a word that is no repository's name is part of the question.
 */
export function scopedQuestion<R extends NamedRepository>(
  asked: string,
  repositories: readonly R[],
): ScopedQuestion<R> {
  const text = asked.slice(0, MAX_LENGTH);
  const marked = markedScope(text, repositories);
  if (marked) return marked;
  const [lead, leading, mark] = LEADING.exec(text) ?? [];
  if (lead !== undefined && leading !== undefined) {
    const isKnown = named(leading, repositories).length > 0;
    const isOther = FILE.test(leading) || leading.endsWith('/') || SAID_FIRST.test(leading);
    const mustBe = mark === ':' && !isOther;
    if (isKnown || mustBe) return scoped(text.slice(lead.length), [leading], repositories);
  }
  const [end, trailing] = TRAILING.exec(text.slice(-400)) ?? [];
  if (end === undefined || trailing === undefined)
    return { question: asked, repositories: [], unknown: [] };
  const found = named(trailing, repositories);
  if (found.length === 0) return { question: asked, repositories: [], unknown: [] };
  return { question: text.slice(0, text.length - end.length), repositories: found, unknown: [] };
}

function markedScope<R extends NamedRepository>(
  text: string,
  repositories: readonly R[],
): ScopedQuestion<R> | undefined {
  const wanted = new Set<R>();
  const excluded = new Set<R>();
  const unknown: string[] = [];
  let onlyExcludes = true;
  let isLimited = false;
  let room = MAX_MARKED;
  const question = text.replace(
    MARKED,
    (...[whole = '', minus, key = '', value = '']: string[]) => {
      room -= 1;
      const [name = '', revision] = value.replace(/[?!,;]+$/, '').split('@');
      const isName = room >= 0 && name !== '';
      const found = isName ? matching(name, repositories) : [];
      // Elsewhere than in a search, `r:` is more often something else.
      if (!isName || (found.length === 0 && key.toLowerCase() === 'r')) return whole;
      if (minus === '-') for (const one of found) excluded.add(one);
      else if (found.length === 0) unknown.push(name);
      else for (const one of found) wanted.add(one);
      isLimited = true;
      onlyExcludes &&= minus === '-';
      // What does not work is said of all filters in one place.
      return revision ? ` rev:${revision} ` : ' ';
    },
  );
  if (!isLimited) return undefined;
  const among = onlyExcludes ? repositories : [...wanted];
  const left = among.filter((one) => !excluded.has(one));
  const leavesNone = among.length > 0 && left.length === 0;
  return { question: question.trim(), repositories: left, unknown, leavesNone };
}

/** By name, or else as a code search reads it: as a part of names, or as a regular expression. */
function matching<R extends NamedRepository>(name: string, repositories: readonly R[]): R[] {
  const found = named(name, repositories);
  if (found.length > 0) return found;
  const fits = nameFilter(name);
  return repositories.filter((one) => fits(one.name));
}

function scoped<R extends NamedRepository>(
  question: string,
  names: readonly string[],
  repositories: readonly R[],
): ScopedQuestion<R> {
  const found = names.map((name) => ({ name, repositories: named(name, repositories) }));
  return {
    question,
    repositories: [...new Set(found.flatMap((one) => one.repositories))],
    unknown: found.flatMap((one) => (one.repositories.length === 0 ? [one.name] : [])),
  };
}
