import { type Git, GitError } from './git.js';

/** An entry of a tree. `size` in bytes, 0 for anything but files. */
export interface TreeEntry {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder' | 'module';
  readonly objectId: string;
  readonly size: number;
}

/** All files of a commit or tree, in git's order. */
export async function listFiles(git: Git, treeish: string): Promise<TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', treeish];
  return parseTree(await git.run(args, { maxBytes: 512 * 1_048_576 }));
}

/** The entries of a directory; `''` is the root. `undefined` if it does not exist. */
export async function listDirectory(
  git: Git,
  commit: string,
  path: string,
): Promise<TreeEntry[] | undefined> {
  if (path !== '' && (await entryAt(git, commit, path))?.kind !== 'folder') return undefined;
  const where = path === '' ? [] : ['--', `${path}/`];
  return parseTree(await git.run(['ls-tree', '-z', '--long', '--full-tree', commit, ...where]));
}

/** The entry at exactly this path; `undefined` if there is none, or if the path leaves the tree. */
export async function entryAt(
  git: Git,
  commit: string,
  path: string,
): Promise<TreeEntry | undefined> {
  if (!isInside(path)) return undefined;
  const args = ['ls-tree', '-z', '--long', '--full-tree', commit, '--', path];
  try {
    return parseTree(await git.run(args)).find((entry) => entry.path === path);
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 128) return undefined;
    throw error;
  }
}

/** Whether it is a plain relative path: no NUL, no empty, `.` or `..` segment. */
export function isInside(path: string): boolean {
  if (path.includes('\0') || path.length > 4_096) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** `<mode> <type> <id> <size>\t<path>\0`, see `git help ls-tree`. Paths that are not UTF-8 are left out. */
function parseTree(output: Buffer): TreeEntry[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '' && !line.includes('\uFFFD'))
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , objectId = '', size = ''] = line.slice(0, tab).split(/ +/);
      const bytes = size === '-' ? 0 : Number(size);
      return { path: line.slice(tab + 1), kind: kindOf(mode), objectId, size: bytes };
    });
}

function kindOf(mode: string): TreeEntry['kind'] {
  if (mode === '040000') return 'folder';
  if (mode === '120000') return 'link';
  return mode === '160000' ? 'module' : 'file';
}
