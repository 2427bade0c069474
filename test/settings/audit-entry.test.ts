import { expect, it } from 'vitest';
import { readInboxEntry } from '../../src/audit/plan-seal.js';
import { SETTING_LIMITS, SettingsValues } from '../../src/model/settings.js';
import { type SettingChange, settingEntry } from '../../src/settings/audit-entry.js';

const CHANGE = {
  owner: { workspace: 'T1' },
  name: 'audience',
  before: undefined,
  wasFixed: false,
  isFixed: true,
  by: 'ada',
  via: 'file',
  at: 1,
} as const;

const digestOf = (change: SettingChange) =>
  readInboxEntry({ inboxId: '1-0', line: JSON.stringify({ ...settingEntry(change), at: 1 }) })
    ?.digest;

it('the longest value that can be set fits into the audit trail', () => {
  const { audience, repositoryName, instructions, people } = SETTING_LIMITS;
  const longest = SettingsValues.parse({
    audience: Array(audience).fill('"'.repeat(repositoryName)),
    instructions: '"'.repeat(instructions),
    people: Array(people).fill(`U${'1'.repeat(30)}`),
  });
  for (const name of ['audience', 'instructions', 'people'] as const) {
    const after = longest[name];
    expect(digestOf({ ...CHANGE, name, before: after, after }), name).toBeDefined();
  }
});

it('a file that sets the same for two workspaces leaves an entry for each', () => {
  const of = (workspace: string) => digestOf({ ...CHANGE, owner: { workspace }, after: [] });
  expect(of('T1')).not.toBe(of('T2'));
});
