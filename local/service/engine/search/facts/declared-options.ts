import { roleOf } from '../../../index/file-role.js';
import { type Definition, extensionOf } from '../../../index/outline.js';
import { bodyKind } from '../passages/body.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { docCommentOf, isCommentLine } from '../passages/doc-comment.js';
import { definitionPassage, firstLine, isContainer, type Passage } from '../passages/passage.js';
import { perObject } from '../passages/read-once.js';
import type { SourceFile } from '../passages/source-file.js';
import { STRINGS_OF_ANY_QUOTES } from '../text/quoted-strings.js';
import {
  type DescribedOption,
  defaultIn,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_TEXT_LENGTH,
} from './described-option.js';
import { MODIFIERS } from './modifiers.js';
import { literalOf } from './setting-lines.js';

/** `max_age = 60`, `maxAge?: number`, `'max-age': 60`. */
const ASSIGNED = new RegExp(
  `^\\s*${MODIFIERS}['"\`:]?(?:this\\.|self\\.|@{1,2}|\\$)?([A-Za-z_][\\w-]{2,60})['"\`]?\\s*[?!]?\\s*(?::(?!:)|=(?!=))`,
);
/** `private final long maxAge;` */
const TYPED = new RegExp(
  `^\\s*(?!return|throw|yield|delete|await|package|import|using|namespace)${MODIFIERS}[\\w<>\\[\\],.?*]+\\s+[*$]*([A-Za-z_]\\w{2,60})\\s*(?:=[^=]|;|\\{ *get)`,
);
/** `MaxAge time.Duration` */
const GO_FIELD = /^\s+([A-Z]\w{2,60})\s+[\w*[\].]+\s*(?:`.*|\/\/.*)?$/;
/** `else: # nothing here`, `public: // for tests`. */
const NO_NAME =
  /^(?:case|catch|default|do|else|except|finally|internal|private|protected|public|static|try|switch)$/;
const TYPED_LANGUAGES = new Set(['java', 'cs', 'c', 'cc', 'cpp', 'h', 'hpp', 'php']);

/** Whether code is in a file that is called after what can be set, such as `Keys.java`. */
export function declaresSettings(path: string): boolean {
  return DECLARES.test(path) && roleOf(path) === 'code';
}

/** The properties of a style are no options, and `#menu {` above one is no comment. */
const STYLES = /\.(?:css|s[ac]ss|less|styl)$/i;
const DECLARES =
  /(?:keys?|config(?:uration)?|settings?|options?|propert(?:y|ies)|preferences|defaults|flags|args)\.\w+$/i;

/** The fields, constants and accessors of a file of code that have a comment: what the comment says of each. */
export function declaredOptions(file: SourceFile): DescribedOption[] {
  if (STYLES.test(file.path)) return [];
  const fields = fieldsOf(file);
  const known = new Set(fields.map(({ end }) => end));
  const others = file.outline.filter(({ line }) => !known.has(line));
  return [...fields, ...others.flatMap((one) => accessorOrClass(one, file))];
}

/** The name of the field, constant or entry that a line of a file declares. */
export function declaredName(file: SourceFile, line: number): string | undefined {
  const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
  if (isCommentLine(text)) return undefined;
  const name = patternsOf(file)
    .map((one) => one.exec(text)?.[1])
    .find(Boolean);
  return name !== undefined && NO_NAME.test(name) ? undefined : name;
}

const patternsOf = perObject((file: SourceFile): RegExp[] => {
  const extension = extensionOf(file.path);
  return [
    ASSIGNED,
    ...(TYPED_LANGUAGES.has(extension) ? [TYPED] : []),
    ...(extension === 'go' ? [GO_FIELD] : []),
  ];
});

function fieldsOf(file: SourceFile): DescribedOption[] {
  return file.lines.slice(0, MAX_LINES).flatMap((whole, at) => {
    const name = declaredName(file, at + 1);
    return name === undefined || isLocal(file, at + 1)
      ? []
      : fieldAt(file, { line: at + 1, name, text: whole.slice(0, MAX_LINE_LENGTH) });
  });
}

function fieldAt(
  file: SourceFile,
  { line, name, text }: { readonly line: number; readonly name: string; readonly text: string },
): DescribedOption[] {
  const docs = docCommentOf(file.lines, line);
  const said = docs ? joined(docs.sentences) : (commentBehind(file, text) ?? nameOnly(file, line));
  if (said === undefined) return [];
  const value = literalOf(name, text) ?? lastArgument(file, line);
  const standard = value === undefined ? defaultIn(said) : undefined;
  return [
    {
      file,
      name,
      text: said.slice(0, MAX_TEXT_LENGTH),
      start: Math.min(docs?.start ?? line, line),
      end: Math.max(docs?.end ?? line, line),
      ...(value !== undefined && { value }),
      ...(standard !== undefined && { standard }),
    },
  ];
}

/** The literal that ends a constructor's arguments on lines of their own: `AGE = new Key(`, `"age",`, `60);` */
function lastArgument({ lines }: SourceFile, line: number): string | undefined {
  if (!/=\s*new \w+(?:<[^<>]{0,40}>)?\($/.test((lines[line - 1] ?? '').trimEnd())) return undefined;
  const below = lines.slice(line, line + MAX_ARGUMENTS).map((text) => text.trim());
  const end = below.findIndex((text) => text.endsWith(');'));
  return end < 1 ? undefined : LAST_LITERAL.exec(below[end]?.slice(0, MAX_LINE_LENGTH) ?? '')?.[1];
}

const MAX_ARGUMENTS = 6;
const LAST_LITERAL = /^(-?\d[\d_.]{0,20}|true|false|"[^"]{1,60}")[lLfFdD]?\);$/;

/** Nothing is said of a field, but what it belongs to is called options: `class MailOptions`. */
function nameOnly(file: SourceFile, line: number): '' | undefined {
  if (/\b(?:static|private|protected)\b|=\s*new\b/.test(file.lines[line - 1] ?? ''))
    return undefined;
  const around = definitionsAround(file, line).findLast((one) => one.line < line);
  return /(?:options?|config|configuration|settings?)$/i.test(around?.name ?? '') ? '' : undefined;
}

/** A comment on the line of the code. */
function commentBehind({ path }: SourceFile, text: string): string | undefined {
  const code = text.replace(STRINGS_OF_ANY_QUOTES, (string) => '_'.repeat(string.length));
  const mark = HASH_COMMENTS.test(path)
    ? /\s#\s*(?=\S.{10,200}$)/
    : /\/\/+[!<]*\s*(?=\S.{10,200}$)/;
  const found = mark.exec(code);
  return found ? text.slice(found.index + found[0].length) : undefined;
}

const HASH_COMMENTS = /\.(?:py|pyi|rb|rake|sh|exs?|pl|r|ya?ml|toml)$/;

function joined(sentences: readonly { readonly text: string }[]): string {
  return sentences.map(({ text }) => text).join(' ');
}

/** In a function, or declared in one that has no name: `app.get('/', () => { const car = 3; })`. */
function isLocal(file: SourceFile, line: number): boolean {
  const around = definitionsAround(file, line).findLast((one) => one.line < line);
  const kind = around?.kind ?? '';
  if (kind === 'function' || kind === 'method') return true;
  return around === undefined && /^\s+(?:const|let|var)\s/.test(file.lines[line - 1] ?? '');
}

function accessorOrClass(definition: Definition, file: SourceFile): DescribedOption[] {
  const passage = definitionPassage(file, definition);
  if (isContainer(passage)) return optionClass(passage, definition.name);
  const sets = SETS.test(definition.name) && !isHook(definition.name, file);
  if (!passage.docs || !(sets || bodyKind(passage) === 'accessor')) return [];
  const text = joined(passage.docs.sentences).slice(0, MAX_TEXT_LENGTH);
  const end = Math.max(passage.docs.end, definition.line);
  return [{ file, name: definition.name, text, start: firstLine(passage), end }];
}

/** The names of functions that set an option. */
const SETS = /^(?:[Ss]et|[Ww]ith|[Ee]nable|[Dd]isable|[Uu]se|[Mm]ax|[Mm]in)_?[A-Z_]/;

/** React's `useCar`. */
function isHook(name: string, { path }: SourceFile): boolean {
  return /^use[A-Z]/.test(name) && /\.[cm]?[jt]sx?$/.test(path);
}

const MAX_CLASS_LINES = 90;

/** A class that is one option: it has a default and a text in triple quotes, as settings of Python programs do. */
function optionClass({ file, start, end }: Passage, className: string): DescribedOption[] {
  if (end - start > MAX_CLASS_LINES) return [];
  const body = file.lines.slice(start, end);
  const setTo = (field: string) => {
    const sets = new RegExp(`^\\s+${field}\\s*=\\s*(\\S.{0,80}?)(?:\\s+#.*)?\\s*$`);
    return body.map((text) => sets.exec(text.slice(0, MAX_LINE_LENGTH))?.[1]).find(Boolean);
  };
  const standard = setTo('default');
  const from = body.findIndex((text) =>
    /^\s*(?:\w*(?:desc|doc|help)\w*\s*=\s*)?[rRuU]?(?:"""|''')/.test(text),
  );
  const [, said] =
    from < 0
      ? []
      : body
          .slice(from)
          .join('\n')
          .split(/"""|'''/, 2);
  if (standard === undefined || said === undefined) return [];
  const name = setTo('name')?.replace(/^['"]|['"]$/g, '') ?? className;
  const text = said.replace(/^\\/, '').slice(0, MAX_TEXT_LENGTH);
  // One that goes on below is no value to show.
  const isWhole = !/[([{]$|"""|'''/.test(standard);
  return [{ file, name, text, start, end, ...(isWhole && { standard }) }];
}
