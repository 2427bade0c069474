import type { DeepSearch } from '../deepsearch/client.js';
import type { Quota } from '../model/answer.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import { type Message, note } from '../render/message.js';
import * as words from '../render/texts/conversations.js';
import type { Caller } from './caller.js';

export interface UsageOptions {
  readonly instance: Pick<DeepSearch, 'list' | 'conversation'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
}

/** The service says its quota beside a conversation that is completed: one of the latest few will be. */
const LATEST = 5;

export type QuotaOf = ReturnType<typeof createQuotaOf>;

/** How much of the service's quota is used. Of the conversations that tell, nothing else is read. */
export function createQuotaOf({ instance, credentialFor }: UsageOptions) {
  return async ({ who, signal }: Pick<Caller, 'who' | 'signal'>): Promise<Quota | undefined> => {
    const token = await credentialFor(who);
    const by = { token, signal };
    const latest = await instance.list({ ...by, sort: '-updated_at', pageSize: LATEST });
    for (const { id, quota } of latest.conversations.slice(0, LATEST)) {
      const said = quota ?? (await instance.conversation({ ...by, id })).quota;
      if (said !== undefined) return said;
    }
    return undefined;
  };
}

/** The same as a private note. */
export function createUsage(quotaOf: QuotaOf) {
  return async (caller: Caller): Promise<Message> => note(words.usage(await quotaOf(caller)));
}
