import type { RateLimits } from './rate-limits.js';
import type { StepDeclaration } from './workflows.js';

/** What a workspace starts with. */
export interface WorkspaceOptions {
  /** 0 (the default): any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** Milliseconds; for timestamps only, real timers run on the machine's clock. */
  readonly now?: () => number;
  /** The built page's files, served at `/`. */
  readonly pageDir?: string;
  /** Where signed requests go, in full ("http://127.0.0.1:3000/slack/events"). See `connect`. */
  readonly requestUrl?: string;
  readonly signingSecret?: string;
  readonly botToken?: string;
  readonly appToken?: string;
  /** For installs by OAuth (`/oauth/v2/authorize`, `oauth.v2.access`). */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Of the Enterprise Grid organisation that the seeded workspace belongs to. Default: none. */
  readonly enterpriseId?: string;
  /** Bot scopes that the install has; a method that needs another answers `missing_scope`. */
  readonly scopes?: readonly string[];
  /**
   * Events that the app is subscribed to, as a manifest names them (`message.im`, `reaction_added`); nothing else is
   * sent. Default: `app_mention`, `function_executed`, `link_shared`, `message.channels`,
   * `message.groups`, `message.im`, `reaction_added`, `app_home_opened`.
   */
  readonly events?: readonly string[];
  /** The domains whose links the app is told of, with all below them. Default: none. */
  readonly unfurlDomains?: readonly string[];
  /** What the app offers to workflows. Default: nothing. */
  readonly steps?: readonly StepDeclaration[];
  /** The slash commands of the installed app. Default: `/deepsearch`. */
  readonly commands?: readonly SlashCommand[];
  /** Its shortcuts, offered on the page. Default: none. */
  readonly shortcuts?: readonly Shortcut[];
  /** Whether its Home tab is on; without it `views.publish` answers `not_enabled`. Default: true. */
  readonly homeTab?: boolean;
  /** How long a `trigger_id` opens a view. Default: Slack's 3,000 ms. */
  readonly triggerLifetimeMs?: number;
  /** How long an acknowledgement may take, and how long after a failed attempt the next follows. */
  readonly redelivery?: { readonly timeoutMs?: number; readonly delaysMs?: readonly number[] };
  /** Overrides of Slack's rate limits; `'off'` lifts all of them (block and length limits stay). */
  readonly limits?: Partial<RateLimits> | 'off';
}

export interface SlashCommand {
  readonly command: string;
  readonly hint: string;
}

export interface Shortcut {
  /** `global`: in the composer's menu; `message`: in the menu of each message. */
  readonly kind: 'global' | 'message';
  readonly callbackId: string;
  readonly name: string;
  readonly description?: string;
}
