import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BlobReader, openBlobReader } from './blob-reader.js';
import { type Freshness, readFreshness } from './freshness.js';
import { type Git, GitError, openGit, runGitAt } from './git.js';
import { nameRepositories, type RepositoryOrigin } from './repository-names.js';
import { NOT_FETCHED, repositoryProblem } from './repository-problem.js';

/** How another thread opens the same repository. */
export interface RepositoryReference {
  readonly name: string;
  /** Another name by which it is found: links and conversations may still have it. */
  readonly folderName: string;
  readonly gitDir: string;
  /** The commit that HEAD is fixed to. */
  readonly pinnedCommit?: string;
}

/** An opened repository, under the name that links use. */
export interface Repository extends RepositoryReference {
  readonly git: Git;
  readonly blobs: BlobReader;
  /** The commit that HEAD points to now; `undefined` while there is none. Throws if git cannot read it. */
  head(): Promise<string | undefined>;
  /** The commit of a revision; `undefined` if there is none. */
  commitOf(revision: string): Promise<string | undefined>;
  /** How up to date it is, if the service fetches it from a remote. */
  freshness(): Promise<Freshness | undefined>;
  close(): Promise<void>;
}

/** A path that is not a usable repository; `message` is one sentence with the fix. */
export class NotARepositoryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotARepositoryError';
  }
}

/** Opens each path, and names the repositories by their remotes. Throws `NotARepositoryError`. */
export async function openRepositories(paths: readonly string[]): Promise<Repository[]> {
  return (await findRepositories(paths)).map(openRepository);
}

/** Finds the repository of each path, and names them by their remotes. Throws `NotARepositoryError`. */
async function findRepositories(paths: readonly string[]): Promise<RepositoryReference[]> {
  return nameOrigins(await findOrigins(paths));
}

/** Finds the repository of each path, and its remote. Throws `NotARepositoryError`. */
export async function findOrigins(paths: readonly string[]): Promise<RepositoryOrigin[]> {
  const gitDirs = [...new Set(await Promise.all(paths.map(findGitDir)))];
  return Promise.all(
    gitDirs.map(async (gitDir) => ({ gitDir, remoteUrl: await remoteUrl(gitDir) })),
  );
}

/** Names those that are served together, each of them once. */
export function nameOrigins(origins: readonly RepositoryOrigin[]): RepositoryReference[] {
  const distinct = [...new Map(origins.map((origin) => [origin.gitDir, origin])).values()];
  const names = nameRepositories(distinct);
  return distinct.flatMap(({ gitDir }, n) => {
    const named = names[n];
    return named ? [{ ...named, gitDir }] : [];
  });
}

/** The repository of this name; otherwise the one in a folder of this name. */
export function repositoryNamed<R extends Pick<RepositoryReference, 'name' | 'folderName'>>(
  repositories: readonly R[],
  wanted: string,
): R | undefined {
  return (
    repositories.find(({ name }) => name === wanted) ??
    repositories.find(({ folderName }) => folderName === wanted)
  );
}

export function openRepository(reference: RepositoryReference): Repository {
  const { gitDir, pinnedCommit } = reference;
  const git = openGit(gitDir);
  const commitOf = (revision: string) => resolveCommit(git, revision);
  return {
    ...reference,
    git,
    commitOf,
    blobs: openBlobReader(git),
    head: async () => pinnedCommit ?? (await commitOf('HEAD')) ?? noHead(git),
    freshness: () => readFreshness(gitDir),
    close: git.close,
  };
}

/** The repository with its HEAD fixed to a revision. Throws `NotARepositoryError`. */
export async function pinToRevision(
  reference: RepositoryReference,
  revision: string,
): Promise<RepositoryReference> {
  const { commitOf, close } = openRepository(reference);
  try {
    const pinnedCommit = await commitOf(revision);
    if (pinnedCommit) return { ...reference, pinnedCommit };
    throw new NotARepositoryError(`${reference.name} has no commit ${revision}.`);
  } finally {
    await close();
  }
}

/** Without any branch or tag the repository is empty, or not fetched yet; with one, its HEAD is broken. */
async function noHead(git: Git): Promise<string | undefined> {
  const refs = await git.run(['for-each-ref', '--count=1', '--format=%(refname)']);
  if (refs.length > 0) {
    // The first commits may have come just now.
    const commit = await resolveCommit(git, 'HEAD');
    if (commit) return commit;
    throw new GitError('HEAD names no commit');
  }
  const freshness = await readFreshness(git.gitDir);
  if (!freshness || freshness.fetchedAt !== undefined) return undefined;
  throw new GitError(
    `${NOT_FETCHED}${freshness.problem ?? 'it is being fetched for the first time'}`,
  );
}

async function resolveCommit(git: Git, revision: string): Promise<string | undefined> {
  if (revision.includes('\0') || revision.length > 500) return undefined;
  const args = ['rev-parse', '--verify', '-q', '--end-of-options', `${revision}^{commit}`];
  try {
    const printed = (await git.run(args)).toString().trim();
    // Git resolves a revision such as `^main` to something that is not a commit id.
    return /^[0-9a-f]{40,64}$/.test(printed) ? printed : undefined;
  } catch (error) {
    if (repositoryProblem(error) !== undefined) throw error;
    // With -q an unknown revision exits with 1, a malformed one with 128.
    if (error instanceof GitError && error.exitCode !== undefined) return undefined;
    throw error;
  }
}

async function findGitDir(path: string): Promise<string> {
  const full = await realpath(resolve(path)).catch(() => {
    throw new NotARepositoryError(`${path} does not exist: give the path of a git repository.`);
  });
  const args = ['rev-parse', '--absolute-git-dir', '--is-bare-repository', '--show-prefix'];
  const output = await runGitAt(full, args).catch((error: GitError) => {
    if (error.exitCode === undefined)
      throw new NotARepositoryError('git cannot be run: is it installed?');
    throw new NotARepositoryError(
      `${path} is not a git repository: create one with git init or git clone.`,
    );
  });
  const [gitDir = '', , prefix = ''] = output.toString().split('\n');
  if (prefix === '') return gitDir;
  const root = resolve(
    full,
    ...prefix
      .split('/')
      .filter(Boolean)
      .map(() => '..'),
  );
  throw new NotARepositoryError(
    `${path} is a folder inside a git repository: give ${root} instead.`,
  );
}

/** The URL of `origin`, or else of the first remote; `undefined` without a remote. */
async function remoteUrl(gitDir: string): Promise<string | undefined> {
  const git = openGit(gitDir);
  try {
    const printed = await git.run(['config', '-z', '--get-regexp', String.raw`^remote\..*\.url$`]);
    const remotes = printed
      .toString()
      .split('\0')
      .map((entry) => entry.split('\n'));
    const origin = remotes.find(([key]) => key === 'remote.origin.url') ?? remotes[0];
    return origin?.[1];
  } catch {
    // Without a remote git exits with 1. Whatever else is wrong is reported when it is read.
    return undefined;
  } finally {
    await git.close();
  }
}
