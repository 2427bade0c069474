import type { DeepSearch } from '../deepsearch/client.js';
import type { Conversation } from '../deepsearch/conversation.js';
import { Refused } from '../deepsearch/errors.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationReference } from '../model/conversation-request.js';
import type { TalkStore } from '../store/talks.js';
import type { Caller } from './caller.js';
import { createNamed, type NamedOptions } from './named.js';
import type { Reach, Reached } from './reach.js';

export interface OpenedOptions extends NamedOptions {
  readonly talks: Pick<TalkStore, 'forget'>;
  readonly instance: Pick<DeepSearch, 'conversation' | 'list'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
  readonly reach: Reach;
}

/** `shared`: by its read token, from somebody who is none of ours. */
export type Opened =
  | { readonly kind: 'ours'; readonly conversation: Conversation; readonly reached: Reached }
  | { readonly kind: 'shared'; readonly conversation: Conversation }
  /** `refused`: a read token was taken nowhere; sharing may be off. */
  | { readonly kind: 'nowhere'; readonly refused: boolean };

const NOWHERE: Opened = { kind: 'nowhere', refused: false };
const REFUSED: Opened = { kind: 'nowhere', refused: true };

export type Open = ReturnType<typeof createOpen>;

/** Opens a conversation by what somebody named it by, as far as they may reach it. */
export function createOpen(options: OpenedOptions) {
  const { talks, instance, credentialFor, reach } = options;
  const named = createNamed(options);

  async function read(id: number, { who, signal }: Caller): Promise<Conversation> {
    const token = await credentialFor(who);
    return instance.conversation({ token, id, signal });
  }

  async function byId(id: number, caller: Caller): Promise<Opened> {
    const reached = await reach.reach(id, caller.who);
    if (reached === undefined) return NOWHERE;
    const conversation = await read(id, caller).catch(nothingWhereGone);
    if (conversation !== undefined) return { kind: 'ours', conversation, reached };
    await talks.forget(id);
    return NOWHERE;
  }

  /**
   * The instance guards what others share; what its token owns it shows whatever the setting, so
   * there our own rule holds: the token of a link in the wrong hands opens nothing.
   */
  async function byReadToken(readToken: string, caller: Caller): Promise<Opened> {
    const { who, signal } = caller;
    const token = await credentialFor(who);
    const page = await instance
      .list({ token, signal, filter: { readToken }, pageSize: 2 })
      .catch(nothingWhereRefused);
    const conversation = page?.conversations.find(
      (found) => found.readToken?.toLowerCase() === readToken,
    );
    if (conversation === undefined) return REFUSED;
    const own = await read(conversation.id, caller).catch(nothingWhereRefused);
    if (own === undefined || own.isOwner === false) return { kind: 'shared', conversation };
    const reached = await reach.reach(own.id, who);
    return reached === undefined ? REFUSED : { kind: 'ours', conversation: own, reached };
  }

  return async (which: ConversationReference, caller: Caller): Promise<Opened> => {
    const found = await named(which, caller.who);
    if (found === undefined) return NOWHERE;
    return 'id' in found ? byId(found.id, caller) : byReadToken(found.readToken, caller);
  };
}

/** A no of another kind, such as to our token, may pass: what is kept of it is not forgotten for that. */
function nothingWhereGone(error: unknown): undefined {
  if (!(error instanceof Refused && error.refusal.reason === 'not-found')) throw error;
}

/** Not found, or not allowed: for a person it is not there. */
function nothingWhereRefused(error: unknown): undefined {
  const reason = error instanceof Refused ? error.refusal.reason : undefined;
  if (reason === 'not-found' || reason === 'permission' || reason === 'bad-request') return;
  throw error;
}
