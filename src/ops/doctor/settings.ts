import type { SettingsOwner, SettingsStore } from '../../store/settings.js';
import { type Findings, problem } from '../doctor.js';

/** Whether the settings of workspaces and channels can be read. Says nothing if all can. */
export async function checkStoredSettings({
  layers,
  owners,
}: Pick<SettingsStore, 'layers' | 'owners'>): Promise<Findings> {
  const all = await owners();
  const stored = await layers(all);
  const unreadable = all.filter((_, i) => stored[i]?.isUnreadable === true);
  return unreadable.slice(0, MOST_NAMED).flatMap(damaged);
}

const MOST_NAMED = 20;

function damaged({ workspace, channel }: SettingsOwner): Findings {
  const [where, stopped] =
    channel === undefined
      ? [`workspace ${workspace}`, 'in its channels']
      : [`channel ${channel} of ${workspace}`, 'there'];
  return problem(
    `the stored settings of ${where} are damaged: nobody can ask ${stopped}, and no repository may be shown`,
    'an admin edits who can ask and which repositories may be shown with /deepsearch settings',
  );
}
