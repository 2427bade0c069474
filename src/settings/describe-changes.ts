import { oneLine } from '../render/format/escape.js';
import type { SettingsOwner } from '../store/settings.js';
import type { SettingDifference } from './edit-layer.js';

export interface OwnedDifference extends SettingDifference {
  readonly owner: SettingsOwner;
}

/** Differences as text, by workspace and channel, with a summary. `nameOf`: a channel's name, if known. Pure. */
export function describeChanges(
  changes: readonly OwnedDifference[],
  nameOf: (owner: SettingsOwner) => string | undefined,
): string {
  if (changes.length === 0) return 'Nothing to change: the settings are as the file says.\n';
  const titles = changes.map(({ owner }) => titleOf(owner, nameOf(owner)));
  const lines = [...new Set(titles)].flatMap((title) => [
    title,
    ...changes.filter((_change, i) => titles[i] === title).map(differenceLine),
    '',
  ]);
  return `${[...lines, summaryOf(changes)].join('\n')}\n`;
}

function titleOf({ workspace, channel }: SettingsOwner, name: string | undefined): string {
  if (channel === undefined) return `Workspace ${workspace}`;
  return `Channel ${channel}${name === undefined ? '' : ` (#${oneLine(name)})`} of workspace ${workspace}`;
}

/** `+`: fixed from now on; `~`: fixed with another value; `-`: the form decides again. */
function differenceLine({ name, before, after, wasFixed, isFixed }: SettingDifference): string {
  if (!isFixed) return `  - ${name}: ${text(before)}  (freed: ${text(after)})`;
  if (wasFixed) return `  ~ ${name}: ${text(before)} -> ${text(after)}`;
  const inForm = before === undefined ? '' : `  (set in a form: ${text(before)})`;
  return `  + ${name}: ${text(after)}${inForm}`;
}

function text(value: unknown): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

function summaryOf(changes: readonly SettingDifference[]): string {
  const freed = changes.filter(({ isFixed }) => !isFixed).length;
  const changed = changes.filter(({ wasFixed, isFixed }) => wasFixed && isFixed).length;
  return `${changes.length - freed - changed} to fix, ${changed} to change, ${freed} to free.`;
}
