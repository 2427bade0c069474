import type { Logger } from '../log.js';
import type { Progress } from '../model/outcome.js';
import { type ThreadKey, threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { atWork, DELETED_TITLE, sessionTitle } from '../render/question/agent-status.js';
import type { SlackAgent } from '../slack/agent.js';
import type { AgentStatusStore } from '../store/agent-status.js';
import { createAgentCalls } from './agent-calls.js';
import { createRecentlyShown } from './recently-shown.js';
import { createSerialQueues } from './serial-queues.js';

export interface AgentStatusOptions {
  readonly agent: Pick<SlackAgent, 'setSession' | 'renameSession' | 'setStatus'>;
  readonly agentStatuses: AgentStatusStore;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Not refreshed for this long: its process is dead. */
const STALE_MS = 3 * 60_000;

export type AgentStatus = ReturnType<typeof createAgentStatus>;

/**
 * Slack's agent status: a line under the thread, and a session with a title and a Stop button. It is
 * optional: set in the background with the rest of the rate limit, and cleared even if the process
 * dies.
 */
export function createAgentStatus(options: AgentStatusOptions) {
  const { agent, agentStatuses: store, now, logger } = options;
  const calls = createAgentCalls({ agent, refusals: store, logger });
  const queues = createSerialQueues();
  const recentlyShown = createRecentlyShown(now);

  function runLater(thread: ThreadKey, work: () => Promise<void>): void {
    queues.run(threadName(thread), work).catch((error: unknown) => {
      logger.warn({ err: error }, 'agent status not set');
    });
  }

  async function remove(thread: ThreadKey): Promise<void> {
    recentlyShown.forget(threadName(thread));
    const ended = await calls.setSession(thread, { status: 'active' });
    const cleared = await calls.setLine(thread, '');
    if (ended && cleared) await store.remove(thread);
  }

  return {
    /** Shows that a question is being worked on, in the background. */
    show(question: Question, phase: Progress['phase']): void {
      const thread = threadOf(question);
      const text = atWork(phase);
      if (thread === undefined || text === undefined) return;
      if (!recentlyShown.isDue(threadName(thread), { question: question.id, text })) return;
      runLater(thread, async () => {
        await store.add(thread, now());
        const { user: initiator, text: asked } = question;
        const title = sessionTitle(asked);
        await calls.setSession(thread, { status: 'processing', title, initiator });
        await calls.setLine(thread, text);
      });
    },

    /** Clears the status of a thread without open questions. `anyway`: even if we know of none. */
    clear(thread: ThreadKey, { anyway = false } = {}): void {
      runLater(thread, async () => {
        if (anyway || (await store.has(thread))) await remove(thread);
      });
    },

    /**
     * A session is named after the first question that was worked on: a deleted one names it no longer. False
     * if Slack did not take that for now.
     */
    async forgetTitle(question: Question): Promise<boolean> {
      const thread = threadOf(question);
      if (thread === undefined || !(await store.has(thread))) return true;
      const title = { from: sessionTitle(question.text), to: DELETED_TITLE };
      return queues.run(threadName(thread), () => calls.renameSession(thread, title));
    },

    /** Clears what dead processes and failed calls left. */
    async sweep(): Promise<void> {
      for (const thread of await store.stale(now() - STALE_MS)) {
        await queues.run(threadName(thread), () => remove(thread));
      }
    },

    /** Resolves when no call is in progress. */
    idle: queues.idle,
  };
}

function threadName({ workspace, channel, threadTs }: ThreadKey): string {
  return `${workspace} ${channel} ${threadTs}`;
}
