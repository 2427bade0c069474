import { Square } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AgentThread } from '../../../../api/agents.js';
import { activeAgentThread, findAgentThread, isWorking } from '../../state/agents.js';
import { appUser } from '../../state/people.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';

/**
 * "deepsearch is reading…" above the composer, with Slack's own Stop button. In a direct message it
 * shows the latest thread.
 */
export function AgentStatus(at: { channel: string; thread?: string }): VNode | null {
  const { page } = usePageContext();
  const agent = at.thread
    ? findAgentThread(page, at.channel, at.thread)
    : activeAgentThread(page, at.channel);
  if (!agent || !isWorking(agent)) return null;
  const bot = appUser(page)?.name ?? 'The app';
  return (
    <div class="agent-status" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="agent-status-text">
        <strong>{bot}</strong> {agent.status ?? 'is working…'}
      </span>
      {agent.session?.status === 'processing' && <StopButton agent={agent} />}
    </div>
  );
}

function StopButton({ agent }: { agent: AgentThread }): VNode {
  const { session } = usePageContext();
  const [pressed, setPressed] = useState(false);
  useEffect(() => setPressed(false), [agent.session, agent.thread_ts]);
  const { channel, thread_ts } = agent;
  const stop = (): void => {
    setPressed(true);
    session.api.stopSession({ channel, thread_ts }).catch(() => setPressed(false));
  };
  return (
    <button type="button" class="agent-stop" disabled={pressed} onClick={stop}>
      <Icon of={Square} size={11} /> Stop
    </button>
  );
}
