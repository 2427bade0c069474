import type { Ref } from './directory.js';
import type { Block } from './messages.js';
import type { AckResult, Entry } from './user-actions.js';

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
}

/** A view object: https://docs.slack.dev/reference/views */
export interface View {
  readonly id: string;
  readonly team_id: string;
  readonly type: 'modal' | 'home';
  readonly title: PlainText | null;
  readonly submit: PlainText | null;
  readonly close: PlainText | null;
  readonly blocks: readonly Block[];
  readonly private_metadata: string;
  readonly callback_id: string;
  readonly external_id: string;
  readonly state: { readonly values: ViewValues };
  readonly hash: string;
  readonly clear_on_close: boolean;
  readonly notify_on_close: boolean;
  readonly root_view_id: string;
  readonly previous_view_id: string | null;
  readonly app_id: string;
  readonly app_installed_team_id: string;
  readonly bot_id: string;
}

/** By `block_id`, then by `action_id`. */
export type ViewValues = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

/** A modal as its viewer sees it. */
export interface Modal extends View {
  /** Errors to show below fields, by `block_id`: the client's own ("required") or the app's. */
  readonly errors: Readonly<Record<string, string>>;
  /** Slack's error message when the app did not respond properly. */
  readonly failure?: string;
}

/** By `block_id`, then by `action_id`. */
export type Entries = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

export interface InModalInput {
  readonly as: Ref;
  /** Default: the top modal. */
  readonly view?: Ref;
  /** Entries to fill in first; earlier entries are kept. */
  readonly values?: Entries;
}

export interface ViewClickInput extends InModalInput {
  readonly actionId: string;
  readonly blockId?: string;
  /** The value for elements with a choice. */
  readonly value?: Entry;
}

export interface SubmitResult extends AckResult {
  /** The errors that the modal shows. If a required field is empty nothing is sent, and `ackStatus` is 0. */
  readonly errors: Modal['errors'];
}

export interface ShortcutInput {
  readonly as: Ref;
  readonly callbackId: string;
  /** For a message shortcut: the message. */
  readonly channel?: Ref;
  readonly ts?: string;
}
