import type { Policy } from '../policy/policy.js';
import * as words from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import { renderSettings, renderSettingsForm } from '../render/views/settings-form.js';
import type { SettingsStore } from '../store/settings.js';
import type { Fill } from './fill.js';

export interface SettingsOptions {
  readonly policy: Pick<Policy, 'mayAsk' | 'maySet'>;
  readonly settings: Pick<SettingsStore, 'load'>;
}

/** How a channel wants us: a form for who may change it, and a text for everybody else in it. */
export function createSettingsFill({ policy, settings }: SettingsOptions): Fill<'settings'> {
  return async (_modal, opening) => {
    const { place, user: by } = opening;
    if (place === undefined || place.direct) return renderNotice(opening, words.noSettingsHere);
    const verdict = await policy.mayAsk({ user: by, place, origin: 'form' });
    if (!verdict.ok && verdict.why === 'not-member') {
      return renderNotice(opening, words.notInThatChannel);
    }
    const now = await settings.load(place.workspace, place.channel);
    const render = (await policy.maySet(place, by)) ? renderSettingsForm : renderSettings;
    return render(opening, now);
  };
}
