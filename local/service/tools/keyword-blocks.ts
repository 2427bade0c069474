import { outlineOf } from '../index/outline.js';
import { chunksAround, type FileChunk, fileUrl } from './file-chunks.js';
import { findMatchingLines } from './grep.js';
import { type KeywordHit, type KeywordSearch, timeoutError } from './keyword-hits.js';
import { mapConcurrently } from './map-concurrently.js';
import { positiveTerms } from './query-evaluation.js';
import type { Term } from './query-parser.js';
import { readLines, type SearchBlock } from './search-output.js';

const CONTEXT_LINES = { before: 2, after: 2, maxChunks: Number.POSITIVE_INFINITY };
const MAX_CHUNKS = 5;
const MAX_FILE_BYTES = 4 * 1_048_576;
/** Files that define a term rank before files that mention it. */
const DEFINITION_FACTOR = 2;

/** The files with their lines, best first. */
export async function createBlocks(
  search: KeywordSearch,
  hits: readonly KeywordHit[],
  url: string,
): Promise<SearchBlock[]> {
  const { expression } = search.parsed;
  const terms = expression ? positiveTerms(expression) : [];
  const lines = await matchingLines(search, hits, terms);
  const scored = await mapConcurrently(hits, 4, async (hit) => {
    const found = lines.get(hit.snapshot)?.get(hit.entry.path) ?? [];
    const { chunks, defines } = await readChunks(hit, found, terms);
    return {
      block: createBlock(hit, chunks, url),
      score: hit.score * (defines ? DEFINITION_FACTOR : 1),
    };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ block }) => block);
}

function createBlock(
  { snapshot, entry, inText }: KeywordHit,
  chunks: FileChunk[],
  url: string,
): SearchBlock {
  const { path } = entry;
  const [first] = chunks;
  const at = first && { lines: { start: first.startLine, end: first.endLine } };
  return {
    type: inText ? 'file' : 'path',
    repo: snapshot.repository.name,
    file: path,
    chunks,
    url: fileUrl(url, snapshot, { path, ...at }),
  };
}

/** If there are too many chunks, those that define a term are kept first. */
async function readChunks(
  { snapshot, entry }: KeywordHit,
  found: readonly number[],
  terms: readonly Term[],
) {
  if (found.length === 0 || entry.size > MAX_FILE_BYTES) return { chunks: [], defines: false };
  const lines = await readLines(snapshot, entry.objectId);
  const names = new Set(terms.map(({ text }) => text.toLowerCase()));
  const defining = outlineOf(entry.path, lines)
    .filter(({ name, kind }) => kind !== 'section' && names.has(name.toLowerCase()))
    .map(({ line }) => line);
  const isDefining = ({ startLine, endLine }: FileChunk) =>
    defining.some((line) => line >= startLine && line <= endLine);
  const all = chunksAround(lines, found, CONTEXT_LINES);
  const first = [...all.filter(isDefining), ...all.filter((chunk) => !isDefining(chunk))];
  const kept = new Set(first.slice(0, MAX_CHUNKS));
  return { chunks: all.filter((chunk) => kept.has(chunk)), defines: defining.length > 0 };
}

async function matchingLines(
  { scope, context }: KeywordSearch,
  hits: readonly KeywordHit[],
  terms: readonly Term[],
) {
  const inText = hits.filter((hit) => hit.inText);
  const snapshots = [...new Set(inText.map(({ snapshot }) => snapshot))];
  const found = await mapConcurrently(snapshots, 2, async (snapshot) => {
    const own = inText.filter((hit) => hit.snapshot === snapshot);
    const paths = own.map(({ entry }) => entry.path);
    const options = { caseSensitive: scope.caseSensitive, paths };
    const { files, complete } = await findMatchingLines({ snapshot, terms, options }, context);
    if (!complete) throw timeoutError(terms);
    return [snapshot, files] as const;
  });
  return new Map(found);
}
