import fc from 'fast-check';
import {
  type Budget,
  LANGUAGES,
  SAME_LANGUAGE,
  SETTING_LIMITS,
  type SettingsValues,
} from '../../src/model/settings.js';
import type { SettingsLayer } from '../../src/model/settings-layers.js';

const amounts = fc.record(
  {
    questions: fc.nat({ max: SETTING_LIMITS.amount }),
    credits: fc.double({ min: 0, max: SETTING_LIMITS.amount, noNaN: true }).map((n) => n + 0),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const budget: fc.Arbitrary<Budget> = fc.record(
  { day: amounts, month: amounts },
  { requiredKeys: [], noNullPrototype: true },
);
const repository = fc.stringMatching(/^[a-z0-9*/._-]{1,40}$/);
const person = fc.stringMatching(/^[UW][A-Z0-9]{1,10}$/);
const inChannel = {
  who: fc.constantFrom('everyone' as const, 'listed' as const),
  people: fc.uniqueArray(person, { maxLength: 5 }),
  replies: fc.constantFrom('all' as const, 'mention' as const),
  answers: fc.constantFrom('thread' as const, 'asker' as const),
  language: fc.constantFrom(SAME_LANGUAGE, ...LANGUAGES),
  repositories: fc.uniqueArray(repository, { maxLength: 5 }),
  instructions: fc.string({ unit: 'grapheme', maxLength: 80 }).map((text) => text.trim()),
  audience: fc.uniqueArray(repository, { maxLength: 5 }),
  channelBudget: budget,
};

const OPTIONAL = { requiredKeys: [], noNullPrototype: true } satisfies object;

/** If only listed people may ask, there are some. */
function withPeople({ who, ...values }: SettingsValues): SettingsValues {
  if (who === undefined || (who === 'listed' && !values.people?.length)) return values;
  return { who, ...values };
}

/** What may be set for a channel. */
export const anyChannelValues = (): fc.Arbitrary<SettingsValues> =>
  fc.record(inChannel, OPTIONAL).map(withPeople);

/** What may be set for a workspace. */
const anyWorkspaceValues = (): fc.Arbitrary<SettingsValues> =>
  fc
    .record({ ...inChannel, personBudget: budget, workspaceBudget: budget }, OPTIONAL)
    .map(withPeople);

const editor = fc.record({ by: fc.string({ minLength: 1, maxLength: 20 }), at: fc.nat() });

/** A layer; each value of the file is fixed by somebody. */
export const anyLayer = (
  values: fc.Arbitrary<SettingsValues> = anyWorkspaceValues(),
): fc.Arbitrary<SettingsLayer> =>
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), values, values, editor)
    .map(([revision, form, file, mark]) => ({
      revision,
      form,
      file,
      fixed: Object.fromEntries(Object.keys(file).map((name) => [name, mark])),
    }));
