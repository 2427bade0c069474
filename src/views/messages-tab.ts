import type { SetSuggestedPrompts } from '../deliver/prompt-suggestion.js';
import type { Logger } from '../log.js';
import type { RepoList } from '../mcp/records.js';
import type { ToolServer } from '../mcp/tool-server.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { MessagesTabOpened } from '../model/view-request.js';
import { renderPrompts } from '../render/prompts.js';
import type { ConversationStore } from '../store/conversations.js';

export interface MessagesTabOptions {
  readonly conversations: Pick<ConversationStore, 'ofUser' | 'load'>;
  readonly setSuggestedPrompts: SetSuggestedPrompts;
  readonly tools: Pick<ToolServer, 'listRepos'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
  readonly logger: Logger;
}

/** How many of the newest conversations are searched. */
const LOOKED_AT = 4;

/** Time limit for listing repositories, ms. */
const LISTING_MS = 5_000;
const MAX_REPOSITORIES = 4;

/** Suggests prompts when a user opens the Messages tab. */
export function createMessagesTabHandler(options: MessagesTabOptions) {
  const { conversations, setSuggestedPrompts, tools, credentialFor, logger } = options;

  /** Questions of conversations that only this user asked in. */
  async function asked(who: WorkspaceUser) {
    const ids = (await conversations.ofUser(who)).slice(0, LOOKED_AT);
    const found = await Promise.all(ids.map((id) => conversations.load(id)));
    return found.flatMap((record) => {
      if (record?.firstQuestion === undefined || record.users.length > 1) return [];
      return [{ title: record.title, asked: record.firstQuestion }];
    });
  }

  /** Their repositories with the most stars; none if the instance does not list them. */
  async function repositories(who: WorkspaceUser): Promise<string[]> {
    try {
      const signal = AbortSignal.timeout(LISTING_MS);
      const call = { token: await credentialFor(who), signal };
      const found = await tools.listRepos({ query: '', limit: 50 }, call);
      return found.kind === 'record' ? bestKnown(found.record.repositories) : [];
    } catch (error) {
      logger.debug({ err: error }, 'repositories not listed: no suggestions');
      return [];
    }
  }

  return async ({ place, user }: MessagesTabOpened): Promise<void> => {
    const who = { workspace: place.workspace, user };
    const [lately, named] = await Promise.all([asked(who), repositories(who)]);
    await setSuggestedPrompts(place, renderPrompts(lately, named));
  };
}

type Listed = RepoList['repositories'];

function bestKnown(all: Listed): string[] {
  const alive = all.filter(({ archived, fork }) => archived !== true && fork !== true);
  const known = [...alive].sort((a, b) => (b.stars ?? 0) - (a.stars ?? 0));
  return known.slice(0, MAX_REPOSITORIES).map(({ name }) => name);
}
