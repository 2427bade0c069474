import { type CorpusFile, chunksOf } from './corpus-file.js';
import { nearNames } from './near-names.js';
import type { Query } from './query.js';
import { rank } from './ranking.js';
import { scoreCorpus } from './scoring.js';
import type { FoundFiles, SearchResults } from './search-results.js';
import { LiveSegment, segmentsToMerge } from './segments/live-segment.js';
import { mergeSegments } from './segments/merge.js';
import { openSegment, segmentOf } from './segments/segment.js';
import { SegmentBuilder } from './segments/segment-builder.js';
import { SegmentWriter } from './segments/segment-writer.js';
import type { IndexStorage } from './segments/storage.js';
import {
  ANY_WORDS,
  type FileCondition,
  filterTest,
  type WordFilter,
} from './segments/word-filter.js';

/** The searchable files of a tree. Their index is in segment files, so it takes little memory. */
export interface Corpus {
  /** The tree that is indexed; `undefined` while that is incomplete. */
  tree(): string | undefined;
  /** The object ids of the indexed files, by path. */
  objectIds(): ReadonlyMap<string, string>;
  /** Adds the file, or replaces the one at its path. Searches find it after `finish` at the latest. */
  put(file: CorpusFile): void;
  remove(path: string): void;
  /** The corpus now holds this tree. Searches may run meanwhile. */
  finish(tree: string): Promise<void>;
  search(query: Query, limit: number): SearchResults;
  /** The files that may fulfil the condition: those that do are among them. */
  filesWith(condition: FileCondition): FoundFiles;
  /** How many files a search can find. */
  searchableFiles(): number;
  close(): void;
}

/** So many files are searchable before the first segment is full. */
const FIRST_FILES = 1_000;

/** Opens the stored index if the same code has written it; otherwise an empty one. */
export function openCorpus(storage: IndexStorage, fingerprint: string): Corpus {
  const stored = loadSegments(storage, fingerprint);
  const state: CorpusState = { storage, fingerprint, obsolete: [], ...stored };
  let builder = new SegmentBuilder();
  const pending = new Set<string>();
  let places: ReadonlyMap<string, Place> | undefined;

  function flush(): void {
    if (pending.size === 0) return;
    const segment = buildSegment(storage, builder);
    for (const path of pending) removeFile(path);
    state.segments.push(segment);
    builder = new SegmentBuilder();
    pending.clear();
    places = undefined;
    // What was read is not read again if this process ends now.
    saveManifest(state, undefined);
  }
  function removeFile(path: string): void {
    places ??= placesIn(state.segments);
    const place = places.get(path);
    place?.segment.remove(place.number);
  }
  return {
    tree: () => state.tree,
    objectIds() {
      flush();
      return new Map(liveFiles(state.segments));
    },
    put(file) {
      state.tree = undefined;
      if (pending.has(file.path)) flush();
      const { path, objectId, words = ANY_WORDS } = file;
      builder.add({ path, objectId, words, chunks: chunksOf(file) });
      pending.add(file.path);
      const isFirst = state.segments.length === 0 && pending.size === FIRST_FILES;
      if (isFirst || builder.isFull) flush();
    },
    remove(path) {
      state.tree = undefined;
      if (pending.has(path)) flush();
      removeFile(path);
    },
    async finish(tree) {
      flush();
      await mergeSome(state);
      places = undefined;
      saveManifest(state, tree);
    },
    search(query, limit) {
      const scored = scoreCorpus(state.segments, query);
      const results = rank(scored, query, limit);
      const missing = new Set(results.missingTerms);
      if (missing.size === 0) return results;
      return { ...results, nearNames: nearNames(state.segments, query, (one) => missing.has(one)) };
    },
    filesWith: (condition) => filesWith(state.segments, filterTest(condition)),
    searchableFiles: () => state.segments.reduce((sum, { liveFiles }) => sum + liveFiles, 0),
    close() {
      for (const { segment } of state.segments.splice(0)) segment.close();
    },
  };
}

interface CorpusState {
  readonly storage: IndexStorage;
  readonly fingerprint: string;
  segments: LiveSegment[];
  /** Empty, or merged into others; deleted once no manifest names them. */
  obsolete: LiveSegment[];
  tree?: string | undefined;
}

interface Place {
  readonly segment: LiveSegment;
  readonly number: number;
}

function loadSegments(
  storage: IndexStorage,
  fingerprint: string,
): Pick<CorpusState, 'segments' | 'tree'> {
  const manifest = storage.load();
  const segments: LiveSegment[] = [];
  try {
    if (manifest?.fingerprint !== fingerprint) return { segments };
    for (const { name, removed } of manifest.segments) {
      const file = storage.open(name);
      segments.push(new LiveSegment(openSegment(file.fd), file, removed));
    }
    return { segments, tree: manifest.tree };
  } catch {
    for (const { segment } of segments) segment.close();
    return { segments: [] };
  }
}

function saveManifest(state: CorpusState, tree: string | undefined): void {
  const { storage, fingerprint } = state;
  state.tree = tree;
  const segments = state.segments.map((one) => ({
    name: one.file.name ?? '',
    removed: one.removedFiles(),
  }));
  if (segments.every(({ name }) => name !== '')) {
    storage.save({ fingerprint, segments, ...(tree !== undefined && { tree }) });
  }
  for (const { file } of state.obsolete.splice(0)) storage.remove(file);
}

function buildSegment(storage: IndexStorage, builder: SegmentBuilder): LiveSegment {
  const file = storage.create();
  try {
    const writer = new SegmentWriter(file.fd);
    for (const { term, postings } of builder.postings()) writer.add(term, postings);
    return new LiveSegment(
      segmentOf(file.fd, writer.finish(builder.fileTable(), builder.wordFilters())),
      file,
    );
  } catch (error) {
    storage.remove(file);
    throw error;
  }
}

async function mergeSome(state: CorpusState): Promise<void> {
  const { storage } = state;
  state.obsolete.push(...state.segments.filter(({ liveFiles }) => liveFiles === 0));
  state.segments = state.segments.filter(({ liveFiles }) => liveFiles > 0);
  const inputs = segmentsToMerge(state.segments);
  if (inputs.length === 0) return;
  const file = storage.create();
  try {
    const live = inputs.map(({ segment, isLiveFile }) => ({ segment, isLive: isLiveFile }));
    const tables = await mergeSegments(live, new SegmentWriter(file.fd));
    const others = state.segments.filter((one) => !inputs.includes(one));
    state.segments = [...others, new LiveSegment(segmentOf(file.fd, tables), file)];
    state.obsolete.push(...inputs);
  } catch (error) {
    storage.remove(file);
    throw error;
  }
}

function filesWith(
  segments: readonly LiveSegment[],
  fits: (filter: WordFilter) => boolean,
): FoundFiles {
  const found: { paths: string[]; objectIds: string[] } = { paths: [], objectIds: [] };
  for (const { segment, isLiveFile } of segments) {
    const { paths, objectIds } = segment.files;
    let file = 0;
    for (const filter of segment.wordFilters()) {
      if (isLiveFile[file] === 1 && fits(filter)) {
        found.paths.push(paths[file] ?? '');
        found.objectIds.push(objectIds[file] ?? '');
      }
      file += 1;
    }
  }
  return found;
}

function placesIn(segments: readonly LiveSegment[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const segment of segments) {
    segment.segment.files.paths.forEach((path, number) => {
      if (segment.isLiveFile[number] === 1) places.set(path, { segment, number });
    });
  }
  return places;
}

function* liveFiles(segments: readonly LiveSegment[]): Generator<[string, string]> {
  for (const { segment, isLiveFile } of segments) {
    const { paths, objectIds } = segment.files;
    for (const [number, path] of paths.entries()) {
      if (isLiveFile[number] === 1) yield [path, objectIds[number] ?? ''];
    }
  }
}
