import { isBelow } from '../../../git/file-path.js';
import { rulesFor } from '../../../index/definition-rules.js';
import { roleOf } from '../../../index/file-role.js';
import { extensionOf } from '../../../index/outline.js';
import type { CandidateFile } from '../../../tools/candidates.js';
import { type MatchingLine, readMatchingLines } from '../../../tools/grep.js';
import type { FilesOf } from '../../../tools/snapshot-files.js';
import { importingFiles } from './importing-files.js';
import type { LookUp } from './look-up.js';
import { readFileAt, toolContext } from './look-up.js';
import type { NamedPath } from './named-path.js';
import { fileTable, resolveImport } from './resolve-import.js';

/** A line of one file that imports another one of the same repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly text: string;
}

export interface ImportGraph {
  /** The code files below what was asked about, without tests and documents. */
  readonly files: readonly string[];
  readonly imports: readonly Import[];
  /** How many lines that look like imports were read. */
  readonly linesRead: number;
  /** Whether these are all of them. */
  readonly isComplete: boolean;
}

/** Which imports are wanted: of what is below a path, or of other files that import it. */
export interface WantedImports {
  readonly own: boolean;
  readonly incoming: boolean;
}

/** The lines that import something; git may have only POSIX extended syntax, to which these can be converted. */
const IMPORT_LINE = [
  '(from|import|require(_relative)?)\\s*[(]?\\s*[\'"]',
  '^\\s*(from|import|use|pub use|mod|pub mod)\\s+([\\w.:]|\\\\)',
  '^\\s*#\\s*include\\s*"',
];
/** In Go, one of several in parentheses. Elsewhere it is often part of a list. */
const GO_IMPORT_LINE = '^\\s+([\\w.]+\\s+)?"[^" ]+"\\s*$';
/** Of the import lines, if all files are read. */
const MAX_BYTES = 8 * 1_048_576;
const MAX_LINE_LENGTH = 500;

type Files = Awaited<ReturnType<FilesOf>>;

/** Which code files import which of the same repository, read from their import lines. */
export async function importGraphOf(
  { searched, path }: NamedPath,
  wanted: WantedImports,
  input: LookUp,
): Promise<ImportGraph> {
  const all = await input.filesOf(searched);
  const isCode = codeFilesOf(all);
  const files = [...all.keys()].filter((one) => isBelow(one, path) && isCode(one));
  const reading = { wanted, all, files, isCode };
  const { among, mayImport } = await filesToRead({ searched, path }, reading, input);
  const goMod = await readFileAt({ searched, path: 'go.mod' }, input);
  const goModule = goMod?.lines
    .map((line) => /^module\s+"?([^\s"]+)/.exec(line)?.[1])
    .find(Boolean);
  const table = fileTable(all, goModule);
  const imports: Import[] = [];
  let linesRead = 0;
  const read = ({ path: from, line, text }: MatchingLine) => {
    linesRead += 1;
    if (text.length > MAX_LINE_LENGTH || !mayImport(from, text) || !isCode(from)) return;
    for (const to of resolveImport({ from, text }, table)) {
      if (to !== from && isCode(to)) imports.push({ from, to, line, text });
    }
  };
  const lines = goModule === undefined ? IMPORT_LINE : [...IMPORT_LINE, GO_IMPORT_LINE];
  const { complete } = await readMatchingLines(
    {
      snapshot: searched,
      terms: [{ text: lines.map((one) => `(${one})`).join('|'), isRegex: true }],
      options: { caseSensitive: true },
      maxBytes: MAX_BYTES,
      ...(among && { among }),
    },
    read,
    toolContext(input),
  );
  return { files, imports, linesRead, isComplete: complete };
}

type IsCode = (path: string) => boolean;

function codeFilesOf(all: Files): IsCode {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const isCode =
      rulesFor(extensionOf(path)).length > 0 && roleOf(path) === 'code' && all.has(path);
    known.set(path, isCode);
    return isCode;
  };
}

interface Reading {
  readonly wanted: WantedImports;
  readonly all: Files;
  /** What is asked about. */
  readonly files: readonly string[];
  readonly isCode: IsCode;
}

interface FilesToRead {
  /** `undefined`: all. */
  readonly among?: readonly CandidateFile[];
  /** Whether an import line of a file may be a wanted one. */
  readonly mayImport: (from: string, text: string) => boolean;
}

const ALL: FilesToRead = { mayImport: () => true };

/** The files whose imports are wanted, and those that may import them. */
async function filesToRead(
  { searched, path }: Pick<NamedPath, 'searched' | 'path'>,
  { wanted, all, files, isCode }: Reading,
  { candidatesOf }: LookUp,
): Promise<FilesToRead> {
  if (path === '') return ALL;
  const own = wanted.own ? files : [];
  const importing = wanted.incoming
    ? importingFiles(files)
    : { condition: [], folders: [], names: [] };
  if (!importing) return ALL;
  const { condition, folders, names } = importing;
  const candidates = condition.length > 0 ? await candidatesOf?.(searched, condition) : [];
  if (!candidates) return ALL;
  const isNear = (one: string) => folders.some((folder) => isBelow(one, folder));
  const near = folders.length === 0 ? [] : [...all.keys()].filter(isNear);
  const paths = new Set([...own, ...near, ...candidates.map((one) => one.path)].filter(isCode));
  // In git's order, as if all were read.
  const among = [...paths]
    .toSorted()
    .map((one) => ({ path: one, objectId: all.get(one)?.objectId ?? '' }));
  const mayImport = (from: string, text: string) =>
    (wanted.own && isBelow(from, path)) ||
    names.some((name) => text.includes(name)) ||
    isNear(from);
  return { among, mayImport };
}
