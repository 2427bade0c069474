import { Square } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AgentThread } from '../../../api/agents.js';
import { agentAt, atWork, isAtWork } from '../state/agents.js';
import { botOf, useHere } from './here.js';
import { Icon } from './icon.js';

/** "deepsearch is reading…" over the composer, with Slack's own Stop; in a direct message for its latest thread. */
export function AgentLine(at: { channel: string; thread?: string }): VNode | null {
  const { page } = useHere();
  const agent = at.thread ? agentAt(page, at.channel, at.thread) : atWork(page, at.channel);
  if (!agent || !isAtWork(agent)) return null;
  const bot = botOf(page)?.name ?? 'The app';
  return (
    <div class="agent-line" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="agent-words">
        <strong>{bot}</strong> {agent.status ?? 'is working…'}
      </span>
      {agent.session?.status === 'processing' && <StopButton agent={agent} />}
    </div>
  );
}

function StopButton({ agent }: { agent: AgentThread }): VNode {
  const { session } = useHere();
  const [pressed, setPressed] = useState(false);
  useEffect(() => setPressed(false), [agent.session, agent.thread_ts]);
  const { channel, thread_ts } = agent;
  const stop = (): void => {
    setPressed(true);
    session.api.stop({ channel, thread_ts }).catch(() => setPressed(false));
  };
  return (
    <button type="button" class="agent-stop" disabled={pressed} onClick={stop}>
      <Icon of={Square} size={11} /> Stop
    </button>
  );
}
