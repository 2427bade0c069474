import type { KnownBlock } from '@slack/types';
import { SlackOutcomeUnknown, SlackRefused } from './errors.js';
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

    /**
     * Messages of a thread (or of the channel itself), oldest first, from `oldest` on, at most
     * `limit`. Only for recovery and a thread's context: Slack may allow one such call a minute.
     */
    async list(target: ChannelRef, query: ListQuery): Promise<ListedMessage[]> {
      const method =
        query.threadTs === undefined ? 'conversations.history' : 'conversations.replies';
      const result = await call(await tokenFor(target.workspace), method, {
        channel: target.channel,
        ...(query.threadTs === undefined ? {} : { ts: query.threadTs }),
        ...(query.oldest === undefined ? {} : { oldest: query.oldest }),
        ...(query.latest === undefined ? {} : { latest: query.latest }),
        inclusive: true,
        include_all_metadata: true,
        limit: query.limit ?? 200,
      });
      const messages = Array.isArray(result['messages']) ? result['messages'] : [];
      return messages.map(toListed).sort((a, b) => Number(a.ts) - Number(b.ts));
    },
  };
}

/** Links as they are written in the message, each with the blocks of its preview. */
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
  readonly limit?: number;
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
