import type { BotIdentity } from './directory.js';
import { createListing, type Page } from './listing.js';
import { fromSlackMetadata, type MessageMetadata } from './message-metadata.js';
import type { ChannelRef, SlackCall } from './web-api.js';
import type { Workspaces } from './workspaces.js';

/** A message from `conversations.history` or `conversations.replies`: only the fields that we read. */
export interface ListedMessage {
  readonly ts: string;
  readonly user?: string;
  readonly botId?: string;
  readonly text: string;
  /** Only of our own messages. */
  readonly metadata?: MessageMetadata;
  /** The IDs of its files. */
  readonly files?: readonly string[];
}

export interface ListQuery {
  readonly threadTs?: string;
  readonly oldest?: string;
  readonly latest?: string;
  /** At most so many messages, up to 1,000; default: all. */
  readonly limit?: number;
}

const MOST_A_PAGE = 200;

/** Reads the messages of a channel or a thread. */
export function createMessageLists(
  call: SlackCall,
  { tokenFor, identify }: Pick<Workspaces, 'tokenFor' | 'identify'>,
) {
  const readPages = createListing();

  async function listed(target: ChannelRef, query: ListQuery, partial: boolean) {
    const { limit = Number.POSITIVE_INFINITY } = query;
    const { workspace, channel } = target;
    const key = JSON.stringify([workspace, channel, query]);
    const fetchPage = async (cursor: string | undefined) =>
      toPage(await call(await tokenFor(workspace), ...listRequest(channel, query, cursor)));
    const us = await identify(workspace);
    const { messages, complete } = await readPages(key, { limit, partial }, fetchPage);
    // Slack may repeat a thread's root on each page.
    const byTs = new Map(
      messages.map((raw) => toListed(raw, us)).map((message) => [message.ts, message]),
    );
    return { messages: [...byTs.values()].sort((a, b) => Number(a.ts) - Number(b.ts)), complete };
  }

  return {
    /**
     * All messages of a thread (or of the channel itself) in a range, oldest first. Throws
     * `SlackBusy` where the rate limit interrupts it; the next call goes on from there. Only for
     * recovery: Slack may allow one page a minute.
     */
    async list(target: ChannelRef, query: ListQuery): Promise<ListedMessage[]> {
      return (await listed(target, query, false)).messages;
    },

    /** The same, but at the rate limit it gives the pages that it has; for a thread's context. */
    async listAllowed(target: ChannelRef, query: ListQuery) {
      return listed(target, query, true);
    },
  };
}

function listRequest(
  channel: string,
  { threadTs, oldest, latest, limit = MOST_A_PAGE }: ListQuery,
  cursor: string | undefined,
): [method: string, args: Record<string, unknown>] {
  const method = threadTs === undefined ? 'conversations.history' : 'conversations.replies';
  const args = {
    channel,
    ...(threadTs === undefined ? {} : { ts: threadTs }),
    ...(oldest === undefined ? {} : { oldest }),
    ...(latest === undefined ? {} : { latest }),
    ...(cursor === undefined ? {} : { cursor }),
    inclusive: true,
    include_all_metadata: true,
    limit,
  };
  return [method, args];
}

function toPage({ messages, response_metadata: metadata }: Record<string, unknown>): Page {
  const { next_cursor: cursor } = (metadata ?? {}) as { next_cursor?: unknown };
  const more = typeof cursor === 'string' && cursor !== '' ? { cursor } : {};
  return { messages: Array.isArray(messages) ? messages : [], ...more };
}

/**
 * Any app may give its messages metadata of any type, so it counts only in messages of our own bot.
 * https://docs.slack.dev/messaging/message-metadata
 */
function toListed(raw: unknown, { botUser, botId }: BotIdentity): ListedMessage {
  const message = raw as Record<string, unknown>;
  const isOwn = message['user'] === botUser || message['bot_id'] === botId;
  const metadata = isOwn ? fromSlackMetadata(message['metadata']) : undefined;
  return {
    ts: String(message['ts']),
    text: typeof message['text'] === 'string' ? message['text'] : '',
    ...(typeof message['user'] === 'string' ? { user: message['user'] } : {}),
    ...(typeof message['bot_id'] === 'string' ? { botId: message['bot_id'] } : {}),
    ...(metadata === undefined ? {} : { metadata }),
    ...(Array.isArray(message['files']) ? { files: message['files'].map(fileId) } : {}),
  };
}

function fileId(raw: unknown): string {
  return String((raw as { id?: unknown } | null)?.id);
}
