import type { AgentControls } from './agents.js';
import type {
  AppIdentity,
  Channel,
  ChannelInput,
  Person,
  PersonInput,
  Ref,
  TeamInput,
} from './directory.js';
import type { Fault, FaultHandle, Gate } from './faults.js';
import type { Ephemeral, Message } from './messages.js';
import type { SocketMode } from './socket-mode.js';
import type { Call, DeliveryAttempt } from './traffic.js';
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

/** What tests and the demo drive the workspace with. Everything else it does is over the wire. */
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
  /** A file of somebody's, for `say`; the bot downloads its `url_private` with its token. */
  addFile(input: {
    readonly as: Ref;
    readonly name: string;
    readonly content: string | Uint8Array;
  }): Readonly<Record<string, unknown>>;
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
  }): Promise<AckResult>;
  click(input: ClickInput): Promise<AckResult>;
  /** Runs a step of the app's in a workflow of its own. */
  runStep(input: StepInput): Promise<StepRun>;
  /** Looks at the app's Home tab (or at its messages), and sends `app_home_opened`. */
  openHome(input: { readonly as: Ref; readonly tab?: 'home' | 'messages' }): Promise<void>;
  /** Runs a global shortcut, or with `channel` and `ts` a message shortcut. */
  shortcut(input: ShortcutInput): Promise<AckResult>;
  /** Uses an element of a modal or of the Home tab. */
  clickInView(input: ViewClickInput): Promise<AckResult>;
  /** Submits a modal, and does what the app answers. */
  submit(input: InModalInput): Promise<SubmitResult>;
  /** Closes a modal; with `all` the whole stack. Those with `notify_on_close` send `view_closed`. */
  closeView(input: {
    readonly as: Ref;
    readonly view?: Ref;
    readonly all?: boolean;
  }): Promise<void>;

  /** Oldest first: the channel's roots, or with `threadTs` the root and its replies. */
  messages(of: { readonly channel: Ref; readonly threadTs?: string }): readonly Message[];
  message(channel: Ref, ts: string): Message | undefined;
  /** The modals that somebody has open, the one on top last. */
  modals(of: Ref): readonly Modal[];
  /** What their Home tab shows, once something is published. */
  home(of: Ref): View | undefined;
  /** The runs of steps, oldest first; with `of` those that somebody started. */
  stepRuns(of?: Ref): readonly StepRun[];
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
  readonly deliveries: readonly DeliveryAttempt[];
  /** Sends an event once more, as Slack may at any time; over a socket with the envelope's id kept or new. */
  redeliver(
    eventId: string,
    options?: { readonly sameEnvelope?: boolean },
  ): Promise<DeliveryAttempt>;
  /** Sends anything to the app's request URL; with no headers, correctly signed. */
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
