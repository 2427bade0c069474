import type { SettingsLayer } from '../model/settings-layers.js';
import type { SettingsOwner, SettingsStore } from '../store/settings.js';
import {
  differences,
  type Editor,
  editLayer,
  type SettingDifference,
  type SettingsPatch,
} from './edit-layer.js';

/** What to change for one workspace or channel. */
export interface SettingsEdit {
  readonly owner: SettingsOwner;
  /** What was shown to who changes it. */
  readonly before: SettingsLayer;
  readonly patch: SettingsPatch;
}

/** A setting that was changed, for the audit trail. */
export type SettingChange = SettingDifference & Editor & { readonly owner: SettingsOwner };

export interface ChangeSettingsOptions {
  readonly settings: Pick<SettingsStore, 'replace'>;
  /** Told of each setting that was changed. */
  readonly record: (change: SettingChange) => Promise<void>;
}

/** What was changed; undefined, and nothing was, if somebody else has changed one of them since. */
export type ChangeSettings = (
  edits: readonly SettingsEdit[],
  editor: Editor,
) => Promise<SettingChange[] | undefined>;

/** The only way to change settings. */
export function createChangeSettings({ settings, record }: ChangeSettingsOptions): ChangeSettings {
  return async (edits, editor) => {
    const planned = edits.map(({ owner, before, patch }) => {
      const after = editLayer(before, patch, editor);
      return { owner, before, after, changed: differences(before, after) };
    });
    const writes = planned.filter(({ changed }) => changed.length > 0);
    if (writes.length > 0 && !(await settings.replace(writes))) return undefined;
    const changes = writes.flatMap(({ owner, changed }) =>
      changed.map((difference) => ({ ...difference, ...editor, owner })),
    );
    for (const change of changes) await record(change);
    return changes;
  };
}
