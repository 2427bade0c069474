import type { Ref } from './directory.js';

/** What an agent shows about a thread beside its messages. */
export interface AgentThread {
  readonly channel: string;
  readonly thread_ts: string;
  /** "is reading…", shown behind the app's name; goes after two minutes, or with the app's next reply. */
  readonly status?: string;
  readonly loading_messages?: readonly string[];
  readonly session?: AgentSession;
}

export interface AgentSession {
  readonly status: 'active' | 'processing' | 'suspended' | 'closed';
  readonly title?: string;
  readonly initiator?: string;
}

/** What may be asked with one click where nothing is written yet. */
export interface AgentPrompts {
  readonly channel: string;
  readonly title?: string;
  readonly prompts: readonly { readonly title: string; readonly message: string }[];
}

/** What people do with an agent, and what it shows them. */
export interface AgentControls {
  /** Presses Slack's own Stop, which is there while the thread's session is `processing`. */
  stopSession(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly threadTs: string;
  }): Promise<void>;
  agentThread(channel: Ref, threadTs: string): AgentThread | undefined;
  agentPrompts(channel: Ref): AgentPrompts | undefined;
}
