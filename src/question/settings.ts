import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { SettingsWish } from '../model/opening.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/notes.js';
import * as words from '../render/views/words.js';
import type { SettingsStore } from '../store/settings.js';
import type { Whisper } from './whisper.js';

export interface SettingsOptions extends Patience {
  readonly policy: Pick<Policy, 'maySet'>;
  readonly settings: Pick<SettingsStore, 'save'>;
  readonly whisper: Whisper;
}

/** Somebody says how a channel is to have us: kept, where they may say so. */
export function createSettings(options: SettingsOptions) {
  const { policy, settings, whisper } = options;

  async function take({ place, by: asker, settings: wanted }: SettingsWish): Promise<void> {
    const hearer = { place, asker };
    if (!(await policy.maySet(place, asker))) return whisper(hearer, words.whoMaySet());
    await settings.save(place.workspace, place.channel, wanted);
    options.logger.info({ channel: place.channel, by: asker }, 'settings changed');
    await whisper(hearer, notes.settingsSaved(words.settingsAsText(wanted)));
  }

  return (wish: SettingsWish): Promise<Again> =>
    patiently(options, wish.id, async () => {
      await take(wish);
      return undefined;
    });
}
