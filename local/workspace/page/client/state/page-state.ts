import type { AgentPrompts, AgentThread } from '../../../api/agents.js';
import type { PageState, StepRun } from '../../../api/page.js';

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

/** Updates a run; a new one comes last. */
export function withRun(page: PageState, run: StepRun): PageState {
  const known = page.runs.some(({ execution }) => execution === run.execution);
  const runs = page.runs.map((it) => (it.execution === run.execution ? run : it));
  return { ...page, runs: known ? runs : [...runs, run] };
}
