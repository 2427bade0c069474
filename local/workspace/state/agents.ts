import type { AgentPrompts, AgentThread } from '../api/agents.js';
import type { AppRecord, ChannelRecord, StateChange } from './records.js';

/** The part of the workspace state that this class uses. */
interface StateAccess {
  readonly app: Pick<AppRecord, 'prompts'>;
  readonly channels: ReadonlyMap<string, ChannelRecord>;
  emit(change: StateChange): Promise<void>;
  onChange(listener: (change: StateChange) => undefined): void;
}

/** https://docs.slack.dev/reference/methods/assistant.threads.setStatus */
const STATUS_LIFETIME_MS = 120_000;
const MAX_THREADS = 5_000;

/** Status lines, sessions and suggested prompts of the app. */
export class AgentState {
  private readonly prompts = new Map<string, AgentPrompts>();
  private readonly threads = new Map<string, AgentThread>();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly state: StateAccess) {
    state.onChange((change) => {
      if (change.kind === 'message-posted') this.clearStatusOnReply(change);
      return undefined;
    });
  }

  thread(channel: string, threadTs: string): AgentThread | undefined {
    return this.threads.get(`${channel}/${threadTs}`);
  }

  all(): readonly AgentThread[] {
    return [...this.threads.values()];
  }

  /** Those that the app has set, or those of its manifest. */
  promptsIn({ id: channel, kind }: ChannelRecord): AgentPrompts | undefined {
    const { prompts } = this.state.app;
    const preset = kind === 'direct' && prompts.length > 0 ? { channel, prompts } : undefined;
    return this.prompts.get(channel) ?? preset;
  }

  setPrompts(prompts: AgentPrompts): void {
    this.prompts.set(prompts.channel, prompts);
    this.emitChange(prompts.channel);
  }

  setSession(ref: ThreadRef, session: AgentThread['session']): void {
    const { session: _old, ...rest } = this.threadAt(ref);
    this.save({ ...rest, ...(session ? { session } : {}) });
  }

  /** An empty status clears the line. */
  setStatus(ref: ThreadRef, status: string, loading?: readonly string[]): void {
    const { status: _status, loading_messages: _loading, ...rest } = this.threadAt(ref);
    const key = `${ref.channel}/${ref.thread_ts}`;
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (status === '') {
      this.save(rest);
      return;
    }
    this.save({ ...rest, status, ...(loading ? { loading_messages: loading } : {}) });
    this.timers.set(key, setTimeout(() => this.setStatus(ref, ''), STATUS_LIFETIME_MS).unref());
  }

  private clearStatusOnReply({
    channel,
    message,
  }: Extract<StateChange, { kind: 'message-posted' }>): void {
    const { thread_ts, bot_id } = message;
    if (thread_ts === undefined || bot_id === undefined) return;
    const ref = { channel: channel.id, thread_ts };
    if (this.threadAt(ref).status !== undefined) this.setStatus(ref, '');
  }

  private threadAt(ref: ThreadRef): AgentThread {
    return this.thread(ref.channel, ref.thread_ts) ?? ref;
  }

  private save(thread: AgentThread): void {
    this.threads.set(`${thread.channel}/${thread.thread_ts}`, thread);
    const [oldest] = this.threads.keys();
    if (this.threads.size > MAX_THREADS && oldest !== undefined) this.threads.delete(oldest);
    this.emitChange(thread.channel, thread);
  }

  private emitChange(id: string, thread?: AgentThread): void {
    const channel = this.state.channels.get(id);
    if (!channel) return;
    void this.state.emit({ kind: 'agent-changed', channel, ...(thread ? { thread } : {}) });
  }
}

interface ThreadRef {
  readonly channel: string;
  readonly thread_ts: string;
}
