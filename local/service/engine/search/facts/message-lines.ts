import { roleOf } from '../../../index/file-role.js';
import {
  type FileCondition,
  messageCondition,
  phraseCondition,
} from '../../../index/segments/word-filter.js';
import { isVendoredFor } from '../../../index/vendored.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { readMatchingLines } from '../../../tools/grep.js';
import type { Term } from '../../../tools/query-parser.js';
import { isCommentLine } from '../passages/doc-comment.js';
import type { SearchedRepository } from '../passages/find.js';
import { nearMessage, tellingWords } from '../text/near-message.js';
import { type LookUp, toolContext } from './look-up.js';
import { isTextTable } from './text-keys.js';

/** A line that has a message as it is quoted, or nearly so. */
export interface MessageLine {
  readonly searched: SearchedRepository;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly phrase: string;
  readonly place: MessagePlace;
}

/** Where a message may be, what says most of where it comes from first. */
export const MESSAGE_PLACES = ['code', 'table', 'name', 'comment', 'beside', 'vendored'] as const;
export type MessagePlace = (typeof MESSAGE_PLACES)[number];

interface Scored {
  readonly found: MessageLine;
  readonly score: number;
}

/** Each may need a search of all files. */
const MAX_PHRASES = 3;
const MAX_BYTES = 2_000_000;
/** Longer lines were written by no person. */
const MAX_LINE_LENGTH = 2_000;
const MAX_LINES = 2_000;
const MAX_PAIRS = 14;
const EXACT = 0.5;
/** Of `TooManyRequests`, next to 1 for each word of a text. */
const NAME_SCORE = 1;
const MAX_NAME_WORDS = 5;
/** What has fewer words of the message is another one. */
const MAX_LESS = 1;
/** Their forms differ: "can't", "cannot". */
const CONTRACTED = /^(?:can|not|will)$/;

/** The lines of all files that have one of the messages, the likeliest sources first. */
export async function messageLines(
  phrases: readonly string[],
  input: LookUp,
): Promise<MessageLine[]> {
  const found: Scored[] = [];
  for (const phrase of [...new Set(phrases)].slice(0, MAX_PHRASES)) {
    for (const searched of input.repositories) {
      found.push(...(await linesLike(phrase, searched, input)));
    }
  }
  const best = Math.max(0, ...found.map(({ score }) => score));
  const isNear = ({ found: { place }, score }: Scored) =>
    place === 'name' || score >= best - MAX_LESS;
  return found
    .filter(isNear)
    .sort((a, b) => rank(a) - rank(b) || b.score - a.score)
    .map((one) => one.found);
}

function rank({ found: { place, text, phrase } }: Scored): number {
  const isFirst = place === 'code' || place === 'table';
  const how = isFirst ? saidBy(text, phrase) : 0;
  return MESSAGE_PLACES.indexOf(place) + how + (isCommentLine(text) ? 0.5 : 0);
}

/** A log may have the words of a text that a user sees as it is; what compares a message does not make it. */
function saidBy(text: string, phrase: string): number {
  if (LOGS.test(text) || COMPARES.test(text)) return 0;
  if (THROWS.test(text)) return -2.5;
  return isAll(text, phrase) ? -2 : 0;
}

const THROWS =
  /\b(?:throw|raise|panic|reject)\b|\bErrorf?\(|\berrors\.(?:New|Wrap)|\b\w{0,40}(?:Error|Exception)\(/;
const COMPARES =
  /\b(?:contains|includes|indexOf|matches|has(?:Prefix|Suffix)|startsWith)\b|\bcase\b|[!=]=/i;

/** Whether a string of a line says no more than the message. */
function isAll(text: string, phrase: string): boolean {
  const strings = text.match(/"[^"]{3,300}"|'[^']{3,300}'|`[^`]{3,300}`|>[^<>]{3,300}</g) ?? [];
  return strings.some((one) => nearMessage(one.slice(1, -1), phrase) > 0);
}

const LOGS =
  /\b(?:log(?:ger|ging)?|console|slog|zap|debug)\b[\w.]{0,20}\(|\b(?:debug|info|warn|warning|error)f?\(\s*["'`]\[/i;

async function linesLike(
  phrase: string,
  searched: SearchedRepository,
  input: LookUp,
): Promise<Scored[]> {
  const pairs = pairsOf(phrase);
  const terms: Term[] = [
    { text: phrase, isRegex: false },
    ...pairs.map(([a, b]) => ({ text: `\\b${a}\\b.{1,80}\\b${b}\\b`, isRegex: true })),
    ...nameTerm(phrase),
  ];
  const condition = conditionOf(phrase, pairs);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const entries = await input.filesOf(searched);
  const found: Scored[] = [];
  const search = { snapshot: searched, terms, maxBytes: MAX_BYTES, ...(among && { among }) };
  await readMatchingLines(
    search,
    ({ path, line, text }) => {
      if (found.length >= MAX_LINES || text.length > MAX_LINE_LENGTH || !entries.has(path)) return;
      const isExact = text.toLowerCase().includes(phrase.toLowerCase());
      const near = nearMessage(phrase, text);
      const score = isExact ? Math.max(near, 1) + EXACT : near;
      const place = score > 0 ? placeOf(path, text, input) : 'name';
      const isOwnName = place !== 'name' || placeOf(path, text, input) === 'code';
      if (!isOwnName) return;
      const its = { searched, path, line, text, phrase, place };
      found.push({ found: its, score: score > 0 ? score : NAME_SCORE });
    },
    toolContext(input),
  );
  return found.filter(({ found: { place, text } }) => place !== 'name' || isName(phrase, text));
}

function placeOf(path: string, text: string, { query }: LookUp): MessagePlace {
  if (isVendoredFor(path, query)) return 'vendored';
  const role = roleOf(path);
  if (role === 'test') return 'beside';
  if (isTextTable(path, text)) return 'table';
  if (role === 'code') return isCommentLine(text) ? 'comment' : 'code';
  return TEMPLATE.test(path) ? 'code' : 'beside';
}

/** Pages that a program fills in say what a user sees. */
const TEMPLATE = /(?:^|\/)(?:templates?|views?|app|src|web|ui)\/.*\.html?$/i;

/** Words that follow each other, or have one between them that may be a value. */
function pairsOf(phrase: string): [string, string][] {
  const words = tellingWords(phrase).filter((one) => one.length > 2 && !CONTRACTED.test(one));
  const pairs = words.flatMap((word, n) =>
    words.slice(n + 1, n + 3).map((other): [string, string] => [word, other]),
  );
  return pairs.slice(0, MAX_PAIRS);
}

/** "Too many requests" is `StatusTooManyRequests`. */
function nameTerm(phrase: string): Term[] {
  const source = nameSource(phrase);
  return source === undefined ? [] : [{ text: source, isRegex: true }];
}

function nameSource(phrase: string): string | undefined {
  const words = phrase.match(/[\p{L}\p{N}]+/gu) ?? [];
  const fits = words.length > 1 && words.length <= MAX_NAME_WORDS && words.join('').length > 7;
  return fits ? words.map(escapeRegex).join('[_-]?') : undefined;
}

function isName(phrase: string, text: string): boolean {
  const source = nameSource(phrase);
  return source !== undefined && new RegExp(source, 'iu').test(text);
}

/** `undefined` if any file may have it. */
function conditionOf(
  phrase: string,
  pairs: readonly (readonly [string, string])[],
): FileCondition | undefined {
  if (nameSource(phrase) !== undefined) return undefined;
  const groups = [phraseCondition(phrase), ...pairs.map(([a, b]) => messageCondition(`${a} ${b}`))];
  const known = groups.flatMap((one) => one ?? []);
  return groups.some((one) => one === undefined) ? undefined : known;
}
