import type { Logger } from '../log.js';
import type { Progress } from '../model/outcome.js';
import { type Place, type ThreadKey, threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { Prompts } from '../render/prompts.js';
import { atWork, sessionTitle } from '../render/question/agent-status.js';
import type { SlackAgent } from '../slack/agent.js';
import { isSlackError, SlackRefused } from '../slack/errors.js';
import type { AgentStatusStore } from '../store/agent-status.js';
import { createSerialQueues } from './serial-queues.js';

export interface AgentStatusOptions {
  readonly agent: SlackAgent;
  readonly agentStatuses: AgentStatusStore;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Slack takes a status line away after two minutes. */
const AGAIN_MS = 80_000;
/** Nobody has shown it again for so long: whoever was to take it away is gone. */
const STALE_MS = 3 * 60_000;
/** What a workspace refuses it is not asked for again meanwhile. */
const REFUSED_MS = 3600_000;
const MOST = 5_000;

export type AgentStatus = ReturnType<typeof createAgentStatus>;

/**
 * Slack's own signs that we are at work: a line under the thread, a session with a title and a
 * Stop, suggestions. All of it is decoration: it goes on behind the work, takes what is left of
 * the budget, may be refused, and is taken away again even where the process dies meanwhile.
 */
export function createAgentStatus({
  agent,
  agentStatuses: presences,
  now,
  logger,
}: AgentStatusOptions) {
  const turns = createSerialQueues();
  const shown = new Map<string, Shown>();

  /** Whether Slack took it, or will not: there is nothing to try again. */
  async function settled(room: Pick<Place, 'workspace'>, { method, call }: Sign): Promise<boolean> {
    const { workspace } = room;
    if (await presences.isRefused(workspace, method)) return true;
    try {
      await call();
      return true;
    } catch (error) {
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error }, 'not shown');
      if (!(error instanceof SlackRefused)) return false;
      if (isAboutWorkspace(error)) {
        logger.info({ workspace, method, error: error.error }, 'not shown here for an hour');
        await presences.refuse(workspace, method, REFUSED_MS);
      }
      return true;
    }
  }

  function session(thread: ThreadKey, is: Parameters<SlackAgent['setSession']>[2]) {
    const call = () => agent.setSession(thread, thread.threadTs, is);
    return settled(thread, { method: 'agents.sessions.setStatus', call });
  }

  function line(thread: ThreadKey, status: string) {
    const call = () => agent.setStatus(thread, thread.threadTs, status);
    return settled(thread, { method: 'assistant.threads.setStatus', call });
  }

  function behind(thread: ThreadKey, work: () => Promise<void>): void {
    turns.run(threadName(thread), work).catch((error: unknown) => {
      logger.warn({ err: error }, 'Slack does not show how it goes');
    });
  }

  /** Whether it is time to show this; it counts as shown from now on. */
  function isDue(thread: ThreadKey, { id }: Question, text: string): boolean {
    const name = threadName(thread);
    const last = shown.get(name);
    const fresh = last !== undefined && now() - last.at < AGAIN_MS;
    if (fresh && last.question === id && last.text === text) return false;
    shown.delete(name);
    shown.set(name, { question: id, text, at: now() });
    const [oldest] = shown.keys();
    if (shown.size > MOST && oldest !== undefined) shown.delete(oldest);
    return true;
  }

  async function takeAway(thread: ThreadKey): Promise<void> {
    shown.delete(threadName(thread));
    const done = [await session(thread, { status: 'active' }), await line(thread, '')];
    if (!done.includes(false)) await presences.remove(thread);
  }

  return {
    /** Shows that a question is worked on, behind what the caller does. */
    show(question: Question, phase: Progress['phase']): void {
      const thread = threadOf(question);
      const text = atWork(phase);
      if (thread === undefined || text === undefined || !isDue(thread, question, text)) return;
      behind(thread, async () => {
        await presences.add(thread, now());
        const { user: initiator, text: asked } = question;
        await session(thread, { status: 'processing', title: sessionTitle(asked), initiator });
        await line(thread, text);
      });
    },

    /** Nothing is worked on in the thread any more. `anyway`: Slack says that it shows us at work. */
    clear(thread: ThreadKey, { anyway = false } = {}): void {
      behind(thread, async () => {
        if (anyway || (await presences.has(thread))) await takeAway(thread);
      });
    },

    /** Takes away what a dead process left, and what did not get through. */
    async sweep(): Promise<void> {
      for (const thread of await presences.stale(now() - STALE_MS)) {
        await turns.run(threadName(thread), () => takeAway(thread));
      }
    },

    async suggest(place: Place, { title, prompts }: Prompts): Promise<void> {
      const call = () => agent.setSuggestedPrompts(place, title, prompts);
      await settled(place, { method: 'assistant.threads.setSuggestedPrompts', call });
    },

    /** Resolves when nothing is under way any more. */
    idle: turns.idle,
  };
}

interface Shown {
  readonly question: string;
  readonly text: string;
  readonly at: number;
}

interface Sign {
  readonly method: string;
  readonly call: () => Promise<void>;
}

/** And not about this thread alone. */
function isAboutWorkspace({ category, error }: SlackRefused): boolean {
  return category !== 'channel' && category !== 'not_found' && error !== 'invalid_thread_ts';
}

function threadName({ workspace, channel, threadTs }: ThreadKey): string {
  return `${workspace} ${channel} ${threadTs}`;
}
