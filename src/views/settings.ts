import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { SettingsChange } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import * as viewTexts from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import { renderSettings, renderSettingsForm } from '../render/views/settings-form.js';
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
  readonly settings: Pick<SettingsStore, 'save'>;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** Saves a channel's settings. */
export function createSettingsChangeHandler({
  settings,
  postEphemeral,
  logger,
}: SettingsChangeOptions) {
  return async ({ place, user, settings: wanted }: SettingsChange): Promise<void> => {
    await settings.save(place.workspace, place.channel, wanted);
    logger.info({ channel: place.channel, user }, 'settings changed');
    const text = notes.settingsSaved(viewTexts.settingsAsText(wanted));
    await postEphemeral({ place, user }, text);
  };
}
