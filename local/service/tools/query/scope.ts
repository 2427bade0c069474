import type { Repository } from '../../git/repository.js';
import { headOf, type Lookup, type Place } from '../lookup.js';
import { type Fits, nameFilter } from '../patterns.js';
import { ToolRefusal } from '../tool.js';
import type { Filter, FilterName } from './tokens.js';

/** Where a query looks. */
export interface Scope {
  readonly places: readonly Place[];
  readonly fileFits: Fits;
  readonly hasFileFilter: boolean;
  readonly caseSensitive: boolean;
}

/**
 * The repositories, commits and files that the filters leave. Several of a kind: `repo:` and
 * `file:` must all fit, `rev:` adds a revision. Throws a `ToolRefusal` where nothing is left.
 */
export async function scopeOf(lookup: Lookup, filters: readonly Filter[]): Promise<Scope> {
  const repoFits = allFit(filters, 'repo');
  const fitting = lookup.repositories.filter(({ name }) => repoFits(name));
  if (fitting.length === 0) {
    const tool = lookup.toolName('list_repos');
    throw new ToolRefusal(`No repository fits the repo: filter. ${tool} finds their names.`);
  }
  return {
    places: await placesIn(fitting, filters),
    fileFits: allFit(filters, 'file'),
    hasFileFilter: filters.some(({ name }) => name === 'file'),
    caseSensitive: filters.some(({ name, value }) => name === 'case' && value === 'yes'),
  };
}

function allFit(filters: readonly Filter[], name: FilterName): Fits {
  const checks = filters
    .filter((filter) => filter.name === name)
    .map(({ value, negated }) => ({ fits: nameFilter(value), negated }));
  return (text) => checks.every(({ fits, negated }) => fits(text) !== negated);
}

async function placesIn(
  repositories: readonly Repository[],
  filters: readonly Filter[],
): Promise<Place[]> {
  const revisions = filters.filter(({ name }) => name === 'rev');
  const wanted = revisions.filter(({ negated }) => !negated).map(({ value }) => value);
  const unwanted = revisions.filter(({ negated }) => negated).map(({ value }) => value);
  const places: Place[] = [];
  for (const repository of repositories) {
    const found = await commitsOf(repository, wanted);
    const without = new Set((await commitsOf(repository, unwanted)).map(({ commit }) => commit));
    const named = unwanted.length > 0 && wanted.length === 0 ? await heads(repository) : found;
    const all = revisions.length === 0 ? await heads(repository) : named;
    places.push(...all.filter(({ commit }) => !without.has(commit)));
  }
  if (places.length > 0 || (wanted.length === 0 && revisions.length === 0)) return places;
  const which = wanted.length > 0 ? wanted.join(', ') : 'the head of the default branch';
  throw new ToolRefusal(
    `No repository that fits has the revision ${which} left to search: ` +
      'give a branch, a tag or a commit hash.',
  );
}

/** The places of the revisions that the repository has, each commit once. */
async function commitsOf(repository: Repository, revisions: readonly string[]): Promise<Place[]> {
  const places = new Map<string, Place>();
  for (const revision of revisions) {
    const commit = await repository.commitOf(revision);
    if (commit && !places.has(commit)) places.set(commit, { repository, commit, revision });
  }
  return [...places.values()];
}

/** Nothing for a repository without a commit: others may have what is wanted. */
async function heads(repository: Repository): Promise<Place[]> {
  return (await repository.head()) ? [await headOf(repository)] : [];
}
