import type { NamedChannel } from '../../slack/directory.js';
import type { SettingsOwner } from '../../store/settings.js';

/** The channels of a workspace that the app is in; none if Slack does not say. */
export type ChannelsOf = (workspace: string) => Promise<readonly NamedChannel[]>;

/** What the owners of settings are called: channels by their names as far as these are known. */
export async function nameOwners(
  owners: readonly SettingsOwner[],
  channelsOf: ChannelsOf,
): Promise<(owner: SettingsOwner) => string> {
  const inChannels = owners.filter(({ channel }) => channel !== undefined);
  const workspaces = [...new Set(inChannels.map(({ workspace }) => workspace))];
  const known = (await Promise.all(workspaces.map(channelsOf))).flat();
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return ({ workspace, channel }) => {
    if (channel === undefined) return `workspace ${workspace}`;
    const name = names.get(channel);
    const where = name === undefined ? `channel ${channel}` : `#${name}`;
    return name === undefined || workspaces.length > 1 ? `${where} of ${workspace}` : where;
  };
}
