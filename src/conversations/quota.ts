import type { DeepSearch } from '../deepsearch/deep-search.js';
import { isServiceFailure, NotConnected } from '../deepsearch/errors.js';
import type { Token } from '../http/credential.js';
import type { Quota } from '../model/answer.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { RequestContext } from './request-context.js';

export interface ReadQuotaOptions {
  readonly instance: Pick<DeepSearch, 'list' | 'conversation'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
}

/** The service reports its quota with completed conversations: one of so many recent ones has it. */
const MAX_RECENT = 5;

export type ReadQuota = ReturnType<typeof createReadQuota>;

/**
 * Reads how much of the quota is used; `away` if the service does not answer, undefined if it does not say. Nothing
 * else is taken from the conversations.
 */
export function createReadQuota({ instance, credentialFor }: ReadQuotaOptions) {
  async function read({ user, signal }: QuotaContext): Promise<Quota | undefined> {
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
  }

  return (context: QuotaContext): Promise<Quota | 'away' | undefined> =>
    read(context).catch(awayIfUnavailable);
}

type QuotaContext = Pick<RequestContext, 'user' | 'signal'>;

function awayIfUnavailable(error: unknown): 'away' | undefined {
  if (error instanceof NotConnected) return undefined;
  if (isServiceFailure(error)) return 'away';
  throw error;
}
