import type { KnownBlock } from '@slack/types';
import { SlackOutcomeUnknown, SlackRefused } from './errors.js';
import { createListing, type Page } from './listing.js';
import {
  createRateLimitedCall,
  type Priority,
  type RateLimitedCall,
  type RateLimiter,
} from './rate-limits.js';
import type { SlackCall } from './web-api.js';

export interface ChannelRef {
  readonly workspace: string;
  readonly channel: string;
}

/** A message to send. A retry finds it again by its `metadata`. */
export interface OutgoingMessage {
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  readonly threadTs?: string;
  readonly metadata?: MessageMetadata;
}

/** `metadata.event_payload` of our messages: the question they belong to, and their slot in it. */
export interface MessageMetadata {
  readonly question: string;
  readonly slot: string;
}

/** A message from `conversations.history` or `conversations.replies`: only the fields that we read. */
export interface ListedMessage {
  readonly ts: string;
  readonly user?: string;
  readonly botId?: string;
  readonly text: string;
  readonly metadata?: MessageMetadata;
  /** The IDs of its files. */
  readonly files?: readonly string[];
}

const EVENT_TYPE = 'deepsearch_message';

/** The bot token for a workspace. Throws if the app is not installed there. */
export type TokenFor = (workspace: string) => Promise<string>;

export type SlackMessages = ReturnType<typeof createMessages>;

/** Reads and writes messages, within the rate limits of each workspace and channel. */
export function createMessages(call: SlackCall, tokenFor: TokenFor, limiter: RateLimiter) {
  const send = createRateLimitedCall({ call, tokenFor, limiter });

  return {
    /** `chat.postMessage`; returns the new message's `ts`. Not idempotent. */
    async post(target: ChannelRef, message: OutgoingMessage): Promise<string> {
      const body = {
        ...content(message),
        ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
        ...(message.metadata === undefined
          ? {}
          : { metadata: { event_type: EVENT_TYPE, event_payload: message.metadata } }),
        unfurl_links: false,
        unfurl_media: false,
      };
      const result = await send('chat.postMessage', target, { priority: 'final', body });
      if (typeof result['ts'] === 'string') return result['ts'];
      throw new SlackOutcomeUnknown('chat.postMessage');
    },

    /** `chat.update`: replaces the whole message, so it is idempotent. */
    async update(
      target: ChannelRef,
      ts: string,
      message: OutgoingMessage & { priority: Priority },
    ) {
      // An empty list of blocks removes the current ones; without the field they would stay.
      const body = { ...content(message), ...(message.blocks && { blocks: message.blocks }), ts };
      await send('chat.update', target, { priority: message.priority, body });
    },

    /** `chat.delete`. Succeeds too if the message no longer exists. */
    async remove(target: ChannelRef, ts: string): Promise<void> {
      try {
        await call(await tokenFor(target.workspace), 'chat.delete', {
          channel: target.channel,
          ts,
        });
      } catch (error) {
        if (!(error instanceof SlackRefused && error.error === 'message_not_found')) throw error;
      }
    },

    /** `chat.postEphemeral`: shown to one user only, and not guaranteed to be delivered. */
    async postEphemeral(
      target: ChannelRef,
      to: { user: string; threadTs?: string },
      message: OutgoingMessage,
    ) {
      await call(await tokenFor(target.workspace), 'chat.postEphemeral', {
        channel: target.channel,
        user: to.user,
        ...content(message),
        ...(to.threadTs === undefined ? {} : { thread_ts: to.threadTs }),
      });
    },

    /** `chat.getPermalink`: the URL of a message. */
    async permalink(target: ChannelRef, ts: string): Promise<string> {
      const args = { channel: target.channel, message_ts: ts };
      const result = await call(await tokenFor(target.workspace), 'chat.getPermalink', args);
      if (typeof result['permalink'] === 'string') return result['permalink'];
      throw new SlackOutcomeUnknown('chat.getPermalink');
    },

    /** `conversations.open`: the channel ID of the direct message with a user. */
    async openDirect(workspace: string, user: string): Promise<string> {
      const result = await call(await tokenFor(workspace), 'conversations.open', { users: user });
      const channel = result['channel'] as { id?: unknown } | undefined;
      if (typeof channel?.id === 'string') return channel.id;
      throw new SlackRefused('conversations.open', 'no_channel_in_reply');
    },

    ...createMessageLists(call, tokenFor),
  };
}

function createMessageLists(call: SlackCall, tokenFor: TokenFor) {
  const readPages = createListing();

  async function listed(target: ChannelRef, query: ListQuery, partial: boolean) {
    const { limit = Number.POSITIVE_INFINITY } = query;
    const { workspace, channel } = target;
    const key = JSON.stringify([workspace, channel, query]);
    const fetchPage = async (cursor: string | undefined) =>
      toPage(await call(await tokenFor(workspace), ...listRequest(channel, query, cursor)));
    const { messages, complete } = await readPages(key, { limit, partial }, fetchPage);
    // Slack may repeat a thread's root on each page.
    const byTs = new Map(messages.map(toListed).map((message) => [message.ts, message]));
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

/** URLs exactly as in the `link_shared` event, each with the blocks of its preview. */
export type Unfurls = Readonly<Record<string, { readonly blocks: readonly KnownBlock[] }>>;

export type Unfurl = ReturnType<typeof createUnfurl>;

/** `chat.unfurl`: previews below a user's message. A repeated call replaces them. */
export function createUnfurl(call: RateLimitedCall) {
  return async (target: ChannelRef, ts: string, unfurls: Unfurls): Promise<void> => {
    await call('chat.unfurl', target, { priority: 'progress', body: { ts, unfurls } });
  };
}

export interface ListQuery {
  readonly threadTs?: string;
  readonly oldest?: string;
  readonly latest?: string;
  /** At most so many messages, up to 1,000; default: all. */
  readonly limit?: number;
}

const MOST_A_PAGE = 200;

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

function content(message: OutgoingMessage): Record<string, unknown> {
  return {
    text: message.text,
    ...(message.blocks === undefined || message.blocks.length === 0
      ? {}
      : { blocks: message.blocks }),
  };
}

function toListed(raw: unknown): ListedMessage {
  const message = raw as Record<string, unknown>;
  const metadata = toMetadata(message['metadata']);
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

function toMetadata(metadata: unknown): MessageMetadata | undefined {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as Record<string, unknown>;
  if (type !== EVENT_TYPE) return undefined;
  const { question, slot } = (payload ?? {}) as Record<string, unknown>;
  return typeof question === 'string' && typeof slot === 'string' ? { question, slot } : undefined;
}
