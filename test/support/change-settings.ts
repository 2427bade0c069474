import { editLayer, type SettingsPatch } from '../../src/settings/edit-layer.js';
import { createSettingsStore, type SettingsOwner } from '../../src/store/settings.js';
import type { Stack } from './stack.js';

/**
 * Changes settings as the form of an admin does. Without a channel: those of the workspace. Where the app is
 * installed on an organization, that is the workspace.
 */
export async function changeSettings(
  { store, workspace }: Stack,
  patch: SettingsPatch,
  where: Partial<SettingsOwner> = {},
): Promise<void> {
  const settings = createSettingsStore({ redis: store });
  const owner = { workspace: workspace.app.teamId, ...where };
  const [before] = await settings.layers([owner]);
  if (before === undefined) throw new Error('there are no settings');
  const after = editLayer(before, patch, { by: 'U0ADMIN', via: 'form', at: Date.now() });
  if (!(await settings.replace([{ owner, before, after }]))) throw new Error('settings changed');
}
