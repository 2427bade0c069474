import type { RateLimitedCall } from './rate-limits.js';
import type { ChannelRef } from './web-api.js';

/** A question that Slack offers as a button; `title` is the button's label. */
export interface SuggestedPrompt {
  readonly title: string;
  readonly message: string;
}

export interface AgentSession {
  /** `processing` shows Slack's own Stop button, until we set `active`. */
  readonly status: 'processing' | 'active';
  /** Only used when the session starts; at most 200 characters. */
  readonly title?: string;
  /** The user ID. Only used when the session starts. */
  readonly initiator?: string;
}

export interface ThreadStatus {
  readonly status: string;
  /** At most ten, shown in turn. */
  readonly loading: readonly string[];
}

export type SlackAgent = ReturnType<typeof createAgent>;

/**
 * What Slack shows of an agent apart from its messages. Only for apps declared as agents; any of
 * these calls may be refused. https://docs.slack.dev/ai/agent-sessions
 */
export function createAgent(call: RateLimitedCall) {
  const send: RateLimitedCall = (method, target, request) =>
    call(method, target, { ...request, channelAs: 'channel_id' });
  return {
    /** The session's title, if it has one. */
    async setSession(
      target: ChannelRef,
      threadTs: string,
      session: AgentSession,
    ): Promise<string | undefined> {
      const { status, title, initiator } = session;
      const reply = await send('agents.sessions.setStatus', target, {
        // A session that was started must be ended.
        priority: status === 'processing' ? 'progress' : 'final',
        body: {
          thread_ts: threadTs,
          status,
          ...(title === undefined ? {} : { title }),
          ...(initiator === undefined ? {} : { initiator_user_id: initiator }),
        },
      });
      return typeof reply['title'] === 'string' ? reply['title'] : undefined;
    },

    /** https://docs.slack.dev/reference/methods/agents.sessions.rename */
    async renameSession(target: ChannelRef, threadTs: string, title: string): Promise<void> {
      const body = { thread_ts: threadTs, title };
      await send('agents.sessions.rename', target, { priority: 'final', body });
    },

    /**
     * A status such as "is reading…". Slack clears it after two minutes or with our next reply; ''
     * clears it now: https://docs.slack.dev/reference/methods/assistant.threads.setStatus. Apps with
     * `agent_view` were seen to show the loading messages in its place.
     */
    async setStatus(
      target: ChannelRef,
      threadTs: string,
      { status, loading }: ThreadStatus,
    ): Promise<void> {
      const shown = loading.length === 0 ? {} : { loading_messages: loading };
      const body = { thread_ts: threadTs, status, ...shown };
      const priority = status === '' ? 'final' : 'progress';
      await send('assistant.threads.setStatus', target, { priority, body });
    },

    /** At most four, in the direct message with a user. */
    async setSuggestedPrompts(
      target: ChannelRef,
      title: string,
      prompts: readonly SuggestedPrompt[],
    ): Promise<void> {
      const body = { title, prompts };
      await send('assistant.threads.setSuggestedPrompts', target, { priority: 'progress', body });
    },
  };
}
