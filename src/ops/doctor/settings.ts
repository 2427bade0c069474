import type { SettingsOwner, SettingsStore } from '../../store/settings.js';
import { type Findings, problem } from '../doctor.js';
import { type ChannelsOf, nameOwners } from './owner-names.js';

/**
 * Whether the settings of workspaces and channels can be read. Says nothing if all can.
 *
 * @param workspace whose settings to look at; undefined: those of all workspaces
 */
export async function checkStoredSettings(
  { layers, owners }: Pick<SettingsStore, 'layers' | 'owners'>,
  channelsOf: ChannelsOf,
  workspace?: string,
): Promise<Findings> {
  const all = (await owners()).filter(
    (owner) => owner.workspace === (workspace ?? owner.workspace),
  );
  const stored = await layers(all);
  const unreadable = all.filter((_, i) => stored[i]?.isUnreadable === true).slice(0, MOST_NAMED);
  const nameOf = await nameOwners(unreadable, channelsOf);
  return unreadable.flatMap((owner) => damaged(owner, nameOf(owner)));
}

const MOST_NAMED = 20;

function damaged({ channel }: SettingsOwner, where: string): Findings {
  const stopped = channel === undefined ? 'in its channels' : 'there';
  return problem(
    `the stored settings of ${where} are damaged: nobody can ask ${stopped}, and no repository may be shown`,
    'an admin edits who can ask and which repositories may be shown with /deepsearch settings',
  );
}
