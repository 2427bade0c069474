import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { SettingsChange } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import * as words from '../render/texts/views.js';
import type { SettingsStore } from '../store/settings.js';
import type { PostEphemeral } from './whisper.js';

export interface SettingsOptions extends Patience {
  readonly policy: Pick<Policy, 'maySet'>;
  readonly settings: Pick<SettingsStore, 'save'>;
  readonly whisper: PostEphemeral;
}

/** Somebody says how a channel is to have us: kept, where they may say so. */
export function createSettings(options: SettingsOptions) {
  const { policy, settings, whisper } = options;

  async function take({ place, user, settings: wanted }: SettingsChange): Promise<void> {
    const hearer = { place, user };
    if (!(await policy.maySet(place, user))) return whisper(hearer, words.whoMaySet);
    await settings.save(place.workspace, place.channel, wanted);
    options.logger.info({ channel: place.channel, by: user }, 'settings changed');
    await whisper(hearer, notes.settingsSaved(words.settingsAsText(wanted)));
  }

  return (wish: SettingsChange): Promise<Again> =>
    patiently(options, wish.id, async () => {
      await take(wish);
      return undefined;
    });
}
