import { wordParts } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { overlap } from '../draft/reference.js';
import { bestRepository } from '../facts/look-up.js';
import type { DeclaredOption, OptionLine } from '../facts/option-line.js';
import { type OptionLines, optionLines, similarOptionLines } from '../facts/option-lines.js';
import type { OptionPlace } from '../facts/place-of-option.js';
import { isCommentLine } from '../passages/doc-comment.js';
import type { Passage } from '../passages/passage.js';
import type { OptionQuestion } from '../question-kinds/rule.js';
import { isName } from '../question-kinds/subject.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { codeOfOption, definitionAround, exampleCode } from './option-code.js';
import {
  declarationStatement,
  defaultStatements,
  documentLink,
  hasDefault,
  isNothing,
  optionLineStatement,
  optionWithDefault,
  otherTerms,
  sampleIn,
  sampleStatement,
  statementsOf,
  textOf,
} from './option-statements.js';

const MAX_LINKS = 3;

/** What an option does: what documents and its own comment say, its default, and the lines that read it. */
export async function option(input: FormInput, asked: OptionQuestion): Promise<Draft | undefined> {
  const found = await foundLines(input, asked);
  return found && draftOf(found, asked, input);
}

/** What the lines of an option say it is set to if nobody sets it. */
export function defaultOf({ declared }: OptionLines, name: string): Statement | undefined {
  const says = declared.find(
    (one) => one.name === name && one.standard !== undefined && !isNothing(one.standard),
  );
  return says && defaultStatements(says)[0];
}

/** The same for a question that does not name the option, if a line of the code, outside of its accessor, depends on it. */
export async function effectOf(
  input: FormInput,
  asked: OptionQuestion,
  accessor: Passage,
): Promise<Draft | undefined> {
  const found = await foundLines(input, asked);
  const condition = found && conditionOf(found);
  if (!condition) return undefined;
  const { file, line } = condition;
  const isOwn = file.path === accessor.file.path && line >= accessor.start && line <= accessor.end;
  return isOwn ? undefined : draftOf(found, asked, input);
}

async function foundLines(
  input: FormInput,
  asked: OptionQuestion,
): Promise<OptionLines | undefined> {
  const { subject, wanted } = asked;
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const others = otherTerms(asked, input);
  const place = placeOf(asked);
  const found = await optionLines({ subject, others, ...(place && { place }) }, searched, input);
  if (wanted !== 'default' || found.documented.length > 0 || optionWithDefault(found, asked))
    return found;
  const member = memberOf(subject);
  const own = member && (await optionLines({ ...member, others }, searched, input));
  if (own && optionWithDefault(own, asked)) return own;
  if (!/\s/.test(subject) || place?.isRequired) return found;
  // "The number of retries" may be `retries`.
  const counted = subject.replace(/^(?:number|amount|count) of /i, '');
  const similar = await similarOptionLines(
    { subject: counted, others, ...(place && { place }) },
    searched,
    input,
  );
  return optionWithDefault(similar, asked) ? similar : found;
}

/** An option of a general name, or of what is named as it is in code, is no other one of the same name. */
function placeOf({ owner, subject }: OptionQuestion): OptionPlace | undefined {
  if (owner === undefined) return undefined;
  return { text: owner, isRequired: GENERIC.test(subject) || isName(owner) };
}

const GENERIC =
  /^(?:max(?:imum)?|min(?:imum)?|limits?|size|timeout|length|value|number|count|interval|level|mode|name|type|format|order|encoding|version|port|path|key|delay|depth)$/i;

/** `build.port` and "window width" may be the `port` of `build` and the `width` of `window`. */
function memberOf(subject: string): { subject: string; place: OptionPlace } | undefined {
  const [, text, member] = /^(\w[\w.-]*)[. ]([\w-]+)$/.exec(subject) ?? [];
  if (text === undefined || member === undefined) return undefined;
  return { subject: member, place: { text, isRequired: true, isDirect: true } };
}

function draftOf(found: OptionLines, asked: OptionQuestion, input: FormInput): Draft | undefined {
  if (isFunction(found, asked)) return undefined;
  const [declared] = found.declared;
  const [documented] = found.documented;
  const isDefault = asked.wanted === 'default';
  const telling = isDefault ? undefined : (found.read.find(isComment) ?? conditionOf(found));
  const defining = isDefault ? definingLine(found, asked) : undefined;
  const example = asked.wanted === 'setting' ? exampleCode(found.examples) : undefined;
  const described = found.declared.find((one) => tellsSomething(one, asked));
  const withDefault = isDefault ? optionWithDefault(found, asked) : undefined;
  const sample = isDefault && !withDefault ? sampleIn(found) : undefined;
  const tells = example ?? described ?? defining ?? sample;
  if (!documented && !tells && (!telling || asked.mayBeFunction)) return undefined;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Looked for the option ${asked.subject}`);
  const own = [...statementsOf(found, asked, input), ...(sample ? [sampleStatement(sample)] : [])];
  const isTold = own.length > 0;
  const line = telling
    ? optionLineStatement(telling, 'Read in ')
    : defining && declarationStatement(defining);
  const said = isTold || example || !line ? own : [line];
  const read = isDefault || example ? undefined : isTold ? found.read[0] : telling;
  const shown =
    read ?? withDefault ?? (isDefault ? described : undefined) ?? sample ?? defining ?? declared;
  const code = example ?? (shown && codeOfOption(shown));
  const where = code && codeStatement(code, { isExample: example !== undefined, read, isTold });
  const [first, ...others] = [...said, ...(where ? [where] : [])];
  if (!first) return undefined;
  const name = declared?.name ?? documented?.name ?? asked.subject;
  return {
    statements: [first, ...others],
    ...(code && { code }),
    links: linksOf(found, [first, ...others], read),
    followups: distinctFollowups(
      [`Where is ${name} used?`, `How is ${name} tested?`, `When was ${name} added?`],
      input.question,
    ),
  };
}

function isComment({ isInComment }: OptionLine): boolean {
  return isInComment === true;
}

/** Where the value is not certain: the line that declares the option, unless any word may be its name. */
function definingLine(
  { declared }: OptionLines,
  { subject }: OptionQuestion,
): DeclaredOption | undefined {
  if (wordParts(subject).length < 2 && !/\s/.test(subject)) return undefined;
  const own = declared.filter((one) => !isCommentLine(textOf(one)) && !isLocal(one));
  return own.find(({ setter }) => setter === undefined) ?? own[0];
}

function isLocal(one: OptionLine): boolean {
  return /function|method/.test(definitionAround(one)?.kind ?? '');
}

/** The name is a function's, and the question may be about that. */
function isFunction({ isDefinition, declared }: OptionLines, asked: OptionQuestion): boolean {
  const isMeant = isParameter(declared[0], asked) || isSet(declared[0], asked);
  return isDefinition && asked.mayBeFunction && !isMeant;
}

/** What the lines are that are shown, unless they are those of the only statement. */
function codeStatement(
  code: ShownCode,
  {
    isExample,
    read,
    isTold,
  }: { isExample: boolean; read: OptionLine | undefined; isTold: boolean },
): Statement | undefined {
  if (isExample) return { markdown: 'An example', reference: code.reference };
  return read && isTold ? readStatement(read, code) : undefined;
}

/** With a name of several parts, and described in the comment of a function. */
function isParameter(declared: DeclaredOption | undefined, { subject }: OptionQuestion): boolean {
  if (declared?.docs === undefined) return false;
  return wordParts(subject).length > 1 && declared.docs.start === declared.line;
}

/** With a name of several parts, and a default: a property of that name may read it. */
function isSet(declared: DeclaredOption | undefined, { subject, wanted }: OptionQuestion): boolean {
  return wanted === 'setting' && declared?.standard !== undefined && wordParts(subject).length > 1;
}

function conditionOf({ read: [best] }: OptionLines): OptionLine | undefined {
  return best?.isCondition ? best : undefined;
}

/** Whose lines are shown. */
function readStatement({ name }: OptionLine, { name: inside, reference }: ShownCode): Statement {
  const where = inside === undefined ? codeSpan(name) : `${codeSpan(name)} in ${codeSpan(inside)}`;
  return { markdown: `Where it is read, ${where}`, reference };
}

/** A line that only has the name tells nothing by itself. */
function tellsSomething(declared: DeclaredOption, { wanted }: OptionQuestion): boolean {
  const { docs, said, setter } = declared;
  const isDefaultKnown = hasDefault(declared);
  const hasDocs = (docs ?? said) !== undefined;
  if (wanted === 'default') return isDefaultKnown || said !== undefined;
  return hasDocs || (wanted === 'setting' && (isDefaultKnown || setter !== undefined));
}

/** Where else the option is declared, described and read. */
function linksOf(
  { declared, documented, read }: OptionLines,
  statements: readonly Statement[],
  shown: OptionLine | undefined,
): Statement[] {
  const seen = new Set(statements.map(({ reference }) => reference.link));
  const isOther = ({ reference }: Statement) =>
    !statements.some((one) => overlap(one.reference, reference));
  const others = [
    ...declared.map(declarationStatement).filter(isOther).slice(0, 2),
    ...documented.slice(0, 2).map((one) => documentLink(one)),
    ...read
      .filter((one) => one !== shown)
      .slice(0, 3)
      .map((one) => optionLineStatement(one, 'Read in ')),
  ];
  const links: Statement[] = [];
  for (const one of others) {
    if (seen.has(one.reference.link)) continue;
    seen.add(one.reference.link);
    links.push(one);
  }
  return links.slice(0, MAX_LINKS);
}
