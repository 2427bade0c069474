import type { Repository } from '../git/repository.js';
import { repositoryProblem } from '../git/repository-problem.js';
import { mapConcurrently } from './map-concurrently.js';
import { ToolError } from './tool.js';

/** One repository cannot be searched; `message` names it. */
export class RepositoryError extends ToolError {
  constructor({ name }: Pick<Repository, 'name'>, problem: string) {
    super(`${name} could not be searched: ${problem}.`);
    this.name = 'RepositoryError';
  }
}

export interface EachSearched<R> {
  /** In the order of the repositories, without those that could not be searched. */
  readonly found: R[];
  /** A sentence for each repository that could not be searched. */
  readonly problems: readonly string[];
}

/** Searches repositories, or commits of them. Throws a `ToolError` if none could be searched. */
export async function searchEach<T extends Repository | { readonly repository: Repository }, R>(
  items: readonly T[],
  search: (item: T) => Promise<R>,
): Promise<EachSearched<R>> {
  const results = await mapConcurrently(items, 2, (item) =>
    search(item).then(
      (result) => ({ result }),
      (error: unknown) => ({ problem: problemOf(error, item) }),
    ),
  );
  const found = results.flatMap((one) => ('result' in one ? [one.result] : []));
  const problems = results.flatMap((one) => ('problem' in one ? [one.problem] : []));
  if (found.length === 0 && problems.length > 0) throw new ToolError(problems.join(' '));
  return { found, problems };
}

/** Rethrows what is not about the repository. */
function problemOf(error: unknown, item: Repository | { readonly repository: Repository }): string {
  if (error instanceof RepositoryError) return error.message;
  const problem = repositoryProblem(error);
  if (problem === undefined) throw error;
  return new RepositoryError('repository' in item ? item.repository : item, problem).message;
}

/** What a caller should know about the result, as one text; absent if there is nothing. */
export function noticeOf(...notices: readonly (string | false | undefined)[]): {
  readonly notice?: string;
} {
  const notice = notices.filter(Boolean).join(' ');
  return notice === '' ? {} : { notice };
}
