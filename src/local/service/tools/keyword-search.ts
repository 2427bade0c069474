import { z } from 'zod';
import type { TreeEntry } from '../git/tree.js';
import { roleOf } from '../index/weight.js';
import { readLines, type SearchBlock, SearchRecord, withinSize } from './blocks.js';
import { chunksAround, urlOf } from './chunks.js';
import type { FilesOf } from './files.js';
import { countLines, findLines } from './grep.js';
import { inTurn } from './in-turn.js';
import type { Place } from './lookup.js';
import type { ToolParts } from './parts.js';
import { holds, wantedTerms } from './query/evaluate.js';
import { type ParsedQuery, parseQuery, type Term, termKey } from './query/parse.js';
import { type Scope, scopeOf } from './query/scope.js';
import { defineTool, type Tool, type ToolContext, ToolRefusal } from './tool.js';

const MOST_FILES = 30;
const CHUNKS = { before: 2, after: 2, most: 5 };
/** So few files are named to git; of more it reads all. */
const FEW_FILES = 300;
const LARGEST_FILE = 4 * 1_048_576;

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'Terms, all of which a file must have: words, "quoted text", /regular expressions/; AND, ' +
        'OR, NOT and parentheses; filters repo: file: rev:, each negated with a minus before it.',
    ),
});

export function keywordSearchTool(parts: ToolParts & { readonly filesOf: FilesOf }): Tool {
  return defineTool({
    name: 'keyword_search',
    title: 'Search by keywords',
    description:
      'Finds the files that have exactly these terms, letter case aside. Terms are ANDed unless ' +
      'there is an OR. Example: repo:shop file:\\.ts$ (retry OR backoff) NOT test',
    input,
    output: SearchRecord,
    run: async ({ query }, context) => {
      const parsed = parseQuery(query);
      const scope = await scopeOf(parts, parsed.filters);
      const search: Search = { parsed, scope, filesOf: parts.filesOf, context };
      const hits = (await inTurn(scope.places, 2, (place) => hitsIn(search, place))).flat();
      hits.sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1));
      const shown = hits.slice(0, MOST_FILES);
      const blocks = withinSize(await blocksOf(search, shown, parts.url()));
      const notice =
        `Showing ${blocks.length} of ${hits.length} files: ` +
        'narrow it with more terms, or with repo: and file: filters.';
      return { blocks, ...(blocks.length < hits.length && { notice }) };
    },
  });
}

interface Search {
  readonly parsed: ParsedQuery;
  readonly scope: Scope;
  readonly filesOf: FilesOf;
  readonly context: ToolContext;
}

interface Hit {
  readonly place: Place;
  readonly entry: TreeEntry;
  readonly score: number;
  readonly inText: boolean;
}

async function hitsIn(search: Search, place: Place): Promise<Hit[]> {
  const { parsed, scope, filesOf } = search;
  const all = [...(await filesOf(place)).values()];
  const entries = all.filter(({ path }) => scope.fileFits(path));
  if (entries.length === 0) return [];
  const few = scope.hasFileFilter && entries.length <= FEW_FILES;
  const paths = few ? entries.map(({ path }) => path) : [];
  const counts = await countsOf(search, place, paths);
  const { expression } = parsed;
  if (!expression) return entries.map((entry) => ({ place, entry, score: 0, inText: false }));
  const wanted = wantedTerms(expression);
  return entries.flatMap((entry) => {
    const has = (term: Term) => countOf(counts, term, entry) > 0 || isInPath(term, entry);
    if (!holds(expression, has)) return [];
    const score = scoreOf(entry, wanted, (term) => countOf(counts, term, entry));
    const inText = wanted.some((term) => countOf(counts, term, entry) > 0);
    return [{ place, entry, score, inText }];
  });
}

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** How many lines of each file have each term. A search that was cut short cannot say NOT. */
async function countsOf(
  { parsed, scope, context }: Search,
  place: Place,
  paths: readonly string[],
): Promise<Counts> {
  const { caseSensitive } = scope;
  const counted = await inTurn(parsed.terms, 2, async (term) => {
    const search = { place, terms: [term], options: { caseSensitive, paths } };
    const { files, complete } = await countLines(search, context);
    if (!complete) throw tooSlow(term);
    return [termKey(term), files] as const;
  });
  return new Map(counted);
}

function tooSlow({ text, isRegex }: Term): ToolRefusal {
  const fix = isRegex ? 'give a simpler expression, or narrow it' : 'narrow it';
  return new ToolRefusal(
    `The search for ${text} took too long and was stopped: ${fix} with repo: and file: filters.`,
  );
}

function countOf(counts: Counts, term: Term, { path }: TreeEntry): number {
  return counts.get(termKey(term))?.get(path) ?? 0;
}

function isInPath({ text, isRegex }: Term, { path }: TreeEntry): boolean {
  return !isRegex && path.toLowerCase().includes(text.toLowerCase());
}

/** Code before tests and documents; more lines and a fitting path count. */
function scoreOf(entry: TreeEntry, wanted: readonly Term[], count: (term: Term) => number): number {
  const ofTerm = (term: Term) => Math.log2(1 + count(term)) + (isInPath(term, entry) ? 2 : 0);
  const sum = wanted.reduce((total, term) => total + Math.min(6, ofTerm(term)), 0);
  return sum * (roleOf(entry.path) === 'code' ? 1 : 0.6);
}

async function blocksOf(search: Search, hits: readonly Hit[], url: string): Promise<SearchBlock[]> {
  const lines = await linesOfHits(search, hits);
  return inTurn(hits, 4, async ({ place, entry, inText }) => {
    const { path } = entry;
    const found = lines.get(place)?.get(path) ?? [];
    const text = found.length > 0 && entry.size <= LARGEST_FILE;
    const read = text ? await readLines(place, entry.objectId) : [];
    const chunks = chunksAround(read, found, CHUNKS);
    const [first] = chunks;
    const at = first && { lines: { start: first.startLine, end: first.endLine } };
    return {
      type: inText ? ('file' as const) : ('path' as const),
      ...{ repo: place.repository.name, file: path, chunks },
      url: urlOf(url, place, { path, ...at }),
    };
  });
}

async function linesOfHits({ parsed, scope, context }: Search, hits: readonly Hit[]) {
  const places = [...new Set(hits.map(({ place }) => place))];
  const terms = parsed.expression ? wantedTerms(parsed.expression) : [];
  const found = await inTurn(places, 2, async (place) => {
    const own = hits.filter((hit) => hit.place === place && hit.inText);
    if (own.length === 0) return [place, new Map<string, number[]>()] as const;
    const paths = own.map(({ entry }) => entry.path);
    const options = { caseSensitive: scope.caseSensitive, paths };
    return [place, await findLines({ place, terms, options }, context)] as const;
  });
  return new Map(found);
}
