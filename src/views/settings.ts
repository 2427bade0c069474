import { isDeepStrictEqual } from 'node:util';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import { SAME_LANGUAGE } from '../model/settings.js';
import { type ExplainedSettings, explainSettings } from '../model/settings-layers.js';
import type { SettingsChange } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import * as viewTexts from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import { renderSettings, renderSettingsForm } from '../render/views/settings-form.js';
import type { ChangeSettings } from '../settings/change-settings.js';
import type { SettingsPatch } from '../settings/edit-layer.js';
import type { SettingsStore } from '../store/settings.js';
import type { FillView } from './fill.js';

export interface SettingsFillOptions {
  readonly policy: Pick<Policy, 'mayAsk' | 'maySet'>;
  readonly settings: Pick<SettingsStore, 'load'>;
}

/** Fills a view of a channel's settings: a form for users who may change them, or else a text. */
export function createSettingsFill({
  policy,
  settings,
}: SettingsFillOptions): FillView<'settings'> {
  return async (_modal, request) => {
    const { place, user } = request;
    if (place === undefined || place.direct) return renderNotice(request, viewTexts.noSettingsHere);
    const verdict = await policy.mayAsk({ user, place, origin: 'form' });
    if (!verdict.ok && verdict.why === 'not-member') {
      return renderNotice(request, viewTexts.notInThatChannel);
    }
    const current = await settings.load(place.workspace, place.channel);
    const render = (await policy.maySet(place, user)) ? renderSettingsForm : renderSettings;
    return render(request, current);
  };
}

export interface SettingsChangeOptions {
  readonly settings: Pick<SettingsStore, 'layers' | 'load'>;
  readonly changeSettings: ChangeSettings;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** Saves a channel's settings. */
export function createSettingsChangeHandler({
  settings,
  changeSettings,
  postEphemeral,
  logger,
}: SettingsChangeOptions) {
  /** False: somebody else changed them meanwhile. */
  async function save({ place, user, at, settings: wanted }: SettingsChange): Promise<boolean> {
    const { workspace, channel } = place;
    const owner = { workspace, channel };
    const [inWorkspace, before] = await settings.layers([{ workspace }, owner]);
    if (inWorkspace === undefined || before === undefined) return false;
    const shown = explainSettings({ workspace: inWorkspace, channel: before });
    const edit = { owner, before, patch: changedValues(wanted, shown) };
    return (await changeSettings([edit], { by: user, via: 'form', at })) !== undefined;
  }

  return async (change: SettingsChange): Promise<void> => {
    const { place, user } = change;
    if (!(await save(change)) && !(await save(change))) {
      throw new Error('The settings changed while they were saved.');
    }
    logger.info({ channel: place.channel, user }, 'settings changed');
    const saved = await settings.load(place.workspace, place.channel);
    await postEphemeral({ place, user }, notes.settingsSaved(viewTexts.settingsAsText(saved)));
  };
}

/** What a form says other than what applied; what it leaves as it was stays where it comes from. */
function changedValues(
  wanted: SettingsChange['settings'],
  { settings }: ExplainedSettings,
): SettingsPatch {
  const current = { ...settings, language: settings.language ?? SAME_LANGUAGE };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(current[name as keyof typeof current], value),
  );
  return Object.fromEntries(changed);
}
