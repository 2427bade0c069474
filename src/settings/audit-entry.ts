import type { AuditEntry } from '../model/audit.js';
import type { SettingsOwner } from '../store/settings.js';
import type { Editor, SettingDifference } from './edit-layer.js';

/** A setting that was changed, by whom and when. */
export type SettingChange = SettingDifference & Editor & { readonly owner: SettingsOwner };

/** A changed setting, for the audit trail. `outcome`: whether a form or a file changed it. */
export function settingEntry(change: SettingChange): AuditEntry {
  const { owner, name, by, via, at } = change;
  const { workspace, channel } = owner;
  const subject = channel ?? 'workspace';
  return {
    action: 'setting.changed',
    id: `${at} ${workspace} ${subject} ${name}`,
    workspace,
    ...(channel === undefined ? {} : { channel }),
    user: by,
    outcome: via,
    setting: { name, ...asJson('before', change.before), ...asJson('after', change.after) },
  };
}

function asJson<K extends 'before' | 'after'>(key: K, value: unknown): { [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: JSON.stringify(value) } as { [P in K]?: string });
}
