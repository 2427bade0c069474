import { roleOf } from '../../../index/file-role.js';
import { fenceAfter, isMarkdown } from '../../../index/markdown-fences.js';
import { type Definition, enclosingDefinitions, extensionOf } from '../../../index/outline.js';
import { nameCondition } from '../../../index/segments/word-filter.js';
import { normalizedName, wordParts } from '../../../index/terms.js';
import { findMatchingLines } from '../../../tools/grep.js';
import { bodyOf } from '../passages/body.js';
import { type DocComment, docCommentOf } from '../passages/doc-comment.js';
import { extentOf } from '../passages/extent.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import { documentedAs, literalIn } from './setting-lines.js';

/** A line that has an option's name. */
export interface OptionLine {
  readonly file: SourceFile;
  /** Counted from 1. */
  readonly line: number;
  /** As it is spelled there. */
  readonly name: string;
  /** Whether the line is a comment. */
  readonly isInComment?: boolean;
  /** Whether the line depends on the option. */
  readonly isCondition?: boolean;
}

export interface DeclaredOption extends OptionLine {
  readonly docs?: DocComment;
  /** The default, as it is written. */
  readonly standard?: string;
}

export interface DocumentedOption extends OptionLine {
  /** The section that is about it alone. */
  readonly section?: Passage;
  /** What its row, item or paragraph says, in plain text with markup. */
  readonly text?: string;
}

export interface OptionLines {
  /** Each best first. */
  readonly declared: readonly DeclaredOption[];
  readonly documented: readonly DocumentedOption[];
  readonly read: readonly OptionLine[];
  /** Whether a function or class has the name, which is then no option. */
  readonly isDefinition: boolean;
}

const NOTHING_FOUND: OptionLines = { declared: [], documented: [], read: [], isDefinition: false };
const MAX_CODE_FILES = 40;
const MAX_DOCUMENTS = 12;
const MAX_LINES_PER_FILE = 60;
const MAX_LINE_LENGTH = 400;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;|"""|''')/;
/** Of a definition rather than of the lines below it. */
const DOC_COMMENT = /^\s*(?:\*|\/\*\*|\/\/[/!]|""")/;
const DECLARING = new Set([
  'function',
  'method',
  'class',
  'interface',
  'trait',
  'struct',
  'module',
]);
const CONDITION =
  /\b(?:if|unless|elif|else if|when|match|while|switch|guard|return)\b|\?\s|&&|\|\|/;

interface Named {
  readonly words: readonly string[];
  readonly source: string;
  readonly whole: RegExp;
  readonly subject: string;
}

/** Where an option is declared, documented and read, in one repository. */
export async function optionLines(
  subject: string,
  searched: SearchedRepository,
  input: LookUp,
): Promise<OptionLines> {
  const named = namedLike(subject);
  if (named.source === '') return NOTHING_FOUND;
  const terms = [{ text: named.source, isRegex: true }];
  const condition = nameCondition(named.words);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const search = { snapshot: searched, terms, ...(among && { among }) };
  const { files } = await findMatchingLines(search, toolContext(input));
  const order = new Map(input.hits.map(({ found }, n) => [found.path, n]));
  const place = (path: string) => order.get(path) ?? (isOptionFile(path) ? 20 : 40);
  const paths = [...files.keys()].toSorted((a, b) => place(a) - place(b));
  const code = paths.filter((path) => roleOf(path) === 'code').slice(0, MAX_CODE_FILES);
  const documents = paths.filter(isGuide).slice(0, MAX_DOCUMENTS);
  const declared: Scored<DeclaredOption>[] = [];
  const read: Scored<OptionLine>[] = [];
  const documented: Scored<DocumentedOption>[] = [];
  let isDefinition = false;
  for (const path of [...code, ...documents]) {
    const file = await readFileAt({ searched, path }, input);
    if (!file) continue;
    const lines = [...new Set(files.get(path))].slice(0, MAX_LINES_PER_FILE);
    const near = 2 - Math.min(2, place(path) / 10);
    if (roleOf(path) === 'document') documented.push(...documentedIn(file, lines, named));
    else {
      const found = inCode(file, lines, named);
      declared.push(...found.declared.map((one) => ({ ...one, score: one.score + near })));
      read.push(...found.read.map((one) => ({ ...one, score: one.score + near })));
      const same = file.outline.filter((one) => isSameDefinition(one, named));
      const passages = same.map((one) => definitionPassage(file, one));
      isDefinition ||= passages.some((one) => bodyOf(one) === 'other' && !isSignature(one));
      const accessors = passages.filter((one) => bodyOf(one) === 'accessor' || isSignature(one));
      declared.push(...accessors.map(accessor));
    }
  }
  return { ...spelledAlike(bestFirst({ declared, documented, read }), subject), isDefinition };
}

type Found = Omit<OptionLines, 'isDefinition'>;

/**
 * Where `maxAge` is an option, the `max_age` of another language is another one. In Go, `MaxAge` is `maxAge` where
 * it is not exported.
 */
function spelledAlike(found: Found, subject: string): Found {
  const asked = withLowerStart(subject);
  const isExact = ({ name }: OptionLine) => withLowerStart(name) === asked;
  if (wordParts(subject).length < 2 || !found.declared.some(isExact)) return found;
  return {
    declared: found.declared.filter(isExact),
    documented: found.documented.filter((one) => one.section !== undefined || isExact(one)),
    read: found.read.filter(isExact),
  };
}

function withLowerStart(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

interface Scored<T> {
  readonly found: T;
  readonly score: number;
}

function bestFirst(lists: {
  readonly declared: Scored<DeclaredOption>[];
  readonly documented: Scored<DocumentedOption>[];
  readonly read: Scored<OptionLine>[];
}) {
  const sorted = <T>(list: readonly Scored<T>[]) =>
    list.toSorted((a, b) => b.score - a.score).map(({ found }) => found);
  return {
    declared: sorted(lists.declared),
    documented: sorted(lists.documented),
    read: sorted(lists.read),
  };
}

/** `max age` is `maxAge`, `MAX_AGE` and `--max-age`; it may be `defaultMaxAge`, too. */
function namedLike(subject: string): Named {
  const words = subject
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => wordParts(word))
    .filter(Boolean);
  const source = words.join('[-_ ]?');
  return {
    words,
    source,
    subject,
    whole: new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'iu'),
  };
}

function isSameDefinition({ name, kind }: Definition, { subject }: Named): boolean {
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

function isOptionFile(path: string): boolean {
  return /option|config|setting|default|flag|param|(?:^|[/._-])(?:cli|args?|opts?|types?)(?:$|[/._-])/i.test(
    path,
  );
}

function isGuide(path: string): boolean {
  return (
    roleOf(path) === 'document' &&
    /\.(?:mdx?|markdown|rst|txt|adoc)$/i.test(path) &&
    !/change|history|release|migrat|upgrad/i.test(path)
  );
}

const MODIFIERS =
  '(?:(?:pub(?:\\([^)]{0,40}\\))?|public|private|protected|internal|static|final|readonly|const|var|val|let|override|open|export|declare|field)\\s+){0,5}';

function inCode(
  file: SourceFile,
  lines: readonly number[],
  named: Named,
): { declared: Scored<DeclaredOption>[]; read: Scored<OptionLine>[] } {
  const { source, subject } = named;
  const prefix = '(?:default[-_]?)?';
  const declaring = [
    new RegExp(
      `^\\s*${MODIFIERS}['"\`:]?(?:this\\.|self\\.|@)?(${prefix}${source})['"\`]?\\s*[?!]?\\s*(?::(?!:)|=(?!=))`,
      'i',
    ),
    new RegExp(`['"\`](?:-\\w,?\\s{0,3})?--(?:\\[no-\\]|no-)?(${source})\\b`, 'i'),
    new RegExp(`\\blong\\s*(?:=|\\()\\s*"(${source})"`, 'i'),
    ...(extensionOf(file.path) === 'go'
      ? [new RegExp(`^\\s+(${source})\\s+[\\w*\\[\\].]+\\s*(?:\`.*|//.*)?$`, 'i')]
      : []),
    ...(/\.(?:java|cs|cc?|cpp|h|hpp)$/.test(file.path)
      ? [
          new RegExp(
            `^\\s*${MODIFIERS}[\\w<>\\[\\],.?*]+\\s+\\**(${prefix}${source})\\s*(?:=[^=]|;)`,
            'i',
          ),
        ]
      : []),
  ];
  const declared: Scored<DeclaredOption>[] = [];
  const read: Scored<OptionLine>[] = [];
  for (const line of lines) {
    const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const spelled = named.whole.exec(text)?.[0] ?? subject;
    const name = declaring.map((one) => one.exec(text)?.[1]).find(Boolean);
    if (name !== undefined && !COMMENT.test(text)) {
      const docs = docCommentOf(file.lines, line);
      const standard = literalIn(text);
      const found = { file, line, name, ...(docs && { docs }), ...(standard && { standard }) };
      declared.push({ found, score: declaredScore(found, named) });
    } else if (named.whole.test(text) || text.includes(subject)) {
      if (DOC_COMMENT.test(text)) continue;
      const isInComment = COMMENT.test(text);
      if (isInComment && !/\s/.test(subject)) continue;
      const isCondition = CONDITION.test(text);
      const isOwn = file.outline.some((one) => one.line === line);
      const score =
        (isCondition ? 2 : 0) +
        (new RegExp(`[.?\\]'"(!]\\s?${source}`, 'i').test(text) ? 1 : 0) +
        (isInComment ? 0.5 : 0) +
        exactness(spelled, subject) -
        (isOwn ? 3 : 0);
      read.push({ found: { file, line, name: spelled, isInComment, isCondition }, score });
    }
  }
  return { declared, read };
}

/** A compound name is one language's: `maxAge` is not the `max_age` of another one. */
function exactness(name: string, subject: string): number {
  return name === subject ? (wordParts(subject).length > 1 ? 4 : 2) : 0;
}

function declaredScore(found: DeclaredOption, { subject }: Named): number {
  const { file, line, name, docs, standard } = found;
  const around = enclosingDefinitions(file.outline, line).filter(
    (one) => one.line < line && extentOf(one, file).end >= line,
  );
  const inside = around.at(-1);
  const isLocal = inside !== undefined && /function|method/.test(inside.kind);
  const isInTest = around.some((one) => /^tests?$/.test(one.name) || /^test_/.test(one.name));
  return (
    (docs ? 3 : 0) +
    (standard === undefined ? 0 : 2) +
    exactness(name, subject) +
    (isOptionFile(file.path) ? 1 : 0) -
    (isLocal ? 2 : 0) -
    (isInTest ? 5 : 0)
  );
}

function documentedIn(
  file: SourceFile,
  lines: readonly number[],
  named: Named,
): Scored<DocumentedOption>[] {
  const { subject } = named;
  return lines.flatMap((line): Scored<DocumentedOption>[] => {
    const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const name = named.whole.exec(text)?.[0];
    if (name === undefined) return [];
    const row = HELP_ROW.exec(text);
    if (row && named.whole.test(row[1] ?? ''))
      return [{ found: { file, line, name: row[1] ?? name, text: row[2] ?? '' }, score: 3.5 }];
    if (isFenced(file, line)) return [];
    const heading = file.outline.find((one) => one.line === line);
    const isReadme = /readme/i.test(file.path) ? 0.5 : 0;
    if (heading) {
      const bare = heading.name.replace(/[`*_]/g, '').replace(/\(.*$/s, '').trim();
      const isItself = normalizedName(bare.replace(/[\s.-]/g, '_')).endsWith(
        normalizedName(named.subject.replace(/[\s-]/g, '_')),
      );
      const section = definitionPassage(file, heading);
      if (!isItself || section.end <= section.start) return [];
      return [
        { found: { file, line, name, section }, score: 4 + isReadme + exactness(subject, subject) },
      ];
    }
    const said = documentedAs(file.lines, line, name);
    return said === undefined
      ? []
      : [{ found: { file, line, name, text: said }, score: 3 + isReadme }];
  });
}

/** `  -H, --hidden <WHEN>   Search hidden files`, as programs print it. */
const HELP_ROW =
  /^\s*(?:-\w,\s{1,3})?(--[\w-]{2,40})(?:[ =][<[][^\s]{1,30}|[ =][A-Z]{2,20})?\s{2,}(\S.{5,300})$/;

function isFenced({ lines, path }: SourceFile, line: number): boolean {
  if (!isMarkdown(path)) return false;
  let fence: string | undefined;
  for (const text of lines.slice(0, line - 1)) fence = fenceAfter(fence, text);
  return fence !== undefined;
}
