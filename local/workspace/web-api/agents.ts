import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import { parentOf } from '../state/messages.js';
import { joinedChannel } from './channels.js';
import { arg, type Caller, type Method, method } from './method.js';

/**
 * Methods for apps that are declared as agents: https://docs.slack.dev/ai/agent-sessions,
 * https://docs.slack.dev/ai/migrating-to-agent-messaging
 */
export function agentMethods(subscribedEvents: ReadonlySet<string>): readonly Method[] {
  return [sessionStatus(subscribedEvents), renameSession, threadStatus, suggestedPrompts];
}

const WRITE = ['chat:write'];

const sessionStatus = (subscribedEvents: ReadonlySet<string>) =>
  method({
    name: 'agents.sessions.setStatus',
    scopes: WRITE,
    args: z.object({
      channel_id: arg.string,
      thread_ts: arg.string,
      status: z.enum(['active', 'processing', 'suspended', 'closed'], {
        error: 'must be a valid enum value',
      }),
      title: z.string().max(200).optional(),
      initiator_user_id: z.string().optional(),
    }),
    run(args, caller) {
      const at = requireThread(args, caller);
      requireMember(args.initiator_user_id, args.channel_id, caller);
      const { agents } = caller.state;
      const before = agents.thread(at.channel, at.thread_ts)?.session;
      const { title, initiator_user_id: initiator, status } = args;
      // Both are only used when the session is created.
      const created = { ...(title ? { title } : {}), ...(initiator ? { initiator } : {}) };
      const session = { ...(before ?? created), status };
      agents.setSession(at, session);
      const warns = status === 'processing' && !subscribedEvents.has('agent_session_stopped');
      return {
        status,
        agent_status: status,
        ...(session.title ? { title: session.title } : {}),
        ...(warns ? { warning: 'missing_agent_session_stopped_event_subscription' } : {}),
      };
    },
  });

/** https://docs.slack.dev/reference/methods/agents.sessions.rename */
const renameSession = method({
  name: 'agents.sessions.rename',
  scopes: WRITE,
  args: z.object({
    channel_id: arg.string,
    thread_ts: arg.string,
    title: z.string().min(1).max(200),
  }),
  run(args, caller) {
    const at = requireThread(args, caller);
    const { agents } = caller.state;
    const session = agents.thread(at.channel, at.thread_ts)?.session;
    if (!session) throw new SlackError('session_not_found');
    agents.setSession(at, { ...session, title: args.title });
    return { title: args.title };
  },
});

const threadStatus = method({
  name: 'assistant.threads.setStatus',
  scopes: [...WRITE, 'assistant:write'],
  limit: 'tier4PerMinute',
  args: z.object({
    channel_id: arg.string,
    thread_ts: arg.string,
    status: z.string(),
    loading_messages: arg.json(z.array(z.string()).max(10)).optional(),
  }),
  run(args, caller) {
    const at = requireThread(args, caller);
    // Seen in the field, not documented: apps with `agent_view` show the loading messages only.
    const { status, loading_messages: loading = [] } = args;
    caller.state.agents.setStatus(at, loading.length === 0 ? '' : status, loading);
    return {};
  },
});

const suggestedPrompts = method({
  name: 'assistant.threads.setSuggestedPrompts',
  scopes: ['assistant:write'],
  limit: 'tier4PerMinute',
  args: z.object({
    channel_id: arg.string,
    thread_ts: arg.string.optional(),
    title: z.string().optional(),
    prompts: arg.json(
      z
        .array(z.object({ title: z.string().min(1), message: z.string().min(1) }))
        .min(1)
        .max(4),
    ),
  }),
  run({ channel_id, thread_ts, title, prompts }, caller) {
    const { id, kind } = joinedChannel(channel_id, caller);
    // With `thread_ts` it is the older form, which agents ignore silently.
    if (thread_ts !== undefined) return {};
    const { agents, app } = caller.state;
    if (app.suggestedPrompts !== 'shown') throw new SlackError(app.suggestedPrompts);
    if (kind === 'direct') {
      agents.setPrompts({ channel: id, prompts, ...(title ? { title } : {}) });
    }
    return {};
  },
});

function requireThread(args: { channel_id: string; thread_ts: string }, caller: Caller) {
  const channel = joinedChannel(args.channel_id, caller);
  const parent = parentOf(channel, args.thread_ts);
  if (!parent) throw new SlackError('invalid_thread_ts');
  return { channel: channel.id, thread_ts: parent.ts };
}

/** Slack says that the initiator must be a member; its error for others is not documented. */
function requireMember(user: string | undefined, channelId: string, caller: Caller): void {
  if (!user) return;
  if (!joinedChannel(channelId, caller).members.has(user))
    throw new SlackError('user_not_in_channel');
}
