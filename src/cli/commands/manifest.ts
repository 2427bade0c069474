import { Document, isNode } from 'yaml';
import { CHANNEL_EVENTS } from '../../intake/parse/payloads.js';
import { BOT_SCOPES, REDIRECT_PATH } from '../../intake/receiver/install-pages.js';
import { SHORTCUTS } from '../../model/modal.js';
import { ASK_STEP } from '../../model/workflow.js';
import { GENERAL } from '../../render/prompts.js';
import { ASK_FUNCTION } from './ask-function.js';

/** The events that the app handles. */
const EVENTS = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  ...CHANNEL_EVENTS,
  'function_executed',
  'link_shared',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'reaction_added',
  'tokens_revoked',
].sort();

/** What each scope is for: shown to the person who approves them. */
const SCOPE_REASONS: Readonly<Record<string, string>> = {
  'app_mentions:read': 'receives mentions',
  'assistant:write': 'suggests questions; shows an agent status with a Stop button',
  'channels:history': 'receives replies in its threads; reads the thread of a question',
  'channels:read': 'recognizes channels shared with other companies',
  'chat:write': 'posts answers',
  commands: '/deepsearch',
  'files:read': 'reads text files of the message that a question is about',
  'files:write': 'sends an exported conversation as a file in a direct message',
  'groups:history': 'as channels:history, in private channels that it was invited to',
  'groups:read': 'as channels:read, in private channels',
  'im:history': 'receives questions in direct messages',
  'im:read': 'distinguishes direct messages from channels',
  'im:write': 'opens a direct message if it is not in the channel',
  'links:read': 'receives links to the instance, to preview them',
  'links:write': 'adds the previews',
  'mpim:history': 'as channels:history, in group direct messages that it is in',
  'mpim:read': 'as channels:read, in group direct messages',
  'reactions:read':
    'receives the :x: reaction that stops a question, and sees if a status message has reactions',
  'reactions:write': 'reacts to the message of a question: whether it runs, and how it ended',
  'users:read': 'recognizes guests and people from other companies',
};

const DESCRIPTION =
  'Ask questions about your code, and get answers with their sources in the thread.';

const LONG_DESCRIPTION =
  'Mention the app, write to it directly, or use /deepsearch to ask how your code works. The answer arrives in the thread with links to its sources. Reply in the thread to ask a follow-up, and click Cancel to stop a running question.';

/** URLs without a trailing slash. */
export interface ManifestOptions {
  /** URL of the app. Without it, the app uses Socket Mode. */
  readonly publicUrl?: string;
  /** URL of the instance. With it, links to the instance get previews. */
  readonly instance?: string;
}

/** The manifest, see https://docs.slack.dev/reference/app-manifest. */
export function createManifest({ publicUrl, instance }: ManifestOptions) {
  const address = publicUrl === undefined ? undefined : `${publicUrl}/slack/events`;
  const requests = address === undefined ? {} : { request_url: address };
  return {
    display_information: {
      name: 'Deep Search',
      description: DESCRIPTION,
      long_description: LONG_DESCRIPTION,
      background_color: '#1f3a5f',
    },
    features: {
      agent_view: { agent_description: DESCRIPTION, suggested_prompts: GENERAL },
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
    oauth_config: {
      ...(publicUrl === undefined ? {} : { redirect_urls: [`${publicUrl}${REDIRECT_PATH}`] }),
      scopes: { bot: BOT_SCOPES },
    },
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

/** The manifest as YAML, with comments about how to use it and what each scope is for. */
export function writeManifest(options: ManifestOptions): string {
  const document = new Document(createManifest(options));
  document.commentBefore = options.publicUrl === undefined ? SOCKET_HEAD : HTTP_HEAD;
  for (const [at, scope] of BOT_SCOPES.entries()) {
    const node = document.getIn(['oauth_config', 'scopes', 'bot', at], true);
    const reason = SCOPE_REASONS[scope];
    if (isNode(node) && reason !== undefined) node.comment = ` ${reason}`;
  }
  return document.toString({ lineWidth: 100 });
}

const PASTE = ` Paste it at https://api.slack.com/apps?new_app=1 ("From a manifest").`;
const HTTP_HEAD = ` The Slack app over HTTP, the transport for production.\n${PASTE}`;
const SOCKET_HEAD = ` The Slack app over Socket Mode: no public address is needed.
${PASTE} Then make an
 app-level token with the scope connections:write for SLACK_APP_TOKEN.`;
