import { type Definition, extensionOf, indexAtLine } from '../../../index/outline.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { bodyKind } from '../passages/body.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { type DocComment, docCommentOf } from '../passages/doc-comment.js';
import { extentOf, signatureEnd } from '../passages/extent.js';
import { definitionPassage, isInDocs, type Passage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { isCalledTest } from '../passages/test-code.js';
import { declaredValue } from './declared-value.js';
import { parameterSentences } from './documented-parameters.js';
import { fallbackOf } from './fallback-value.js';
import { MODIFIERS } from './modifiers.js';
import {
  type DeclaredOption,
  exactness,
  MAX_LINE_LENGTH,
  type NamedLines,
  type OptionLine,
  type OptionName,
  type Scored,
} from './option-line.js';
import { entryAt } from './parser-options.js';

/** What a file of code does with an option. */
export interface OptionInCode {
  readonly declared: readonly Scored<DeclaredOption>[];
  /** Functions that set or read it, as builders have them. */
  readonly accessors: readonly Scored<DeclaredOption>[];
  readonly read: readonly Scored<OptionLine>[];
  /** Lines of templates that set it, also those in comments. */
  readonly examples: readonly Scored<OptionLine>[];
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

/** `config.max_age = 60`, or `# config.max_age = 60`. */
const TEMPLATE = '^\\s*(?:(?:#|//)\\s*)?(?:config|configuration|settings?|c)\\.';

/** Where a file declares an option, and where it reads it. */
export function optionInCode({ file, lines }: NamedLines, asked: OptionName): OptionInCode {
  const declaring = declaringPatterns(file, asked);
  const parameters = documentedParameters({ file, lines }, asked);
  const declared = [...parameters];
  const read: Scored<OptionLine>[] = [];
  const examples: Scored<OptionLine>[] = [];
  const isTemplate = new RegExp(`${TEMPLATE}(${asked.source})\\s*=(?!=)`, 'i');
  for (const line of lines) {
    const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    if (parameters.some(({ found: { docs } }) => isInDocs(line, { docs }))) continue;
    const example = isTemplate.exec(text)?.[1];
    if (example !== undefined) {
      const found = { file, line, name: example };
      examples.push({ found, score: 1 + exactness(example, asked.subject) });
      continue;
    }
    const entry = entryIn(file, line, asked) ?? setByText(text, { file, line }, asked);
    if (entry) {
      declared.push(entry);
      continue;
    }
    const fallback = fallbackOf(asked.source, text)?.name;
    const name = fallback ?? declaring.map((one) => one.exec(text)?.[1]).find(Boolean);
    const isOther = fallback === undefined && name !== undefined && isPassedOn(text, name);
    if (name !== undefined && !COMMENT.test(text) && !isOther) {
      const own = scoredDeclaration(text, { file, line, name }, asked);
      declared.push(withParameterDocs(own, parameters));
    } else {
      read.push(...readIn(text, { file, line }, asked));
    }
  }
  const same = file.outline.filter((one) => isSameDefinition(one, asked));
  const passages = same.map((one) => definitionPassage(file, one));
  const own = passages.filter((one) => bodyKind(one) === 'accessor' || isSignature(one));
  const setters = file.outline.filter((one) => isSetter(one, asked));
  const accessors = [...own, ...setters.map((one) => definitionPassage(file, one))];
  return {
    declared,
    accessors: accessors.map((one) => accessor(one, asked)),
    read,
    examples,
    isDefinition: passages.some((one) => bodyKind(one) === 'other' && !isSignature(one)),
  };
}

/** What the comment of its function says, in the signature. */
function withParameterDocs(
  { found, score }: Scored<DeclaredOption>,
  parameters: readonly Scored<DeclaredOption>[],
): Scored<DeclaredOption> {
  const { file, line } = found;
  const own = parameters.find(
    ({ found: { inside } }) =>
      inside && line >= inside.start && line <= signatureEnd(file.lines, inside.start),
  )?.found;
  // It is no local variable either.
  const { docs, inside } = own ?? {};
  return docs && inside
    ? { found: { ...found, docs, inside }, score: score + 6 }
    : { found, score };
}

/** What a parser of command lines or a table is told of it, if that is more than its name. */
function entryIn(
  file: SourceFile,
  line: number,
  { source, subject }: OptionName,
): Scored<DeclaredOption> | undefined {
  const isName = new RegExp(`^${source}$`, 'i');
  const entry = entryAt(file, line, (name) => isName.test(name));
  if (!entry || (entry.text === undefined && entry.standard === undefined)) return undefined;
  const { name, start, end, text, standard } = entry;
  const found = {
    file,
    line,
    name,
    range: { start, end },
    ...(text !== undefined && { said: text }),
    ...(standard !== undefined && { standard }),
  };
  return { found, score: 5 + (standard === undefined ? 0 : 2) + exactness(name, subject) };
}

/** `app.set('trust proxy', false)`: by a text that is its name, to a literal. */
function setByText(
  text: string,
  at: Pick<OptionLine, 'file' | 'line'>,
  { source, subject }: OptionName,
): Scored<DeclaredOption> | undefined {
  const set = new RegExp(
    `\\bset(?:_?default)?\\(\\s?(['"\`])(${source})\\1,\\s?(${LITERAL})\\s?\\)`,
    'i',
  ).exec(text);
  const [, , name, standard] = set ?? [];
  if (name === undefined || standard === undefined || COMMENT.test(text)) return undefined;
  return { found: { ...at, name, standard }, score: 7 + exactness(name, subject) };
}

/** A text, a number, or a word such as `true`. */
const LITERAL = `'[^']{0,80}'|"[^"]{0,80}"|-?\\d[\\d_.]{0,20}|true|false|null|nil|None|True|False`;

/** `'max_age': self.max_age` declares nothing. */
function isPassedOn(text: string, name: string): boolean {
  return new RegExp(
    `\\b${escapeRegex(name)}['"\`]?\\s*[:=]\\s*(?:[\\w$]+(?:\\.|->))*${escapeRegex(name)}\\b`,
  ).test(text);
}

/** What the comments of functions say of a parameter, where the lines have its name. */
function documentedParameters({ file, lines }: NamedLines, asked: OptionName) {
  const around = lines.flatMap((line) => {
    const next = indexAtLine(file.outline, line);
    return file.outline.slice(Math.max(0, next - 1), next + 1);
  });
  return [...new Set(around)].flatMap((one) => parametersOf(one, file, asked));
}

function parametersOf(
  definition: Definition,
  file: SourceFile,
  { source, subject }: OptionName,
): Scored<DeclaredOption>[] {
  const isAsked = new RegExp(`^${source}$`, 'i');
  const said = parameterSentences(definition, file).filter(({ parameter }) =>
    isAsked.test(parameter),
  );
  const [first, ...others] = said;
  if (!first) return [];
  const name = first.parameter;
  const end = said.at(-1)?.end ?? first.end;
  const docs: DocComment = { sentences: [first, ...others], start: first.start, end };
  const inside = extentOf(definition, file);
  const found = { file, line: first.start, name, docs, inside };
  return [{ found, score: 5 + exactness(name, subject) }];
}

/** What declares an option in the language of a file; the first group is its name. */
function declaringPatterns({ path }: SourceFile, { source }: OptionName): RegExp[] {
  const prefixed = `((?:default[-_]?)?${source}(?:[-_]default)?)`;
  const isGo = extensionOf(path) === 'go';
  const isTyped = /\.(?:java|cs|cc?|cpp|h|hpp)$/.test(path);
  return [
    `^\\s*${MODIFIERS}['"\`:]?(?:this\\.|self\\.|@{1,2})?${prefixed}['"\`]?\\s*[?!]?\\s*(?::(?!:)|=(?!=))`,
    `^\\s*(?:\\w+\\s+){0,4}(?:def|function|fun|constructor)\\b[^#]{0,200}[(,]\\s*(${source})\\??\\s*(?::[^=,)]{1,40})?=(?![=>])`,
    `['"\`](?:-\\w,?\\s{0,3})?--(?:\\[no-\\]|no-)?(${source})\\b`,
    `\\blong\\s*(?:=|\\()\\s*"(${source})"`,
    ...(isGo ? [`^\\s+(${source})\\s+[\\w*\\[\\].]+\\s*(?:\`.*|//.*)?$`] : []),
    ...(isTyped
      ? [
          `^\\s*(?!return|throw|yield|delete|await)${MODIFIERS}[\\w<>\\[\\],.?*]+\\s+\\**${prefixed}\\s*(?:=[^=]|;|\\{ *(?:get|set|init)\\b)`,
        ]
      : []),
  ].map((pattern) => new RegExp(pattern, 'i'));
}

function scoredDeclaration(
  text: string,
  at: Pick<OptionLine, 'file' | 'line' | 'name'>,
  { subject }: OptionName,
): Scored<DeclaredOption> {
  const { file, line, name } = at;
  const docs = docCommentOf(file.lines, isDeclaredAbove(file, at) ? line - 1 : line);
  const value = declaredValue(text, at);
  const around = definitionsAround(file, line).filter((one) => one.line < line);
  const isLocal = /function|method/.test(around.at(-1)?.kind ?? '');
  const isInTest = around.some(isCalledTest);
  const score =
    (docs ? 3 : 0) +
    (value.standard || value.range ? 2 : 0) +
    exactness(name, subject) +
    (isOptionFile(file.path) ? 1 : 0) -
    (isLocal ? 3 : 0) -
    (isInTest ? 5 : 0);
  return {
    found: { ...at, ...(docs && { docs }), ...value },
    score,
  };
}

/** In Ruby, `mattr_accessor :max_age` has the comment, and `@@max_age = 60` below it the value. */
function isDeclaredAbove({ lines }: SourceFile, { line, name }: Pick<OptionLine, 'line' | 'name'>) {
  return new RegExp(`^\\s*[a-z]+_(?:accessor|reader|attribute)\\b.*:${escapeRegex(name)}\\b`).test(
    lines[line - 2] ?? '',
  );
}

/** Nothing if the line does not have the name, or is a comment that says nothing of its own. */
function readIn(
  text: string,
  { file, line }: Pick<OptionLine, 'file' | 'line'>,
  { subject, source, whole }: OptionName,
): Scored<OptionLine>[] {
  const spelled = whole.exec(text)?.[0];
  const isInWords = /\s/.test(subject);
  if (spelled === undefined && (isInWords || !text.includes(subject))) return [];
  const isInComment = COMMENT.test(text);
  // A single word in a comment is often meant as no option.
  if (DOC_COMMENT.test(text) || (isInComment && !isInWords)) return [];
  const name = spelled ?? subject;
  const isCondition = CONDITION.test(text);
  const isMember = new RegExp(`[.?\\]'"(!]\\s?${source}`, 'i').test(text);
  const begins = file.outline.some((one) => one.line === line);
  const score =
    (isCondition ? 2 : 0) +
    (isMember ? 1 : 0) +
    (isInComment ? 0.5 : 0) +
    exactness(name, subject) -
    (isListed(text, source) ? 2 : 0) -
    (begins ? 3 : 0);
  return [{ found: { file, line, name, isInComment, isCondition }, score }];
}

/** Alone on its line, as a string of a list. */
function isListed(text: string, source: string): boolean {
  return new RegExp(`^\\s*['"\`]${source}['"\`]\\s*,?\\s*$`, 'i').test(text);
}

function isSameDefinition({ name, kind }: Definition, { subject }: OptionName): boolean {
  return DECLARING.has(kind) && name === (subject.split('.').at(-1) ?? subject);
}

/** `setMaxAge`, `WithMaxAge`. */
function isSetter({ name, kind }: Definition, { source }: OptionName): boolean {
  return DECLARING.has(kind) && new RegExp(`^(?:set|with)_?${source}$`, 'i').test(name);
}

function whatIsSet({ name }: Definition): string {
  const bare = name.replace(/^(?:set|with)_?/i, '');
  return bare.charAt(0).toLowerCase() + bare.slice(1);
}

/** Of an interface. */
function isSignature({ start, end, file }: Passage): boolean {
  return start === end && /;\s*$/.test(file.lines[start - 1] ?? '');
}

/** A function that sets the option; one without parameters reads it. */
function accessor(
  { file, start, definition, docs, name }: Passage,
  asked: OptionName,
): Scored<DeclaredOption> {
  const sets = /\(\s*[^()\s]/.test((file.lines[start - 1] ?? '').replace(/^func\s*\([^)]*\)/, ''));
  const found = {
    file,
    line: start,
    name:
      definition && isSetter(definition, asked) ? whatIsSet(definition) : (definition?.name ?? ''),
    ...(docs && { docs }),
    ...(sets && { setter: name }),
  };
  return { found, score: (docs ? 5 : 1) + (sets ? 1 : 0) };
}

export function isOptionFile(path: string): boolean {
  return /option|config|setting|default|flag|param|(?:^|[/._-])(?:cli|args?|opts?|types?)(?:$|[/._-])/i.test(
    path,
  );
}
