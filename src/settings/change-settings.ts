import type { SettingsLayer } from '../model/settings-layers.js';
import type { SettingsOwner, SettingsStore } from '../store/settings.js';
import { type SettingChange, settingEntry } from './audit-entry.js';
import { differences, type Editor, editLayer, type SettingsPatch } from './edit-layer.js';

/** What to change for one workspace or channel. */
export interface SettingsEdit {
  readonly owner: SettingsOwner;
  /** What was shown to who changes it. */
  readonly before: SettingsLayer;
  readonly patch: SettingsPatch;
}

export interface ChangeSettingsOptions {
  readonly settings: Pick<SettingsStore, 'replace'>;
}

/** What was changed; undefined, and nothing was, if somebody else has changed one of them since. */
export type ChangeSettings = (
  edits: readonly SettingsEdit[],
  editor: Editor,
) => Promise<SettingChange[] | undefined>;

/** The only way to change settings. The audit trail gets each change together with it. */
export function createChangeSettings({ settings }: ChangeSettingsOptions): ChangeSettings {
  return async (edits, editor) => {
    const planned = edits.map(({ owner, before, patch }) => {
      const after = editLayer(before, patch, editor);
      return { owner, before, after, changed: differences(before, after) };
    });
    const writes = planned.filter(({ changed }) => changed.length > 0);
    const changes = writes.flatMap(({ owner, changed }) =>
      changed.map((difference) => ({ ...difference, ...editor, owner })),
    );
    const entries = changes.map((each) => JSON.stringify({ ...settingEntry(each), at: each.at }));
    if (writes.length > 0 && !(await settings.replace(writes, entries))) return undefined;
    return changes;
  };
}
