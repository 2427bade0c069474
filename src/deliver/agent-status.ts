import type { Logger } from '../log.js';
import type { Progress } from '../model/outcome.js';
import { type Place, type ThreadKey, threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { atWork, loadingMessage, sessionTitle } from '../render/question/agent-status.js';
import type { AgentSession, SlackAgent } from '../slack/agent.js';
import { isSlackError, SlackRefused } from '../slack/errors.js';
import type { AgentStatusStore } from '../store/agent-status.js';
import { createPromptSuggestion } from './prompt-suggestion.js';
import { createSerialQueues } from './serial-queues.js';

export interface AgentStatusOptions {
  readonly agent: SlackAgent;
  readonly agentStatuses: AgentStatusStore;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Slack removes a status line after two minutes. */
const AGAIN_MS = 80_000;
/** Not refreshed for this long: its process is dead. */
const STALE_MS = 3 * 60_000;
/** How long a method is not called again in a workspace that refused it. */
const REFUSED_MS = 3600_000;
const MAX_SHOWN = 5_000;

export type AgentStatus = ReturnType<typeof createAgentStatus>;

/**
 * Slack's agent status: a line under the thread, a session with a title and a Stop button, suggested
 * prompts. It is optional: set in the background with the rest of the rate limit, and cleared even
 * if the process dies.
 */
export function createAgentStatus({
  agent,
  agentStatuses: store,
  now,
  logger,
}: AgentStatusOptions) {
  const queues = createSerialQueues();
  const shown = new Map<string, Shown>();

  /** True if Slack accepted or refused the call; false if it should be retried. */
  async function settled(
    room: Pick<Place, 'workspace'>,
    { method, call }: StatusCall,
  ): Promise<boolean> {
    const { workspace } = room;
    if (await store.isRefused(workspace, method)) return true;
    try {
      await call();
      return true;
    } catch (error) {
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error }, 'agent status not set');
      if (!(error instanceof SlackRefused)) return false;
      if (isAboutWorkspace(error)) {
        logger.info({ workspace, method, error: error.error }, 'agent status paused for an hour');
        await store.refuse(workspace, method, REFUSED_MS);
      }
      return true;
    }
  }

  function session(thread: ThreadKey, is: AgentSession) {
    const call = () => startSession(agent, thread, is);
    return settled(thread, { method: 'agents.sessions.setStatus', call });
  }

  function line(thread: ThreadKey, status: string) {
    const loading = status === '' ? [] : [loadingMessage(status)];
    const call = () => agent.setStatus(thread, thread.threadTs, { status, loading });
    return settled(thread, { method: 'assistant.threads.setStatus', call });
  }

  function runLater(thread: ThreadKey, work: () => Promise<void>): void {
    queues.run(threadName(thread), work).catch((error: unknown) => {
      logger.warn({ err: error }, 'agent status not set');
    });
  }

  /** Whether to show this now; if so, it counts as shown. */
  function isDue(thread: ThreadKey, { id }: Question, text: string): boolean {
    const name = threadName(thread);
    const last = shown.get(name);
    const fresh = last !== undefined && now() - last.at < AGAIN_MS;
    if (fresh && last.question === id && last.text === text) return false;
    shown.delete(name);
    shown.set(name, { question: id, text, at: now() });
    const [oldest] = shown.keys();
    if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest);
    return true;
  }

  async function remove(thread: ThreadKey): Promise<void> {
    shown.delete(threadName(thread));
    const done = [await session(thread, { status: 'active' }), await line(thread, '')];
    if (!done.includes(false)) await store.remove(thread);
  }

  return {
    /** Shows that a question is being worked on, in the background. */
    show(question: Question, phase: Progress['phase']): void {
      const thread = threadOf(question);
      const text = atWork(phase);
      if (thread === undefined || text === undefined || !isDue(thread, question, text)) return;
      runLater(thread, async () => {
        await store.add(thread, now());
        const { user: initiator, text: asked } = question;
        await session(thread, { status: 'processing', title: sessionTitle(asked), initiator });
        await line(thread, text);
      });
    },

    /** Clears the status of a thread without open questions. `anyway`: even if we know of none. */
    clear(thread: ThreadKey, { anyway = false } = {}): void {
      runLater(thread, async () => {
        if (anyway || (await store.has(thread))) await remove(thread);
      });
    },

    /** Clears what dead processes and failed calls left. */
    async sweep(): Promise<void> {
      for (const thread of await store.stale(now() - STALE_MS)) {
        await queues.run(threadName(thread), () => remove(thread));
      }
    },

    suggest: createPromptSuggestion({ agent, store, logger }),

    /** Resolves when no call is in progress. */
    idle: queues.idle,
  };
}

interface Shown {
  readonly question: string;
  readonly text: string;
  readonly at: number;
}

interface StatusCall {
  readonly method: string;
  readonly call: () => Promise<void>;
}

/** The initiator must be a member of the channel; a session does not need one. */
async function startSession(
  agent: SlackAgent,
  thread: ThreadKey,
  session: AgentSession,
): Promise<void> {
  try {
    await agent.setSession(thread, thread.threadTs, session);
  } catch (error) {
    const { initiator, ...anonymous } = session;
    const mayHelp = error instanceof SlackRefused && !isAboutWorkspace(error);
    if (initiator === undefined || !mayHelp) throw error;
    await agent.setSession(thread, thread.threadTs, anonymous);
  }
}

/** Errors that are about the app or its workspace, whatever the thread. */
const WORKSPACE_ERRORS: ReadonlySet<string> = new Set([
  'unknown_method',
  'method_deprecated',
  'not_allowed_token_type',
  'not_allowed',
  'not_enabled',
  'feature_not_enabled',
  'team_not_supported',
  'paid_teams_only',
  'not_an_agent',
  'not_agent_app',
  'app_not_agent',
]);

/**
 * The refusal is not about this thread, its channel or its user. Slack does not document the errors
 * of these methods: one that we do not know counts for the thread alone.
 */
function isAboutWorkspace({ category, error }: SlackRefused): boolean {
  return category === 'auth' || WORKSPACE_ERRORS.has(error);
}

function threadName({ workspace, channel, threadTs }: ThreadKey): string {
  return `${workspace} ${channel} ${threadTs}`;
}
