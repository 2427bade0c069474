import { z } from 'zod';
import { selectExcerpt } from '../index/excerpt.js';
import { outlineOf } from '../index/outline.js';
import { buildQuery, type Query } from '../index/query.js';
import { type FileHit, mergeHits } from '../index/search-results.js';
import { type ChunkRecord, chunkOf, urlOf } from './chunks.js';
import { inTurn } from './in-turn.js';
import type { Place } from './lookup.js';
import { splitQuestion } from './query/parse.js';
import { type Scope, scopeOf } from './query/scope.js';
import { readLines, type SearchBlock, SearchRecord, withinSize } from './search-output.js';
import { defineTool, type Tool, type ToolContext, ToolRefusal } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

const MOST_FILES = 20;
/** What is asked of the index where a filter takes some away. */
const BEFORE_FILTER = 500;

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'What to look for, in words; filters repo: file: rev:, each negated with a minus before it.',
    ),
});

export function nlsSearchTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'nls_search',
    title: 'Search in natural language',
    description:
      'Finds the files that speak of something: words are stemmed, identifiers split, and any of ' +
      'the words may fit. Broader than keyword search, best first.',
    input,
    output: SearchRecord,
    run: async ({ query }, context) => {
      const { text, filters } = splitQuestion(query);
      const asked = buildQuery(text);
      if (asked.terms.length === 0) {
        throw new ToolRefusal('The query says nothing to look for: name the subject in words.');
      }
      const scope = await scopeOf(parts, filters);
      const find = (place: Place) => hitsIn({ ...parts, scope, query: asked, context }, place);
      const hits = mergeHits((await inTurn(scope.places, 4, find)).flat());
      const shown = hits.slice(0, MOST_FILES);
      const read = (hit: Hit) => blockOf(hit, asked, parts.url());
      const blocks = withinSize(await inTurn(shown, 4, read));
      const notice = `Showing the best ${blocks.length} files: narrow it with repo: and file:.`;
      return { blocks, ...(blocks.length < hits.length && { notice }) };
    },
  });
}

interface Search extends ToolParts {
  readonly scope: Scope;
  readonly query: Query;
  readonly context: ToolContext;
}

interface Hit {
  readonly place: Place;
  readonly found: FileHit;
}

async function hitsIn(search: Search, place: Place): Promise<Hit[]> {
  const { scope, query, index, context } = search;
  const { gitDir } = place.repository.git;
  const limit = scope.hasFileFilter ? BEFORE_FILTER : MOST_FILES + 1;
  let progress = '';
  const searching = index.search({
    ...{ gitDir, commit: place.commit, query, limit },
    progress: ({ done, total: of }) => {
      progress = `${done} of ${of} files so far`;
    },
  });
  const findings = await inTime(searching, context, () => {
    const { name } = place.repository;
    return new ToolRefusal(
      `${name} is being read for the first time (${progress || 'just begun'}): ` +
        'ask again in a few seconds.',
    );
  });
  const files = findings.files.filter(({ path }) => scope.fileFits(path));
  return files.map((found) => ({ place, found }));
}

/** What the promise gives, or the refusal when the deadline comes first; the work goes on. */
async function inTime<T>(
  promise: Promise<T>,
  { deadline }: ToolContext,
  refusal: () => ToolRefusal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refusal()), Math.max(0, deadline - Date.now()));
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function blockOf({ place, found }: Hit, query: Query, url: string): Promise<SearchBlock> {
  const { path, objectId } = found;
  const chunks = await chunksOf({ place, found }, objectId, query);
  const [first] = chunks;
  const at = first && { lines: { start: first.startLine, end: first.endLine } };
  return {
    type: chunks.length > 0 ? 'file' : 'path',
    ...{ repo: place.repository.name, file: path, chunks },
    url: urlOf(url, place, { path, ...at }),
  };
}

/** The lines of each place that show most of what was asked, the best place first. */
async function chunksOf({ place, found }: Hit, objectId: string, query: Query) {
  const inText = found.chunks.some(({ terms }) => terms.length > 0);
  const lines = inText ? await readLines(place, objectId) : [];
  if (lines.length === 0) return [];
  const outline = outlineOf(found.path, lines);
  const chunks: ChunkRecord[] = [];
  for (const spot of found.chunks) {
    const { start, end } = selectExcerpt(spot, { lines, outline }, query);
    const overlaps = chunks.some((one) => one.startLine <= end && one.endLine >= start);
    if (!overlaps) chunks.push(chunkOf(lines, start, end));
  }
  return chunks;
}
