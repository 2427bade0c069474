import type { Ref } from './directory.js';
import type { Block } from './messages.js';
import type { AckResult, Entry } from './user-actions.js';

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
}

/** A view as the Web API and payloads have it: https://docs.slack.dev/reference/views */
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

/** A modal as somebody sees it. */
export interface Modal extends View {
  /** Under its fields, by `block_id`: the client's own ("required"), or the app's. */
  readonly errors: Readonly<Record<string, string>>;
  /** In Slack's words, where the app did not answer as it should. */
  readonly failure?: string;
}

/** By `block_id`, then by `action_id`. */
export type Entries = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

export interface InModalInput {
  readonly as: Ref;
  /** Default: the modal on top. */
  readonly view?: Ref;
  /** Entered before; what was entered earlier stays. */
  readonly values?: Entries;
}

export interface ViewClickInput extends InModalInput {
  readonly actionId: string;
  readonly blockId?: string;
  /** What was chosen, where the element offers a choice. */
  readonly value?: Entry;
}

export interface SubmitResult extends AckResult {
  /** As the modal shows them. Where a field was left out nothing was sent, and `ackStatus` is 0. */
  readonly errors: Modal['errors'];
}

export interface ShortcutInput {
  readonly as: Ref;
  readonly callbackId: string;
  /** A message shortcut: on this message. */
  readonly channel?: Ref;
  readonly ts?: string;
}
