import type { Logger } from '../log.js';
import type { ThreadKey } from '../model/place.js';
import { loadingMessage } from '../render/question/agent-status.js';
import type { AgentSession, SlackAgent } from '../slack/agent.js';
import { isSlackError, isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { AgentStatusStore } from '../store/agent-status.js';

export interface AgentCallsOptions {
  readonly agent: Pick<SlackAgent, 'setSession' | 'renameSession' | 'setStatus'>;
  /** Which methods a workspace refused. */
  readonly refusals: Pick<AgentStatusStore, 'refuse' | 'isRefused'>;
  readonly logger: Logger;
}

interface NewTitle {
  readonly from: string;
  readonly to: string;
}

/** How long a method is not called again in a workspace that refused it. */
const REFUSED_MS = 3600_000;

/**
 * Calls that show a thread's agent status in Slack; a method that the workspace refused is not called
 * for an hour. Each resolves to true if Slack accepted or refused the call, and to false if it should
 * be retried. Throws only errors that are not Slack's.
 */
export function createAgentCalls({ agent, refusals, logger }: AgentCallsOptions) {
  async function attempt(
    { workspace }: ThreadKey,
    method: string,
    call: () => Promise<void>,
  ): Promise<boolean> {
    if (await refusals.isRefused(workspace, method)) return true;
    try {
      await call();
      return true;
    } catch (error) {
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error }, 'agent status not set');
      if (!(error instanceof SlackRefused) || isTokenRefused(error)) return false;
      if (isAboutWorkspace(error)) {
        logger.info({ workspace, method, error: error.error }, 'agent status paused for an hour');
        await refusals.refuse(workspace, method, REFUSED_MS);
      }
      return true;
    }
  }

  return {
    async setSession(thread: ThreadKey, session: AgentSession): Promise<boolean> {
      const call = () => startSession(agent, thread, session);
      return attempt(thread, 'agents.sessions.setStatus', call);
    },

    /** Only a session that is still called `from`. */
    async renameSession(thread: ThreadKey, { from, to }: NewTitle): Promise<boolean> {
      let title: string | undefined;
      const read = await attempt(thread, 'agents.sessions.setStatus', async () => {
        title = await agent.setSession(thread, thread.threadTs, { status: 'active' });
      });
      if (title !== from) return read;
      const call = () => agent.renameSession(thread, thread.threadTs, to);
      return attempt(thread, 'agents.sessions.rename', call);
    },

    /** The line under the thread; '' clears it. */
    async setLine(thread: ThreadKey, status: string): Promise<boolean> {
      const loading = status === '' ? [] : [loadingMessage(status)];
      const call = () => agent.setStatus(thread, thread.threadTs, { status, loading });
      return attempt(thread, 'assistant.threads.setStatus', call);
    },
  };
}

/** The initiator must be a member of the channel; a session does not need one. */
async function startSession(
  agent: Pick<SlackAgent, 'setSession'>,
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
