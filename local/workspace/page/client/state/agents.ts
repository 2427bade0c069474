import type { AgentThread } from '../../../api/agents.js';
import type { PageState } from '../../../api/page.js';

/** What the app shows about a thread now. */
export function findAgentThread(
  page: PageState,
  channel: string,
  thread: string,
): AgentThread | undefined {
  return page.agents.find((one) => one.channel === channel && one.thread_ts === thread);
}

/** What the app is at in a direct message, the latest thread first. */
export function activeAgentThread(page: PageState, channel: string): AgentThread | undefined {
  return page.agents
    .filter((one) => one.channel === channel && isWorking(one))
    .sort((a, b) => Number(b.thread_ts) - Number(a.thread_ts))[0];
}

export function isWorking({ status, session }: AgentThread): boolean {
  return status !== undefined || session?.status === 'processing';
}
