import { NotARepository, type Repository } from './repository.js';

/** The repository as if HEAD stood at this revision, wherever it moves. Throws `NotARepository`. */
export async function pinnedAt(repository: Repository, revision: string): Promise<Repository> {
  const commit = await repository.commitOf(revision);
  if (!commit) throw new NotARepository(`${repository.name} has no commit ${revision}.`);
  return { ...repository, head: async () => commit };
}
