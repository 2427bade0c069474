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
  /(?:\b(?:add_argument|add_option|argument|method_option|class_option|(?:required|add)?Option|option|flag|(?:o|opts?|parser)\.on)|#\[arg|\bflag\.\w{2,20}|Flags\(\)\.\w{2,20})(?:\s*\((?:\s*new\s+\w+\()?|\s+(?=[:'"]))/i;
/** `port: {`, `port = Integer(`, `port: int = Field(`. */
const KEYED =
  /^\s*(?:(?:public|private|static|readonly|const|let|var)\s+){0,3}['"]?([A-Za-z_][\w-]{1,60})['"]?\s*(?:(?::\s*[\w.[\]| ]{1,40})?=|:)\s*(?:new\s+)?[\w.]{0,60}[({]/;
/** `#[arg(`, above a field. */
const ATTRIBUTE = /^\s*(?:#\[arg|\[Option|@(?:CommandLine\.)?Option)\s*\(/;
const FIELD = /^\s*(?:[\w<>[\]?]+\s+){0,5}(\w{2,60})\s*(?:[:;=]|\{ *get)/;
const HELP = /^(?:help|help_?text|desc|describe|description|usage)$/i;
const DEFAULT = /^(?:default|default_?value(?:_t)?)$/i;
const FLAG = /(?:^|[\s,/|])--(?:\[?no-\]?)?([a-z][\w-]{1,60})/i;
const NAME = /^[A-Za-z][\w.-]{1,60}$/;
const VALUE = /^(?:-?\d[\w.*+ ]{0,20}|true|false|none|null|nil|[\w.]{1,40})$/i;
const MAX_CALL_LINES = 16;
const MIN_WORDS = 3;

/** The options that code declares to a parser of command lines or of settings, which is told in a string what each is for. */
export function parsedOptions(file: SourceFile): DescribedOption[] {
  const lines = file.lines.slice(0, MAX_LINES).map((text) => text.slice(0, MAX_LINE_LENGTH));
  return lines.flatMap((text, at) => {
    const found = declaredAt(text, lines, at);
    return found ? [{ file, start: at + 1, ...found }] : [];
  });
}

function declaredAt(text: string, lines: readonly string[], at: number) {
  const call = DECLARES.exec(text);
  const opened = call ?? KEYED.exec(text);
  if (!opened) return undefined;
  const { args, end } = argumentsFrom(lines, at, opened);
  const bare = args.filter(({ keyword }) => keyword === undefined);
  const said = keywordOf(args, HELP)?.text ?? (call ? bare.findLast(isSentence)?.text : undefined);
  if (said === undefined || !isLong(said)) return undefined;
  const name =
    args.map((one) => FLAG.exec(one.text ?? '')?.[1]).find(Boolean) ??
    (call ? bare.map(nameIn).find(Boolean) : opened[1]) ??
    (ATTRIBUTE.test(text) ? fieldBelow(lines, end) : undefined);
  if (name === undefined) return undefined;
  const given = keywordOf(args, DEFAULT) ?? (call ? bareDefault(bare, { name, said }) : undefined);
  const standard = given && isValue(given) ? given.raw : defaultIn(said);
  const option = { name, text: said.slice(0, MAX_TEXT_LENGTH), end };
  return standard === undefined ? option : { ...option, standard };
}

function keywordOf(args: readonly Argument[], keywords: RegExp): Argument | undefined {
  return args.find(({ keyword }) => keyword !== undefined && keywords.test(keyword));
}

/** `"wait"` or `:wait`. */
function nameIn({ text, raw }: Argument): string | undefined {
  const name = text ?? (raw.startsWith(':') ? raw.slice(1) : '');
  return NAME.test(name) ? name : undefined;
}

function isValue({ text, raw }: Argument): boolean {
  return text !== undefined || VALUE.test(raw);
}

function isLong(text: string): boolean {
  return text.split(/\s+/).length >= MIN_WORDS;
}

function isSentence({ text }: Argument): boolean {
  return text !== undefined && !text.startsWith('-') && isLong(text);
}

/** Behind the description, as in JavaScript, or before it, as in Go. */
function bareDefault(
  bare: readonly Argument[],
  { name, said }: { readonly name: string; readonly said: string },
): Argument | undefined {
  const help = bare.findIndex(({ text }) => text === said);
  const isGo = bare.some(({ text }) => text === name);
  if (help < 0) return undefined;
  return isGo && help === bare.length - 1 && help > 1 ? bare[help - 1] : bare[help + 1];
}

function fieldBelow(lines: readonly string[], end: number): string | undefined {
  const below = lines.slice(end, end + 3).find((text) => !/^\s*[#[@]/.test(text));
  return FIELD.exec(below ?? '')?.[1];
}

interface Argument {
  /** Of `help="…"` and `help: '…'`. */
  readonly keyword?: string;
  /** Its strings, one behind the other. */
  readonly text?: string;
  /** As it is written. */
  readonly raw: string;
}

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g;
/** Strings, brackets and commas. */
const MARK = new RegExp(`${STRING.source}|[([{,}\\])]`, 'g');
const KEYWORD = /^\s*([A-Za-z_]\w*)\s*(?::(?!:)|=>|=(?!=))/;

/** What is directly in the brackets that open at a column, or in an object that is in them; without brackets, up to a line that ends without a comma. */
function argumentsFrom(lines: readonly string[], at: number, opened: RegExpExecArray) {
  const behind = opened.index + opened[0].length;
  const isOpen = /[({]$/.test(opened[0]);
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
  const isDirect = () => open.length < 2 || (open.length === 2 && open.join('') === '({');
  let from = 0;
  for (const { 0: mark, index } of code.matchAll(MARK)) {
    const wasDirect = isDirect();
    if (/[([{]/.test(mark[0] ?? '')) open.push(mark);
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
  const strings = /[([{]/.test(raw.replace(STRING, ''))
    ? []
    : [...raw.matchAll(STRING)].map(([text]) => text.slice(1, -1));
  return {
    raw,
    ...(keyword !== undefined && { keyword }),
    ...(strings.length > 0 && { text: strings.join('') }),
  };
}
