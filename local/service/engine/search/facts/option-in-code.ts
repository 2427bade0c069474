import { type Definition, extensionOf, indexAtLine } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { bodyKind } from '../passages/body.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { type DocComment, docCommentOf } from '../passages/doc-comment.js';
import { definitionPassage, isInDocs, type Passage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { parameterSentences } from './documented-parameters.js';
import {
  type DeclaredOption,
  exactness,
  MAX_LINE_LENGTH,
  type NamedLines,
  type OptionLine,
  type OptionName,
  type Scored,
} from './option-line.js';
import { literalOf } from './setting-lines.js';

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
    const name = declaring.map((one) => one.exec(text)?.[1]).find(Boolean);
    if (name !== undefined && !COMMENT.test(text) && !isPassedOn(text, name)) {
      declared.push(declaredIn(text, { file, line, name }, asked));
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

/** `'max_age': self.max_age` declares nothing. */
function isPassedOn(text: string, name: string): boolean {
  return new RegExp(`\\b${name}['"\`]?\\s*[:=]\\s*(?:[\\w$]+(?:\\.|->))*${name}\\b`).test(text);
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
  return [{ found: { file, line: first.start, name, docs }, score: 5 + exactness(name, subject) }];
}

export const MODIFIERS =
  '(?:(?:pub(?:\\([^)]{0,40}\\))?|public|private|protected|internal|static|final|readonly|const|var|val|let|override|virtual|abstract|sealed|required|volatile|open|export|declare|field)\\s+){0,5}';

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
          `^\\s*(?!return|throw|yield|delete|await)${MODIFIERS}[\\w<>\\[\\],.?*]+\\s+\\**${prefixed}\\s*(?:=[^=]|;)`,
        ]
      : []),
  ].map((pattern) => new RegExp(pattern, 'i'));
}

function declaredIn(
  text: string,
  at: Pick<OptionLine, 'file' | 'line' | 'name'>,
  { subject }: OptionName,
): Scored<DeclaredOption> {
  const { file, line, name } = at;
  const docs = docCommentOf(file.lines, isDeclaredAbove(file, at) ? line - 1 : line);
  const literal = literalOf(name, text);
  const constant = literal === undefined ? constantIn(text, file) : undefined;
  const value = literal ?? constant?.name ?? EXPRESSION.exec(text)?.[1]?.trim();
  // `MAX_AGE = 'max-age'` is the name itself.
  const isName =
    value !== undefined && normalizedName(value.replace(/\W/g, '')) === normalizedName(name);
  const standard = isName ? undefined : value;
  const around = definitionsAround(file, line).filter((one) => one.line < line);
  const isLocal = /function|method/.test(around.at(-1)?.kind ?? '');
  const isInTest = around.some((one) => /^tests?$/.test(one.name) || /^test_/.test(one.name));
  const score =
    (docs ? 3 : 0) +
    (standard ? 2 : 0) +
    exactness(name, subject) +
    (isOptionFile(file.path) ? 1 : 0) -
    (isLocal ? 3 : 0) -
    (isInTest ? 5 : 0);
  return {
    found: {
      ...at,
      ...(docs && { docs }),
      ...(standard && { standard }),
      ...(constant && !isName && { constant }),
    },
    score,
  };
}

/** In Ruby, `mattr_accessor :max_age` has the comment, and `@@max_age = 60` below it the value. */
function isDeclaredAbove({ lines }: SourceFile, { line, name }: Pick<OptionLine, 'line' | 'name'>) {
  return new RegExp(`^\\s*[a-z]+_(?:accessor|reader|attribute)\\b.*:${name}\\b`).test(
    lines[line - 2] ?? '',
  );
}

/** `time.RFC3339`, `Duration.ofSeconds(5)`, `5 * time.Second`, `[0, 3]`. */
const EXPRESSION =
  /(?:[:=]|=>)\s*([a-z]\w*\.[A-Z]\w*(?:\s*\*\s*\d+)?|[A-Z]\w*(?:(?:\.|::)\w+)+(?:\([^()a-z]{0,40}\))?|\d[\d_.]*\s*\*\s*[\w.]{1,40}|\d[\d_]*(?:\.[a-z]+|\.{2,3}\d+)|:[a-z_]+|\[[^[\]]{0,60}\])\s*[,;)]?\s*(?:#.*|\/\/.*)?$/;
const NAMED_VALUE =
  /(?:[:=]|=>)\s*(?:[A-Z]\w*(?:\.|::))*((?=\w*[A-Z]|_)[A-Za-z_]\w{2,60})\s*[,;)]?\s*(?:#.*|\/\/.*)?$/;

/** The constant of the same file that a line takes a value from: `MAX_AGE = 60`. */
function constantIn(text: string, { lines }: SourceFile): DeclaredOption['constant'] {
  const [, name] = NAMED_VALUE.exec(text) ?? [];
  if (name === undefined) return undefined;
  const sets = new RegExp(
    `^\\s*${MODIFIERS}(?:[\\w<>]+\\s+)?${name}(?:\\s*:\\s*[^=]{1,40}|\\s+[\\w.]+)?\\s*=(?!=)\\s*([^=\\s].{0,60}?)\\s*[,;]?\\s*(?:#.*|//.*)?$`,
  );
  for (const [at, line] of lines.entries()) {
    const value = line.includes(name) ? sets.exec(line.slice(0, MAX_LINE_LENGTH))?.[1] : undefined;
    if (value !== undefined && !/[([{]$/.test(value)) return { name, line: at + 1, value };
  }
  return undefined;
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
