import type { AgentPrompts, AgentThread } from '../../../api/agents.js';
import type { PageState } from '../../../api/page.js';

/** What the app shows about a thread now. */
export function agentAt(page: PageState, channel: string, thread: string): AgentThread | undefined {
  return page.agents.find((one) => one.channel === channel && one.thread_ts === thread);
}

/** What the app is at in a direct message, the latest thread first. */
export function atWork(page: PageState, channel: string): AgentThread | undefined {
  return page.agents
    .filter((one) => one.channel === channel && isAtWork(one))
    .sort((a, b) => Number(b.thread_ts) - Number(a.thread_ts))[0];
}

export function isAtWork({ status, session }: AgentThread): boolean {
  return status !== undefined || session?.status === 'processing';
}

export function withAgent(page: PageState, agent: AgentThread): PageState {
  const others = page.agents.filter(
    ({ channel, thread_ts }) => channel !== agent.channel || thread_ts !== agent.thread_ts,
  );
  return { ...page, agents: [...others, agent] };
}

export function withPrompts(page: PageState, prompts: AgentPrompts): PageState {
  const others = page.prompts.filter(({ channel }) => channel !== prompts.channel);
  return { ...page, prompts: [...others, prompts] };
}
