import { SETTING_NAMES, type SettingsValues } from '../model/settings.js';
import { EMPTY_LAYER, type SettingsLayer } from '../model/settings-layers.js';
import type { SettingsOwner } from '../store/settings.js';
import type { SettingsEdit } from './change-settings.js';
import type { SettingsPatch } from './edit-layer.js';

/** What a file says of one workspace or channel, which is named by its ID. */
export interface FileLayer {
  readonly owner: SettingsOwner;
  readonly values: SettingsValues;
}

export interface OwnedLayer {
  readonly owner: SettingsOwner;
  readonly layer: SettingsLayer;
}

/**
 * What makes a file true: it fixes each value that it has, and frees all others of the workspaces that
 * it names, also in channels that it does not name. Other workspaces stay as they are. Pure.
 *
 * @param stored What is stored for those workspaces and their channels.
 */
export function planFile(
  wanted: readonly FileLayer[],
  stored: readonly OwnedLayer[],
): SettingsEdit[] {
  const layers = new Map(stored.map((one) => [idOf(one.owner), one]));
  const values = new Map(wanted.map((one) => [idOf(one.owner), one.values]));
  const owners = new Map([...stored, ...wanted].map(({ owner }) => [idOf(owner), owner]));
  return [...owners].map(([id, owner]) => ({
    owner,
    before: layers.get(id)?.layer ?? EMPTY_LAYER,
    patch: wholePatch(values.get(id) ?? {}),
  }));
}

/** What is not among the values is removed. */
function wholePatch(values: SettingsValues): SettingsPatch {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, values[name]]));
}

function idOf({ workspace, channel = '' }: SettingsOwner): string {
  return `${workspace} ${channel}`;
}
