import type { SetSuggestedPrompts } from '../deliver/prompt-suggestion.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { MessagesTabOpened } from '../model/view-request.js';
import { renderPrompts } from '../render/prompts.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ListRepositories } from './repositories.js';

export interface MessagesTabOptions {
  readonly conversations: Pick<ConversationStore, 'ofUser' | 'load'>;
  readonly setSuggestedPrompts: SetSuggestedPrompts;
  readonly listRepositories: ListRepositories;
}

/** How many of the newest conversations are searched. */
const LOOKED_AT = 4;

const MAX_LISTED = 50;
const MAX_REPOSITORIES = 4;

/** Suggests prompts when a user opens the Messages tab. */
export function createMessagesTabHandler(options: MessagesTabOptions) {
  const { conversations, setSuggestedPrompts, listRepositories } = options;

  /** Questions of conversations that only this user asked in. */
  async function asked(who: WorkspaceUser) {
    const ids = (await conversations.ofUser(who)).slice(0, LOOKED_AT);
    const found = await Promise.all(ids.map((id) => conversations.load(id)));
    return found.flatMap((record) => {
      if (record?.firstQuestion === undefined || record.users.length > 1) return [];
      return [{ title: record.title, asked: record.firstQuestion }];
    });
  }

  return async ({ place, user }: MessagesTabOpened): Promise<void> => {
    const who = { workspace: place.workspace, user };
    const [lately, named] = await Promise.all([asked(who), listRepositories(who, MAX_LISTED)]);
    await setSuggestedPrompts(place, renderPrompts(lately, named.slice(0, MAX_REPOSITORIES)));
  };
}
