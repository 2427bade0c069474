import { type ConversationAddress, conversationAt } from '../deepsearch/address.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationReference } from '../model/conversation-request.js';
import type { ThreadStore } from '../store/threads.js';

export interface NamedOptions {
  readonly threads: Pick<ThreadStore, 'conversation'>;
  readonly openLink: (sealed: string) => string;
}

/** What a name leads to: a conversation by its id, or by a read token; undefined where to none. */
export type Named = ConversationAddress | undefined;

const THREAD =
  /\/archives\/([CDG][A-Z0-9]{1,30})\/p(\d{10})(\d{6})(?:\?(?:[^#]*&)?thread_ts=([\d.]+))?/;

/**
 * Reads what somebody named a conversation by: its number, a link of the instance (by whatever
 * host people reach it), or a message's link in Slack. Whether they may reach it is not asked here.
 */
export function createNamed({ threads, openLink }: NamedOptions) {
  return async (which: ConversationReference, { workspace }: WorkspaceUser): Promise<Named> => {
    if ('id' in which) return which;
    const link = openLink(which.sealedLink);
    const address = conversationAt(link);
    if (address !== undefined) return address;
    const [, channel, seconds, micros, root] = THREAD.exec(link) ?? [];
    if (channel === undefined) return undefined;
    const threadTs = root ?? `${seconds}.${micros}`;
    const id = await threads.conversation({ workspace, channel, threadTs });
    return id === undefined ? undefined : { id };
  };
}
