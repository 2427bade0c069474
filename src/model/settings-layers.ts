import {
  type ChannelSettings,
  DEFAULT_SETTINGS,
  NARROWEST_SETTINGS,
  SAME_LANGUAGE,
  SETTING_NAMES,
  type SettingName,
  type SettingsValues,
} from './settings.js';

/** Who fixed a value in a settings file, and when in ms since the epoch. */
export interface Fixed {
  readonly by: string;
  readonly at: number;
}

/** What another version stored and this one does not know, by name: it stays as it is when the layer is saved. */
export interface KeptValues {
  readonly values: Readonly<Record<string, unknown>>;
  /** Of the form, where a file fixes the value. */
  readonly form: Readonly<Record<string, unknown>>;
  readonly fixed: Readonly<Record<string, unknown>>;
}

export const NOTHING_KEPT: KeptValues = { values: {}, form: {}, fixed: {} };

/** As a layer has it: absent if there is nothing. */
export function keptIfAny(kept: KeptValues): { readonly kept?: KeptValues } {
  return Object.values(kept).some((of) => Object.keys(of).length > 0) ? { kept } : {};
}

/** What is set for one workspace, or for one channel. */
export interface SettingsLayer {
  /** Grows with each change; 0 if nothing was ever set. */
  readonly revision: number;
  /** What people chose in the form. */
  readonly form: SettingsValues;
  /** What is fixed by a settings file; the form's value is kept for when it is freed. */
  readonly file: SettingsValues;
  readonly fixed: { readonly [Name in SettingName]?: Fixed };
  /** Absent: there is none. */
  readonly kept?: KeptValues;
  /** What is stored cannot be read: the narrowest settings stand in its place until somebody saves others. */
  readonly isUnreadable?: true;
}

export const EMPTY_LAYER: SettingsLayer = { revision: 0, form: {}, file: {}, fixed: {} };

/** A workspace's settings, and those of one of its channels. */
export interface SettingsLayers {
  readonly workspace: SettingsLayer;
  readonly channel: SettingsLayer;
}

export type SettingLevel = keyof SettingsLayers;

/** Where a value comes from. */
export type SettingSource =
  | { readonly from: 'default' | SettingLevel }
  /** What is stored for the channel or the workspace cannot be read. */
  | { readonly from: 'unreadable' }
  | ({ readonly from: 'file'; readonly level: SettingLevel } & Fixed);

export interface ExplainedSettings {
  readonly settings: ChannelSettings;
  readonly sources: Readonly<Record<SettingName, SettingSource>>;
}

/**
 * The settings that apply in a channel: what a file fixes for the channel, else what it fixes for the
 * workspace, else what the forms say for the channel or the workspace, else the default. Where one of them cannot
 * be read, the narrowest. Pure.
 */
export function effectiveSettings({ workspace, channel }: SettingsLayers): ChannelSettings {
  const isUnreadable = workspace.isUnreadable === true || channel.isUnreadable === true;
  const { language, instructions, ...set } = {
    ...workspace.form,
    ...channel.form,
    ...workspace.file,
    ...channel.file,
  };
  return {
    ...DEFAULT_SETTINGS,
    ...set,
    language: language === SAME_LANGUAGE ? undefined : language,
    ...(instructions ? { instructions } : {}),
    ...(isUnreadable ? NARROWEST_SETTINGS : {}),
  };
}

/** The same, and for each value where it comes from. Pure. */
export function explainSettings(layers: SettingsLayers): ExplainedSettings {
  const sources = SETTING_NAMES.map((name) => [name, sourceOf(name, layers)]);
  return { settings: effectiveSettings(layers), sources: Object.fromEntries(sources) };
}

function sourceOf(name: SettingName, layers: SettingsLayers): SettingSource {
  const levels = ['channel', 'workspace'] as const;
  const isUnreadable = levels.some((level) => layers[level].isUnreadable === true);
  if (isUnreadable && name in NARROWEST_SETTINGS) return { from: 'unreadable' };
  for (const level of levels) {
    const fixed = layers[level].fixed[name];
    if (fixed !== undefined) return { from: 'file', level, ...fixed };
  }
  return { from: levels.find((level) => name in layers[level].form) ?? 'default' };
}
