import type { AgentControls } from './agent-api.js';
import type { Limits } from './web-api/limits.js';

/** What tests and the demo drive the workspace with. Everything else it does is over the wire. */
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
   * sent. Default: `agent_session_stopped`, `app_home_opened`, `app_mention`, `message.channels`, `message.groups`, `message.im`,
   * `reaction_added`.
   */
  readonly events?: readonly string[];
  /** The slash commands of the installed app. Default: `/deepsearch`. */
  readonly commands?: readonly SlashCommand[];
  /** How long an acknowledgement may take, and how long after a failed attempt the next follows. */
  readonly redelivery?: { readonly timeoutMs?: number; readonly delaysMs?: readonly number[] };
  /** Overrides of Slack's rate limits; `'off'` lifts all of them (block and length limits stay). */
  readonly limits?: Partial<Limits> | 'off';
}

export interface SlashCommand {
  readonly command: string;
  readonly hint: string;
}

export interface AppIdentity {
  readonly appId: string;
  readonly teamId: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botUserId: string;
  readonly botId: string;
}

/** An id, or anything that has one. */
export type Ref = string | { readonly id: string };

export interface PersonInput {
  readonly name: string;
  readonly real_name?: string;
  readonly team_id?: string;
  readonly enterprise_id?: string;
  readonly is_bot?: boolean;
  readonly is_admin?: boolean;
  readonly is_restricted?: boolean;
  readonly is_ultra_restricted?: boolean;
  readonly is_stranger?: boolean;
  readonly deleted?: boolean;
}

export interface Person extends PersonInput {
  readonly id: string;
  readonly team_id: string;
}

export interface ChannelInput {
  readonly name: string;
  readonly kind?: 'public' | 'private' | 'direct';
  readonly topic?: string;
  readonly team_id?: string;
  readonly members?: readonly Ref[];
  /** Default true. */
  readonly botIsMember?: boolean;
  readonly archived?: boolean;
  /** Shared with another company. */
  readonly isExtShared?: boolean;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
}

export interface TeamInput {
  readonly name: string;
  readonly enterprise_id?: string;
}

/** A message as the Web API returns it. */
export interface Message {
  readonly type: 'message';
  readonly subtype?: string;
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly team: string;
  readonly text: string;
  readonly blocks?: readonly Block[];
  readonly attachments?: readonly Record<string, unknown>[];
  readonly files?: readonly Record<string, unknown>[];
  readonly metadata?: Metadata;
  readonly thread_ts?: string;
  readonly parent_user_id?: string;
  readonly reply_count?: number;
  readonly edited?: { readonly user: string; readonly ts: string };
  readonly bot_id?: string;
  readonly app_id?: string;
  readonly reactions?: readonly { name: string; users: string[]; count: number }[];
}

export interface Metadata {
  readonly event_type: string;
  readonly event_payload: Record<string, unknown>;
}

export interface Block {
  readonly type: string;
  readonly block_id?: string;
  readonly [key: string]: unknown;
}

/** Seen by `user` alone; never in history. */
export interface Ephemeral {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly from: string;
  readonly text: string;
  readonly blocks?: readonly Block[];
  readonly thread_ts?: string;
  /** `slackbot`: a note of Slack's own, such as "the app did not respond". */
  readonly source: 'app' | 'slackbot';
}

export interface SayInput {
  readonly as: Ref;
  readonly channel: Ref;
  readonly text: string;
  readonly threadTs?: string;
  readonly blocks?: readonly Block[];
  readonly attachments?: readonly Record<string, unknown>[];
  readonly files?: readonly Record<string, unknown>[];
  readonly subtype?: string;
}

export interface Acked {
  /** The HTTP status; in Socket Mode 200 for an ack; 0 where nothing answered in time. */
  readonly ackStatus: number;
  readonly ackMs: number;
  readonly triggerId: string;
}

export interface ClickInput {
  readonly as: Ref;
  readonly channel: Ref;
  /** The message's, or an ephemeral message's. */
  readonly ts: string;
  readonly actionId: string;
  readonly blockId?: string;
  /** What was chosen, where the element offers a choice; overrides a button's own value. */
  readonly value?: string;
}

/** One call of the Web API. `outcome` is missing while it is in hand. */
export interface Call {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly token?: string;
  /** `ok`, an error code, `ratelimited`, `status 503`, `lost-reply`, `reset`, `hang`, `dropped`. */
  readonly outcome?: string;
  readonly ms?: number;
  /** Of the message that it made or changed. */
  readonly ts?: string;
}

/** One attempt to hand a payload to the app. */
export interface Delivery {
  readonly kind: 'event' | 'command' | 'interaction' | 'verification' | 'raw';
  readonly via: 'http' | 'socket';
  /** `event_id`, `trigger_id` or the envelope's id. */
  readonly id: string;
  /** `message`, `app_mention`, `/deepsearch`, `block_actions`, … */
  readonly what: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly at: number;
  /** 0: refused connection, or no answer in time. */
  readonly status: number;
  readonly ms: number;
  readonly payload: unknown;
}

export type FaultEffect =
  | { readonly kind: 'ratelimited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The effect happens, the reply never arrives: the connection is destroyed. */
  | { readonly kind: 'lost-reply' }
  /** No effect, and no reply until the workspace stops or the caller gives up. */
  | { readonly kind: 'hang' }
  /** The effect happens, and no reply until the caller gives up. */
  | { readonly kind: 'hang-after' }
  | { readonly kind: 'error'; readonly error: string }
  /** No effect; the connection is destroyed. */
  | { readonly kind: 'reset' };

export type Fault = FaultEffect & {
  /** `chat.postMessage`, …; `response_url` and `upload` for those; `'*'` for all. */
  readonly method: string;
  readonly channel?: Ref;
  /** How many calls it hits; without it, all until removed. */
  readonly times?: number;
  /** Only calls whose arguments this accepts. */
  readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
};

export interface FaultHandle {
  remove(): void;
  readonly hits: number;
}

export interface Gate {
  /** The first call that the gate holds. */
  readonly reached: Promise<Call>;
  /** How many calls it holds now. */
  readonly held: number;
  /** Lets every held call go on (its effect happens even if the caller is gone) and opens the gate. */
  release(): void;
  /** Destroys the connections of the held calls (no effect, where the gate is `before`) and opens it. */
  drop(): void;
}

export interface Sockets {
  readonly connections: number;
  /** Resolves once at least `count` are connected. */
  connected(count?: number): Promise<void>;
  /** Sends each connection Slack's `disconnect` message, then closes it. */
  disconnectAll(reason?: 'warning' | 'refresh_requested' | 'link_disabled'): void;
  /** Cuts the connections without a word. */
  dropAll(): void;
  /** No pings, pongs, envelopes or answers any more, over connections that stay open. */
  silence(): void;
  /** Ends `silence`. */
  speak(): void;
}

export interface Workspace extends AgentControls {
  readonly url: string;
  /** The Web API's root, with its last slash. */
  readonly apiUrl: string;
  readonly app: AppIdentity;
  readonly people: Readonly<Record<'kim' | 'ravi' | 'ada' | 'guest' | 'outsider', Person>>;
  readonly channels: Readonly<Record<'general' | 'backend' | 'security' | 'partners', Channel>>;
  /** The direct message between a person and the bot. */
  dm(person: Ref): Channel;

  /** Sets or replaces where signed requests go. */
  connect(target: { readonly requestUrl: string }): void;
  /** Sends Slack's `url_verification` there. Throws where the challenge does not come back. */
  verify(): Promise<void>;

  addPerson(person: PersonInput): Person;
  addChannel(channel: ChannelInput): Channel;
  /** A further workspace. Where `install` is not false, the app is installed there with a token of its own. */
  addTeam(team: TeamInput & { readonly install?: boolean }): {
    readonly id: string;
    readonly botToken?: string;
    readonly botUserId?: string;
  };
  /** Adds somebody, or the bot, to a channel, and sends `member_joined_channel`. */
  invite(input: { readonly channel: Ref; readonly user: Ref }): Promise<void>;
  /** Takes somebody, or the bot, out of it, and sends `member_left_channel`. */
  kick(input: { readonly channel: Ref; readonly user: Ref }): Promise<void>;
  archive(channel: Ref): void;
  /** The bot token stops working (`token_revoked`); `tokens_revoked` and `app_uninstalled` are sent. */
  uninstall(options?: {
    readonly teamId?: string;
    readonly error?: 'token_revoked' | 'account_inactive';
  }): Promise<void>;
  setScopes(scopes: readonly string[]): void;

  /** Says something as a person. Resolves when the first attempts to deliver its events are over. */
  say(input: SayInput): Promise<{ readonly ts: string }>;
  edit(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly ts: string;
    readonly text: string;
  }): Promise<void>;
  remove(input: { readonly as: Ref; readonly channel: Ref; readonly ts: string }): Promise<void>;
  /** Slack adds link previews to a message: a `message_changed` without `edited`. */
  unfurl(input: {
    readonly channel: Ref;
    readonly ts: string;
    readonly attachments: readonly Record<string, unknown>[];
  }): Promise<void>;
  react(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly ts: string;
    readonly name: string;
    readonly remove?: boolean;
  }): Promise<void>;
  command(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly text: string;
    readonly command?: string;
  }): Promise<Acked>;
  click(input: ClickInput): Promise<Acked>;

  /** Oldest first: the channel's roots, or with `threadTs` the root and its replies. */
  messages(of: { readonly channel: Ref; readonly threadTs?: string }): readonly Message[];
  message(channel: Ref, ts: string): Message | undefined;
  ephemerals(of?: { readonly user?: Ref; readonly channel?: Ref }): readonly Ephemeral[];
  /**
   * Resolves with the first value that `fn` returns and that is not undefined, null or false. Evaluated now and on
   * every change of the workspace. Throws after `timeoutMs` (60 s), naming `what`, with the transcript.
   */
  waitFor<T>(
    fn: () => T | undefined | null | false,
    options?: { readonly timeoutMs?: number; readonly what?: string },
  ): Promise<T>;
  /** All that was said, for a failing test's message. */
  transcript(): string;

  readonly faults: { add(fault: Fault): FaultHandle; clear(): void };
  /** Holds calls of a method before their effect, or after it and before the reply. */
  gate(
    method: string,
    options?: {
      readonly channel?: Ref;
      readonly when?: 'before' | 'after';
      /** Only calls whose arguments this accepts. */
      readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
    },
  ): Gate;
  /** Oldest first; the latest few thousand. */
  readonly calls: readonly Call[];
  readonly deliveries: readonly Delivery[];
  /** Sends an event once more, as Slack may at any time; over a socket with the envelope's id kept or new. */
  redeliver(eventId: string, options?: { readonly sameEnvelope?: boolean }): Promise<Delivery>;
  /** Sends anything to the app's request URL; with no headers, correctly signed. */
  deliverRaw(input: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<{ readonly status: number; readonly body: string }>;
  /** The `v0=…` signature; `timestamp` in seconds. */
  sign(body: string, timestamp: number): string;
  readonly socket: Sockets;
  stop(): Promise<void>;
}
