import type { AgentPrompts } from './agents.js';
import type { RateLimits } from './rate-limits.js';
import type { StepDeclaration } from './workflows.js';

/** Options of `startWorkspace`. */
export interface WorkspaceOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** The current time in ms. For timestamps only: timers use the real clock. */
  readonly now?: () => number;
  /** The built page's files, served at `/`. */
  readonly pageDir?: string;
  /** The app's request URL, where signed requests are sent ("http://127.0.0.1:3000/slack/events"). See `connect`. */
  readonly requestUrl?: string;
  readonly signingSecret?: string;
  readonly botToken?: string;
  readonly appToken?: string;
  /** For installs by OAuth (`/oauth/v2/authorize`, `oauth.v2.access`). */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Where installs by OAuth may return to, or below. Default: anywhere. */
  readonly redirectUrls?: readonly string[];
  /** Whether the app is installed in the seeded workspace; if not, OAuth can do it. Default: true. */
  readonly installed?: boolean;
  /** Called for each install by OAuth. */
  readonly onInstalled?: (installation: Installation) => void;
  /** The app's name where people are asked to install it. Default: `deepsearch`. */
  readonly appName?: string;
  /** The Enterprise Grid organization that the seeded workspace belongs to. Default: none. */
  readonly enterpriseId?: string;
  /** Installs the app on that organization, not on the seeded workspace. */
  readonly orgInstall?: boolean;
  /**
   * Whether public distribution is activated, which installs by OAuth need in every workspace but the
   * seeded one: others are refused with `invalid_team_for_non_distributed_app`. Default: false.
   * https://docs.slack.dev/tools/java-slack-sdk/guides/app-distribution
   */
  readonly distributed?: boolean;
  /** The installed bot scopes; methods that need another one fail with `missing_scope`. */
  readonly scopes?: readonly string[];
  /**
   * Event subscriptions, named as in a manifest (`message.im`, `reaction_added`). No other events
   * are sent. Default: `DEFAULT_EVENTS`.
   */
  readonly events?: readonly string[];
  /**
   * Whether a mention in a group direct message is also sent as `app_mention`. Slack documents it for
   * neither, and apps have seen both. Default: true.
   */
  readonly groupMentions?: boolean;
  /** How long it takes until a completed upload is shared. Default: 50 ms. */
  readonly fileShareDelayMs?: number;
  /**
   * Whether completing an upload a second time shares the file again. Slack does not say; if not, it
   * is `file_not_found`. Default: false.
   */
  readonly repeatsUploads?: boolean;
  /** Domains (and their subdomains) whose links are sent as `link_shared`. Default: none. */
  readonly unfurlDomains?: readonly string[];
  /**
   * The app's custom workflow steps. Shown only where the app is installed on an organization:
   * https://docs.slack.dev/tools/bolt-js/tutorials/custom-steps. Default: none.
   */
  readonly steps?: readonly StepDeclaration[];
  /** The prompts that the manifest suggests in direct messages. Default: none. */
  readonly prompts?: AgentPrompts['prompts'];
  /**
   * What `assistant.threads.setSuggestedPrompts` without `thread_ts` does. Slack documents that the
   * prompts are shown, and was seen to answer `internal_error` instead, the default:
   * https://github.com/openclaw/openclaw/issues/126872
   */
  readonly suggestedPrompts?: 'shown' | 'internal_error';
  /** The app's slash commands. Default: `/deepsearch`. */
  readonly commands?: readonly SlashCommand[];
  /** The app's shortcuts, shown on the page. Default: none. */
  readonly shortcuts?: readonly Shortcut[];
  /** Whether the Home tab is enabled; if not, `views.publish` fails with `not_enabled`. Default: true. */
  readonly homeTab?: boolean;
  /** How long a `trigger_id` is valid. Default: Slack's 3,000 ms. */
  readonly triggerLifetimeMs?: number;
  /** The time limit for an acknowledgement, and the delay before each retry. */
  readonly redelivery?: { readonly timeoutMs?: number; readonly delaysMs?: readonly number[] };
  /**
   * The most messages on a page of `conversations.history` and `.replies`. Default: what is asked for,
   * up to 1,000; 15 for commercial apps outside the Marketplace, which get one page a minute:
   * https://docs.slack.dev/changelog/2025/05/29/rate-limit-changes-for-non-marketplace-apps
   */
  readonly messagesPerPage?: number;
  /** Overrides Slack's rate limits; `'off'` disables them (limits on blocks and lengths still apply). */
  readonly limits?: Partial<RateLimits> | 'off';
}

export interface Installation {
  /** The name of the workspace. */
  readonly workspace: string;
  readonly botToken: string;
}

export interface SlashCommand {
  readonly command: string;
  readonly hint: string;
}

export interface Shortcut {
  /** `global`: in the composer's menu; `message`: in each message's menu. */
  readonly kind: 'global' | 'message';
  readonly callbackId: string;
  readonly name: string;
  readonly description?: string;
}
