import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { SettingsChange } from '../model/view-request.js';
import * as notes from '../render/texts/notes.js';
import * as words from '../render/texts/views.js';
import type { SettingsStore } from '../store/settings.js';

export interface SaveSettingsOptions {
  readonly settings: Pick<SettingsStore, 'save'>;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** Saves a channel's settings. */
export function createSaveSettings({ settings, postEphemeral, logger }: SaveSettingsOptions) {
  return async ({ place, user, settings: wanted }: SettingsChange): Promise<void> => {
    await settings.save(place.workspace, place.channel, wanted);
    logger.info({ channel: place.channel, user }, 'settings changed');
    const text = notes.settingsSaved(words.settingsAsText(wanted));
    await postEphemeral({ place, user }, text);
  };
}
