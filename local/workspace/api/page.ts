import type { AgentPrompts, AgentThread } from './agents.js';
import type { Modal, View } from './views.js';
import type { StepDeclaration, StepRun } from './workflows.js';

/**
 * What the chat page calls, under `/page/`. The page keeps nothing of its own: it shows the state of
 * the workspace. All bodies are JSON; errors are `{error: string}` with a 4xx status.
 *
 * GET  /page/state?as=U…                     → PageState
 * GET  /page/messages?as=U…&channel=C…[&thread_ts=…] → { messages: PageMessage[] } oldest first; the
 *                                              channel's history, or with thread_ts one thread
 * GET  /page/events?as=U…                    → text/event-stream of PageEvent (`data:` lines of JSON)
 * POST /page/say        {as, channel, text, thread_ts?, files?}   files: ids from /page/file
 * POST /page/file       {as, name, content}       base64, at most 5 MB → {id}
 * POST /page/command    {as, channel, text}       text such as "/deepsearch how does …"
 * POST /page/click      {as, channel, ts, block_id, action_id, value?}   ts: the message's
 * POST /page/edit       {as, channel, ts, text}
 * POST /page/delete     {as, channel, ts}
 * POST /page/react      {as, channel, ts, name, remove?}
 * POST /page/shortcut   {as, callback_id[, channel, ts]}   with channel and ts: a message shortcut
 * POST /page/view-click {as, view, block_id, action_id, value?, values}   values: the view's entries
 * POST /page/submit     {as, view, values}        → {errors} once the app has responded
 * POST /page/close      {as, view, all?}          all: the whole stack of modals
 * POST /page/stop       {as, channel, thread_ts}  Slack's own Stop button
 * POST /page/run-step   {as, callback_id, inputs}  runs a one-step workflow; inputs: text by name
 * POST /page/open-tab   {as, tab}                 opens a tab of the app: "home", "messages"
 */
export interface PageState {
  /** Session and status of each thread that has one. */
  readonly agents: readonly AgentThread[];
  readonly prompts: readonly AgentPrompts[];
  readonly workspace: { readonly id: string; readonly name: string };
  readonly me: string;
  readonly people: readonly PagePerson[];
  /** People of other workspaces, whom the page can switch to. */
  readonly elsewhere: readonly PagePerson[];
  /** The channels that `me` can see. `D…` are direct messages; `with` is the other person's id. */
  readonly channels: readonly PageChannel[];
  /** The app's slash commands, and `/invite`. */
  readonly commands: readonly { readonly command: string; readonly hint: string }[];
  readonly shortcuts: readonly PageShortcut[];
  /** Whether the app has a Home tab. */
  readonly home: boolean;
  /** The app's custom workflow steps. */
  readonly steps: readonly StepDeclaration[];
  /** The runs that `me` started, oldest first. */
  readonly runs: readonly StepRun[];
}

export interface PageShortcut {
  readonly kind: 'global' | 'message';
  readonly callback_id: string;
  readonly name: string;
  readonly description?: string;
}

export interface PagePerson {
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
  /** Shown next to the name, such as "guest" or the name of another company. */
  readonly note?: string;
}

export interface PageChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'group' | 'direct';
  readonly with?: string;
  readonly topic?: string;
  /** Shared with another company. */
  readonly shared?: boolean;
}

export interface PageMessage {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly text: string;
  /** Block Kit blocks, as the app sent them. */
  readonly blocks?: readonly unknown[];
  readonly thread_ts?: string;
  readonly reply_count?: number;
  readonly edited?: boolean;
  /** Only the viewer sees it. */
  readonly ephemeral?: boolean;
  /** The viewer is mentioned in it. */
  readonly mentions_me?: boolean;
  /** Placeholder for a deleted message that has replies. */
  readonly tombstone?: boolean;
  /** Legacy attachments and link previews, as Slack has them (`title`, `title_link`, `text`, `blocks`, …). */
  readonly attachments?: readonly Readonly<Record<string, unknown>>[];
  /** `name`, `title`, `mimetype`, `size`, `url_private` (fetch it with `?as=U…`). */
  readonly files?: readonly Readonly<Record<string, unknown>>[];
  readonly reactions?: readonly {
    readonly name: string;
    readonly users: readonly string[];
    readonly count: number;
  }[];
}

export type PageEvent =
  | { readonly type: 'message' | 'changed'; readonly message: PageMessage }
  | { readonly type: 'deleted'; readonly channel: string; readonly ts: string }
  /** The viewer's stack of open modals, the top one last. Sent first on every stream. */
  | { readonly type: 'modals'; readonly modals: readonly Modal[] }
  /** The app's Home tab. Sent first on every stream, once one is published. */
  | { readonly type: 'home'; readonly home: View }
  | { readonly type: 'agent'; readonly agent: AgentThread }
  | { readonly type: 'prompts'; readonly prompts: AgentPrompts }
  | { readonly type: 'run'; readonly run: StepRun }
  | { readonly type: 'channels' };

export type { Entry } from './user-actions.js';
export type { Entries, Modal, View } from './views.js';
export type { StepDeclaration, StepParameter, StepRun } from './workflows.js';
