import { isDeepStrictEqual } from 'node:util';
import { SETTING_NAMES, type SettingName, type SettingsValues } from '../model/settings.js';
import {
  type KeptValues,
  keptIfAny,
  NOTHING_KEPT,
  type SettingsLayer,
} from '../model/settings-layers.js';

/** Values to set; `undefined` removes one. Names that are absent stay as they are. */
export type SettingsPatch = { readonly [Name in SettingName]?: SettingsValues[Name] | undefined };

/** Who changes settings, and when in ms since the epoch. */
export interface Editor {
  /** A user ID, or a name for a file. */
  readonly by: string;
  readonly via: 'form' | 'file';
  readonly at: number;
}

/** A setting that changed. */
export interface SettingDifference {
  readonly name: SettingName;
  /** Undefined: not set. */
  readonly before: unknown;
  readonly after: unknown;
  /** Whether a file fixed it before, and does now. */
  readonly wasFixed: boolean;
  readonly isFixed: boolean;
}

/** A layer after an edit. The form does not change what a file fixes. Pure. */
export function editLayer(
  { isUnreadable: _repaired, ...layer }: SettingsLayer,
  patch: SettingsPatch,
  editor: Editor,
): SettingsLayer {
  return editor.via === 'form' ? editForm(layer, patch) : editFile(layer, patch, editor);
}

function editForm(layer: SettingsLayer, patch: SettingsPatch): SettingsLayer {
  const { kept = NOTHING_KEPT, ...rest } = layer;
  const free = Object.entries(patch).filter(
    ([name]) => !(name in layer.file) && !(name in kept.fixed),
  );
  const names = free.map(([name]) => name);
  return {
    ...rest,
    form: withPatch(layer.form, free),
    ...keptIfAny({ ...kept, values: without(kept.values, names), form: without(kept.form, names) }),
  };
}

/** A value that stays the same stays fixed by who fixed it. */
function editFile(
  layer: SettingsLayer,
  patch: SettingsPatch,
  { by, at }: Omit<Editor, 'via'>,
): SettingsLayer {
  const changed = Object.entries(patch).filter(
    ([name, value]) => !isDeepStrictEqual(layer.file[name as SettingName], value),
  );
  const { kept: _kept, ...rest } = layer;
  const marks = changed.map(([name, value]) => [name, value === undefined ? value : { by, at }]);
  return {
    ...rest,
    file: withPatch(layer.file, changed),
    fixed: withPatch(layer.fixed, marks as [string, unknown][]),
    ...keptIfAny(
      keptBesideFile(
        layer,
        changed.map(([name]) => name),
      ),
    ),
  };
}

/** What a form had set stays beside what a file now fixes. */
function keptBesideFile(
  { file, kept = NOTHING_KEPT }: SettingsLayer,
  names: readonly string[],
): KeptValues {
  const isFixed = (name: string) => name in file || name in kept.fixed;
  const ofForm = Object.entries(kept.values).filter(
    ([name]) => names.includes(name) && !isFixed(name),
  );
  return {
    values: without(kept.values, names),
    form: { ...kept.form, ...Object.fromEntries(ofForm) },
    fixed: without(kept.fixed, names),
  };
}

function without(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** What differs between two layers, in the order of the settings. Pure. */
export function differences(before: SettingsLayer, after: SettingsLayer): SettingDifference[] {
  return SETTING_NAMES.flatMap((name) => {
    const difference = {
      name,
      before: valueIn(before, name),
      after: valueIn(after, name),
      wasFixed: name in before.file,
      isFixed: name in after.file,
    };
    const { wasFixed, isFixed } = difference;
    const same = wasFixed === isFixed && isDeepStrictEqual(difference.before, difference.after);
    return same ? [] : [difference];
  });
}

function valueIn({ form, file }: SettingsLayer, name: SettingName): unknown {
  return name in file ? file[name] : form[name];
}

function withPatch<Values extends object>(
  values: Values,
  patch: readonly (readonly [string, unknown])[],
): Values {
  const entries = Object.entries({ ...values, ...Object.fromEntries(patch) });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Values;
}
