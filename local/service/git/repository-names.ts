import { basename, dirname } from 'node:path';
import { decodePath } from '../http/decode-path.js';

/** Where a repository lies, and where it was cloned from. */
export interface RepositoryOrigin {
  readonly gitDir: string;
  /** The URL of its remote as git has it; absent without a remote. */
  readonly remoteUrl?: string | undefined;
}

export interface RepositoryNames {
  /** Unique: `owner/name` of the remote, or the folder's name without a remote. */
  readonly name: string;
  /** The folder's name: links and conversations from before remotes were read use it. */
  readonly folderName: string;
}

/**
 * The names of repositories that are served together, in their order. Of several clones of one
 * remote, all but the first have the folder's name added.
 */
export function nameRepositories(origins: readonly RepositoryOrigin[]): RepositoryNames[] {
  const names = new Set<string>();
  const folderNames = new Set<string>();
  return origins.map(({ gitDir, remoteUrl }) => {
    const folder = nameOfFolder(gitDir);
    const remote = remoteUrl === undefined ? undefined : nameOfRemote(remoteUrl);
    const name = remote === undefined ? folder : withFolder(remote, folder, names);
    return { name: claim(name, names), folderName: claim(folder, folderNames) };
  });
}

/**
 * The path of a remote's URL without the host and `.git`, such as `acme/shop`; of a path on this
 * machine, the last two folders. `undefined` if it has no usable name. The forms of URLs are those
 * of https://git-scm.com/docs/git-clone#_git_urls.
 */
export function nameOfRemote(url: string): string | undefined {
  const { path, isLocal } = splitRemote(url.trim());
  const parts = path
    .replace(/[?#].*$/s, '')
    .replace(/\/+(?:\.git\/*)?$/, '')
    .replace(/\.git$/, '')
    .split(/[/\\]+/)
    .map(toName)
    .filter((part) => /[^.-]/.test(part));
  return parts.slice(isLocal ? -2 : -MAX_PARTS).join('/') || undefined;
}

/** More than the subgroups that code hosts allow in practice. */
const MAX_PARTS = 8;

function splitRemote(url: string): { readonly path: string; readonly isLocal: boolean } {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(url) ?? [];
  if (scheme !== undefined) {
    const isLocal = scheme.toLowerCase() === 'file';
    return { path: decodePath(rest.replace(/^[^/]*/, '')), isLocal };
  }
  // `git@host:acme/shop.git`: a colon before the first slash. One letter is a drive of Windows.
  const [, path] = /^(?:[^/:[\]]{2,}|[^/]*\[[^/\]]*\]):(.*)$/s.exec(url) ?? [];
  return path === undefined
    ? { path: url, isLocal: true }
    : { path, isLocal: path.startsWith('/') };
}

/** The name of the work tree's folder, or of the bare repository without `.git`. */
function nameOfFolder(gitDir: string): string {
  const folder = basename(gitDir) === '.git' ? basename(dirname(gitDir)) : basename(gitDir);
  const name = toName(folder.replace(/\.git$/, ''));
  return /^[.-]*$/.test(name) ? 'repository' : name;
}

function toName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '-');
}

function withFolder(remote: string, folder: string, taken: ReadonlySet<string>): string {
  return taken.has(remote) ? `${remote}-${folder}` : remote;
}

/** Takes the name, or the first free one with a number. */
function claim(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name}-${n}`;
  taken.add(free);
  return free;
}
