import { folderOf } from './file-path.js';
import { type Git, GitError } from './git.js';
import { isEscapedName, pathName } from './path-name.js';
import { repositoryProblem } from './repository-problem.js';

/** An entry of a tree. `size` in bytes, 0 for anything but files. */
export interface TreeEntry {
  /** As `pathName` writes it: a path that is not UTF-8 has escapes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder' | 'module';
  readonly objectId: string;
  readonly size: number;
}

/** All files of a commit or tree, in git's order. */
export async function listFiles(git: Git, treeish: string): Promise<TreeEntry[]> {
  const all: TreeEntry[] = [];
  await readFiles(git, treeish, (entries) => all.push(...entries));
  return all;
}

/** As `listFiles`, some at a time: git's output and an object for each would take much memory. */
export async function readFiles(
  git: Git,
  treeish: string,
  onEntries: (entries: readonly TreeEntry[]) => void,
): Promise<void> {
  const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', treeish];
  let unfinished: string[] = [];
  const onPart = (part: Buffer) => {
    const [first = '', ...others] = part.toString('latin1').split('\0');
    unfinished.push(first);
    const last = others.pop();
    if (last === undefined) return;
    const lines = [unfinished.join(''), ...others];
    unfinished = [last];
    onEntries(lines.map(parseEntry));
  };
  await git.run(args, { maxBytes: 512 * 1_048_576, onPart });
}

/** How many files a commit has, submodules included. Its list is not kept: it may be long. */
export async function countFiles(git: Git, commit: string): Promise<number> {
  const child = git.spawn(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
  child.stdin.end();
  child.stderr.resume();
  let files = 0;
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    for (const byte of part) if (byte === 0) files += 1;
  }
  return files;
}

/** The entries of a directory; `''` is the root. `undefined` if it does not exist. */
export async function listDirectory(
  git: Git,
  commit: string,
  path: string,
): Promise<TreeEntry[] | undefined> {
  const folder = path === '' ? undefined : await entryAt(git, commit, path);
  if (path !== '' && folder?.kind !== 'folder') return undefined;
  const treeish = folder?.objectId ?? commit;
  const entries = parseTree(await git.run(['ls-tree', '-z', '--long', '--full-tree', treeish]));
  return folder ? entries.map((entry) => ({ ...entry, path: `${path}/${entry.path}` })) : entries;
}

/** The entry at exactly this path; `undefined` if there is none, or if the path leaves the tree. */
export async function entryAt(
  git: Git,
  commit: string,
  path: string,
): Promise<TreeEntry | undefined> {
  if (!isInside(path)) return undefined;
  try {
    const entries = isEscapedName(path)
      ? await siblings(git, commit, path)
      : parseTree(await git.run(['ls-tree', '-z', '--long', '--full-tree', commit, '--', path]));
    return entries?.find((entry) => entry.path === path);
  } catch (error) {
    if (repositoryProblem(error) !== undefined) throw error;
    if (error instanceof GitError && error.exitCode === 128) return undefined;
    throw error;
  }
}

/** The entries of the path's folder: git cannot be asked for a name that has escapes. */
function siblings(git: Git, commit: string, path: string): Promise<TreeEntry[] | undefined> {
  return listDirectory(git, commit, folderOf(path));
}

/** Whether it is a plain relative path: no NUL, no empty, `.` or `..` segment. */
export function isInside(path: string): boolean {
  if (path.includes('\0') || path.length > 4_096) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function parseTree(output: Buffer): TreeEntry[] {
  const lines = output.toString('latin1').split('\0');
  return lines.filter((line) => line !== '').map(parseEntry);
}

/** `<mode> <type> <id> <size>\t<path>`, see `git help ls-tree`. The size of a damaged object is `BAD`. */
function parseEntry(line: string): TreeEntry {
  const tab = line.indexOf('\t');
  const [mode = '', , objectId = '', size = ''] = line.slice(0, tab).split(/ +/);
  const bytes = Number(size) || 0;
  return { path: pathName(line.slice(tab + 1)), kind: kindOf(mode), objectId, size: bytes };
}

function kindOf(mode: string): TreeEntry['kind'] {
  if (mode === '040000') return 'folder';
  if (mode === '120000') return 'link';
  return mode === '160000' ? 'module' : 'file';
}
