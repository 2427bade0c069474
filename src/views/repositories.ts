import type { Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import type { ToolServer } from '../mcp/tool-server.js';
import type { WorkspaceUser } from '../model/conversation-record.js';

export interface ListRepositoriesOptions {
  readonly tools: Pick<ToolServer, 'listRepos'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<Token>;
  readonly logger: Logger;
}

export type ListRepositories = (who: WorkspaceUser, limit: number) => Promise<string[]>;

/** Time limit for listing repositories, ms. */
const LISTING_MS = 5_000;

/** Names of a user's repositories, those with the most stars first; none if the instance does not list them. */
export function createListRepositories(options: ListRepositoriesOptions): ListRepositories {
  const { tools, credentialFor, logger } = options;
  return async (who, limit) => {
    try {
      const signal = AbortSignal.timeout(LISTING_MS);
      const call = { token: await credentialFor(who), signal };
      const found = await tools.listRepos({ query: '', limit }, call);
      if (found.kind !== 'record') return [];
      const all = found.record.repositories;
      const alive = all.filter(({ archived, fork }) => archived !== true && fork !== true);
      return alive.sort((a, b) => (b.stars ?? 0) - (a.stars ?? 0)).map(({ name }) => name);
    } catch (error) {
      logger.debug({ err: error }, 'repositories not listed: none are suggested');
      return [];
    }
  };
}
