import { isNegated, isUsed, type Mention } from './mention.js';
import { isPath } from './mentions-in-paths.js';
import { isIdiom, isOrdinary, isUnmistakable } from './ordinary-words.js';
import type { RepositoryNames } from './repository-names.js';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.-]{0,99}(?:['’]s?(?![\p{L}\p{N}]))?|[,:;?!()]/gu;
const MAX_WORDS = 4_000;
const FENCED = /```[\s\S]*?(?:```|$)/g;
const FRAME = /^(?:\s{0,20}at\s|\s{0,20}File\s"|\t|goroutine\s).{0,2000}$/gm;

const REPOSITORY = /^(?:repo|repository|codebase|monorepo)$/;
const INTRODUCES = /^(?:the|our|this|that|your|their|in|inside|within|from|does|is|has)$/;
/** “the billing service”, “the wire library”. */
const PART = /^(?:service|microservice)$/;
const LOOSE_PART = /^(?:app|application|library|lib|module|package|plugin|project|sdk|tool)$/;
const ARTICLE = /^(?:the|our|this|that|your|their)$/;
const INSIDE = /^(?:in|inside|within|from)$/;
/** “how does NAME …”: without an article, it is a name. */
const BEFORE_NAME =
  /^(?:does|did|is|has|was|why|how|where|when|compare|compared|versus|vs|between)$/;
/** “the pool of NAME?”, but not “of NAME tasks”. */
const OF = /^(?:of|for|about|by)$/;
const ENDS =
  /^(?:[,;:?!()]|and|or|is|are|was|does|when|if|in|on|at|after|before|that|which|to|for|from|as|while|with)$/;
const JOINS = /^(?:and|or|vs|versus|than|with|to|,)$/;

interface Word {
  readonly text: string;
  readonly possessive: boolean;
  /** Where it begins. */
  readonly at: number;
}

/** Words of a text that name a repository; paths and code are read elsewhere. */
export function mentionsInProse(text: string, names: RepositoryNames): Mention[] {
  const prose = text
    .replace(FENCED, ' ; ')
    .replace(FRAME, ' ; ')
    .replaceAll('`', '')
    .replace(/\S{2,2000}/g, (chunk) => (isPath(chunk) ? ' ; ' : chunk));
  const words = wordsOf(prose);
  const found: (Mention | undefined)[] = [];
  for (const i of words.keys()) {
    found.push(mentionAt(words, i, { names, prose, joined: isJoined(words, found, i) }));
  }
  return found.filter((mention) => mention !== undefined);
}

function wordsOf(prose: string): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index: at } of prose.matchAll(WORD)) {
    const text = word.replace(/['’]s?$/, '').replace(/[.-]+$/, '');
    words.push({ text: text.toLowerCase(), possessive: /['’]s?$/.test(word), at });
    if (words.length === MAX_WORDS) break;
  }
  return words;
}

interface Source {
  readonly names: RepositoryNames;
  readonly prose: string;
  /** The words before it are a name and “and”. */
  readonly joined: boolean;
}

function mentionAt(words: readonly Word[], i: number, source: Source): Mention | undefined {
  const { names, prose } = source;
  const { text = '', at = 0 } = words[i] ?? {};
  const kind = kindAt(words, i, source);
  if (kind === undefined) return undefined;
  const repositories = names.byOwnName(kind.name ?? text);
  const before = prose.slice(Math.max(0, at - 40), at);
  if (!kind.certain && isUsed(before)) return undefined;
  const negated = isNegated(before) ? ({ negated: true } as const) : {};
  return { repositories, kind: kind.kind, ...negated };
}

interface Kind {
  readonly kind: Mention['kind'];
  /** Whatever is said of it. */
  readonly certain?: true;
  /** Several words: “the orders worker”. */
  readonly name?: string;
}

const CERTAIN: Kind = { kind: 'name', certain: true };

function kindAt(words: readonly Word[], i: number, { names, joined }: Source): Kind | undefined {
  const word = words[i];
  if (word === undefined) return undefined;
  const { text } = word;
  const [before = '', after = ''] = [words[i - 1]?.text, words[i + 1]?.text];
  if (names.byOwnName(text).length === 0) return phraseAt(words, i, names);
  if (REPOSITORY.test(after) && (INTRODUCES.test(before) || !isOrdinary(text))) return CERTAIN;
  if (isUnmistakable(text)) return { kind: 'name' };
  const phrase = phraseAt(words, i, names);
  if (phrase !== undefined) return phrase;
  if (PART.test(after) && ARTICLE.test(before)) return { kind: 'name' };
  if (isOrdinary(text))
    return INSIDE.test(before) && isInside(text, after) ? { kind: 'hint' } : undefined;
  if (joined || isInNamePosition(words, i)) return { kind: 'name' };
  return LOOSE_PART.test(after) && ARTICLE.test(before) ? { kind: 'vague' } : undefined;
}

/** “in docs”, but neither “in docs pages” nor “in common”. */
function isInside(text: string, after: string): boolean {
  return !isIdiom(text) && !/^\p{L}/u.test(after);
}

/** “the orders worker”, for a repository `orders-worker`. */
function phraseAt(words: readonly Word[], i: number, names: RepositoryNames): Kind | undefined {
  if (!ARTICLE.test(words[i - 1]?.text ?? '')) return undefined;
  for (const length of [3, 2]) {
    const parts = words.slice(i, i + length);
    if (parts.length < length || parts.slice(0, -1).some(({ possessive }) => possessive)) continue;
    const name = parts.map(({ text }) => text).join('-');
    if (names.byOwnName(name).length === 0) continue;
    const next = words[i + length]?.text ?? '';
    const isCertain = REPOSITORY.test(next) || PART.test(next);
    return isCertain ? { kind: 'name', name } : { kind: 'vague', name };
  }
  return undefined;
}

/** A name has no article: “in okio”, “kombu's pool”, “how does retrofit …”, “zipline: …”. */
function isInNamePosition(words: readonly Word[], i: number): boolean {
  const [before, after] = [words[i - 1]?.text, words[i + 1]?.text];
  if (words[i]?.possessive && !ARTICLE.test(before ?? '')) return true;
  if (before === undefined) return after === ':' || JOINS.test(after ?? '');
  if (after === ':' && /^[;?!]$/.test(before)) return true;
  if (INSIDE.test(before) || BEFORE_NAME.test(before)) return true;
  return OF.test(before) && (after === undefined || ENDS.test(after));
}

/** “in NAME and NAME”: if the first is a name, the second is as well. */
function isJoined(
  words: readonly Word[],
  found: readonly (Mention | undefined)[],
  i: number,
): boolean {
  return JOINS.test(words[i - 1]?.text ?? '') && found[i - 2]?.kind === 'name';
}
