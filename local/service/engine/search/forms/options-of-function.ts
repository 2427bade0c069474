import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { displayName } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { type DefaultValue, defaultValues } from '../facts/default-values.js';
import { type ParameterSentence, parameterSentences } from '../facts/documented-parameters.js';
import { signatureEnd } from '../passages/extent.js';
import { isContainer, type Passage } from '../passages/passage.js';
import { proseMarkdown } from '../passages/prose.js';

const MIN_PARAMETERS = 2;
const MAX_LISTED = 16;
const MAX_TEXT_LENGTH = 140;

/** The parameters of a function with defaults, as far as its comment or its signature says something of them. */
export function optionsOfFunction(passage: Passage): Draft | undefined {
  const { file, start, definition } = passage;
  if (!definition || isContainer(passage)) return undefined;
  const end = signatureEnd(file.lines, start);
  const defaults = defaultValues(passage).filter(({ line }) => line >= start && line <= end);
  const said = parameterSentences(definition, file);
  const names = new Set([
    ...said.map(({ parameter }) => parameter),
    ...defaults.map(({ name }) => name),
  ]);
  if (defaults.length === 0 || names.size < MIN_PARAMETERS) return undefined;
  const reference = placeReference({ ...file, start, end });
  // What has neither a literal default nor a description is not among them.
  const markdown = `${displayName(passage)} takes at least ${counted(names.size, 'parameter')}:`;
  const each = [...names].slice(0, MAX_LISTED).map((name) => {
    const sentence = said.find(({ parameter }) => parameter === name);
    const standard = defaults.find((one) => one.name === name);
    return parameterStatement(passage, { name, sentence, standard });
  });
  return {
    statements: [{ markdown, reference }],
    links: each,
  };
}

interface Parameter {
  readonly name: string;
  readonly sentence: ParameterSentence | undefined;
  readonly standard: DefaultValue | undefined;
}

function parameterStatement(
  { file, start: first }: Passage,
  { name, sentence, standard }: Parameter,
): Statement {
  const value = standard ? `, default ${codeSpan(standard.value)}` : '';
  const said = sentence ? `: ${proseMarkdown(sentence.text, MAX_TEXT_LENGTH)}` : '';
  const line = standard?.line ?? first;
  const { start, end } = sentence ?? { start: line, end: line };
  return {
    markdown: `${codeSpan(name)}${value}${said}`,
    reference: placeReference({ ...file, start, end }),
  };
}
