import type { AgentPrompts, AgentThread } from '../agent-api.js';
import type { Change, ChannelRecord } from './records.js';

/** Where it happens, and who is told. */
interface Around {
  readonly channels: ReadonlyMap<string, ChannelRecord>;
  announce(change: Change): Promise<void>;
  onChange(listener: (change: Change) => undefined): void;
}

/** https://docs.slack.dev/reference/methods/assistant.threads.setStatus */
const STATUS_LASTS_MS = 120_000;
const KEPT_THREADS = 5_000;

/** What the app shows beside its messages: status lines, sessions and prompts. */
export class Agents {
  readonly prompts = new Map<string, AgentPrompts>();
  private readonly threads = new Map<string, AgentThread>();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly world: Around) {
    world.onChange((change) => {
      if (change.kind === 'posted') this.replied(change);
      return undefined;
    });
  }

  thread(channel: string, threadTs: string): AgentThread | undefined {
    return this.threads.get(`${channel}/${threadTs}`);
  }

  all(): readonly AgentThread[] {
    return [...this.threads.values()];
  }

  setPrompts(prompts: AgentPrompts): void {
    this.prompts.set(prompts.channel, prompts);
    this.told(prompts.channel);
  }

  setSession(at: At, session: AgentThread['session']): void {
    const { session: _old, ...before } = this.at(at);
    this.keep({ ...before, ...(session ? { session } : {}) });
  }

  /** An empty status takes the line away. */
  setStatus(at: At, status: string, loading?: readonly string[]): void {
    const { status: _status, loading_messages: _loading, ...before } = this.at(at);
    const key = `${at.channel}/${at.thread_ts}`;
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (status === '') {
      this.keep(before);
      return;
    }
    this.keep({ ...before, status, ...(loading ? { loading_messages: loading } : {}) });
    this.timers.set(key, setTimeout(() => this.setStatus(at, ''), STATUS_LASTS_MS).unref());
  }

  private replied({ channel, message }: Extract<Change, { kind: 'posted' }>): void {
    const { thread_ts, bot_id } = message;
    if (thread_ts === undefined || bot_id === undefined) return;
    const at = { channel: channel.id, thread_ts };
    if (this.at(at).status !== undefined) this.setStatus(at, '');
  }

  private at(at: At): AgentThread {
    return this.thread(at.channel, at.thread_ts) ?? at;
  }

  private keep(thread: AgentThread): void {
    this.threads.set(`${thread.channel}/${thread.thread_ts}`, thread);
    const [oldest] = this.threads.keys();
    if (this.threads.size > KEPT_THREADS && oldest !== undefined) this.threads.delete(oldest);
    this.told(thread.channel, thread);
  }

  private told(id: string, thread?: AgentThread): void {
    const channel = this.world.channels.get(id);
    if (!channel) return;
    void this.world.announce({ kind: 'agent', channel, ...(thread ? { thread } : {}) });
  }
}

interface At {
  readonly channel: string;
  readonly thread_ts: string;
}
