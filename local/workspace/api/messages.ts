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

/** A message as people see it from then on; without `message`, it was deleted. */
export interface MessageChange {
  /** ms since the epoch. */
  readonly at: number;
  readonly channel: string;
  readonly ts: string;
  readonly message?: Message;
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

/** Only `user` sees it; it is not part of the history. */
export interface Ephemeral {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly from: string;
  readonly text: string;
  readonly blocks?: readonly Block[];
  readonly thread_ts?: string;
  /** `slackbot`: from Slack itself, such as "the app did not respond". */
  readonly source: 'app' | 'slackbot';
}
