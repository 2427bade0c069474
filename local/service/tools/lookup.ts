import leven from 'leven';
import { fileNameOf } from '../git/file-path.js';
import { type Repository, repositoryNamed } from '../git/repository.js';
import { entryAt, isInside, listFiles, type TreeEntry } from '../git/tree.js';
import { RepositoryError } from './search-each.js';
import { describeLink, describeSubmodule } from './special-entries.js';
import { ToolError } from './tool.js';

/** The full name of a tool, from its name without the prefix. */
export type ToolNames = (name: string) => string;

export interface Lookup {
  readonly repositories: readonly Repository[];
  readonly toolName: ToolNames;
}

/** A repository at a commit. */
export interface Snapshot {
  readonly repository: Repository;
  readonly commit: string;
  /** The revision as requested; absent for HEAD. */
  readonly revision?: string;
}

/** The repository of this name. Throws a `ToolError` that suggests similar names. */
export function findRepository({ repositories, toolName }: Lookup, name: string): Repository {
  const wanted = name.trim();
  const exact = repositoryNamed(repositories, wanted);
  if (exact) return exact;
  const alike = repositories.filter((one) => one.name.toLowerCase() === wanted.toLowerCase());
  if (alike.length === 1 && alike[0]) return alike[0];
  const names = repositories.map((repository) => repository.name);
  const guess = didYouMean(closestNames(names, wanted));
  const all = `${toolName('list_repos')} lists them.`;
  throw new ToolError(
    wanted === ''
      ? `Give the name of a repository. ${all}`
      : `No repository ${wanted.slice(0, 100)}.${guess} ${all}`,
  );
}

/** The repositories of these names, each once. */
export function findRepositories(lookup: Lookup, names: readonly string[]): Repository[] {
  return [...new Set(names.map((name) => findRepository(lookup, name)))];
}

/** The repository at the revision, or at its head. */
export async function findSnapshot(
  lookup: Lookup,
  { repo, revision }: { readonly repo: string; readonly revision?: string | undefined },
): Promise<Snapshot> {
  const repository = findRepository(lookup, repo);
  if (revision === undefined) return headSnapshot(repository);
  return { repository, revision, commit: await findCommit(repository, revision) };
}

export async function headSnapshot(repository: Repository): Promise<Snapshot> {
  const commit = await repository.head();
  if (commit) return { repository, commit };
  throw new RepositoryError(repository, 'it has no commits yet');
}

export async function findCommit(repository: Repository, revision: string): Promise<string> {
  const commit = await repository.commitOf(revision.trim());
  if (commit) return commit;
  const names = await branchesAndTags(repository);
  const shown = JSON.stringify(revision.slice(0, 100));
  throw new ToolError(
    `There is no revision ${shown} in ${repository.name}: give a branch, a tag or a commit hash.` +
      didYouMean(closestNames(names, revision)),
  );
}

/** The file at a path. Throws a `ToolError` for a directory, a symlink, a submodule or nothing. */
export async function findFile(
  lookup: Lookup,
  snapshot: Snapshot,
  given: string,
): Promise<TreeEntry> {
  const path = normalizePath(given);
  const { repository, commit } = snapshot;
  const entry = path === '' ? undefined : await entryAt(repository.git, commit, path);
  if (entry?.kind === 'file') return entry;
  if (path === '' || entry?.kind === 'folder') {
    throw new ToolError(`${given} is a folder: ${lookup.toolName('list_files')} lists it.`);
  }
  if (entry?.kind === 'module') throw new ToolError(await describeSubmodule(snapshot, entry));
  if (entry?.kind === 'link') throw new ToolError(await describeLink(lookup, snapshot, entry));
  throw await pathNotFound(snapshot, { path, what: 'file' });
}

/** A path relative to the root; `''` is the root. Throws if it leaves the repository. */
export function normalizePath(given: string): string {
  const path = given
    .trim()
    .replace(/^(\.\/)+/, '')
    .replace(/(?<!\/)\/+$/, '');
  if (path === '.' || (path === '' && /^[./]+$/.test(given.trim()))) return '';
  if (path !== '' && isInside(path)) return path;
  if (path === '') throw new ToolError('The path is empty: give one such as src/main.ts.');
  throw new ToolError(
    'The path must be inside the repository: give it relative to the root, ' +
      'such as src/main.ts.',
  );
}

/** The error for a path that does not exist, with similar paths. */
export async function pathNotFound(
  { repository, commit, revision }: Snapshot,
  { path, what }: { readonly path: string; readonly what: string },
): Promise<ToolError> {
  const paths = (await listFiles(repository.git, commit)).map((entry) => entry.path);
  const at = revision === undefined ? 'at its head' : `at ${revision}`;
  const guess = didYouMean(similarPaths(paths, path));
  return new ToolError(`There is no ${what} ${path} in ${repository.name} ${at}.${guess}`);
}

/** Paths with the same file name, otherwise those with a similar spelling. */
function similarPaths(paths: readonly string[], path: string): string[] {
  const name = fileNameOf(path).toLowerCase();
  const named = paths.filter((one) => `/${one.toLowerCase()}`.endsWith(`/${name}`));
  if (named.length > 0) return named.slice(0, 3);
  return closestNames(paths.length > 5_000 ? [] : paths, path);
}

/** At most three names with a similar spelling, or that contain the given one. */
function closestNames(names: readonly string[], wanted: string): string[] {
  const given = wanted.trim().toLowerCase().slice(0, 200);
  if (given === '') return [];
  const most = Math.max(2, Math.floor(given.length / 3));
  return names
    .map((name) => ({ name, distance: nameDistance(name.toLowerCase(), given, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** More than `most` if the names differ in more than that. */
function nameDistance(name: string, given: string, most: number): number {
  if (given.length > 2 && (name.includes(given) || given.includes(name))) return 0;
  return leven(name, given, { maxDistance: most + 1 });
}

function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${names.join(' or ')}?` : '';
}

async function branchesAndTags({ git }: Repository): Promise<string[]> {
  const args = ['for-each-ref', '--count=1000', '--format=%(refname:short)'];
  const printed = await git.run([...args, 'refs/heads', 'refs/tags', 'refs/remotes']);
  return printed.toString().split('\n').filter(Boolean);
}
