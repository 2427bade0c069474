/** Paths of files in a repository: relative to its root, with `/` between their parts. */

/** The folder of a path; `''` for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last part of a path. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a path is a folder or is in it. Every path is in `''`, the root. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** The name of a file without its extension; of `.env`, the whole. */
export function stemOf(path: string): string {
  return fileNameOf(path).replace(/(?<=.)\.\w{1,10}$/, '');
}

/** Resolves `.` and `..`; `undefined` if the path leaves the root. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Paths by a key of theirs, such as their folder; each list in the order of the paths. */
export function groupPaths(
  paths: Iterable<string>,
  keyOf: (path: string) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  return groups;
}
