import type { Ref } from './directory.js';

/** What the app, as an agent, shows about a thread besides its messages. */
export interface AgentThread {
  readonly channel: string;
  readonly thread_ts: string;
  /** "is reading…", shown next to the app's name. Cleared after two minutes or by the app's next reply. */
  readonly status?: string;
  readonly loading_messages?: readonly string[];
  readonly session?: AgentSession;
}

export interface AgentSession {
  readonly status: 'active' | 'processing' | 'suspended' | 'closed';
  readonly title?: string;
  readonly initiator?: string;
}

/** Suggested prompts, shown in a direct message that has no messages yet. */
export interface AgentPrompts {
  readonly channel: string;
  readonly title?: string;
  readonly prompts: readonly { readonly title: string; readonly message: string }[];
}

/** The agent part of the handle. */
export interface AgentControls {
  /** Clicks Slack's own Stop button, shown while the thread's session is `processing`. */
  stopSession(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly threadTs: string;
  }): Promise<void>;
  agentThread(channel: Ref, threadTs: string): AgentThread | undefined;
  agentPrompts(channel: Ref): AgentPrompts | undefined;
}
