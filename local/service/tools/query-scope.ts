import type { Repository } from '../git/repository.js';
import { languageFilter } from './language-filter.js';
import { headSnapshot, type Lookup, type Snapshot } from './lookup.js';
import { nameFilter, type TextPredicate } from './patterns.js';
import { type Filter, type FilterName, rejectUnsupported } from './query-filters.js';
import { searchEach } from './search-each.js';
import { ToolError } from './tool.js';

/** The snapshots and files that a query searches. */
export interface QueryScope {
  readonly snapshots: readonly Snapshot[];
  /** A sentence for each repository that cannot be searched. */
  readonly problems: readonly string[];
  readonly matchesFile: TextPredicate;
  readonly hasFileFilter: boolean;
  readonly caseSensitive: boolean;
}

/**
 * The repositories, commits and files that match the filters. All `repo:` and `file:` filters must
 * match, and one of the languages; each `rev:` adds a revision. Throws a `ToolError` if nothing matches,
 * or for a filter that is not supported here.
 */
export async function resolveScope(
  lookup: Lookup,
  filters: readonly Filter[],
): Promise<QueryScope> {
  rejectUnsupported(filters, lookup);
  const repoFits = repositoryFilter(filters);
  const fitting = lookup.repositories.filter(({ name }) => repoFits(name));
  if (fitting.length === 0) {
    const tool = lookup.toolName('list_repos');
    throw new ToolError(`No repository matches the repo: filter. ${tool} lists them.`);
  }
  return {
    ...(await findSnapshots(fitting, filters)),
    matchesFile: await fileFilter(filters),
    hasFileFilter: filters.some(({ name }) => name === 'file' || name === 'lang'),
    caseSensitive: filters.some(({ name, value }) => name === 'case' && value === 'yes'),
  };
}

function repositoryFilter(filters: readonly Filter[]): TextPredicate {
  return matchesAll(filters, 'repo');
}

function matchesAll(filters: readonly Filter[], name: FilterName): TextPredicate {
  const checks = filters
    .filter((filter) => filter.name === name)
    .map(({ value, negated }) => ({ fits: nameFilter(value), negated }));
  return (text) => checks.every(({ fits, negated }) => fits(text) !== negated);
}

/** Which paths the `file:` and `lang:` filters let through. Throws a `ToolError` for an unknown language. */
export async function fileFilter(filters: readonly Filter[]): Promise<TextPredicate> {
  const fitsPath = matchesAll(filters, 'file');
  const languages = filters.filter(({ name }) => name === 'lang');
  const checks = await Promise.all(
    languages.map(async ({ value, negated }) => ({ fits: await languageFilter(value), negated })),
  );
  const wanted = checks.filter(({ negated }) => !negated);
  const unwanted = checks.filter(({ negated }) => negated);
  return (path) =>
    fitsPath(path) &&
    (wanted.length === 0 || wanted.some(({ fits }) => fits(path))) &&
    !unwanted.some(({ fits }) => fits(path));
}

async function findSnapshots(
  repositories: readonly Repository[],
  filters: readonly Filter[],
): Promise<Pick<QueryScope, 'snapshots' | 'problems'>> {
  const revisions = filters.filter(({ name }) => name === 'rev');
  const wanted = revisions.filter(({ negated }) => !negated).map(({ value }) => value);
  const unwanted = revisions.filter(({ negated }) => negated).map(({ value }) => value);
  const { found, problems } = await searchEach(repositories, async (repository) => {
    const without = new Set((await snapshotsAt(repository, unwanted)).map(({ commit }) => commit));
    const isHeadMeant = wanted.length === 0;
    const all = isHeadMeant
      ? await headSnapshots(repository)
      : await snapshotsAt(repository, wanted);
    return all.filter(({ commit }) => !without.has(commit));
  });
  const snapshots = found.flat();
  if (snapshots.length > 0 || revisions.length === 0) return { snapshots, problems };
  const which = wanted.length > 0 ? wanted.join(', ') : 'the head of the default branch';
  throw new ToolError(
    `No matching repository has the revision ${which}: give a branch, a tag or a commit hash.`,
  );
}

/** The snapshots of those revisions that the repository has, each commit once. */
async function snapshotsAt(
  repository: Repository,
  revisions: readonly string[],
): Promise<Snapshot[]> {
  const snapshots = new Map<string, Snapshot>();
  for (const revision of revisions) {
    const commit = await repository.commitOf(revision);
    if (commit && !snapshots.has(commit)) snapshots.set(commit, { repository, commit, revision });
  }
  return [...snapshots.values()];
}

/** Empty for a repository without a commit: others may match. */
async function headSnapshots(repository: Repository): Promise<Snapshot[]> {
  return (await repository.head()) ? [await headSnapshot(repository)] : [];
}
