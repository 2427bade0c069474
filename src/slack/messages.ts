import type { KnownBlock } from '@slack/types';
import { SlackOutcomeUnknown, SlackRefused } from './errors.js';
import { createMessageLists } from './message-lists.js';
import { type MessageMetadata, toSlackMetadata } from './message-metadata.js';
import type { Priority, RateLimitedCall } from './rate-limits.js';
import type { ChannelRef, SlackCall } from './web-api.js';
import type { Workspaces } from './workspaces.js';

/** A message to send. A retry finds it again by its `metadata`. */
export interface OutgoingMessage {
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  readonly threadTs?: string;
  readonly metadata?: MessageMetadata;
  /** Default: `final`. */
  readonly priority?: Priority;
}

/** The app's own reaction to a message; `name`: the emoji's, without colons. */
export interface OutgoingReaction {
  readonly ts: string;
  readonly name: string;
  readonly priority: Priority;
}

export type SlackMessages = ReturnType<typeof createMessages>;

/** Reads and writes messages. Posts and updates stay within the limits of their workspace and channel. */
export function createMessages(
  call: SlackCall,
  workspaces: Pick<Workspaces, 'tokenFor' | 'identify'>,
  rateLimitedCall: RateLimitedCall,
) {
  const { tokenFor } = workspaces;
  const callIn = async (workspace: string, method: string, args: Record<string, unknown>) =>
    call(await tokenFor(workspace), method, args);

  return {
    ...createChannelMessages(rateLimitedCall),

    /** `chat.postEphemeral`: shown to one user only, and not guaranteed to be delivered. */
    async postEphemeral(
      { workspace, channel }: ChannelRef,
      { user, threadTs }: { user: string; threadTs?: string },
      message: OutgoingMessage,
    ) {
      const args = { channel, user, ...content(message), ...inThread(threadTs) };
      await callIn(workspace, 'chat.postEphemeral', args);
    },

    /** `chat.getPermalink`: the URL of a message. */
    async permalink({ workspace, channel }: ChannelRef, ts: string): Promise<string> {
      const args = { channel, message_ts: ts };
      const result = await callIn(workspace, 'chat.getPermalink', args);
      if (typeof result['permalink'] === 'string') return result['permalink'];
      throw new SlackOutcomeUnknown('chat.getPermalink');
    },

    /** `conversations.open`: the channel ID of the direct message with a user. */
    async openDirect(workspace: string, user: string): Promise<string> {
      const result = await callIn(workspace, 'conversations.open', { users: user });
      const channel = result['channel'] as { id?: unknown } | undefined;
      if (typeof channel?.id === 'string') return channel.id;
      throw new SlackRefused('conversations.open', 'no_channel_in_reply');
    },

    ...createMessageLists(call, workspaces),
  };
}

/** What everybody in the channel sees: these calls have rate limits of their own. */
function createChannelMessages(call: RateLimitedCall) {
  return {
    /** `chat.postMessage`; returns the new message's `ts`. Not idempotent. */
    async post(target: ChannelRef, message: OutgoingMessage): Promise<string> {
      const body = newMessage(message);
      const { priority = 'final' } = message;
      const result = await call('chat.postMessage', target, { priority, body });
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
      await call('chat.update', target, { priority: message.priority, body });
    },

    /** `chat.delete`. Succeeds too if the message no longer exists. */
    async remove(target: ChannelRef, ts: string, priority: Priority = 'final'): Promise<void> {
      try {
        await call('chat.delete', target, { priority, body: { ts } });
      } catch (error) {
        if (!(error instanceof SlackRefused && error.error === 'message_not_found')) throw error;
      }
    },

    /** `reactions.add`. Succeeds too if it is there. https://docs.slack.dev/reference/methods/reactions.add */
    async react(target: ChannelRef, { ts, name, priority }: OutgoingReaction): Promise<void> {
      try {
        await call('reactions.add', target, { priority, body: { timestamp: ts, name } });
      } catch (error) {
        if (!(error instanceof SlackRefused && error.error === 'already_reacted')) throw error;
      }
    },

    /** `reactions.remove`. Refused as `no_reaction` if it is not there. https://docs.slack.dev/reference/methods/reactions.remove */
    async removeReaction(
      target: ChannelRef,
      { ts, name, priority }: OutgoingReaction,
    ): Promise<void> {
      await call('reactions.remove', target, { priority, body: { timestamp: ts, name } });
    },

    /** `reactions.get`: whether anybody has reacted to a message. */
    async hasReactions(target: ChannelRef, ts: string): Promise<boolean> {
      const request = { priority: 'immediate', body: { timestamp: ts } } as const;
      const { message } = await call('reactions.get', target, request);
      const { reactions } = (message ?? {}) as { reactions?: unknown };
      return message === undefined || (Array.isArray(reactions) && reactions.length > 0);
    },
  };
}

/** URLs exactly as in the `link_shared` event, each with the blocks of its preview. */
export type Unfurls = Readonly<Record<string, { readonly blocks: readonly KnownBlock[] }>>;

export type Unfurl = ReturnType<typeof createUnfurl>;

/** A user's message, or one that is still being written in the composer. */
export type UnfurlTarget =
  | (ChannelRef & { readonly ts: string })
  | { readonly workspace: string; readonly unfurlId: string };

/**
 * `chat.unfurl`: previews of links. A repeated call replaces them.
 * https://docs.slack.dev/reference/methods/chat.unfurl
 */
export function createUnfurl(call: RateLimitedCall) {
  return async (target: UnfurlTarget, unfurls: Unfurls): Promise<void> => {
    const where =
      'unfurlId' in target ? { unfurl_id: target.unfurlId, source: 'composer' } : { ts: target.ts };
    await call('chat.unfurl', target, { priority: 'progress', body: { ...where, unfurls } });
  };
}

function newMessage(message: OutgoingMessage): Record<string, unknown> {
  const { threadTs, metadata } = message;
  return {
    ...content(message),
    ...inThread(threadTs),
    ...(metadata === undefined ? {} : { metadata: toSlackMetadata(metadata) }),
    unfurl_links: false,
    unfurl_media: false,
  };
}

function inThread(threadTs: string | undefined): { thread_ts?: string } {
  return threadTs === undefined ? {} : { thread_ts: threadTs };
}

function content(message: OutgoingMessage): Record<string, unknown> {
  return {
    text: message.text,
    ...(message.blocks === undefined || message.blocks.length === 0
      ? {}
      : { blocks: message.blocks }),
  };
}
