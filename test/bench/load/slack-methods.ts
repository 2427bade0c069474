import type { Block, Metadata } from '../../../local/workspace/workspace.js';
import { APP, type MessageStore, type NewMessage, TEAM } from './slack-messages.js';

/** The arguments of a call; what is not text is JSON. */
export type Arguments = Readonly<Record<string, string>>;

/** What a method answers: the fields beside `ok`, or the error code. */
type Method = (args: Arguments) => object | string;

/** The methods of the Web API that answering questions takes, without checks of their arguments. */
export function slackMethods(messages: MessageStore): ReadonlyMap<string, Method> {
  const methods: Record<string, Method> = {
    ...lookUps,
    ...agentMethods,
    ...writes(messages),
    'conversations.replies': ({ channel = '', ts = '' }) => {
      const found = messages.thread(channel, ts);
      return found.length === 0 ? 'thread_not_found' : { messages: found, has_more: false };
    },
    'conversations.history': ({ channel = '' }) => ({
      messages: messages.history(channel).slice(0, 100),
      has_more: false,
    }),
    'chat.getPermalink': ({ channel = '', message_ts: ts = '' }) => ({
      channel,
      permalink: `https://bench.slack.com/archives/${channel}/p${ts.replace('.', '')}`,
    }),
  };
  return new Map(Object.entries(methods));
}

const lookUps: Record<string, Method> = {
  'auth.test': () => ({
    url: 'https://bench.slack.com/',
    team: 'Bench',
    team_id: TEAM,
    user: 'deepsearch',
    user_id: APP.botUser,
    bot_id: APP.botId,
    is_enterprise_install: false,
  }),
  'users.info': ({ user = '' }) => ({ user: userObject(user) }),
  'conversations.info': ({ channel = '' }) => ({ channel: channelObject(channel) }),
  'conversations.members': () => ({ members: [APP.botUser], response_metadata: {} }),
  'conversations.open': ({ users = '' }) => ({ channel: { id: `D${users.slice(1)}` } }),
};

const agentMethods: Record<string, Method> = {
  'agents.sessions.setStatus': ({ status }) => ({ status, agent_status: status }),
  'assistant.threads.setStatus': () => ({}),
  'assistant.threads.setSuggestedPrompts': () => ({}),
};

function writes(messages: MessageStore): Record<string, Method> {
  return {
    'chat.postMessage': (args) => {
      const { channel = '', thread_ts } = args;
      const message = messages.add({
        channel,
        user: APP.botUser,
        bot_id: APP.botId,
        app_id: APP.id,
        ...contentOf(args),
        ...(thread_ts === undefined ? {} : { thread_ts }),
      });
      return { channel, ts: message.ts, message };
    },
    'chat.update': (args) => {
      const { channel = '', ts = '' } = args;
      const message = messages.replace(channel, ts, contentOf(args));
      return message === undefined ? 'message_not_found' : { channel, ts, message };
    },
    'chat.delete': ({ channel = '', ts = '' }) =>
      messages.remove(channel, ts) ? { channel, ts } : 'message_not_found',
    'chat.postEphemeral': () => ({ message_ts: messages.nextTs() }),
  };
}

/** An update keeps the metadata that it does not name. */
function contentOf({ text = '', blocks, metadata }: Arguments) {
  return {
    text,
    blocks: blocks === undefined ? [] : (JSON.parse(blocks) as Block[]),
    ...(metadata === undefined ? {} : { metadata: JSON.parse(metadata) as Metadata }),
  } satisfies Partial<NewMessage>;
}

function userObject(id: string) {
  return {
    id,
    team_id: TEAM,
    name: id.toLowerCase(),
    real_name: id,
    deleted: false,
    profile: { real_name: id, display_name: id.toLowerCase(), team: TEAM },
    is_admin: false,
    is_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: false,
  };
}

function channelObject(id: string) {
  return {
    id,
    name: id.toLowerCase(),
    creator: APP.botUser,
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: false,
    is_archived: false,
    is_member: true,
    is_shared: false,
    is_ext_shared: false,
    is_pending_ext_shared: false,
    is_org_shared: false,
    context_team_id: TEAM,
  };
}
