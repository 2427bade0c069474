import type { AgentControls } from './agents.js';
import type {
  AppIdentity,
  Channel,
  ChannelInput,
  Person,
  PersonChange,
  PersonInput,
  Ref,
  TeamInput,
} from './directory.js';
import type { WebApiFault, WebApiFaultHandle, WebApiGate } from './faults.js';
import type { Ephemeral, Message, MessageChange } from './messages.js';
import type { SocketMode } from './socket-mode.js';
import type { DeliveryAttempt, WebApiCall } from './traffic.js';
import type { AckResult, ClickInput, SayInput } from './user-actions.js';
import type {
  InModalInput,
  Modal,
  ShortcutInput,
  SubmitResult,
  View,
  ViewClickInput,
} from './views.js';
import type { StepInput, StepRun } from './workflows.js';

export type * from './agents.js';
export type * from './directory.js';
export type * from './faults.js';
export type * from './messages.js';
export type * from './options.js';
export type * from './rate-limits.js';
export type * from './socket-mode.js';
export type * from './traffic.js';
export type * from './user-actions.js';
export type * from './views.js';
export type * from './workflows.js';

/** The handle that tests and the demo use. The app itself only sees HTTP and WebSocket. */
export interface Workspace extends AgentControls {
  readonly url: string;
  /** Base URL of the Web API, ending in a slash. */
  readonly apiUrl: string;
  readonly app: AppIdentity;
  readonly people: Readonly<Record<'kim' | 'ravi' | 'ada' | 'guest' | 'outsider', Person>>;
  readonly channels: Readonly<Record<'general' | 'backend' | 'security' | 'partners', Channel>>;
  /** The direct message channel between a person and the bot. */
  dm(person: Ref): Channel;

  /** Sets the app's request URL. */
  connect(target: { readonly requestUrl: string }): void;
  /** Sends Slack's `url_verification` to the request URL. Throws if the challenge is not returned. */
  verify(): Promise<void>;

  addPerson(person: PersonInput): Person;
  addChannel(channel: ChannelInput): Channel;
  /** Adds another workspace and, unless `install` is false, installs the app there with its own token. */
  addTeam(team: TeamInput & { readonly install?: boolean }): {
    readonly id: string;
    readonly botToken?: string;
    readonly botUserId?: string;
  };
  /** Adds a person, or the bot, to a channel and sends `member_joined_channel`; without `by`, as if they joined themselves. */
  invite(input: { readonly channel: Ref; readonly user: Ref; readonly by?: Ref }): Promise<void>;
  /** Removes a person, or the bot, from a channel and sends `member_left_channel`. */
  kick(input: { readonly channel: Ref; readonly user: Ref }): Promise<void>;
  /** Archives a channel and sends `channel_archive` or `group_archive`. */
  archive(channel: Ref): Promise<void>;
  /** Shares a channel with another company, or ends that, and sends `channel_shared` or `channel_unshared`. */
  share(channel: Ref, shared?: boolean): Promise<void>;
  /** Makes a public channel private, or the other way round; a message with a subtype says so. */
  convert(channel: Ref, kind: 'public' | 'private', by: Ref): Promise<void>;
  /** Changes what a person may do. Sends no event: the app subscribes to none. */
  changePerson(person: Ref, change: PersonChange): void;
  /** Uploads a file, to be passed to `say`. The bot downloads its `url_private` with its token. */
  addFile(input: {
    readonly as: Ref;
    readonly name: string;
    readonly content: string | Uint8Array;
  }): Readonly<Record<string, unknown>>;
  /** Revokes the bot token and sends `tokens_revoked` and `app_uninstalled`. */
  uninstall(options?: {
    readonly teamId?: string;
    readonly error?: 'token_revoked' | 'account_inactive';
  }): Promise<void>;
  setScopes(scopes: readonly string[]): void;

  /** Posts a message as a person. Resolves when the first delivery attempts of its events are done. */
  say(input: SayInput): Promise<{ readonly ts: string }>;
  /**
   * Types a message with links into the composer, without sending it. Resolves with the `unfurl_id`
   * of its previews when the first delivery attempts of its event are done.
   */
  draft(input: { readonly as: Ref; readonly text: string }): Promise<string>;
  /** The previews in the composer, as attachments. */
  draftPreviews(unfurlId: string): readonly Readonly<Record<string, unknown>>[];
  edit(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly ts: string;
    readonly text: string;
  }): Promise<void>;
  remove(input: { readonly as: Ref; readonly channel: Ref; readonly ts: string }): Promise<void>;
  /** Adds link previews to a message, as Slack does: a `message_changed` without `edited`. */
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
  /** Types a slash command; mentions and channels in it are not encoded. */
  command(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly text: string;
    readonly command?: string;
  }): Promise<AckResult>;
  click(input: ClickInput): Promise<AckResult>;
  /** Runs one of the app's steps in a workflow of its own. */
  runStep(input: StepInput): Promise<StepRun>;
  /** Opens the app's Home tab (or Messages tab) and sends `app_home_opened`. */
  openHome(input: { readonly as: Ref; readonly tab?: 'home' | 'messages' }): Promise<void>;
  /** Runs a global shortcut or, with `channel` and `ts`, a message shortcut. */
  shortcut(input: ShortcutInput): Promise<AckResult>;
  /** Uses an element of a modal or the Home tab. */
  clickInView(input: ViewClickInput): Promise<AckResult>;
  /** Submits a modal and applies the app's response. */
  submit(input: InModalInput): Promise<SubmitResult>;
  /** Closes a modal, or with `all` the whole stack. Views with `notify_on_close` send `view_closed`. */
  closeView(input: {
    readonly as: Ref;
    readonly view?: Ref;
    readonly all?: boolean;
  }): Promise<void>;

  /** The channel's history or, with `threadTs`, a thread with its parent. Oldest first. */
  messages(of: { readonly channel: Ref; readonly threadTs?: string }): readonly Message[];
  message(channel: Ref, ts: string): Message | undefined;
  /** Calls `listener` with each message that is posted, changed or deleted from now on, in order. */
  watchMessages(listener: (change: MessageChange) => void): void;
  /** A person's stack of open modals, the top one last. */
  modals(of: Ref): readonly Modal[];
  /** A person's Home tab, once one is published. */
  home(of: Ref): View | undefined;
  /** Step runs, oldest first; with `of`, only the ones that this person started. */
  stepRuns(of?: Ref): readonly StepRun[];
  ephemerals(of?: { readonly user?: Ref; readonly channel?: Ref }): readonly Ephemeral[];
  /**
   * Resolves with the first value returned by `fn` that is not undefined, null or false. Calls `fn`
   * now and after every change of the workspace. Throws after `timeoutMs` (60 s) with `what` and
   * the transcript in the message.
   */
  waitFor<T>(
    fn: () => T | undefined | null | false,
    options?: { readonly timeoutMs?: number; readonly what?: string },
  ): Promise<T>;
  /** All messages and recent traffic as text, for the message of a failing test. */
  transcript(): string;

  readonly faults: { add(fault: WebApiFault): WebApiFaultHandle; clear(): void };
  /** Holds calls of a method, before they take effect or before the reply. */
  gate(
    method: string,
    options?: {
      readonly channel?: Ref;
      readonly when?: 'before' | 'after';
      /** Only calls whose arguments this accepts. */
      readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
    },
  ): WebApiGate;
  /** Oldest first. Only the latest 10,000 are kept. */
  readonly calls: readonly WebApiCall[];
  readonly deliveries: readonly DeliveryAttempt[];
  /** Sends an event again, as Slack may at any time. In Socket Mode with the same or a new envelope id. */
  redeliver(
    eventId: string,
    options?: { readonly sameEnvelope?: boolean },
  ): Promise<DeliveryAttempt>;
  /** Sends any body to the app's request URL, correctly signed unless `headers` say otherwise. */
  deliverRaw(input: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<{ readonly status: number; readonly body: string }>;
  /** The `v0=…` signature; `timestamp` in seconds. */
  sign(body: string, timestamp: number): string;
  readonly socket: SocketMode;
  stop(): Promise<void>;
}
