import { Document, isNode } from 'yaml';
import { BOT_SCOPES } from '../intake/receiver/install-pages.js';
import { SHORTCUTS } from '../model/modal.js';
import { ASK_STEP } from '../model/workflow.js';
import { GENERAL } from '../render/prompts.js';
import { ASK_FUNCTION } from './ask-function.js';

/** What the listeners hear. */
const EVENTS = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'function_executed',
  'link_shared',
  'message.channels',
  'message.groups',
  'message.im',
  'reaction_added',
];

/** For whoever must say yes to them. */
const WHY: Readonly<Record<string, string>> = {
  'app_mentions:read': 'hears mentions',
  'assistant:write': 'suggests questions; shows that it is at work, with a Stop',
  'channels:history': 'hears replies in its threads; reads a thread it is asked in',
  'channels:read': 'knows channels shared with other companies',
  'chat:write': 'answers',
  commands: '/deepsearch',
  'files:read': 'reads text files of a message that somebody asks about',
  'files:write': 'brings an exported conversation, as a file into the direct message',
  'groups:history': 'as channels:history, in private channels it is invited to',
  'groups:read': 'as channels:read, in those',
  'im:history': 'questions in a direct message',
  'im:read': 'tells a direct message from a channel',
  'im:write': 'opens the direct message where it is not in the channel',
  'links:read': 'hears links of the instance, to preview them',
  'links:write': 'puts the preview below them',
  'reactions:read': 'hears a cross on a question, which stops it',
  'users:read': 'tells guests and strangers from colleagues',
};

const DOES = 'Ask questions about your code, and get answers with their sources in the thread.';

const LONG =
  'Mention the app, write to it directly, or use /deepsearch to ask how your code works. The answer arrives in the thread with links to the files it rests on. Reply in the thread to ask further, and press Cancel to stop a question that still runs.';

/** Addresses, each without a slash at its end. */
export interface AppFor {
  /** The bot's own: with it the app is for HTTP, without it for Socket Mode. */
  readonly publicUrl?: string;
  /** The instance's: with it, links to it get previews. */
  readonly instance?: string;
}

/** The app as Slack makes it, see https://docs.slack.dev/reference/app-manifest. */
export function createManifest({ publicUrl, instance }: AppFor) {
  const address = publicUrl === undefined ? undefined : `${publicUrl}/slack/events`;
  const requests = address === undefined ? {} : { request_url: address };
  return {
    display_information: {
      name: 'Deep Search',
      description: DOES,
      long_description: LONG,
      background_color: '#1f3a5f',
    },
    features: {
      agent_view: { agent_description: DOES, suggested_prompts: GENERAL },
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: 'Deep Search', always_online: true },
      slash_commands: [
        {
          command: '/deepsearch',
          ...(address === undefined ? {} : { url: address }),
          description: 'Ask a question about your code',
          usage_hint: 'how does checkout retry a failed payment?',
          should_escape: false,
        },
      ],
      ...(instance === undefined ? {} : { unfurl_domains: [new URL(instance).hostname] }),
      shortcuts: [
        {
          name: 'Ask Deep Search',
          type: 'global',
          callback_id: SHORTCUTS.ask,
          description: 'Ask a question about your code',
        },
        {
          name: 'Ask about this',
          type: 'message',
          callback_id: SHORTCUTS.about,
          description: 'Ask which code is behind a message',
        },
      ],
    },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      event_subscriptions: { ...requests, bot_events: EVENTS },
      interactivity: { is_enabled: true, ...requests },
      org_deploy_enabled: true,
      socket_mode_enabled: address === undefined,
      token_rotation_enabled: false,
      function_runtime: 'remote',
    },
    functions: { [ASK_STEP.callbackId]: ASK_FUNCTION },
  };
}

/** The manifest as a file to paste, which says how, and what each scope is for. */
export function writeManifest(app: AppFor): string {
  const document = new Document(createManifest(app));
  document.commentBefore = app.publicUrl === undefined ? SOCKET_HEAD : HTTP_HEAD;
  for (const [at, scope] of BOT_SCOPES.entries()) {
    const node = document.getIn(['oauth_config', 'scopes', 'bot', at], true);
    const why = WHY[scope];
    if (isNode(node) && why !== undefined) node.comment = ` ${why}`;
  }
  return document.toString({ lineWidth: 100 });
}

const PASTE = ` Paste it at https://api.slack.com/apps?new_app=1 ("From a manifest").`;
const HTTP_HEAD = ` The Slack app over HTTP, the transport for production.\n${PASTE}`;
const SOCKET_HEAD = ` The Slack app over Socket Mode: no public address is needed.
${PASTE} Then make an
 app-level token with the scope connections:write for SLACK_APP_TOKEN.`;
