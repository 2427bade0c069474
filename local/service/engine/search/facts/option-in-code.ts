import { type Definition, extensionOf } from '../../../index/outline.js';
import { bodyOf } from '../passages/body.js';
import { definitionsAround } from '../passages/definitions-around.js';
import {
  commentLines,
  type DocComment,
  docCommentOf,
  isCommentLine,
} from '../passages/doc-comment.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { sentencesOf } from '../passages/prose.js';
import type { SourceFile } from '../passages/source-file.js';
import {
  type DeclaredOption,
  exactness,
  MAX_LINE_LENGTH,
  type NamedLines,
  type OptionLine,
  type OptionName,
  type Scored,
} from './option-line.js';
import { literalIn } from './setting-lines.js';

/** What a file of code does with an option. */
export interface OptionInCode {
  readonly declared: readonly Scored<DeclaredOption>[];
  /** Functions that set or read it, as builders have them. */
  readonly accessors: readonly Scored<DeclaredOption>[];
  readonly read: readonly Scored<OptionLine>[];
  /** Whether a function or class has the name, which is then no option. */
  readonly isDefinition: boolean;
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;|"""|''')/;
/** Of a definition rather than of the lines below it. */
const DOC_COMMENT = /^\s*(?:\*|\/\*\*|\/\/[/!]|""")/;
const CONDITION =
  /\b(?:if|unless|elif|else if|when|match|while|switch|guard|return)\b|\?\s|&&|\|\|/;
const DECLARING = new Set([
  'function',
  'method',
  'class',
  'interface',
  'trait',
  'struct',
  'module',
]);

/** Where a file declares an option, and where it reads it. */
export function optionInCode({ file, lines }: NamedLines, asked: OptionName): OptionInCode {
  const declaring = declaringPatterns(file, asked);
  const declared: Scored<DeclaredOption>[] = [];
  const read: Scored<OptionLine>[] = [];
  for (const line of lines) {
    const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const parameter = documentedParameter(file, line, asked);
    if (parameter) {
      declared.push(parameter);
      continue;
    }
    const name = declaring.map((one) => one.exec(text)?.[1]).find(Boolean);
    if (name !== undefined && !COMMENT.test(text)) {
      declared.push(declaredIn(text, { file, line, name }, asked));
    } else {
      read.push(...readIn(text, { file, line }, asked));
    }
  }
  const same = file.outline.filter((one) => isSameDefinition(one, asked));
  const passages = same.map((one) => definitionPassage(file, one));
  const accessors = passages.filter((one) => bodyOf(one) === 'accessor' || isSignature(one));
  return {
    declared,
    accessors: accessors.map(accessor),
    read,
    isDefinition: passages.some((one) => bodyOf(one) === 'other' && !isSignature(one)),
  };
}

/** What the comment of a function says of a parameter: behind `:param max_age:` or `@param maxAge`. */
function documentedParameter(
  file: SourceFile,
  line: number,
  { source, subject }: OptionName,
): Scored<DeclaredOption> | undefined {
  const raw = file.lines.slice(line - 1, line + MAX_PARAMETER_LINES);
  if (!/[:@]param\s|<param\s/.test((raw[0] ?? '').slice(0, MAX_LINE_LENGTH))) return undefined;
  const tag = new RegExp(
    `^\\W{0,8}(?::param\\s+(?:[\\w.]+\\s+)?(${source})\\s*:|@param\\s+(?:\\{[^{}]{0,80}\\}\\s*)?\\[?(${source})\\b[^\\s]{0,40}(?:\\s+-)?(?=\\s))`,
    'i',
  );
  // Behind the last line of the comment is code.
  const isComment = isCommentLine(raw[0] ?? '');
  const last = raw.findIndex(
    (text, n) => /\*\/|"{3}|'{3}/.test(text) || (isComment && !isCommentLine(raw[n + 1] ?? '')),
  );
  const cut = raw
    .slice(0, last < 0 ? raw.length : last + 1)
    .map((text) => text.slice(0, MAX_LINE_LENGTH).replace(/\s*(?:\*\/|"{3}|'{3}).*$/, ''));
  const lines = commentLines(cut, { start: 1, end: cut.length }).map((one) => ({
    ...one,
    line: line + one.line - 1,
  }));
  const [first, ...others] = lines;
  const match = tag.exec(first?.text ?? '');
  if (!first || !match) return undefined;
  const end = others.findIndex(({ text }) => !/\S/.test(text) || ENDS_PARAMETER.test(text));
  const below = end < 0 ? others : others.slice(0, end);
  const said = [{ ...first, text: first.text.slice(match[0].length) }, ...below];
  const [start, ...more] = sentencesOf(said.map((one) => ({ ...one, text: one.text.trim() })));
  if (!start) return undefined;
  const name = match[1] ?? match[2] ?? subject;
  const docs: DocComment = { sentences: [start, ...more], start: line, end: line + below.length };
  return { found: { file, line, name, docs }, score: 3 + exactness(name, subject) };
}

const MAX_PARAMETER_LINES = 12;
/** The next tag, a directive, or the end of the comment. */
const ENDS_PARAMETER = /^\s*(?:[@:]\w+|\.\. |"{3}|'{3}|[-*=]{3})|\*\/|"{3}|'{3}/;

const MODIFIERS =
  '(?:(?:pub(?:\\([^)]{0,40}\\))?|public|private|protected|internal|static|final|readonly|const|var|val|let|override|open|export|declare|field)\\s+){0,5}';

/** What declares an option in the language of a file; the first group is its name. */
function declaringPatterns({ path }: SourceFile, { source }: OptionName): RegExp[] {
  const prefixed = `((?:default[-_]?)?${source})`;
  const isGo = extensionOf(path) === 'go';
  const isTyped = /\.(?:java|cs|cc?|cpp|h|hpp)$/.test(path);
  return [
    `^\\s*${MODIFIERS}['"\`:]?(?:this\\.|self\\.|@)?${prefixed}['"\`]?\\s*[?!]?\\s*(?::(?!:)|=(?!=))`,
    `['"\`](?:-\\w,?\\s{0,3})?--(?:\\[no-\\]|no-)?(${source})\\b`,
    `\\blong\\s*(?:=|\\()\\s*"(${source})"`,
    ...(isGo ? [`^\\s+(${source})\\s+[\\w*\\[\\].]+\\s*(?:\`.*|//.*)?$`] : []),
    ...(isTyped ? [`^\\s*${MODIFIERS}[\\w<>\\[\\],.?*]+\\s+\\**${prefixed}\\s*(?:=[^=]|;)`] : []),
  ].map((pattern) => new RegExp(pattern, 'i'));
}

function declaredIn(
  text: string,
  at: Pick<OptionLine, 'file' | 'line' | 'name'>,
  { subject }: OptionName,
): Scored<DeclaredOption> {
  const { file, line, name } = at;
  const docs = docCommentOf(file.lines, line);
  const standard = literalIn(text);
  const around = definitionsAround(file, line).filter((one) => one.line < line);
  const isLocal = /function|method/.test(around.at(-1)?.kind ?? '');
  const isInTest = around.some((one) => /^tests?$/.test(one.name) || /^test_/.test(one.name));
  const score =
    (docs ? 3 : 0) +
    (standard ? 2 : 0) +
    exactness(name, subject) +
    (isOptionFile(file.path) ? 1 : 0) -
    (isLocal ? 2 : 0) -
    (isInTest ? 5 : 0);
  return { found: { ...at, ...(docs && { docs }), ...(standard && { standard }) }, score };
}

/** Nothing if the line does not have the name, or is a comment that says nothing of its own. */
function readIn(
  text: string,
  { file, line }: Pick<OptionLine, 'file' | 'line'>,
  { subject, source, whole }: OptionName,
): Scored<OptionLine>[] {
  const spelled = whole.exec(text)?.[0];
  if (spelled === undefined && !text.includes(subject)) return [];
  const isInComment = COMMENT.test(text);
  // A single word in a comment is often meant as no option.
  if (DOC_COMMENT.test(text) || (isInComment && !/\s/.test(subject))) return [];
  const name = spelled ?? subject;
  const isCondition = CONDITION.test(text);
  const isMember = new RegExp(`[.?\\]'"(!]\\s?${source}`, 'i').test(text);
  const begins = file.outline.some((one) => one.line === line);
  const score =
    (isCondition ? 2 : 0) +
    (isMember ? 1 : 0) +
    (isInComment ? 0.5 : 0) +
    exactness(name, subject) -
    (begins ? 3 : 0);
  return [{ found: { file, line, name, isInComment, isCondition }, score }];
}

function isSameDefinition({ name, kind }: Definition, { subject }: OptionName): boolean {
  return DECLARING.has(kind) && name === (subject.split('.').at(-1) ?? subject);
}

/** Of an interface. */
function isSignature({ start, end, file }: Passage): boolean {
  return start === end && /;\s*$/.test(file.lines[start - 1] ?? '');
}

/** A function that sets the option; one without parameters reads it. */
function accessor({ file, start, definition, docs }: Passage): Scored<DeclaredOption> {
  const sets = /\(\s*[^()\s]/.test((file.lines[start - 1] ?? '').replace(/^func\s*\([^)]*\)/, ''));
  const found = { file, line: start, name: definition?.name ?? '', ...(docs && { docs }) };
  return { found, score: (docs ? 5 : 1) + (sets ? 1 : 0) };
}

export function isOptionFile(path: string): boolean {
  return /option|config|setting|default|flag|param|(?:^|[/._-])(?:cli|args?|opts?|types?)(?:$|[/._-])/i.test(
    path,
  );
}
