import { NotARepositoryError, type Repository } from './repository.js';

/** The repository with its HEAD fixed to a revision. Throws `NotARepositoryError`. */
export async function pinToRevision(repository: Repository, revision: string): Promise<Repository> {
  const commit = await repository.commitOf(revision);
  if (!commit) throw new NotARepositoryError(`${repository.name} has no commit ${revision}.`);
  return { ...repository, head: async () => commit };
}
