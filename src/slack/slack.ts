import type { KnownBlock } from '@slack/types';
import type { Meter, Priority } from './budget.js';
import { SlackRefused, SlackUnclear } from './errors.js';
import { createSend } from './send.js';
import type { SlackCall } from './web.js';

export interface Room {
  readonly workspace: string;
  readonly channel: string;
}

/** A message as it goes out. `tag` is what a later look finds it by. */
export interface Outgoing {
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  readonly threadTs?: string;
  readonly tag?: Tag;
}

export interface Tag {
  readonly question: string;
  readonly slot: string;
}

/** A message as Slack lists it, reduced to what we read. */
export interface Listed {
  readonly ts: string;
  readonly user?: string;
  readonly botId?: string;
  readonly text: string;
  readonly tag?: Tag;
  /** The ids of the files in it. */
  readonly files?: readonly string[];
}

const EVENT_TYPE = 'deepsearch_message';

/** Which bot token speaks in a workspace. Throws where the app is not installed there. */
export type TokenFor = (workspace: string) => Promise<string>;

export type SlackMessages = ReturnType<typeof createMessages>;

/** Messages in and out of Slack, each workspace's and channel's budget kept. */
export function createMessages(call: SlackCall, tokenFor: TokenFor, meter: Meter) {
  const send = createSend({ call, tokenFor, meter });

  return {
    /** `chat.postMessage`; gives the new message's `ts`. Not idempotent. */
    async post(room: Room, message: Outgoing): Promise<string> {
      const body = {
        ...content(message),
        ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
        ...(message.tag === undefined
          ? {}
          : { metadata: { event_type: EVENT_TYPE, event_payload: message.tag } }),
        unfurl_links: false,
        unfurl_media: false,
      };
      const result = await send('chat.postMessage', room, { priority: 'ending', body });
      if (typeof result['ts'] === 'string') return result['ts'];
      throw new SlackUnclear('chat.postMessage');
    },

    /** `chat.update`: the whole message is replaced, so a repeat does no harm. */
    async update(room: Room, ts: string, message: Outgoing & { priority: Priority }) {
      // None take away those that stand.
      const body = { ...content(message), ...(message.blocks && { blocks: message.blocks }), ts };
      await send('chat.update', room, { priority: message.priority, body });
    },

    /** `chat.delete`; a message that is gone already counts as deleted. */
    async remove(room: Room, ts: string): Promise<void> {
      try {
        await call(await tokenFor(room.workspace), 'chat.delete', { channel: room.channel, ts });
      } catch (error) {
        if (!(error instanceof SlackRefused && error.error === 'message_not_found')) throw error;
      }
    },

    /** `chat.postEphemeral`: a note to one person, which may be lost. */
    async whisper(room: Room, to: { user: string; threadTs?: string }, note: Outgoing) {
      await call(await tokenFor(room.workspace), 'chat.postEphemeral', {
        channel: room.channel,
        user: to.user,
        ...content(note),
        ...(to.threadTs === undefined ? {} : { thread_ts: to.threadTs }),
      });
    },

    /** `chat.getPermalink`: where a message is read in Slack. */
    async permalink(room: Room, ts: string): Promise<string> {
      const args = { channel: room.channel, message_ts: ts };
      const result = await call(await tokenFor(room.workspace), 'chat.getPermalink', args);
      if (typeof result['permalink'] === 'string') return result['permalink'];
      throw new SlackUnclear('chat.getPermalink');
    },

    /** `conversations.open`: the direct message between the bot and a person. */
    async openDirect(workspace: string, user: string): Promise<string> {
      const result = await call(await tokenFor(workspace), 'conversations.open', { users: user });
      const channel = result['channel'] as { id?: unknown } | undefined;
      if (typeof channel?.id === 'string') return channel.id;
      throw new SlackRefused('conversations.open', 'no_channel_in_reply');
    },

    /**
     * Messages of a thread (or of the channel's root), oldest first, from `oldest` on: at most
     * `limit`. Only for recovery and for a thread's context, since Slack may allow one look a minute.
     */
    async list(room: Room, query: ListQuery): Promise<Listed[]> {
      const method =
        query.threadTs === undefined ? 'conversations.history' : 'conversations.replies';
      const result = await call(await tokenFor(room.workspace), method, {
        channel: room.channel,
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

export interface ListQuery {
  readonly threadTs?: string;
  readonly oldest?: string;
  readonly latest?: string;
  readonly limit?: number;
}

function content(message: Outgoing): Record<string, unknown> {
  return {
    text: message.text,
    ...(message.blocks === undefined || message.blocks.length === 0
      ? {}
      : { blocks: message.blocks }),
  };
}

function toListed(raw: unknown): Listed {
  const message = raw as Record<string, unknown>;
  const tag = toTag(message['metadata']);
  return {
    ts: String(message['ts']),
    text: typeof message['text'] === 'string' ? message['text'] : '',
    ...(typeof message['user'] === 'string' ? { user: message['user'] } : {}),
    ...(typeof message['bot_id'] === 'string' ? { botId: message['bot_id'] } : {}),
    ...(tag === undefined ? {} : { tag }),
    ...(Array.isArray(message['files']) ? { files: message['files'].map(fileId) } : {}),
  };
}

function fileId(raw: unknown): string {
  return String((raw as { id?: unknown } | null)?.id);
}

function toTag(metadata: unknown): Tag | undefined {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as Record<string, unknown>;
  if (type !== EVENT_TYPE) return undefined;
  const { question, slot } = (payload ?? {}) as Record<string, unknown>;
  return typeof question === 'string' && typeof slot === 'string' ? { question, slot } : undefined;
}
