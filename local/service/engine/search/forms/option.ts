import type { Definition } from '../../../index/outline.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describe, describeBriefly } from '../draft/describe.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference, type Reference } from '../draft/reference.js';
import type { DeclaredOption, DocumentedOption, OptionLine } from '../facts/option-line.js';
import { type OptionLines, optionLines } from '../facts/option-lines.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { extentOf, linesFrom } from '../passages/extent.js';
import { definitionPassage } from '../passages/passage.js';
import { chooseSentences, joinSentences, plainText, proseMarkdown } from '../passages/prose.js';
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

/** The same for a question that does not name the option, if a line of the code depends on it. */
export async function effectOf(
  input: FormInput,
  asked: OptionQuestion,
): Promise<Draft | undefined> {
  const found = await foundLines(input, asked);
  return found && conditionOf(found) ? draftOf(found, asked, input) : undefined;
}

async function foundLines(
  input: FormInput,
  { subject }: OptionQuestion,
): Promise<OptionLines | undefined> {
  const searched = input.hits[0] ?? input.repositories[0];
  return searched && optionLines(subject, searched, input);
}

function draftOf(found: OptionLines, asked: OptionQuestion, input: FormInput): Draft | undefined {
  const [declared] = found.declared;
  if (found.isDefinition && asked.mayBeFunction && !isParameter(declared, asked)) return undefined;
  const [documented] = found.documented;
  const tells = found.declared.some((one) => tellsSomething(one, asked));
  const telling = found.read.find(({ isInComment }) => isInComment) ?? conditionOf(found);
  if (!documented && !tells && (!telling || asked.mayBeFunction)) return undefined;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Looked for the option ${asked.subject}`);
  const own = statementsOf(found, asked, input);
  const statements = own.length > 0 || !telling ? own : [lineStatement(telling, 'Read in ')];
  const [first, ...others] = statements;
  if (!first) return undefined;
  const isDefault = asked.wanted === 'default' && declared?.standard !== undefined;
  const read = isDefault ? undefined : own.length > 0 ? found.read[0] : telling;
  const name = declared?.name ?? documented?.name ?? asked.subject;
  const code = read ? codeAround(read) : declared && codeAround(declared);
  const where = read && code && own.length > 0 ? [readStatement(read, code)] : [];
  return {
    statements: [first, ...others, ...where],
    ...(code && { code }),
    links: linksOf(found, [...statements, ...where], read),
    followups: distinctFollowups(
      [`Where is ${name} used?`, `How is ${name} tested?`, `When was ${name} added?`],
      input.question,
    ),
  };
}

/** With a name of several parts, and described in the comment of a function. */
function isParameter(declared: DeclaredOption | undefined, { subject }: OptionQuestion): boolean {
  if (declared?.docs === undefined) return false;
  return wordParts(subject).length > 1 && declared.docs.start === declared.line;
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
function tellsSomething({ docs, standard }: DeclaredOption, { wanted }: OptionQuestion): boolean {
  return wanted === 'default' ? standard !== undefined : docs !== undefined;
}

function statementsOf(
  { declared, documented }: OptionLines,
  { wanted }: OptionQuestion,
  input: FormInput,
): Statement[] {
  const [document] = documented;
  const withDocs = declared.find(({ docs }) => docs !== undefined);
  const [first] = declared;
  const withDefault = declared.find(
    ({ standard, file }) =>
      standard !== undefined &&
      (wanted === 'default' || (file.path === first?.file.path && !NOTHING.test(standard))),
  );
  const standard = withDefault ? [defaultStatement(withDefault)] : [];
  const said = [
    ...(document ? [documentStatement(document, input)] : []),
    ...(withDocs ? [commentStatement(withDocs, input)] : []),
  ].slice(0, 1);
  return wanted === 'default' ? [...standard, ...said] : [...said, ...standard];
}

function documentStatement(
  { section, file, line, name, text }: DocumentedOption,
  input: FormInput,
) {
  if (section) return describe(section, input.query);
  return {
    markdown: `${codeSpan(name)}: ${proseMarkdown(plainText(text ?? ''), MAX_TEXT_LENGTH)}`,
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

function defaultStatement({ file, line, name, standard }: DeclaredOption): Statement {
  return {
    markdown: `${codeSpan(name)} is set to ${codeSpan(standard ?? '')} in ${lineSpan(file.lines[line - 1] ?? '', name)}`,
    reference: referenceTo({ file, line }),
  };
}

function codeAround({ file, line }: OptionLine): ShownCode {
  const { repo, commit, path, lines } = file;
  const around = definitionAround({ file, line });
  const first = around?.line ?? 1;
  const last = around ? extentOf(around, file).end : lines.length;
  const start = Math.max(first, line - LINES_BEFORE);
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
