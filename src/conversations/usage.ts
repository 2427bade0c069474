import type { DeepSearch } from '../deepsearch/deep-search.js';
import type { Token } from '../http/credential.js';
import type { Quota } from '../model/answer.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import { type Message, note } from '../render/blocks/message.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { RequestContext } from './request-context.js';

export interface ReadQuotaOptions {
  readonly instance: Pick<DeepSearch, 'list' | 'conversation'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
}

/** The service reports its quota with completed conversations: one of so many recent ones has it. */
const MAX_RECENT = 5;

export type ReadQuota = ReturnType<typeof createReadQuota>;

/** Reads how much of the quota is used. Nothing else is taken from the conversations. */
export function createReadQuota({ instance, credentialFor }: ReadQuotaOptions) {
  return async ({
    user,
    signal,
  }: Pick<RequestContext, 'user' | 'signal'>): Promise<Quota | undefined> => {
    const token = await credentialFor(user);
    const recent = await instance.list({
      token,
      signal,
      sort: '-updated_at',
      pageSize: MAX_RECENT,
    });
    for (const { id, quota } of recent.conversations.slice(0, MAX_RECENT)) {
      const found = quota ?? (await instance.conversation({ token, signal, id })).quota;
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

export type ShowUsage = ReturnType<typeof createShowUsage>;

/** Shows the quota as a private note. */
export function createShowUsage(readQuota: ReadQuota) {
  return async (context: RequestContext): Promise<Message> =>
    note(conversationTexts.quotaUsage(await readQuota(context)));
}
