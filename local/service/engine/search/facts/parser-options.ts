import { isCommentLine } from '../passages/doc-comment.js';
import { perObject } from '../passages/read-once.js';
import type { SourceFile } from '../passages/source-file.js';
import {
  type DescribedOption,
  defaultIn,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_TEXT_LENGTH,
} from './described-option.js';

/** Functions and annotations of libraries that parse command lines: `add_argument(`, `.option(`, `opts.on`, `[Option(`. */
const DECLARES =
  /(?:\b(?:add_argument|add_option|argument|method_option|class_option|(?:required|add)?Option|option|flag|(?:o|opts?|parser)\.on)|#\[arg)(?:\s*\((?:\s*new\s+\w+\()?|\s+(?=[:'"]))/i;
/** Go's: `flag.StringVar(&wait, "wait", "1s", "…")`, `Flags().IntP("cars", "c", 3, "…")`. */
const GO_FLAG =
  /\b(?:\w*flags?|fs|f|\w*Flags\(\))\.(?:String|Bool|Int|Uint|Float|Duration|IP)\w*?(Var)?(P)?\(/;
/** `port: {`, `port = Integer(`, `port: int = Field(`. */
const KEYED =
  /^\s*(?:(?:public|private|static|readonly|const|let|var)\s+){0,3}['"]?([A-Za-z_][\w-]{1,60})['"]?\s*(?:(?::\s*[\w.[\]| ]{1,40})?=|:)\s*(?:new\s+)?[\w.]{0,60}[({[]/;
/** An entry of a table, whose first field is its name: `{ .name = "port",`, `{ "key": "port",`. */
const ENTRY = /^\s*\{(?=\s*(?:\.?['"]?(?:name|key|id)['"]?\s*[:=]|$))/;
/** `#[arg(`, above a field. */
const ATTRIBUTE = /^\s*(?:#\[arg|\[Option|@(?:CommandLine\.)?Option)\s*\(/;
const FIELD = /^\s*(?:[\w<>[\]?]+\s+){0,5}(\w{2,60})\s*(?:[:;=]|\{ *get)/;
const HELP = /^(?:help|help_?text|text|docs?|desc|describe|description|usage)$/i;
const DEFAULT = /^default(?:_?(?:value(?:_t)?|num|str|int|bool))?$/i;
const NAMES = /^(?:names?|long|key|id)$/;
const FLAG = /^-(?:.*[\s,/|-])?-(?:\[?no-\]?)?([a-z][\w-]{1,60})/i;
const NAME = /^[A-Za-z][\w.-]{1,60}$/;
const LITERAL = /^(?:-?\d[\w.*+ ]{0,20}|true|false|none|null|nil)$/i;
/** `DEFAULT_PORT`, where a keyword says that it is the default. */
const CONSTANT = /^[\w.*+ ]{1,40}$/;
const MAX_VALUE_LENGTH = 60;
const MAX_CALL_LINES = 16;
const MIN_WORDS = 3;

type Found = Pick<DescribedOption, 'name' | 'standard' | 'end'> & { readonly text?: string };

/** The options that code declares to a parser of command lines or of settings, which is told in a string what each is for. */
export function parserOptions(file: SourceFile): DescribedOption[] {
  const lines = linesOf(file);
  return lines.flatMap((_, at) => {
    const found = declaredAt(lines, at);
    const text = found?.text;
    return found && text !== undefined ? [{ file, start: at + 1, ...found, text }] : [];
  });
}

const linesOf = perObject((file: SourceFile) =>
  file.lines.slice(0, MAX_LINES).map((text) => text.slice(0, MAX_LINE_LENGTH)),
);
const MAX_LINES_ABOVE = 3;

/** What a parser or a table is told of the option that a line names, with the lines that tell it. */
export function entryAt(
  file: SourceFile,
  line: number,
  isAsked: (name: string) => boolean,
): (Found & { readonly start: number }) | undefined {
  const lines = linesOf(file);
  for (let start = line; start > 0 && start >= line - MAX_LINES_ABOVE; start -= 1) {
    const found = declaredAt(lines, start - 1);
    if (found && found.end >= line && isAsked(found.name)) return { start, ...found };
  }
  return undefined;
}

function declaredAt(lines: readonly string[], at: number): Found | undefined {
  const text = lines[at] ?? '';
  if (isCommentLine(text) && !ATTRIBUTE.test(text)) return undefined;
  const go = GO_FLAG.exec(text);
  if (go) return goFlag(go, argumentsFrom(lines, at, go));
  const call = DECLARES.exec(text);
  const keyed = call ? null : KEYED.exec(text);
  const opened = call ?? keyed ?? ENTRY.exec(text);
  if (!opened) return undefined;
  const { args, end } = argumentsFrom(lines, at, opened);
  const bare = args.filter(({ keyword }) => keyword === undefined);
  const help = keywordOf(args, HELP) ?? (call ? bare.find(isSentence) : undefined);
  const said = help?.text !== undefined && isLong(help.text) ? help.text : undefined;
  const own = keyed ? keyed[1] : nameAmong(args, bare);
  const field = ATTRIBUTE.test(text) ? fieldBelow(lines, end) : undefined;
  const name = own ?? field?.name;
  if (name === undefined) return undefined;
  const behind = help?.keyword === undefined ? bare.slice(bare.findIndex(isSentence) + 1) : [];
  const given = keywordOf(args, DEFAULT) ?? (call && said ? behind.findLast(isLiteral) : undefined);
  const standard = given ? valueIn(given) : defaultIn(said ?? '');
  return {
    name,
    end: field?.line ?? end,
    ...(said !== undefined && { text: said.slice(0, MAX_TEXT_LENGTH) }),
    ...(standard !== undefined && { standard }),
  };
}

/** The variable, the name, its letter, the default, and what it is for, of which not all have the first and the third. */
function goFlag(
  [, isVariable, hasLetter]: RegExpExecArray,
  { args, end }: { readonly args: readonly Argument[]; readonly end: number },
): Found | undefined {
  const [name, ...others] = args.slice(isVariable === undefined ? 0 : 1);
  const [standard, help] = others.slice(hasLetter === undefined ? 0 : 1);
  if (!name?.text || !NAME.test(name.text) || !standard || !help?.text || !isLong(help.text))
    return undefined;
  // 0 may stand for what only the text says: "default: no retries".
  const value = /\bdefaults?\b/i.test(help.text) ? defaultIn(help.text) : valueIn(standard);
  return {
    name: name.text,
    text: help.text.slice(0, MAX_TEXT_LENGTH),
    end,
    ...(value !== undefined && { standard: value }),
  };
}

/** The long flag, or what comes first: `--wait`, `"wait"`, `:wait`, and behind a letter `'w', "wait"`. */
function nameAmong(args: readonly Argument[], bare: readonly Argument[]): string | undefined {
  const named = args.filter(({ keyword }) => keyword === undefined || NAMES.test(keyword));
  const long = args.find(({ keyword }) => keyword === 'long')?.text;
  const flag = long ?? named.flatMap(({ strings = [] }) => strings.map(flagIn)).find(Boolean);
  const [first = keywordOf(args, NAMES), second] = bare;
  const isLetter = first?.text?.length === 1;
  return flag ?? (first && nameIn(isLetter ? (second ?? first) : first));
}

function keywordOf(args: readonly Argument[], keywords: RegExp): Argument | undefined {
  return args.find(({ keyword }) => keyword !== undefined && keywords.test(keyword));
}

function flagIn(text: string): string | undefined {
  return FLAG.exec(text)?.[1];
}

/** `"wait"` or `:wait`. */
function nameIn({ text, raw }: Argument): string | undefined {
  const name = text ?? (raw.startsWith(':') ? raw.slice(1) : '');
  return NAME.test(name) ? name : undefined;
}

function isLiteral({ text, raw }: Argument): boolean {
  return text !== undefined || LITERAL.test(raw);
}

/** As it is written, unless it is more than a value. */
function valueIn({ text, raw }: Argument): string | undefined {
  const isShort = raw.length <= MAX_VALUE_LENGTH && !raw.includes('\n');
  return isShort && (text !== undefined || CONSTANT.test(raw)) ? raw : undefined;
}

function isLong(text: string): boolean {
  return text.split(/\s+/).length >= MIN_WORDS;
}

function isSentence({ text }: Argument): boolean {
  return text !== undefined && !text.startsWith('-') && isLong(text);
}

function fieldBelow(lines: readonly string[], end: number) {
  const n = lines.slice(end, end + 3).findIndex((text) => !/^\s*[#[@]/.test(text));
  const name = n < 0 ? undefined : FIELD.exec(lines[end + n] ?? '')?.[1];
  return name === undefined ? undefined : { name, line: end + n + 1 };
}

interface Argument {
  /** Of `help="…"` and `help: '…'`. */
  readonly keyword?: string;
  readonly strings?: readonly string[];
  /** The same, one behind the other. */
  readonly text?: string;
  /** As it is written. */
  readonly raw: string;
}

/** One that does not end reaches to the end of its line, which is read once. */
const STRING =
  /"(?:[^"\\\n]|\\.)*(?:"|(?=\n|$))|'(?:[^'\\\n]|\\.)*(?:'|(?=\n|$))|`(?:[^`\\\n]|\\.)*(?:`|(?=\n|$))/g;
/** Strings, brackets and commas. */
const MARK = new RegExp(`${STRING.source}|[([{,}\\])]`, 'g');
const KEYWORD =
  /^\s*\.?(?:['"](?=[A-Za-z_]\w{0,40}['"]))?([A-Za-z_]\w*)['"]?\s*(?::(?!:)|=>|=(?!=))/;

/** What is directly in the brackets that open at a column, or in an object that is in them; without brackets, up to a line that ends without a comma. */
function argumentsFrom(lines: readonly string[], at: number, opened: RegExpExecArray) {
  const behind = opened.index + opened[0].length;
  const isOpen = /[({[]$/.test(opened[0]);
  const all = lines.slice(at, at + MAX_CALL_LINES);
  const last = isOpen ? all.length - 1 : all.findIndex((text) => !/,\s*$/.test(text));
  const code = all
    .slice(0, last + 1)
    .join('\n')
    .slice(isOpen ? behind - 1 : behind);
  const { pieces, length } = cutAtCommas(isOpen ? code : `(${code})`);
  const args = pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
  return { args: args.map(argumentOf), end: at + code.slice(0, length).split('\n').length };
}

/** Of the first brackets of some code: what is between their commas, and how long they are. */
function cutAtCommas(code: string): { readonly pieces: string[]; readonly length: number } {
  const pieces: string[] = [];
  const open: string[] = [];
  // Also in an object that is the first of its brackets: `({ help: … })`, but not `in {`.
  const isDirect = () => open.length < 2 || (open.length === 2 && open.join('') === '({');
  let from = 0;
  for (const { 0: mark, index } of code.matchAll(MARK)) {
    const wasDirect = isDirect();
    const isAlone = code.slice(from, index).trim() === '';
    if (/[([{]/.test(mark[0] ?? '')) open.push(isAlone ? mark : `in ${mark}`);
    else if (/[)\]}]/.test(mark[0] ?? '')) open.pop();
    else if (mark !== ',') continue;
    if (!wasDirect || !isDirect()) continue;
    pieces.push(code.slice(from, index));
    from = index + 1;
    if (open.length === 0) break;
  }
  return { pieces, length: from };
}

function argumentOf(code: string): Argument {
  const [start = '', keyword] = KEYWORD.exec(code) ?? [];
  const raw = code.slice(start.length).trim();
  const strings = /\(/.test(raw.replace(STRING, ''))
    ? []
    : [...raw.matchAll(STRING)].map(([text]) => text.slice(1, -1));
  return {
    raw,
    ...(keyword !== undefined && { keyword }),
    ...(strings.length > 0 && { strings, text: strings.join('') }),
  };
}
