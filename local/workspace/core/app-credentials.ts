import type { WorkspaceOptions } from '../api/workspace.js';
import { newId, newSecret, newToken } from '../protocol/ids.js';

/** The bot scopes that an app like this requests. */
export const DEFAULT_SCOPES: readonly string[] = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'links:read',
  'links:write',
  'metadata.message:read',
  'mpim:history',
  'mpim:read',
  'reactions:read',
  'reactions:write',
  'team:read',
  'users:read',
];

/** The events that an app like this subscribes to. */
export const DEFAULT_EVENTS: readonly string[] = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'channel_archive',
  'channel_deleted',
  'channel_id_changed',
  'channel_left',
  'channel_shared',
  'channel_unarchive',
  'channel_unshared',
  'function_executed',
  'group_archive',
  'group_deleted',
  'group_left',
  'group_unarchive',
  'link_shared',
  'member_joined_channel',
  'member_left_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'reaction_added',
  'tokens_revoked',
];

export interface AppCredentials {
  readonly appId: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The legacy verification token, part of every payload. */
  readonly verificationToken: string;
}

export function createCredentials(options: WorkspaceOptions): AppCredentials {
  return {
    appId: newId('A'),
    appToken: options.appToken ?? newToken('xapp-1'),
    signingSecret: options.signingSecret ?? newSecret(),
    clientId: options.clientId ?? `${Date.now()}.${Date.now() + 1}`,
    clientSecret: options.clientSecret ?? newSecret(),
    verificationToken: newSecret(12),
  };
}
