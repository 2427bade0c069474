import { fileNameOf, folderOf, stemOf } from '../../../git/file-path.js';
import { type FileCondition, wholeWordCondition } from '../../../index/segments/word-filter.js';

/** Which files may import something, without reading any. */
export interface ImportingFiles {
  /** What they have in their text. */
  readonly condition: FileCondition;
  /** Files in these folders may import it by `.` or `..`, without its name. */
  readonly folders: readonly string[];
  /** In other files, a line that imports it has one of these in it. */
  readonly names: readonly string[];
}

/** Files with more names than this are looked for in all files. */
const MAX_NAMES = 40;
/** An import of the folder means one of these. */
const FOLDER_FILE = /^(?:index|mod|__init__|init)$/;
/** A Go import names a folder, which stands for the first file in it. */
const NAMED_BY_FOLDER = /\.go$/;

/** The files that may import any of the targets; `undefined` if all may. */
export function importingFiles(targets: readonly string[]): ImportingFiles | undefined {
  const names = new Set<string>();
  const folders = new Set<string>();
  for (const path of targets) {
    const stem = stemOf(path.replace(/\.d\.(?=[cm]?ts$)/, '.'));
    const folder = folderOf(path);
    const isFolder = FOLDER_FILE.test(stem) || NAMED_BY_FOLDER.test(path);
    // What stands for the root of the repository has no name that an import must have.
    if (isFolder && folder === '') return undefined;
    names.add(isFolder ? fileNameOf(folder) : stem);
    if (isFolder) folders.add(folder);
    if (names.size > MAX_NAMES) return undefined;
  }
  const conditions = [...names].map(wholeWordCondition);
  const condition = conditions.flatMap((one) => one ?? []);
  if (condition.length < conditions.length) return undefined;
  return { condition, folders: [...folders], names: [...names] };
}
