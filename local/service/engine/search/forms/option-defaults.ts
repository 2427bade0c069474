import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { displayName } from '../draft/describe.js';
import type { Draft } from '../draft/draft.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { type DefaultValue, defaultValues } from '../facts/default-values.js';
import { findSymbol } from '../facts/named-symbol.js';
import type { Passage } from '../passages/passage.js';
import type { DefaultsQuestion } from '../question-kinds/rule.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';

const MAX_LISTED = 14;
/** One is answered as an option of its own. */
const MIN_VALUES = 2;

/** The defaults of all options that a function or a class has, each with its line. */
export async function optionDefaults(
  input: FormInput,
  { subject }: DefaultsQuestion,
): Promise<Draft | undefined> {
  for (const name of [subject, `${subject}Options`, `${subject}Config`]) {
    const symbol = await findSymbol(name, input);
    const values = symbol ? defaultValues(symbol.passage) : [];
    if (symbol && values.length >= MIN_VALUES) return draftOf(symbol.passage, values, input);
  }
  return undefined;
}

function draftOf(passage: Passage, values: readonly DefaultValue[], input: FormInput): Draft {
  const { file, start, end, name } = passage;
  const rest = values.length - MAX_LISTED;
  const more = rest > 0 ? `; the first ${MAX_LISTED} are` : '';
  return {
    statements: [
      {
        markdown: `${displayName(passage)} sets ${counted(values.length, 'default')}${more}:`,
        reference: placeReference({ ...file, start, end }),
      },
    ],
    links: values.slice(0, MAX_LISTED).map(({ name: option, value, line }) => ({
      markdown: `${codeSpan(option)} = ${codeSpan(value)}`,
      reference: lineReference(file, line),
    })),
    followups: distinctFollowups(
      [`How does ${name} work?`, `Where is ${name} used?`],
      input.question,
    ),
  };
}
