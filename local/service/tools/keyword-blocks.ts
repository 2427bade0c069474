import { outlineOf } from '../index/outline.js';
import { type ChunkRecord, chunksAround, urlOf } from './chunks.js';
import { findLines } from './grep.js';
import { inTurn } from './in-turn.js';
import { type Hit, type Search, tooSlow } from './keyword-hits.js';
import { wantedTerms } from './query/evaluate.js';
import type { Term } from './query/parse.js';
import { readLines, type SearchBlock } from './search-output.js';

const AROUND = { before: 2, after: 2, most: Number.POSITIVE_INFINITY };
const MOST_CHUNKS = 5;
const LARGEST_FILE = 4 * 1_048_576;
/** What is called so before what speaks of it. */
const DEFINES = 2;

/** The files with their lines, best first. */
export async function blocksOf(
  search: Search,
  hits: readonly Hit[],
  url: string,
): Promise<SearchBlock[]> {
  const { expression } = search.parsed;
  const terms = expression ? wantedTerms(expression) : [];
  const lines = await linesOf(search, hits, terms);
  const scored = await inTurn(hits, 4, async (hit) => {
    const found = lines.get(hit.place)?.get(hit.entry.path) ?? [];
    const { chunks, defines } = await chunksOf(hit, found, terms);
    return { block: blockOf(hit, chunks, url), score: hit.score * (defines ? DEFINES : 1) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ block }) => block);
}

function blockOf({ place, entry, inText }: Hit, chunks: ChunkRecord[], url: string): SearchBlock {
  const { path } = entry;
  const [first] = chunks;
  const at = first && { lines: { start: first.startLine, end: first.endLine } };
  return {
    type: inText ? 'file' : 'path',
    ...{ repo: place.repository.name, file: path, chunks },
    url: urlOf(url, place, { path, ...at }),
  };
}

/** Of many chunks those that define something of a term's name come first. */
async function chunksOf({ place, entry }: Hit, found: readonly number[], terms: readonly Term[]) {
  if (found.length === 0 || entry.size > LARGEST_FILE) return { chunks: [], defines: false };
  const lines = await readLines(place, entry.objectId);
  const names = new Set(terms.map(({ text }) => text.toLowerCase()));
  const defining = outlineOf(entry.path, lines)
    .filter(({ name, kind }) => kind !== 'section' && names.has(name.toLowerCase()))
    .map(({ line }) => line);
  const isDefining = ({ startLine, endLine }: ChunkRecord) =>
    defining.some((line) => line >= startLine && line <= endLine);
  const all = chunksAround(lines, found, AROUND);
  const first = [...all.filter(isDefining), ...all.filter((chunk) => !isDefining(chunk))];
  const kept = new Set(first.slice(0, MOST_CHUNKS));
  return { chunks: all.filter((chunk) => kept.has(chunk)), defines: defining.length > 0 };
}

async function linesOf({ scope, context }: Search, hits: readonly Hit[], terms: readonly Term[]) {
  const inText = hits.filter((hit) => hit.inText);
  const places = [...new Set(inText.map(({ place }) => place))];
  const found = await inTurn(places, 2, async (place) => {
    const own = inText.filter((hit) => hit.place === place);
    const paths = own.map(({ entry }) => entry.path);
    const options = { caseSensitive: scope.caseSensitive, paths };
    const { files, complete } = await findLines({ place, terms, options }, context);
    if (!complete) throw tooSlow(terms);
    return [place, files] as const;
  });
  return new Map(found);
}
