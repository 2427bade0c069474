import type { SlackCall, TokenFor } from './web-api.js';

/** From `users.info`: the fields that decide whether a person may ask. */
export interface SlackUser {
  readonly id: string;
  readonly team?: string;
  readonly enterprise?: string;
  readonly bot: boolean;
  readonly guest: boolean;
  readonly stranger: boolean;
  readonly deleted: boolean;
  /** Of the workspace in `team`. */
  readonly admin: boolean;
  /** Of the whole Enterprise Grid organization. */
  readonly organizationAdmin?: boolean;
  readonly name: string;
}

/** From `conversations.info`. */
export interface Channel {
  readonly id: string;
  /**
   * Shared with another company, not only inside an Enterprise Grid organization. Absent if Slack
   * does not say.
   */
  readonly shared?: boolean;
  readonly private: boolean;
  /** The app's own direct message with a user: Slack tells it of no other. */
  readonly direct: boolean;
  /** The ID of the user who created it. */
  readonly creator?: string;
  readonly member: boolean;
  readonly archived: boolean;
}

export interface NamedChannel {
  readonly id: string;
  /** Without `#`. */
  readonly name: string;
  readonly isPrivate: boolean;
}

/** The app's own user in a workspace, from `auth.test`. */
export interface BotIdentity {
  readonly workspace: string;
  readonly enterprise?: string;
  readonly botUser: string;
  readonly botId: string;
}

const MEMBER_PAGES = 10;

export type SlackDirectory = ReturnType<typeof createDirectory>;

/** Looks up users, channels and the app itself. Without a cache: `policy` has one. */
export function createDirectory(call: SlackCall, tokenFor: TokenFor) {
  return {
    async user(workspace: string, user: string): Promise<SlackUser> {
      const result = await call(await tokenFor(workspace), 'users.info', { user });
      return toSlackUser(user, record(result['user']));
    },

    async channel(workspace: string, channel: string): Promise<Channel> {
      const result = await call(await tokenFor(workspace), 'conversations.info', { channel });
      return toChannel(channel, record(result['channel']));
    },

    /** Whether the user is in the channel. Reads at most 10,000 members. */
    async isMember(workspace: string, channel: string, user: string): Promise<boolean> {
      const token = await tokenFor(workspace);
      for (let page = 0, cursor = ''; page < MEMBER_PAGES; page++) {
        const args = { channel, limit: 1_000, ...(cursor === '' ? {} : { cursor }) };
        const result = await call(token, 'conversations.members', args);
        if (Array.isArray(result['members']) && result['members'].includes(user)) return true;
        cursor = String(record(result['response_metadata'])['next_cursor'] ?? '');
        if (cursor === '') return false;
      }
      return false;
    },

    /** The channels that the app is in, without archived ones. Reads at most 10,000. */
    async joinedChannels(workspace: string): Promise<NamedChannel[]> {
      const token = await tokenFor(workspace);
      const channels: NamedChannel[] = [];
      for (let page = 0, cursor = ''; page < MEMBER_PAGES; page++) {
        const result = await call(token, 'users.conversations', {
          types: 'public_channel,private_channel',
          exclude_archived: true,
          limit: 999,
          ...(cursor === '' ? {} : { cursor }),
        });
        const listed = Array.isArray(result['channels']) ? result['channels'].map(record) : [];
        channels.push(
          ...listed.map(({ id, name, is_private: isPrivate }) => ({
            id: String(id),
            name: String(name),
            isPrivate: isPrivate !== false,
          })),
        );
        cursor = String(record(result['response_metadata'])['next_cursor'] ?? '');
        if (cursor === '') break;
      }
      return channels;
    },

    async identity(token: string): Promise<BotIdentity> {
      const result = await call(token, 'auth.test', {});
      return {
        workspace: String(result['team_id']),
        botUser: String(result['user_id']),
        botId: String(result['bot_id']),
        ...(typeof result['enterprise_id'] === 'string'
          ? { enterprise: result['enterprise_id'] }
          : {}),
      };
    },
  };
}

function toSlackUser(id: string, raw: Record<string, unknown>): SlackUser {
  const inEnterprise = record(raw['enterprise_user']);
  const enterprise = inEnterprise['enterprise_id'];
  const profile = record(raw['profile']);
  return {
    id,
    bot: raw['is_bot'] === true || id === 'USLACKBOT',
    guest: raw['is_restricted'] === true || raw['is_ultra_restricted'] === true,
    stranger: raw['is_stranger'] === true,
    deleted: raw['deleted'] === true,
    admin: raw['is_admin'] === true || raw['is_owner'] === true,
    name: [profile['display_name'], raw['real_name'], raw['name'], id].find(isText) ?? id,
    ...(typeof raw['team_id'] === 'string' ? { team: raw['team_id'] } : {}),
    ...(typeof enterprise === 'string' ? { enterprise } : {}),
    ...(inEnterprise['is_admin'] === true || inEnterprise['is_owner'] === true
      ? { organizationAdmin: true }
      : {}),
  };
}

function toChannel(id: string, raw: Record<string, unknown>): Channel {
  return {
    id,
    ...(typeof raw['is_ext_shared'] === 'boolean'
      ? { shared: raw['is_ext_shared'] || raw['is_pending_ext_shared'] === true }
      : {}),
    private: PRIVATE_KINDS.some((kind) => raw[kind] === true),
    direct: raw['is_im'] === true,
    ...(typeof raw['creator'] === 'string' ? { creator: raw['creator'] } : {}),
    member: raw['is_member'] === true || raw['is_im'] === true,
    archived: raw['is_archived'] === true,
  };
}

/** Of a group direct message, Slack's samples set one or another of them. */
const PRIVATE_KINDS = ['is_private', 'is_group', 'is_mpim', 'is_im'];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
