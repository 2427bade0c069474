import type { AgentPrompts, AgentThread } from '../api/agents.js';
import type {
  Entries,
  Ephemeral,
  Message,
  StepDeclaration,
  StepRun,
  View,
} from '../api/workspace.js';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly enterpriseId: string | undefined;
  install: Install | undefined;
}

export interface AppRecord {
  readonly appId: string;
  readonly name: string;
  readonly token: string;
  /** Whether its Home tab is enabled. */
  readonly homeTab: boolean;
  /** Mentions in group direct messages are also sent as `app_mention`. */
  readonly groupMentions: boolean;
  /** The most messages on a page of a list. */
  readonly messagesPerPage: number;
  /** Whether completing an upload a second time shares the file again. */
  readonly repeatsUploads: boolean;
  /** Domains whose links are sent as `link_shared`. */
  readonly unfurlDomains: readonly string[];
  /** Its name where people are asked to install it. */
  readonly title: string;
  /** Whether workspaces other than the seeded one can install it by OAuth. */
  readonly distributed: boolean;
  /** Those of its manifest. */
  readonly prompts: AgentPrompts['prompts'];
  readonly suggestedPrompts: 'shown' | 'internal_error';
  /** Its custom workflow steps. */
  readonly steps: readonly StepDeclaration[];
}

/** The app's installation in one workspace, or on an Enterprise organization. */
export interface Install {
  /** The workspace; of an organization's installation, the one that its bot user belongs to. */
  readonly teamId: string;
  /** Set if the app is installed on the organization. */
  readonly organizationId: string | undefined;
  readonly botToken: string;
  readonly botUserId: string;
  readonly botId: string;
  scopes: ReadonlySet<string>;
  /** The Web API's error once the token is revoked. */
  tokenError: 'token_revoked' | 'account_inactive' | undefined;
}

export interface PersonRecord {
  readonly id: string;
  readonly name: string;
  readonly real_name: string;
  readonly team_id: string;
  readonly enterprise_id: string | undefined;
  readonly bot_id: string | undefined;
  readonly is_bot: boolean;
  readonly is_admin: boolean;
  readonly is_organization_admin: boolean;
  readonly is_restricted: boolean;
  readonly is_ultra_restricted: boolean;
  readonly is_stranger: boolean;
  readonly deleted: boolean;
}

export interface ChannelRecord {
  readonly id: string;
  readonly name: string;
  kind: 'public' | 'private' | 'group' | 'direct';
  readonly topic: string;
  readonly teamId: string;
  readonly createdAt: number;
  isExtShared: boolean;
  readonly hidesSharing: boolean;
  readonly creator?: string;
  readonly members: Set<string>;
  archived: boolean;
  /** By ts, in insertion order. */
  readonly messages: Map<string, StoredMessage>;
  /** The `ts` of replies, by the `ts` of their parent. */
  readonly threads: Map<string, string[]>;
}

/** A stored message; the thread fields are computed when it is read. */
export type StoredMessage = Omit<Message, 'reply_count' | 'parent_user_id'> & {
  readonly client_msg_id?: string;
  /** A reply with `reply_broadcast`. */
  readonly broadcast?: true;
  readonly hidden?: true;
};

export interface Reaction {
  readonly channel: ChannelRecord;
  readonly message: StoredMessage;
  readonly user: string;
  readonly name: string;
  readonly added: boolean;
}

type ViewContent = Omit<
  View,
  | 'team_id'
  | 'state'
  | 'root_view_id'
  | 'previous_view_id'
  | 'app_id'
  | 'app_installed_team_id'
  | 'bot_id'
>;

/** A stored view, with its user and entries. */
export type ViewRecord = ViewContent & {
  readonly install: Install;
  readonly user: string;
  /** The conversation it was opened from, if any. */
  readonly channel: string | undefined;
  readonly root: string;
  readonly previous: string | null;
  readonly entries: Entries;
  readonly errors: Readonly<Record<string, string>>;
  readonly failure: string | undefined;
};

/** A stored step run, with its installation and declaration. */
export type RunRecord = StepRun & {
  readonly install: Install;
  readonly declaration: StepDeclaration;
};

export interface FileRecord {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly user: string;
  readonly created: number;
  title: string;
  length: number;
  content: Buffer | undefined;
  completed: boolean;
}

/** A message that a person is writing, with links of the app. */
export interface DraftRecord {
  /** Slack's `unfurl_id`. */
  readonly id: string;
  readonly user: string;
  readonly teamId: string;
  readonly text: string;
  /** The previews in the composer, as attachments. */
  previews: readonly Readonly<Record<string, unknown>>[];
}

/** A change of the state, for the event senders and the page. */
export type StateChange =
  | {
      readonly kind: 'message-posted';
      readonly channel: ChannelRecord;
      readonly message: StoredMessage;
    }
  /** Uploaded files are to be shared in a channel. */
  | {
      readonly kind: 'upload-completed';
      readonly channelId: string;
      readonly fileIds: readonly string[];
      /** Throws if the channel takes no posts any more. */
      readonly share: () => void;
    }
  /** A link was typed or pasted into the composer. */
  | { readonly kind: 'link-drafted'; readonly draft: DraftRecord }
  | {
      readonly kind: 'message-changed';
      readonly channel: ChannelRecord;
      readonly message: StoredMessage;
      readonly previous: StoredMessage;
    }
  | {
      readonly kind: 'message-deleted';
      readonly channel: ChannelRecord;
      readonly previous: StoredMessage;
    }
  | {
      readonly kind: 'ephemeral-posted' | 'ephemeral-changed' | 'ephemeral-deleted';
      readonly ephemeral: Ephemeral;
    }
  | ({ readonly kind: 'reaction-changed' } & Reaction)
  | {
      readonly kind: 'member-joined' | 'member-left';
      readonly channel: ChannelRecord;
      readonly user: string;
      /** Who added the member, if they did not join themselves. */
      readonly inviter?: string;
    }
  /** With another company. */
  | {
      readonly kind: 'channel-shared' | 'channel-unshared';
      readonly channel: ChannelRecord;
      /** That of the other company. */
      readonly teamId: string;
    }
  | { readonly kind: 'channel-archived'; readonly channel: ChannelRecord }
  | {
      readonly kind: 'modals-changed';
      readonly user: string;
      readonly stack: readonly ViewRecord[];
    }
  | { readonly kind: 'home-published'; readonly user: string; readonly view: ViewRecord }
  | {
      readonly kind: 'tab-opened';
      readonly install: Install;
      readonly channel: ChannelRecord;
      readonly user: string;
      readonly tab: 'home' | 'messages';
    }
  | { readonly kind: 'step-started'; readonly run: RunRecord }
  | { readonly kind: 'step-finished'; readonly run: RunRecord }
  | { readonly kind: 'channels-changed' }
  /** Without `thread`: the suggested prompts changed. */
  | {
      readonly kind: 'agent-changed';
      readonly channel: ChannelRecord;
      readonly thread?: AgentThread;
    }
  | {
      readonly kind: 'session-stopped';
      readonly channel: ChannelRecord;
      readonly threadTs: string;
      readonly user: string;
    }
  | { readonly kind: 'app-uninstalled'; readonly install: Install }
  /** A call or delivery was logged. Nothing that people see. */
  | { readonly kind: 'traffic-logged' };
