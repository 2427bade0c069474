import { z } from 'zod';
import { selectExcerpt } from '../index/excerpt.js';
import { outlineOf } from '../index/outline.js';
import { buildQuery, type Query } from '../index/query.js';
import { type FileHit, mergeHits } from '../index/search-results.js';
import { createChunk, type FileChunk, fileUrl } from './file-chunks.js';
import type { Snapshot } from './lookup.js';
import { mapConcurrently } from './map-concurrently.js';
import { separateFilters } from './query-parser.js';
import { type QueryScope, resolveScope } from './query-scope.js';
import { noticeOf, searchEach } from './search-each.js';
import { limitTotalSize, readLines, type SearchBlock, SearchOutput } from './search-output.js';
import { defineTool, type Tool, type ToolContext, ToolError } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const MAX_FILES = 20;
/** Whoever reads a list also wants what is said about it elsewhere, such as in a README. */
const MIN_SCORE_SHARE = 0.02;
/** The limit of the index search if a file filter removes some of its results. */
const MAX_FILES_BEFORE_FILTER = 500;

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'What to search for, in words; filters repo: file: lang: rev:, each negated with a minus before it.',
    ),
});

export function nlsSearchTool(dependencies: ToolDependencies): Tool {
  return defineTool({
    name: 'nls_search',
    title: 'Search in natural language',
    description:
      'Finds files about a subject: words are stemmed, identifiers split, and any of the words ' +
      'may match. Broader than keyword search; best matches first.',
    input,
    output: SearchOutput,
    run: async ({ query }, context) => {
      const { text, filters } = separateFilters(query);
      const indexQuery = buildQuery(text);
      if (indexQuery.terms.length === 0) {
        throw new ToolError('The query has no words to search for: describe the subject.');
      }
      const scope = await resolveScope(dependencies, filters);
      const find = (snapshot: Snapshot) =>
        findHits({ ...dependencies, scope, query: indexQuery, context }, snapshot);
      const { found, problems } = await searchEach(scope.snapshots, find);
      const hits = mergeHits(
        found.flatMap((each) => each.hits),
        MIN_SCORE_SHARE,
      );
      const shown = hits.slice(0, MAX_FILES);
      const read = (hit: NlsHit) => createBlock(hit, indexQuery, dependencies.url());
      const blocks = limitTotalSize(await mapConcurrently(shown, 4, read));
      const more = `Showing the best ${blocks.length} files: narrow it with repo: and file: filters.`;
      const partial = found.map((each) => each.notice);
      const cut = blocks.length < hits.length && more;
      const notice = noticeOf(cut, ...partial, ...scope.problems, ...problems);
      return { blocks, ...notice };
    },
  });
}

interface NlsSearch extends ToolDependencies {
  readonly scope: QueryScope;
  readonly query: Query;
  readonly context: ToolContext;
}

interface NlsHit {
  readonly snapshot: Snapshot;
  readonly found: FileHit;
}

interface NlsFindings {
  readonly hits: readonly NlsHit[];
  /** What was not searched. */
  readonly notice: string | undefined;
}

async function findHits(search: NlsSearch, snapshot: Snapshot): Promise<NlsFindings> {
  const { scope, query, index, context } = search;
  const { gitDir } = snapshot.repository.git;
  const limit = scope.hasFileFilter ? MAX_FILES_BEFORE_FILTER : MAX_FILES + 1;
  let progress = '';
  const searching = index.search({
    gitDir,
    commit: snapshot.commit,
    query,
    limit,
    progress: ({ done, total }) => {
      progress = `${done} of ${total} files so far`;
    },
  });
  const findings = await rejectAtDeadline(searching, context, () => {
    const { name } = snapshot.repository;
    return new ToolError(
      `${name} is being indexed for the first time (${progress || 'just started'}): ` +
        'ask again in a few seconds.',
    );
  });
  const files = findings.files.filter(({ path }) => scope.matchesFile(path));
  const { partial } = findings;
  const notice =
    partial &&
    `Only ${partial.done} of ${partial.total} files of ${snapshot.repository.name} have been indexed so far.`;
  return { hits: files.map((found) => ({ snapshot, found })), notice };
}

/** Rejects with `createError()` at the deadline. The promise itself is not aborted. */
async function rejectAtDeadline<T>(
  promise: Promise<T>,
  { deadline }: ToolContext,
  createError: () => ToolError,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), Math.max(0, deadline - Date.now()));
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function createBlock(
  { snapshot, found }: NlsHit,
  query: Query,
  url: string,
): Promise<SearchBlock> {
  const { path, objectId } = found;
  const chunks = await readChunks({ snapshot, found }, objectId, query);
  const [first] = chunks;
  const at = first && { lines: { start: first.startLine, end: first.endLine } };
  return {
    type: chunks.length > 0 ? 'file' : 'path',
    repo: snapshot.repository.name,
    file: path,
    chunks,
    url: fileUrl(url, snapshot, { path, ...at }),
  };
}

/** The best-matching lines of each of the file's chunks, best chunk first. */
async function readChunks({ snapshot, found }: NlsHit, objectId: string, query: Query) {
  const inText = found.chunks.some(({ terms }) => terms.length > 0);
  const lines = inText ? await readLines(snapshot, objectId) : [];
  if (lines.length === 0) return [];
  const outline = outlineOf(found.path, lines);
  const chunks: FileChunk[] = [];
  for (const spot of found.chunks) {
    const { start, end } = selectExcerpt(spot, { lines, outline }, query);
    const overlaps = chunks.some((one) => one.startLine <= end && one.endLine >= start);
    if (!overlaps) chunks.push(createChunk(lines, start, end));
  }
  return chunks;
}
