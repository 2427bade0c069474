import type { AgentThread } from '../../../api/agents.js';
import type { PageState } from '../../../api/page.js';

/** The agent's session and status in a thread. */
export function findAgentThread(
  page: PageState,
  channel: string,
  thread: string,
): AgentThread | undefined {
  return page.agents.find((one) => one.channel === channel && one.thread_ts === thread);
}

/** The latest thread of a direct message in which the app is working. */
export function activeAgentThread(page: PageState, channel: string): AgentThread | undefined {
  return page.agents
    .filter((one) => one.channel === channel && isWorking(one))
    .sort((a, b) => Number(b.thread_ts) - Number(a.thread_ts))[0];
}

export function isWorking({ status, session }: AgentThread): boolean {
  return status !== undefined || session?.status === 'processing';
}
