import type { TreeEntry } from '../git/tree.js';
import { roleOf } from '../index/file-role.js';
import { countMatchingLines } from './grep.js';
import type { Snapshot } from './lookup.js';
import { mapConcurrently } from './map-concurrently.js';
import { matchesExpression, positiveTerms } from './query-evaluation.js';
import { type ParsedQuery, type Term, termKey } from './query-parser.js';
import type { QueryScope } from './query-scope.js';
import type { FilesOf } from './snapshot-files.js';
import { type ToolContext, ToolError } from './tool.js';

/** Up to this many files are passed to git by name; with more, it searches all. */
const MAX_LISTED_FILES = 300;

/** A running keyword search. */
export interface KeywordSearch {
  readonly parsed: ParsedQuery;
  readonly scope: QueryScope;
  readonly filesOf: FilesOf;
  readonly context: ToolContext;
}

/** A matching file. */
export interface KeywordHit {
  readonly snapshot: Snapshot;
  readonly entry: TreeEntry;
  readonly score: number;
  readonly inText: boolean;
}

/** The matching files of a snapshot, unordered. */
export async function findKeywordHits(
  search: KeywordSearch,
  snapshot: Snapshot,
): Promise<KeywordHit[]> {
  const { parsed, scope, filesOf } = search;
  const all = [...(await filesOf(snapshot)).values()];
  const entries = all.filter(({ path }) => scope.matchesFile(path));
  if (entries.length === 0) return [];
  const few = scope.hasFileFilter && entries.length <= MAX_LISTED_FILES;
  const paths = few ? entries.map(({ path }) => path) : [];
  const counts = await countTerms(search, snapshot, paths);
  const { expression } = parsed;
  if (!expression) return entries.map((entry) => ({ snapshot, entry, score: 0, inText: false }));
  const wanted = positiveTerms(expression);
  return entries.flatMap((entry) => {
    const has = (term: Term) => lineCount(counts, term, entry) > 0 || isInPath(term, entry);
    if (!matchesExpression(expression, has)) return [];
    const score = scoreOf(entry, wanted, (term) => lineCount(counts, term, entry));
    const inText = wanted.some((term) => lineCount(counts, term, entry) > 0);
    return [{ snapshot, entry, score, inText }];
  });
}

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Matching lines per term and file. Throws if git was stopped early: NOT needs complete counts. */
async function countTerms(
  { parsed, scope, context }: KeywordSearch,
  snapshot: Snapshot,
  paths: readonly string[],
): Promise<Counts> {
  const { caseSensitive } = scope;
  const counted = await mapConcurrently(parsed.terms, 2, async (term) => {
    const search = { snapshot, terms: [term], options: { caseSensitive, paths } };
    const { files, complete } = await countMatchingLines(search, context);
    if (!complete) throw timeoutError([term]);
    return [termKey(term), files] as const;
  });
  return new Map(counted);
}

export function timeoutError(terms: readonly Term[]): ToolError {
  const text = terms.map((term) => term.text).join(' ');
  const fix = terms.some(({ isRegex }) => isRegex)
    ? 'use a simpler expression, or narrow it'
    : 'narrow it';
  return new ToolError(
    `The search for ${text} took too long and was stopped: ${fix} with repo: and file: filters.`,
  );
}

function lineCount(counts: Counts, term: Term, { path }: TreeEntry): number {
  return counts.get(termKey(term))?.get(path) ?? 0;
}

function isInPath({ text, isRegex }: Term, { path }: TreeEntry): boolean {
  return !isRegex && path.toLowerCase().includes(text.toLowerCase());
}

/** Ranks code before tests and docs; matching lines and a matching path add to the score. */
function scoreOf(entry: TreeEntry, wanted: readonly Term[], count: (term: Term) => number): number {
  const ofTerm = (term: Term) => Math.log2(1 + count(term)) + (isInPath(term, entry) ? 2 : 0);
  const sum = wanted.reduce((total, term) => total + Math.min(6, ofTerm(term)), 0);
  return sum * (roleOf(entry.path) === 'code' ? 1 : 0.6);
}
