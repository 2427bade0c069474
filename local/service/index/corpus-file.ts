import { splitIntoChunks } from './chunks.js';
import { FINE_GRANULARITY, type Granularity } from './granularity.js';
import { type Definition, outlineOf } from './outline.js';
import type { IndexedChunk } from './segments/file-table.js';
import { definitionTerm, exactDefinitionTerm, termsOf } from './terms.js';

export interface CorpusFile {
  readonly path: string;
  readonly objectId: string;
  /** Absent: the file is indexed by its path alone. */
  readonly text?: string | undefined;
  readonly granularity?: Granularity;
}

const MAX_LINE_LENGTH = 1_000;

/** Splits a file into chunks, each with the terms that it is found by. */
export function chunksOf({
  path,
  text,
  granularity: { chunkLines, maxCharacters } = FINE_GRANULARITY,
}: CorpusFile): IndexedChunk[] {
  const pathTerms = termsOf(path);
  if (text === undefined) {
    const terms = { path: pathTerms, definedNameParts: [], definedNames: [], text: [] };
    return [{ start: 1, end: 1, terms }];
  }
  const lines = text
    .split('\n')
    .map((line) => (line.length > MAX_LINE_LENGTH ? line.slice(0, MAX_LINE_LENGTH) : line));
  const outline = outlineOf(path, lines);
  let charactersLeft = maxCharacters;
  return splitIntoChunks(lines.length, outline, chunkLines).map(({ start, end }) => {
    const code = charactersLeft > 0 ? lines.slice(start - 1, end).join('\n') : '';
    const indexed = code.slice(0, charactersLeft);
    charactersLeft -= indexed.length;
    const names = namesDefinedIn(start, end, outline);
    const terms = {
      path: pathTerms,
      definedNameParts: names.flatMap(termsOf),
      definedNames: names.flatMap(definitionTermsOf),
      text: termsOf(indexed),
    };
    return { start, end, terms };
  });
}

function namesDefinedIn(start: number, end: number, outline: readonly Definition[]): string[] {
  return outline.filter(({ line }) => line >= start && line <= end).map(({ name }) => name);
}

/** The name for any spelling, and for the exact one. A heading has several words, each a term. */
function definitionTermsOf(name: string): string[] {
  return `${definitionTerm(name)} ${exactDefinitionTerm(name)}`.split(' ').filter(Boolean);
}
