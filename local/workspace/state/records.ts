import type { AgentThread } from '../agent-api.js';
import type {
  Entries,
  Ephemeral,
  Message,
  StepDeclaration,
  StepRun,
  View,
} from '../workspace-api.js';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly enterpriseId: string | undefined;
  install: Install | undefined;
}

/** The app in one workspace. */
export interface Install {
  readonly teamId: string;
  readonly botToken: string;
  readonly botUserId: string;
  readonly botId: string;
  scopes: ReadonlySet<string>;
  /** Why the token no longer works, as the Web API says it. */
  dead: 'token_revoked' | 'account_inactive' | undefined;
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
  readonly is_restricted: boolean;
  readonly is_ultra_restricted: boolean;
  readonly is_stranger: boolean;
  readonly deleted: boolean;
}

export interface ChannelRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly topic: string;
  readonly teamId: string;
  readonly createdAt: number;
  readonly isExtShared: boolean;
  readonly members: Set<string>;
  archived: boolean;
  /** By ts, which is the order of insertion. */
  readonly messages: Map<string, StoredMessage>;
  /** The replies' ts by their root's. */
  readonly threads: Map<string, string[]>;
}

/** A message at rest: counts of replies are worked out when it is read. */
export type StoredMessage = Omit<Message, 'reply_count' | 'parent_user_id'> & {
  readonly client_msg_id?: string;
  /** A reply that was sent to the channel as well. */
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

/** A view at rest: whose it is, and what was entered. */
export type ViewRecord = ViewContent & {
  readonly install: Install;
  readonly user: string;
  /** Where the click was that opened it, if in a conversation. */
  readonly channel: string | undefined;
  readonly root: string;
  readonly previous: string | null;
  readonly entries: Entries;
  readonly errors: Readonly<Record<string, string>>;
  readonly trouble: string | undefined;
};

/** A run of a step at rest: for which app it runs, and what that has declared. */
export type RunRecord = StepRun & {
  readonly install: Install;
  readonly declaration: StepDeclaration;
};

/** What happened, for whoever tells the app and the page. */
export type Change =
  | { readonly kind: 'posted'; readonly channel: ChannelRecord; readonly message: StoredMessage }
  | {
      readonly kind: 'changed';
      readonly channel: ChannelRecord;
      readonly message: StoredMessage;
      readonly previous: StoredMessage;
    }
  | { readonly kind: 'deleted'; readonly channel: ChannelRecord; readonly previous: StoredMessage }
  | { readonly kind: 'whispered' | 'whisper-changed'; readonly ephemeral: Ephemeral }
  | { readonly kind: 'whisper-deleted'; readonly ephemeral: Ephemeral }
  | ({ readonly kind: 'reacted' } & Reaction)
  | {
      readonly kind: 'joined' | 'left';
      readonly channel: ChannelRecord;
      readonly user: string;
      readonly by: string;
    }
  | { readonly kind: 'modals'; readonly user: string; readonly stack: readonly ViewRecord[] }
  | { readonly kind: 'home'; readonly user: string; readonly view: ViewRecord }
  | {
      readonly kind: 'looked';
      readonly install: Install;
      readonly channel: ChannelRecord;
      readonly user: string;
      readonly tab: 'home' | 'messages';
    }
  | { readonly kind: 'step-started'; readonly run: RunRecord }
  | { readonly kind: 'step-ended'; readonly run: RunRecord }
  | { readonly kind: 'channels' }
  /** Without `thread`: what is suggested in the channel. */
  | { readonly kind: 'agent'; readonly channel: ChannelRecord; readonly thread?: AgentThread }
  | {
      readonly kind: 'session-stopped';
      readonly channel: ChannelRecord;
      readonly threadTs: string;
      readonly user: string;
    }
  | { readonly kind: 'uninstalled'; readonly install: Install }
  /** A call or a delivery: nothing anybody in the workspace sees. */
  | { readonly kind: 'activity' };
