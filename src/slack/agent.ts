import type { Send } from './send.js';
import type { Room } from './slack.js';

/** A question that Slack offers to ask with one click; `title` is what stands on it. */
export interface Prompt {
  readonly title: string;
  readonly message: string;
}

export interface Session {
  /** `processing` shows Slack's own Stop; only we end it. */
  readonly status: 'processing' | 'active';
  /** Counts where the session begins; at most 200 characters. */
  readonly title?: string;
  /** Likewise. */
  readonly initiator?: string;
}

export type SlackAgent = ReturnType<typeof createAgent>;

/**
 * What Slack shows of an agent beside its messages. Only for apps declared as agents; everything
 * here may be refused. https://docs.slack.dev/ai/agent-sessions
 */
export function createAgent(call: Send) {
  const send: Send = (method, room, sent) =>
    call(method, room, { ...sent, channelAs: 'channel_id' });
  return {
    async setSession(room: Room, threadTs: string, session: Session): Promise<void> {
      const { status, title, initiator } = session;
      await send('agents.sessions.setStatus', room, {
        // One that is begun must be ended.
        priority: status === 'processing' ? 'progress' : 'ending',
        body: {
          thread_ts: threadTs,
          status,
          ...(title === undefined ? {} : { title }),
          ...(initiator === undefined ? {} : { initiator_user_id: initiator }),
        },
      });
    },

    /** "is reading…", behind our name; it goes after two minutes or with our next reply. '': now. */
    async setStatus(room: Room, threadTs: string, status: string): Promise<void> {
      const body = { thread_ts: threadTs, status };
      const priority = status === '' ? 'ending' : 'progress';
      await send('assistant.threads.setStatus', room, { priority, body });
    },

    /** At most four, in the direct message with somebody. */
    async suggest(room: Room, title: string, prompts: readonly Prompt[]): Promise<void> {
      const body = { title, prompts };
      await send('assistant.threads.setSuggestedPrompts', room, { priority: 'progress', body });
    },
  };
}
