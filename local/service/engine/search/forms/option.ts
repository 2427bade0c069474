import type { Definition } from '../../../index/outline.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describe, describeBriefly } from '../draft/describe.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference, type Reference } from '../draft/reference.js';
import { bestRepository } from '../facts/look-up.js';
import type { DeclaredOption, DocumentedOption, OptionLine } from '../facts/option-line.js';
import {
  type OptionLines,
  optionLines,
  similarOptionLines,
  termsInName,
} from '../facts/option-lines.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { extentOf, linesFrom } from '../passages/extent.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { chooseSentences, joinSentences, plainText, proseMarkdown } from '../passages/prose.js';
import { codeBlockAt } from '../passages/section-text.js';
import type { OptionQuestion } from '../question-kinds/rule.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';

const SAID = { maxLength: 360, maxSentences: 3 };
const MAX_TEXT_LENGTH = 360;
const MAX_LINKS = 3;
const LINES_BEFORE = 2;
const LINES_BEHIND = 4;

const NOTHING = /^(?:null|nil|none|undefined|''|""|``)$/i;

/** What an option does: what documents and its own comment say, its default, and the lines that read it. */
export async function option(input: FormInput, asked: OptionQuestion): Promise<Draft | undefined> {
  const found = await foundLines(input, asked);
  return found && draftOf(found, asked, input);
}

/** What the lines of an option say it is set to if nobody sets it. */
export function defaultOf({ declared }: OptionLines, name: string): Statement | undefined {
  const says = declared.find(
    (one) => one.name === name && one.standard !== undefined && !NOTHING.test(one.standard),
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
  const found = await optionLines({ subject, others }, searched, input);
  const isInWords = /\s/.test(subject);
  if (wanted !== 'default' || !isInWords || found.documented.length > 0 || defaultIn(found, asked))
    return found;
  // "The number of retries" may be `retries`.
  const counted = subject.replace(/^(?:number|amount|count) of /i, '');
  const similar = await similarOptionLines({ subject: counted, others }, searched, input);
  return defaultIn(similar, asked) ? similar : found;
}

/** What else the question is about. */
function otherTerms({ subject }: OptionQuestion, { query }: FormInput): string[] {
  const own = new Set(termsOf(subject));
  return query.terms.map(({ term }) => term).filter((term) => !own.has(term));
}

function draftOf(found: OptionLines, asked: OptionQuestion, input: FormInput): Draft | undefined {
  if (isFunction(found, asked)) return undefined;
  const [declared] = found.declared;
  const [documented] = found.documented;
  const telling = found.read.find(({ isInComment }) => isInComment) ?? conditionOf(found);
  const example = asked.wanted === 'setting' ? exampleCode(found.examples) : undefined;
  const tells = example ?? found.declared.find((one) => tellsSomething(one, asked));
  if (!documented && !tells && (!telling || asked.mayBeFunction)) return undefined;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Looked for the option ${asked.subject}`);
  const own = statementsOf(found, asked, input);
  const isTold = own.length > 0;
  const said = isTold || example || !telling ? own : [lineStatement(telling, 'Read in ')];
  const withDefault = asked.wanted === 'default' ? defaultIn(found, asked) : undefined;
  const read = withDefault || example ? undefined : isTold ? found.read[0] : telling;
  const shown = read ?? withDefault ?? declared;
  const code = example ?? (shown && codeAround(shown));
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

/** How a document sets it. */
function exampleCode([example]: readonly OptionLine[]): ShownCode | undefined {
  if (!example) return undefined;
  const { file, line } = example;
  const { repo, commit, path, lines } = file;
  const section = definitionsAround(file, line).findLast(({ kind }) => kind === 'section');
  const block =
    section && codeBlockAt(definitionPassage(file, section), { start: line, end: line });
  const isBlank = (at: number) => (lines[at - 1] ?? '').trim() === '';
  const start = linesFrom(block?.start ?? line - LINES_BEHIND, line).findLast(
    (at) => at === (block?.start ?? 1) || isBlank(at - 1) || at === line - LINES_BEHIND,
  );
  const behind = linesFrom(line, block?.end ?? line + LINES_BEHIND);
  const end = behind.find((at) => isBlank(at + 1) || at === line + LINES_BEHIND) ?? behind.at(-1);
  const range = { start: start ?? line, end: end ?? line };
  return {
    reference: placeReference({ repo, commit, path, ...range }),
    language: block?.language ?? codeFenceLanguage(path),
    lines: linesFrom(range.start, range.end).map((at) => (lines[at - 1] ?? '').slice(0, 200)),
  };
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
function tellsSomething(
  { docs, standard, setter }: DeclaredOption,
  { wanted }: OptionQuestion,
): boolean {
  const hasDefault = standard !== undefined;
  const hasDocs = docs !== undefined;
  if (wanted === 'default') return hasDefault;
  return hasDocs || (wanted === 'setting' && (hasDefault || setter !== undefined));
}

/** The one that says what it is set to; unless that is asked for, only beside its description. */
function defaultIn({ declared, documented }: OptionLines, { wanted }: OptionQuestion) {
  // Examples and tests set other values.
  if (wanted === 'default' && documented.some(({ standard }) => standard !== undefined))
    return undefined;
  const [first] = declared;
  const withDefault = declared.filter(({ standard }) => standard !== undefined);
  const says = withDefault.filter(({ standard = '' }) => !NOTHING.test(standard));
  if (wanted !== 'default') return says.find(({ file }) => file.path === first?.file.path);
  // Without a comment, nothing by default is most often set elsewhere.
  return withDefault[0]?.docs ? withDefault[0] : (says[0] ?? withDefault[0]);
}

function statementsOf(found: OptionLines, asked: OptionQuestion, input: FormInput): Statement[] {
  const { wanted } = asked;
  const says = (text = '') => /\bdefaults?\b/i.test(text);
  const isAsked = ({ text, standard }: DocumentedOption) =>
    wanted === 'default' && (standard !== undefined || says(text));
  const document = found.documented.find(isAsked) ?? found.documented[0];
  const withDocs = found.declared.find(({ docs }) => docs !== undefined);
  const withDefault = defaultIn(found, asked);
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
    document?.standard !== undefined ||
    (saysDefault.length > 0 && NOTHING.test(withDefault?.standard ?? ''));
  if (isTold) return [...saysDefault.slice(0, 1), ...standard];
  return [...standard, ...[...saysDefault, ...documents, ...comments].slice(0, 1)];
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
  { docs, file, line, name }: DeclaredOption,
  { query }: FormInput,
): Statement {
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

function defaultStatements({ constant, ...declared }: DeclaredOption): Statement[] {
  const { file } = declared;
  return [
    setStatement(declared, declared.standard ?? ''),
    ...(constant ? [setStatement({ file, ...constant }, constant.value)] : []),
  ];
}

function setStatement({ file, line, name }: OptionLine, value: string): Statement {
  const text = file.lines[line - 1] ?? '';
  const rest = text.replace(name, '').replace(value, '');
  const inside = /\w/.test(rest) ? ` in ${lineSpan(text, name)}` : '';
  return {
    markdown: `${codeSpan(name)} is set to ${codeSpan(value)}${inside}`,
    reference: referenceTo({ file, line }),
  };
}

function codeAround({ file, line }: OptionLine): ShownCode {
  const { repo, commit, path, lines } = file;
  const around = definitionAround({ file, line });
  const first = around?.line ?? 1;
  const last = around ? extentOf(around, file).end : lines.length;
  const above = linesFrom(Math.max(first, line - LINES_BEFORE), line);
  const start = above.find((at) => (lines[at - 1] ?? '').trim() !== '') ?? line;
  const end = Math.min(last, line + LINES_BEHIND);
  const shown = linesFrom(start, end).map((at) => (lines[at - 1] ?? '').slice(0, 200));
  const isCut = around !== undefined && start > around.line;
  const signature = isCut ? [lines[around.line - 1] ?? '', likeFirst(shown, '…')] : [];
  return {
    reference: placeReference({ repo, commit, path, start, end }),
    ...(around && { name: definitionPassage(file, around).name }),
    language: codeFenceLanguage(path),
    lines: [...signature, ...shown, ...(end < last ? [likeFirst(shown.toReversed(), '…')] : [])],
  };
}

/** With the indentation of the first line that has any text. */
function likeFirst(lines: readonly string[], text: string): string {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return `${/^\s*/.exec(first)?.[0] ?? ''}${text}`;
}

/** Where else the option is declared, described and read. */
function linksOf(
  { declared, documented, read }: OptionLines,
  statements: readonly Statement[],
  shown: OptionLine | undefined,
): Statement[] {
  const seen = new Set(statements.map(({ reference }) => reference.link));
  const others = [
    ...declared.slice(0, 2).map((one) => lineStatement(one, 'Declared in ')),
    ...documented.slice(0, 2).map((one) => documentLink(one)),
    ...read
      .filter((one) => one !== shown)
      .slice(0, 3)
      .map((one) => lineStatement(one, 'Read in ')),
  ];
  const links: Statement[] = [];
  for (const one of others) {
    if (seen.has(one.reference.link)) continue;
    seen.add(one.reference.link);
    links.push(one);
  }
  return links.slice(0, MAX_LINKS);
}

function documentLink(one: DocumentedOption): Statement {
  if (one.section) return describeBriefly(one.section);
  const text = proseMarkdown(plainText(one.text ?? ''), 110);
  return { markdown: `${codeSpan(one.name)}: ${text}`, reference: referenceTo(one) };
}

function lineStatement({ file, line, name }: OptionLine, lead: string): Statement {
  const around = definitionAround({ file, line });
  const inside = around ? `${lead}${codeSpan(definitionPassage(file, around).name)}: ` : '';
  return {
    markdown: `${inside}${lineSpan(file.lines[line - 1] ?? '', name)}`,
    reference: referenceTo({ file, line }),
  };
}

type FileLine = Pick<OptionLine, 'file' | 'line'>;

function definitionAround({ file, line }: FileLine): Definition | undefined {
  return definitionsAround(file, line).findLast((one) => one.kind !== 'section' && one.line < line);
}

function referenceTo({ file, line }: FileLine): Reference {
  const { repo, commit, path } = file;
  return placeReference({ repo, commit, path, start: line, end: line });
}
