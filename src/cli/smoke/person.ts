import { renderPrompts } from '../../render/prompts.js';
import { EXAMPLES } from './examples.js';
import type { Recorder, SmokeCheck } from './report.js';
import type { Session, Target } from './session.js';

const EPHEMERAL = {
  method: 'chat.postEphemeral',
  what: 'a message that only one person sees',
} as const;
const DIRECT = { method: 'conversations.open', what: 'the direct message (im:write)' } as const;

const agentCheck = (method: string, what: string): SmokeCheck => ({ method, what, optional: true });

/** What one person sees, and what Slack shows of an agent. */
export async function checkForPerson(
  session: Session,
  recorder: Recorder,
  at: Target & { readonly root: string },
): Promise<void> {
  const { person, root } = at;
  if (person === undefined) {
    for (const check of [EPHEMERAL, DIRECT]) {
      recorder.skip(check, 'nobody is known to be in the channel: name somebody with --user');
    }
  } else {
    await recorder.attempt(EPHEMERAL, () =>
      session.messages.postEphemeral(at, { user: person, threadTs: root }, EXAMPLES.received),
    );
    await checkDirect(session, recorder, { ...at, person });
  }
  await checkAgent(session, recorder, at);
}

async function checkDirect(
  { messages, directory, agent }: Session,
  { attempt }: Recorder,
  { workspace, person }: Target & { readonly person: string },
): Promise<void> {
  const channel = await attempt(DIRECT, () => messages.openDirect(workspace, person));
  if (channel === undefined) return;
  const target = { workspace, channel };
  await attempt({ method: 'conversations.info', what: 'the direct message (im:read)' }, () =>
    directory.channel(workspace, channel),
  );
  const history = { method: 'conversations.history', what: 'the direct message (im:history)' };
  await attempt(history, () => messages.list(target, { limit: 1 }));
  const { title, prompts } = renderPrompts([]);
  const suggest = agentCheck(
    'assistant.threads.setSuggestedPrompts',
    'suggested questions (assistant:write)',
  );
  await attempt(suggest, () => agent.setSuggestedPrompts(target, title, prompts));
}

async function checkAgent(
  { agent }: Session,
  { attempt }: Recorder,
  at: Target & { readonly root: string },
): Promise<void> {
  const { root, person } = at;
  const initiator = person === undefined ? {} : { initiator: person };
  const session = 'agents.sessions.setStatus';
  await attempt(agentCheck(session, 'an agent session with a Stop button'), () =>
    agent.setSession(at, root, { status: 'processing', title: 'Smoke test', ...initiator }),
  );
  await attempt(agentCheck(session, 'the end of the session'), () =>
    agent.setSession(at, root, { status: 'active' }),
  );
  await attempt(agentCheck('assistant.threads.setStatus', 'a progress line'), async () => {
    const status = 'is trying things out…';
    await agent.setStatus(at, root, { status, loading: ['Trying things out…'] });
    await agent.setStatus(at, root, { status: '', loading: [] });
  });
}
