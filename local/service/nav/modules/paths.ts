import type { Snapshot } from '../../tools/lookup.js';
import type { Library, SourceFile } from '../codebase/codebase.js';

/** The folder of a path; `''` is the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** `..` and `.` taken out; nothing where it leaves the root. */
export function joined(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The first of the paths that there is. */
export async function firstOf(
  library: Library,
  place: Snapshot,
  paths: readonly string[],
): Promise<SourceFile | undefined> {
  const files = await library.files(place);
  const path = paths.find((one) => files.has(one));
  return path === undefined ? undefined : library.open(place, path);
}

/** The paths of the files of this name, those nearer to the root first. */
export async function filesNamed(
  library: Library,
  place: Snapshot,
  name: string,
): Promise<string[]> {
  const all = [...(await library.files(place)).keys()];
  const found = all.filter((path) => path === name || path.endsWith(`/${name}`));
  const own = found.filter((path) => !/(^|\/)(node_modules|vendor|testdata)\//.test(path));
  return own.sort((a, b) => a.split('/').length - b.split('/').length).slice(0, 200);
}
