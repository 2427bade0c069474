import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  NARROWEST_SETTINGS,
  SETTING_NAMES,
  type SettingsValues,
  storedSettings,
  validSettings,
} from '../../src/model/settings.js';
import {
  EMPTY_LAYER,
  effectiveSettings,
  explainSettings,
  type SettingsLayer,
} from '../../src/model/settings-layers.js';
import { anyLayer } from '../support/any-settings.js';

const form = (values: SettingsValues): SettingsLayer => ({ ...EMPTY_LAYER, form: values });
const ANN = { by: 'ann', at: 1 };

describe('the settings of a channel', () => {
  it('nothing set: the defaults', () => {
    const layers = { workspace: EMPTY_LAYER, channel: EMPTY_LAYER };
    expect(effectiveSettings(layers)).toEqual(DEFAULT_SETTINGS);
    expect(explainSettings(layers).sources.replies).toEqual({ from: 'default' });
  });

  it('a channel overrides its workspace, value by value', () => {
    const workspace = form({ replies: 'mention', answers: 'asker', language: 'Deutsch' });
    const channel = form({ answers: 'thread', language: 'question', repositories: [] });
    const { settings, sources } = explainSettings({ workspace, channel });
    expect(settings).toMatchObject({ replies: 'mention', answers: 'thread', repositories: [] });
    expect(settings.language).toBeUndefined();
    expect(sources).toMatchObject({
      who: { from: 'default' },
      replies: { from: 'workspace' },
      answers: { from: 'channel' },
      language: { from: 'channel' },
    });
  });

  it('what a file fixes for the workspace wins over a channel’s form, and loses to its file', () => {
    const workspace = {
      ...form({ replies: 'all' }),
      file: { replies: 'mention', answers: 'asker' } as const,
      fixed: { replies: ANN, answers: ANN },
    };
    const channel = {
      ...form({ replies: 'all', answers: 'asker' }),
      file: { answers: 'thread' } as const,
      fixed: { answers: { by: 'kim', at: 2 } },
    };
    const { settings, sources } = explainSettings({ workspace, channel });
    expect(settings).toMatchObject({ replies: 'mention', answers: 'thread' });
    expect(sources.replies).toEqual({ from: 'file', level: 'workspace', ...ANN });
    expect(sources.answers).toEqual({ from: 'file', level: 'channel', by: 'kim', at: 2 });
  });

  it('empty instructions of a channel override those of the workspace', () => {
    const workspace = form({ instructions: 'Be short.' });
    expect(
      effectiveSettings({ workspace, channel: form({ instructions: '' }) }),
    ).not.toHaveProperty('instructions');
  });

  it('each value is the one of the place that it is said to come from', () => {
    fc.assert(
      fc.property(anyLayer(), anyLayer(), (workspace, channel) => {
        const layers = { workspace, channel };
        const { settings, sources } = explainSettings(layers);
        for (const name of SETTING_NAMES) {
          if (name === 'language' || name === 'instructions') continue;
          const source = sources[name];
          const values =
            source.from === 'default' || source.from === 'unreadable'
              ? DEFAULT_SETTINGS
              : source.from === 'file'
                ? layers[source.level].file
                : layers[source.from].form;
          expect(settings[name]).toEqual(values[name]);
        }
      }),
    );
  });
});

describe('untrusted settings', () => {
  it('only valid values are taken', () => {
    expect(
      validSettings({ who: 'x', people: ['<!channel>'], replies: 'mention', more: 1 }),
    ).toEqual({ replies: 'mention' });
  });

  it('an invalid value that is stored limits as much as it can', () => {
    const later = { of: 'a later version' };
    const stored = { audience: later, who: 'admins', people: [later], answers: later };
    expect(storedSettings({ ...stored, replies: later })).toEqual(NARROWEST_SETTINGS);
  });
});
