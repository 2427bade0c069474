import type { KnownBlock, ModalView } from '@slack/types';
import type { SettingName } from '../../model/settings.js';
import {
  groupsOf,
  mayChangeGroup,
  SETTING_GROUPS,
  type SettingGroup,
} from '../../model/settings-groups.js';
import type { ExplainedSettings, SettingLevel } from '../../model/settings-layers.js';
import { context, section } from '../blocks/message.js';
import { modalView, replaceViewButton, type ViewContext } from '../blocks/modal.js';
import * as texts from '../texts/settings.js';

export interface SettingsShown {
  readonly level: SettingLevel;
  readonly explained: ExplainedSettings;
}

export interface SettingsOverview extends SettingsShown {
  /** What cannot be read. */
  readonly unreadable?: readonly SettingLevel[];
  /** Undefined: the user may only read them. */
  readonly editor?: { readonly isAdmin: boolean };
}

/** All settings, each with where it comes from, and a button for each group that the user may change. */
export function renderSettingsOverview(view: ViewContext, overview: SettingsOverview): ModalView {
  const { level, editor, unreadable = [] } = overview;
  const footer = editor === undefined ? [texts.whoMaySet(level)] : [];
  const workspace = level === 'channel' ? [texts.fromWorkspace] : [];
  return modalView(view, {
    title: texts.title(level),
    blocks: [
      section(texts.head(level, view.place?.channel ?? '')),
      ...unreadable.map((of) => section(texts.unreadable(of))),
      ...groupsOf(level).map((group, i) => groupSection(group, i, overview)),
      ...[...workspace, ...footer].map(context),
    ],
  });
}

function groupSection(
  group: SettingGroup,
  index: number,
  { level, explained, editor }: SettingsOverview,
): KnownBlock {
  const lines = settingLines(SETTING_GROUPS[group], { level, explained });
  const block = section([`*${texts.groupTitle(group)}*`, ...lines].join('\n'));
  const isFixed = SETTING_GROUPS[group].every((name) => explained.sources[name].from === 'file');
  if (editor === undefined || isFixed || !mayChangeGroup(group, editor)) return block;
  const modal = { kind: 'settings', level, edit: group } as const;
  return { ...block, accessory: replaceViewButton(texts.editLabel, modal, index) };
}

/** A line for each of these settings that says something. */
export function settingLines(
  names: readonly SettingName[],
  { level, explained: { settings, sources } }: SettingsShown,
): string[] {
  const shown = names.filter((name) => name !== 'people' || settings.who === 'listed');
  return shown.map((name) =>
    texts.settingLine(
      texts.label(name, level),
      texts.valueText(name, settings),
      texts.sourceText(sources[name], level),
    ),
  );
}
