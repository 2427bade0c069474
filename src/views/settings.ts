import { isDeepStrictEqual } from 'node:util';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { Place } from '../model/place.js';
import { ADMIN_SETTINGS, mayChangeGroup } from '../model/settings-groups.js';
import {
  EMPTY_LAYER,
  effectiveSettings,
  explainSettings,
  type SettingLevel,
  type SettingsLayers,
} from '../model/settings-layers.js';
import type { SettingsChange } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import * as texts from '../render/texts/settings.js';
import { renderNotice } from '../render/views/notice.js';
import { renderSettingsForm } from '../render/views/settings-form.js';
import { renderSettingsOverview, settingLines } from '../render/views/settings-overview.js';
import type { ChangeSettings } from '../settings/change-settings.js';
import type { SettingsPatch } from '../settings/edit-layer.js';
import type { SettingsOwner, SettingsStore } from '../store/settings.js';
import type { FillView } from './fill.js';

export interface SettingsFillOptions {
  readonly policy: Pick<Policy, 'mayAsk' | 'maySet' | 'maySetLimits' | 'maySetWorkspace'>;
  readonly settings: Pick<SettingsStore, 'layers'>;
}

const LEVELS = ['workspace', 'channel'] as const;

/** Fills a view of settings: all of them, or the form for one group of them. */
export function createSettingsFill({
  policy,
  settings,
}: SettingsFillOptions): FillView<'settings'> {
  async function editorOf(place: Place, user: string, level: SettingLevel) {
    if (level === 'workspace') {
      return (await policy.maySetWorkspace(place.workspace, user)) ? { isAdmin: true } : undefined;
    }
    if (!(await policy.maySet(place, user))) return undefined;
    return { isAdmin: await policy.maySetLimits(place, user) };
  }

  return async (modal, request) => {
    const { workspace, user } = request;
    const place = request.place ?? { workspace, channel: user, direct: true };
    const level: SettingLevel =
      modal.level === 'workspace' || place.direct ? 'workspace' : 'channel';
    const verdict = await policy.mayAsk({ user, place, origin: 'form' });
    if (!verdict.ok && verdict.why === 'not-member') {
      return renderNotice(request, texts.notInThatChannel);
    }
    const [layers, editor] = await Promise.all([
      readLayers(settings, ownerOf(place, level)),
      editorOf(place, user, level),
    ]);
    const shown = { level, explained: explainSettings(layers) };
    const { edit: group } = modal;
    if (group === undefined || editor === undefined || !mayChangeGroup(group, editor)) {
      const unreadable = LEVELS.filter((each) => layers[each].isUnreadable === true);
      return renderSettingsOverview(request, { ...shown, unreadable, ...(editor && { editor }) });
    }
    const { form: own, revision } = layers[level];
    const inherited = effectiveSettings({ ...layers, [level]: EMPTY_LAYER });
    const view = { ...request, modal: { ...modal, level, revision } };
    return renderSettingsForm(view, { ...shown, group, own, inherited });
  };
}

export interface SettingsChangeOptions {
  readonly settings: Pick<SettingsStore, 'layers'>;
  readonly policy: Pick<Policy, 'maySetLimits'>;
  readonly changeSettings: ChangeSettings;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** Saves what a form says, unless somebody else has changed the same settings since it was opened. */
export function createSettingsChangeHandler(options: SettingsChangeOptions) {
  const { settings, policy, changeSettings, postEphemeral, logger } = options;

  /** What the user is told. */
  async function save(change: SettingsChange): Promise<string> {
    const { place, user, at, level = 'channel', revision } = change;
    const owner = ownerOf(place, level);
    const layers = await readLayers(settings, owner);
    const before = layers[level];
    const patch = changedValues(change, layers, level);
    const names = Object.keys(patch) as (keyof SettingsPatch)[];
    if (names.length === 0) return texts.saved(level, []);
    if (level === 'channel' && names.some((name) => ADMIN_SETTINGS.includes(name))) {
      if (!(await policy.maySetLimits(place, user))) return texts.adminsOnly;
    }
    if (revision !== undefined && revision !== before.revision) return texts.changedMeanwhile;
    const { sources } = explainSettings(layers);
    if (names.some((name) => sources[name].from === 'file')) return texts.fixedMeanwhile;
    const edit = { owner, before, patch };
    const changed = await changeSettings([edit], { by: user, via: 'form', at });
    if (changed === undefined) return texts.changedMeanwhile;
    logger.info({ channel: owner.channel, user }, 'settings changed');
    const explained = explainSettings(await readLayers(settings, owner));
    return texts.saved(level, settingLines(names, { level, explained }));
  }

  return async (change: SettingsChange): Promise<void> => {
    const { place, user } = change;
    await postEphemeral({ place, user }, await save(change));
  };
}

function ownerOf({ workspace, channel }: Place, level: SettingLevel): SettingsOwner {
  return level === 'channel' ? { workspace, channel } : { workspace };
}

async function readLayers(
  settings: Pick<SettingsStore, 'layers'>,
  owner: SettingsOwner,
): Promise<SettingsLayers> {
  const { workspace } = owner;
  const [inWorkspace = EMPTY_LAYER, own = EMPTY_LAYER] = await settings.layers([
    { workspace },
    owner,
  ]);
  return { workspace: inWorkspace, channel: owner.channel === undefined ? EMPTY_LAYER : own };
}

/** What a form says other than it was. */
function changedValues(
  { settings: values, unset = [] }: SettingsChange,
  layers: SettingsLayers,
  level: SettingLevel,
): SettingsPatch {
  const { form } = layers[level];
  const wanted = [...Object.entries(values), ...unset.map((name) => [name, undefined] as const)];
  const changed = wanted.filter(
    ([name, value]) => !isDeepStrictEqual(form[name as keyof typeof form], value),
  );
  return Object.fromEntries(changed);
}
