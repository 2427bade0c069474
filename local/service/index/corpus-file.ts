import { splitIntoChunks } from './chunks.js';
import { FINE_GRANULARITY, type Granularity } from './granularity.js';
import { outlineOf } from './outline.js';
import type { IndexedChunk } from './segments/file-table.js';
import type { WordFilter } from './segments/word-filter.js';
import { definitionTerm, exactDefinitionTerm, termsOf } from './terms.js';

export interface CorpusFile {
  readonly path: string;
  readonly objectId: string;
  /** Absent: the file is indexed by its path alone. */
  readonly text?: string | undefined;
  /** Those of its whole text; default: any. */
  readonly words?: WordFilter | undefined;
  /** Of the commits that changed it. */
  readonly messages?: readonly string[] | undefined;
  readonly granularity?: Granularity;
}

const MAX_LINE_LENGTH = 1_000;

/** Splits a file into chunks, each with the terms that it is found by. */
export function chunksOf({
  path,
  text,
  messages = [],
  granularity: { chunkLines, maxCharacters } = FINE_GRANULARITY,
}: CorpusFile): IndexedChunk[] {
  const ofFile = { ...pathTermsOf(path), messages: messages.flatMap(differentTerms) };
  if (text === undefined) {
    const terms = { ...ofFile, definedNameParts: [], definedNames: [], text: [] };
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
    const definitions = outline.filter(({ line }) => line >= start && line <= end);
    const names = definitions.map(({ name }) => name);
    const defined = definitions.filter(({ kind }) => kind !== 'extension');
    const terms = {
      // They are those of the file: once is enough.
      ...(start === 1 ? ofFile : NOTHING_OF_FILE),
      definedNameParts: names.flatMap(termsOf),
      definedNames: defined.flatMap(({ name }) => definitionTermsOf(name)),
      text: termsOf(indexed),
    };
    return { start, end, terms };
  });
}

const NOTHING_OF_FILE = { name: [], path: [], messages: [] };
/** Names of files that stand for their folder, and of folders that stand for the one around them. */
const FOLDER_FILE = /^(?:index|mod|init|__init__|package|lib|main)$/;
const SOURCE_FOLDER = /^(?:src|source|sources|lib|main)$/;

/** The terms of a file's own name, up to its first dot, and of the rest of its path. */
function pathTermsOf(path: string): Pick<IndexedChunk['terms'], 'name' | 'path'> {
  const folders = path.split('/');
  const fileName = folders.pop() ?? '';
  const dot = fileName.indexOf('.', 1);
  const stem = dot > 0 ? fileName.slice(0, dot) : fileName;
  const named = folders.findLast((folder) => !SOURCE_FOLDER.test(folder));
  const name = FOLDER_FILE.test(stem) ? (named ?? stem) : stem;
  return {
    name: termsOf(name),
    path: termsOf([...folders, fileName.slice(stem.length)].join(' ')),
  };
}

/** How often a term occurs in the messages of a file is in how many of them it does. */
function differentTerms(message: string): string[] {
  return [...new Set(termsOf(message))];
}

/** The name for any spelling, and for the exact one. A heading has several words, each a term. */
function definitionTermsOf(name: string): string[] {
  return `${definitionTerm(name)} ${exactDefinitionTerm(name)}`.split(' ').filter(Boolean);
}
