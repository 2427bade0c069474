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

/** An id, or an object that has one. */
export type Ref = string | { readonly id: string };

export interface PersonInput {
  readonly name: string;
  readonly real_name?: string;
  readonly team_id?: string;
  readonly enterprise_id?: string;
  readonly is_bot?: boolean;
  readonly is_admin?: boolean;
  /** Of the Enterprise Grid organization, which says nothing of its workspaces. */
  readonly is_organization_admin?: boolean;
  readonly is_restricted?: boolean;
  readonly is_ultra_restricted?: boolean;
  readonly is_stranger?: boolean;
  readonly deleted?: boolean;
}

/** A person was made a guest or an admin, or was removed. */
export type PersonChange = Pick<
  PersonInput,
  | 'is_admin'
  | 'is_organization_admin'
  | 'is_restricted'
  | 'is_ultra_restricted'
  | 'is_stranger'
  | 'deleted'
>;

export interface Person extends PersonInput {
  readonly id: string;
  readonly team_id: string;
}

export interface ChannelInput {
  readonly name: string;
  /** `group`: a group direct message; default `public`. */
  readonly kind?: 'public' | 'private' | 'group' | 'direct';
  readonly topic?: string;
  readonly team_id?: string;
  readonly members?: readonly Ref[];
  /** Who created it; `conversations.info` names nobody without it. */
  readonly creator?: Ref;
  /** Default true. */
  readonly botIsMember?: boolean;
  readonly archived?: boolean;
  /** Shared with another company. */
  readonly isExtShared?: boolean;
  /** `conversations.info` leaves out whether it is shared. Default: false. */
  readonly hidesSharing?: boolean;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'group' | 'direct';
}

export interface TeamInput {
  readonly name: string;
  readonly enterprise_id?: string;
}
