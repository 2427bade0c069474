import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateModal } from '../../local/workspace/block-kit/validate-view.js';
import { type Budget, SETTING_LIMITS, type SettingsValues } from '../../src/model/settings.js';
import { groupsOf } from '../../src/model/settings-groups.js';
import {
  EMPTY_LAYER,
  effectiveSettings,
  explainSettings,
  type SettingLevel,
  type SettingsLayer,
} from '../../src/model/settings-layers.js';
import { renderSettingsForm } from '../../src/render/views/settings-form.js';
import { renderSettingsOverview } from '../../src/render/views/settings-overview.js';
import { anyChannelValues, anyLayer } from '../support/any-settings.js';

const PLACE = { workspace: 'T1', channel: 'C1', direct: false };
const MODAL = { kind: 'settings' } as const;
const ADMIN = { isAdmin: true };

/** Everything that somebody can be shown of these settings. */
function viewsOf(workspace: SettingsLayer, channel: SettingsLayer) {
  return (['workspace', 'channel'] as const).flatMap((level: SettingLevel) => {
    const layers = { workspace, channel: level === 'channel' ? channel : EMPTY_LAYER };
    const shown = { level, explained: explainSettings(layers) };
    const view = { modal: { ...MODAL, level }, place: PLACE };
    const inherited = effectiveSettings({ ...layers, [level]: EMPTY_LAYER });
    const own = layers[level].form;
    return [
      renderSettingsOverview(view, { ...shown, editor: ADMIN }),
      ...groupsOf(level).map((group) =>
        renderSettingsForm(view, { ...shown, group, own, inherited }),
      ),
    ];
  });
}

const names = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i}/`.padEnd(SETTING_LIMITS.repositoryName, '&'));
const budget: Budget = {
  day: { questions: SETTING_LIMITS.amount, credits: SETTING_LIMITS.amount - 0.25 },
  month: { questions: SETTING_LIMITS.amount, credits: SETTING_LIMITS.amount - 0.25 },
};
/** As large as each can be. */
const LARGEST: SettingsValues = {
  who: 'listed',
  people: Array.from({ length: SETTING_LIMITS.people }, (_, i) => `U${i}`.padEnd(31, 'X')),
  replies: 'mention',
  answers: 'asker',
  language: 'Português',
  repositories: names(SETTING_LIMITS.repositories),
  instructions: '<'.repeat(SETTING_LIMITS.instructions),
  audience: names(SETTING_LIMITS.audience),
  channelBudget: budget,
};

/** What a channel can set of these. */
const pickLargest = (values: SettingsValues) => ('who' in values ? LARGEST : {});

describe('views of settings', () => {
  it('are accepted by Slack, whatever is set', () => {
    fc.assert(
      fc.property(anyLayer(), anyLayer(anyChannelValues()), (workspace, channel) => {
        for (const view of viewsOf(workspace, channel))
          expect(() => validateModal(view)).not.toThrow();
      }),
      { numRuns: 50 },
    );
  });

  it('are accepted with as much as can be set, by people or by a file', () => {
    const inWorkspace = { ...LARGEST, personBudget: budget, workspaceBudget: budget };
    const by = { by: '&'.repeat(100), at: 1 };
    const fixed = Object.fromEntries(Object.keys(LARGEST).map((name) => [name, by]));
    for (const layer of [
      { revision: 1, form: inWorkspace, file: {}, fixed: {} },
      { revision: 1, form: {}, file: inWorkspace, fixed },
    ]) {
      const channel = { ...layer, form: pickLargest(layer.form), file: pickLargest(layer.file) };
      for (const view of [...viewsOf(layer, EMPTY_LAYER), ...viewsOf(layer, channel)]) {
        expect(() => validateModal(view)).not.toThrow();
      }
    }
  });
});

describe('who applied the settings file', () => {
  it('is shown as it was written, not as markup', () => {
    const fixed = { language: { by: '&*bold* `x` <!here>', at: 1 } };
    const layer = { revision: 1, form: {}, file: { language: 'Deutsch' }, fixed } as const;
    expect(JSON.stringify(viewsOf(layer, EMPTY_LAYER)[0])).toMatch(
      /by `&amp;\*bold\* ˋxˋ &lt;\S?!here&gt;`, /,
    );
  });
});
