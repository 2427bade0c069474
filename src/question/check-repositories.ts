import leven from 'leven';
import type { Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import type { ToolServer } from '../mcp/tool-server.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AskRequest } from '../model/intent.js';
import { isNamed, repositoriesIn } from '../model/repository-scope.js';

export interface CheckRepositoriesOptions {
  readonly tools: Pick<ToolServer, 'listRepos'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
  readonly logger: Logger;
}

export interface UnknownRepository {
  readonly name: string;
  /** Of repositories with a similar name, the nearest first. */
  readonly near: readonly string[];
}

/** Undefined if there are all of them, or if the instance does not list any. */
export type CheckRepositories = (
  ask: Pick<AskRequest, 'text' | 'user' | 'place'>,
) => Promise<UnknownRepository | undefined>;

/** Time limit for listing repositories, ms. */
const LISTING_MS = 5_000;
const MAX_LISTED = 100;
const MAX_NEAR = 3;

/** Looks up the repositories that a question is limited to, with the user's own access. */
export function createCheckRepositories(options: CheckRepositoriesOptions): CheckRepositories {
  const { tools, credentialFor, logger } = options;

  return async ({ text, user, place }) => {
    const names = repositoriesIn(text);
    if (names.length === 0) return undefined;
    const signal = AbortSignal.timeout(LISTING_MS);
    try {
      const call = { token: await credentialFor({ workspace: place.workspace, user }), signal };
      const list = async (query: string): Promise<string[] | undefined> => {
        const found = await tools.listRepos({ query, limit: MAX_LISTED }, call);
        return found.kind === 'record'
          ? found.record.repositories.map(({ name }) => name)
          : undefined;
      };
      for (const name of names) {
        const found = await list(name);
        if (found === undefined) return undefined;
        if (found.some((repository) => isNamed(repository, name))) continue;
        return { name, near: nearest(name, [...found, ...((await list('')) ?? [])]) };
      }
      return undefined;
    } catch (error) {
      logger.debug({ err: error }, 'repositories not listed: the question is asked as it is');
      return undefined;
    }
  };
}

function nearest(name: string, repositories: readonly string[]): string[] {
  const typed = name.toLowerCase();
  const distance = (repository: string) => {
    const full = repository.toLowerCase();
    if (full.includes(typed)) return 0;
    return Math.min(...[full, full.replace(/^.*\//, '')].map((each) => leven(typed, each)));
  };
  return [...new Set(repositories)]
    .map((repository) => ({ repository, far: distance(repository) }))
    .filter(({ far }) => far <= Math.max(2, typed.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAR)
    .map(({ repository }) => repository);
}
