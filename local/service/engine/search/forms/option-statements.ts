import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describe, describeBriefly } from '../draft/describe.js';
import type { Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import { isSample } from '../facts/option-in-documents.js';
import type { DeclaredOption, DocumentedOption, OptionLine } from '../facts/option-line.js';
import { type OptionLines, termsInName } from '../facts/option-lines.js';
import { literalOf } from '../facts/setting-lines.js';
import { isCommentLine } from '../passages/doc-comment.js';
import { definitionPassage } from '../passages/passage.js';
import { chooseSentences, joinSentences, plainText, proseMarkdown } from '../passages/prose.js';
import type { OptionQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';
import { definitionAround, referenceTo } from './option-code.js';
import { inOtherTypes, isOfOtherType, typeOf } from './option-types.js';

const SAID = { maxLength: 360, maxSentences: 3 };
const MAX_TEXT_LENGTH = 360;
/** Without a comment, nothing by default is most often set elsewhere. */
export function isNothing(value: string): boolean {
  return /^(?:null|nil|none|undefined|_?unset|''|""|``)$/i.test(value);
}

/** What else the question is about. */
export function otherTerms({ subject }: OptionQuestion, { query }: FormInput): string[] {
  const own = new Set(termsOf(subject));
  return query.terms.map(({ term }) => term).filter((term) => !own.has(term));
}

/** A value, or the lines of a long one. */
export function hasDefault({ standard, range, said }: DeclaredOption): boolean {
  return standard !== undefined || (range !== undefined && said === undefined);
}

/** The one that says what it is set to; unless that is asked for, only beside its description. */
export function optionWithDefault(
  { declared, documented }: OptionLines,
  { wanted }: OptionQuestion,
) {
  // Examples and tests set other values.
  if (wanted === 'default' && documented.some(({ standard }) => standard !== undefined))
    return undefined;
  const [first] = declared;
  const withDefault = declared.filter(hasDefault);
  const says = withDefault.filter(({ standard = '' }) => !isNothing(standard));
  if (wanted !== 'default') return says.find(({ file }) => file.path === first?.file.path);
  // Nothing by default is most often set elsewhere.
  return says[0] ?? withDefault[0];
}

export function statementsOf(
  found: OptionLines,
  asked: OptionQuestion,
  input: FormInput,
): Statement[] {
  const { wanted } = asked;
  const says = (text = '') => /\bdefaults?\b/i.test(text);
  const isAsked = ({ text, standard }: DocumentedOption) =>
    wanted === 'default' && (standard !== undefined || says(text));
  const document = found.documented.find(isAsked) ?? found.documented[0];
  const withDefault = optionWithDefault(found, asked);
  const types = wanted === 'default' && withDefault ? typeStatements(found, withDefault) : [];
  if (types.length > 0) return types;
  const withDocs = found.declared.find((one) => isDescribed(one, withDefault));
  const standard = withDefault ? defaultStatements(withDefault) : [];
  const documents = document ? [documentStatement(document, input)] : [];
  const comments = withDocs ? [commentStatement(withDocs, input)] : [];
  if (wanted !== 'default') {
    const setter = wanted === 'setting' ? setterStatement(found) : [];
    return [...[...documents, ...comments].slice(0, 1), ...standard, ...setter];
  }
  // "None, which means JSON."
  const others = otherTerms(asked, input);
  const shared = ({ reference }: Statement) =>
    termsInName(reference.text.replace(/:[\d–]+$/, ''), others);
  const saysDefault = [...comments, ...documents]
    .filter(({ markdown }) => says(markdown))
    .toSorted((a, b) => shared(b) - shared(a));
  const isTold =
    document?.standard !== undefined || (saysDefault.length > 0 && saysLittle(withDefault));
  if (isTold && saysDefault.length > 0) return [...saysDefault.slice(0, 1), ...standard];
  return [...standard, ...[...saysDefault, ...documents, ...comments].slice(0, 1)];
}

/** Beside a default by what its own type or function says: another one may have another. */
function isDescribed(one: DeclaredOption, withDefault: DeclaredOption | undefined): boolean {
  const { docs, said, file, inside } = one;
  if ((docs ?? said) === undefined) return false;
  if (withDefault === undefined || one === withDefault) return true;
  if (file.path !== withDefault.file.path || isOfOtherType(one, withDefault)) return false;
  const { line } = withDefault;
  return inside === undefined || (line >= inside.start && line <= inside.end);
}

/** Nothing, or the name of something that is set elsewhere. */
function saysLittle(declared: DeclaredOption | undefined): boolean {
  const { standard = '', constant } = declared ?? {};
  return (
    isNothing(standard) || (constant === undefined && /^[A-Za-z_]\w*(?:\.\w+)+$/.test(standard))
  );
}

/** What each of several types sets it to, or that it sets nothing: a description of one is none of another. */
function typeStatements({ declared }: OptionLines, withDefault: DeclaredOption): Statement[] {
  const others = inOtherTypes(declared, withDefault);
  if (others.length === 0) return [];
  return [withDefault, ...others].map((one) => ({
    markdown: `In ${codeSpan(typeOf(one) ?? '')}, ${codeSpan(one.name)} ${
      hasDefault(one)
        ? `is set to ${codeSpan(one.standard ?? '…')}`
        : 'is optional, and no default is set there'
    }`,
    reference: referenceTo(one),
  }));
}

function setterStatement({ declared }: OptionLines): Statement[] {
  const found = declared.find(({ setter }) => setter !== undefined);
  return found?.setter === undefined
    ? []
    : [{ markdown: `Set by ${codeSpan(found.setter)}`, reference: referenceTo(found) }];
}

function documentStatement(
  { section, file, line, name, text, standard }: DocumentedOption,
  input: FormInput,
) {
  if (section) return describe(section, input.query);
  const inTable =
    standard === undefined ? '' : `, default ${proseMarkdown(standard, MAX_TEXT_LENGTH)}`;
  return {
    markdown: `${codeSpan(name)}${inTable}: ${proseMarkdown(plainText(text ?? ''), MAX_TEXT_LENGTH)}`,
    reference: referenceTo({ file, line }),
  };
}

function commentStatement(
  { docs, file, line, name, said, range }: DeclaredOption,
  { query }: FormInput,
): Statement {
  if (said !== undefined) {
    const markdown = `${codeSpan(name)}: ${proseMarkdown(plainText(said), MAX_TEXT_LENGTH)}`;
    return { markdown, reference: referenceTo({ file, line, ...(range && { range }) }) };
  }
  const all = docs?.sentences ?? [];
  const terms = [...query.terms.map(({ term }) => term), ...EFFECT_TERMS];
  const weights = new Map(terms.map((term) => [term, 1]));
  const words = joinSentences(chooseSentences(all, { ...SAID, weights }), {
    all,
    maxLength: SAID.maxLength,
  });
  const { repo, commit, path } = file;
  const start = Math.min(docs?.start ?? line, line);
  const end = Math.max(docs?.end ?? line, line);
  return {
    markdown: `${codeSpan(name)}: ${words}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

/** Of the sentences that say what an option does. */
const EFFECT_TERMS = new Set(
  ['true', 'false', 'enabled', 'when', 'default', 'if'].flatMap(termsOf),
);

export function defaultStatements({ constant, ...declared }: DeclaredOption): Statement[] {
  const { file } = declared;
  return [
    setStatement(declared, declared.standard),
    ...(constant ? [setStatement({ file, ...constant }, constant.value)] : []),
  ];
}

/** Where nothing says the default: the line of a sample of a configuration that sets it. */
export function sampleIn({ examples }: OptionLines): DeclaredOption | undefined {
  const sample = examples.find(({ file }) => isSample(file.path));
  if (!sample) return undefined;
  const standard = literalOf(sample.name, textOf(sample));
  return standard === undefined ? undefined : { ...sample, standard };
}

export function sampleStatement(sample: DeclaredOption): Statement {
  const { name, standard = '' } = sample;
  const markdown = `${codeSpan(name)} is set to ${codeSpan(standard)} in an example, which need not be its default`;
  return { markdown, reference: referenceTo(sample) };
}

function setStatement(
  { file, line, name, range }: OptionLine & Pick<DeclaredOption, 'range'>,
  value: string | undefined,
): Statement {
  if (range) {
    const what = value === undefined ? 'these lines' : codeSpan(value);
    return {
      markdown: `${codeSpan(name)} is set to ${what}`,
      reference: referenceTo({ file, line, range }),
    };
  }
  const text = file.lines[line - 1] ?? '';
  const rest = text.replace(name, '').replace(value ?? '', '');
  const inside = /\w/.test(rest) ? ` in ${lineSpan(text, name)}` : '';
  return {
    markdown: `${codeSpan(name)} is set to ${codeSpan(value ?? '')}${inside}`,
    reference: referenceTo({ file, line }),
  };
}

export function documentLink(one: DocumentedOption): Statement {
  if (one.section) return describeBriefly(one.section);
  const text = proseMarkdown(plainText(one.text ?? ''), 110);
  return { markdown: `${codeSpan(one.name)}: ${text}`, reference: referenceTo(one) };
}

/** The comment of a function describes its parameter, but declares nothing. */
export function declarationStatement(declared: DeclaredOption): Statement {
  return optionLineStatement(
    declared,
    declared.docs?.start === declared.line || isCommentLine(textOf(declared))
      ? 'Described in '
      : 'Declared in ',
  );
}

export function textOf({ file, line }: OptionLine): string {
  return file.lines[line - 1] ?? '';
}

export function optionLineStatement({ file, line, name }: OptionLine, lead: string): Statement {
  const around = definitionAround({ file, line });
  const inside = around ? `${lead}${codeSpan(definitionPassage(file, around).name)}: ` : '';
  return {
    markdown: `${inside}${lineSpan(file.lines[line - 1] ?? '', name)}`,
    reference: referenceTo({ file, line }),
  };
}
