import { stringify } from 'yaml';
import { SETTING_NAMES, type SettingName, type SettingsValues } from '../model/settings.js';
import type { SettingsLayer } from '../model/settings-layers.js';

/** The stored settings of a workspace and of its channels. */
export interface StoredWorkspace {
  readonly id: string;
  readonly layer: SettingsLayer;
  readonly channels: readonly StoredChannel[];
}

export interface StoredChannel {
  readonly id: string;
  /** Without `#`; absent if Slack does not say. */
  readonly name?: string;
  readonly layer: SettingsLayer;
}

const HEAD = [
  '# Settings of deepsearch-slack: what is here is fixed, and cannot be changed in the forms.',
  '# Check a change with "settings diff FILE", and make it with "settings apply FILE".',
];
const FORM_HEAD = '# Set in a form. Remove the "# " to fix it here:';

const DAMAGED =
  '# The stored settings are damaged, so nobody can ask. Set them here, or in the form.';

/**
 * A settings file: what files fix, as it is, and what forms set, in comments. Applied as it is, it
 * changes nothing. Pure.
 */
export function writeSettingsFile(workspaces: readonly StoredWorkspace[]): string {
  const body = workspaces.flatMap(workspaceLines);
  return `${[...HEAD, ...(body.length === 0 ? ['workspaces: {}'] : ['workspaces:', ...indent(body)])].join('\n')}\n`;
}

function workspaceLines({ id, layer, channels }: StoredWorkspace): string[] {
  const shown = channels.filter(({ layer: own }) => isSet(own));
  const inside = [
    ...layerLines(layer),
    ...(shown.length === 0 ? [] : ['channels:', ...indent(shown.flatMap(channelLines))]),
  ];
  return [`${id}:`, ...indent(inside)];
}

function channelLines({ id, name, layer }: StoredChannel): string[] {
  const comment = name === undefined ? '' : ` # ${plain(name)}`;
  return [`${id}:${comment}`, ...indent(layerLines(layer))];
}

function isSet({ form, file }: SettingsLayer): boolean {
  return Object.keys(form).length + Object.keys(file).length > 0;
}

function layerLines({ form, file, fixed, isUnreadable }: SettingsLayer): string[] {
  if (isUnreadable === true) return [DAMAGED];
  const fixedLines = namesIn(file).flatMap((name) => {
    const mark = fixed[name];
    const lines = valueLines(file, name);
    if (mark === undefined) return lines;
    return [
      `# Fixed by ${plain(mark.by)}, ${new Date(mark.at).toISOString().slice(0, 10)}:`,
      ...lines,
    ];
  });
  const formLines = namesIn(form).flatMap((name) => valueLines(form, name));
  if (formLines.length === 0) return fixedLines;
  return [...fixedLines, FORM_HEAD, ...formLines.map((line) => `# ${line}`.trimEnd())];
}

function namesIn(values: SettingsValues): SettingName[] {
  return SETTING_NAMES.filter((name) => name in values);
}

function valueLines(values: SettingsValues, name: SettingName): string[] {
  return stringify({ [name]: values[name] }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
}

/** In a comment: on one line. */
function plain(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? line : `  ${line}`));
}
