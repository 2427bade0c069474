import type { LineRange } from '../../../index/chunks.js';
import type { FileCondition } from '../../../index/segments/word-filter.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import type { SourceFile } from '../passages/source-file.js';

/** A line that reads or declares a setting. */
export interface SettingLine extends LineRange {
  readonly name: string;
  readonly kind: 'environment' | 'flag' | 'key';
  /** As it is written. */
  readonly standard?: string;
  readonly file: SourceFile;
}

/** For git: lines that read the environment, or declare a flag. In Perl's and in extended syntax the same. */
export const SETTING_SOURCES = [
  '(process|import[.]meta)[.]env',
  '(os[.])?environ(ment)?[.([]',
  // A function of the program around one of these.
  '[eE]nv[a-zA-Z_]*[(]["\'][A-Z]|[^a-zA-Z_.]env[.][a-z]+[(]["\'][A-Z]',
  '[gG]et[eE]nv[(]|LookupEnv[(]|ENV(\\[|[.]fetch)|env::var|GetEnvironmentVariable[(]|[^a-zA-Z_.]env[(]|[^a-zA-Z_.]env *= *"[A-Z]',
  '[.](add_argument|option|requiredOption|addOption)[(]|(^|[^a-zA-Z_.])option[(]|click[.]option[(]|flag[.](String|Bool|Int|Duration|Float64)(Var)?[(]|Flags[(][)][.]',
  '^[^a-z]*[A-Z][A-Z0-9]*_[A-Z0-9_]+["\']?[?]?[ ]*[:=][^:=]',
  '^[|]([^|]+[|])? *`?[A-Z][A-Z0-9]*_[A-Z0-9_]+`? *[|]',
].join('|');

/** The files that may have such lines. */
export const SETTING_FILES: FileCondition = [
  ...['env', 'environ', 'environment', 'getenv', 'flags'].flatMap((text) => [
    [{ kind: 'word' as const, text }],
    [{ kind: 'part' as const, text }],
  ]),
  ...['add_argument', 'option', 'requiredOption', 'addOption', 'flag'].map((text) => [
    { kind: 'word' as const, text },
  ]),
  [{ kind: 'capitals' }],
];

const ENVIRONMENT = [
  // Of a flag, in an attribute.
  /(?<![\w.])env\s*=\s*"([A-Z][A-Z0-9_]{1,80})"/,
  /(?:process|import\.meta)\.env(?:\.|\[['"`])([A-Za-z_]\w{1,80})/,
  /(?<![\w.])(?!unset|[sS]et)\w{0,20}[eE]nv(?:[A-Z_a-z]\w{0,20}|\.[a-z]{2,12})?\(\s*['"]([A-Z][A-Z0-9_]{1,80})['"]/,
  /(?:environ(?:\.get)?|[gG]et[eE]nv|LookupEnv|ENV(?:\.fetch)?|env::var(?:_os)?|GetEnvironmentVariable|(?<![\w.])env)\s*[([]\s*['"]([A-Za-z_][\w.]{1,80})['"]/,
] as const;
/** Of a program's own settings, read by their names. */
const CONFIGURATION =
  /\b(?:config|settings|options|conf)(?:\[|\.get\()['"]([A-Za-z][\w.-]{2,60})['"]/i;
/** What follows the name of a setting that is set. */
const SET = /^['"`]?\]?\s{0,3}=(?!=)/;
const FLAG = [
  /\b(?:add_argument|option|requiredOption|addOption)\(\s*(?:(?:new \w+|names?\s*=\s*\w*)\(?\s*)?['"](?:-\w,?\s*(?:['"],\s*['"])?)?(--[a-z][\w-]{1,60})/,
  /\bflag\.(?:String|Bool|Int|Duration|Float64)(?:Var)?\(\s*(?:&[\w.]+,\s*)?"([a-z][\w-]{1,60})"/,
  /Flags\(\)\.\w{1,30}\(\s*(?:&[\w.]+,\s*)?"([a-z][\w-]{1,60})"/,
] as const;
/** Whether a line takes all variables of the environment, rather than one of a name. */
export function takesAll(line: string): boolean {
  return !COMMENT.test(line) && TAKES_ALL.test(line);
}

const TAKES_ALL =
  /env::vars(?:_os)?\(\)|\bin (?:dict\()?os\.environ(?:\.(?:items|keys)\(\))?\)?\s*:|Object\.(?:entries|keys)\(process\.env\)/;
/** A request's `environ["wsgi.errors"]` is no setting. */
const VARIABLE = /^(?:_*[A-Z][A-Z0-9_]*|[a-z]+_proxy)$/;
const KEY =
  /^\s*(?:(?:export\s+)?(?:const|let|var|static|final|public|private|readonly)\s+)*['"]?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,20})['"]?\??\s*[:=](?![:=])/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|--|;|#(?:\s|$)|"""|''')/;
/** `60`, `60 * 60 * 1000`; but not the `60` of `60 * MINUTES`. */
const NUMBER =
  '-?\\d[\\d_.]{0,20}(?:[lLfFdDnNuU]\\b)?(?:\\s*[*+]\\s*\\d[\\d_.]{0,20}){0,3}(?![\\w.]|\\s*[*/+-]\\s*[\\w(])';
const LITERAL = `('[^']{0,60}'|"[^"]{0,60}"|\`[^\`$]{0,60}\`|${NUMBER}|true|false|True|False|None|null|nil)`;
const DEFAULTS = [
  new RegExp(
    `(?:\\?\\?|\\|\\||\\bor\\b|:-|default\\s*[=:]|default\\(|_default=)\\s*${LITERAL}`,
    'i',
  ),
  new RegExp(
    `(?:environ\\.get|[gG]etenv|fetch|[eE]nv\\w{0,20}|(?:String|Bool|Int|Duration)(?:Var)?P?)\\(\\s*(?:&[\\w.]+,\\s*)?['"][\\w.-]+['"],\\s*${LITERAL}`,
  ),
] as const;
const KEY_DEFAULT = new RegExp(`[:=]\\s*${LITERAL}\\s*[,;)]?\\s*(?:#.*|//.*)?$`);

/** The rows of a document's tables that begin with the name of a variable, or have it behind that of a flag; the cell behind it may be its default. */
export function documentedSettings(file: SourceFile, numbers: readonly number[]): SettingLine[] {
  return numbers.flatMap((line) => {
    const cells = (file.lines[line - 1] ?? '').split('|').map((cell) => cell.trim());
    const at = cells.slice(0, 3).findIndex((cell) => VARIABLE_CELL.test(cell));
    const name = VARIABLE_CELL.exec(cells[at] ?? '')?.[1];
    if (name === undefined) return [];
    const standard = /^`([^`]{1,60})`$/.exec(cells[at + 1] ?? '')?.[1];
    const row = { name, kind: 'environment' as const, file, start: line, end: line };
    return [{ ...row, ...(standard !== undefined && { standard }) }];
  });
}

const VARIABLE_CELL = /^`?([A-Z][A-Z0-9]*_[A-Z0-9_]+)`?$/;

const CODE = /\.(?:[cm]?[jt]s|py|rb)$/;

/** `.env.example`, `env.ts`: a file whose keys are all variables of the environment. */
export function isEnvironment(path: string): boolean {
  return /(?:^|\/)[\w.-]{0,40}?(?<![\w-])env(?:\.[\w-]{1,20}){0,2}$/.test(path);
}

/** What a file reads and declares; keys only where `hasKeys`, since constants look the same. */
export function settingLines(
  file: SourceFile,
  { numbers, hasKeys }: { readonly numbers: readonly number[]; readonly hasKeys: boolean },
): SettingLine[] {
  return numbers.flatMap((line) => {
    const own = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    if (COMMENT.test(own)) return [];
    const below = (file.lines[line] ?? '').trim().slice(0, MAX_LINE_LENGTH);
    const text = own.endsWith('(') ? own + below : own;
    const found = namedIn(text, hasKeys);
    if (!found) return [];
    if (found.kind !== 'key' || !isEnvironment(file.path))
      return [{ ...found, file, start: line, end: line }];
    const { standard, name } = found;
    // An example of a value is no default.
    const isDefault = standard !== undefined && CODE.test(file.path);
    const key = { name, kind: 'environment' as const, file, start: line, end: line };
    return [{ ...key, ...(isDefault && { standard }) }];
  });
}

/** The environment variable or the setting that a line reads, rather than only sets. */
export function settingRead(line: string): string | undefined {
  const text = line.slice(0, MAX_LINE_LENGTH);
  const found = [
    ...ENVIRONMENT.filter((one) => VARIABLE.test(one.exec(text)?.[1] ?? '')),
    CONFIGURATION,
  ]
    .map((one) => one.exec(text))
    .find(Boolean);
  if (!found || SET.test(text.slice(found.index + found[0].length))) return undefined;
  return found[1];
}

const MAX_LINE_LENGTH = 400;

function namedIn(
  text: string,
  hasKeys: boolean,
): Pick<SettingLine, 'name' | 'kind' | 'standard'> | undefined {
  const read = firstGroup(ENVIRONMENT, text);
  const variable = read !== undefined && VARIABLE.test(read) ? read : undefined;
  const flag = variable === undefined ? firstGroup(FLAG, text) : undefined;
  const key =
    hasKeys && variable === undefined && flag === undefined ? KEY.exec(text)?.[1] : undefined;
  const name = variable ?? flag ?? key;
  if (name === undefined) return undefined;
  const standard =
    firstGroup(DEFAULTS, text) ?? (key === undefined ? undefined : KEY_DEFAULT.exec(text)?.[1]);
  const kind = variable !== undefined ? 'environment' : flag !== undefined ? 'flag' : 'key';
  return {
    name,
    kind,
    ...(standard !== undefined && { standard: standard.replace(/^['"`]|['"`]$/g, '') || "''" }),
  };
}

/** The default of a parameter: 3 of `tries` in `function wait(seconds, tries = 3)`. */
export function parameterDefault(name: string, text: string): string | undefined {
  const own = new RegExp(
    `\\b${escapeRegex(name)}['"\`]?\\??\\s*(?::[^=,]{1,40})?=\\s*${LITERAL}\\s*(?:[,)]|$)`,
  );
  return own.exec(text)?.[1];
}

/** The literal that a line sets a name to, among others or not, or that it has as the default. */
export function literalOf(name: string, text: string): string | undefined {
  const own = parameterDefault(name, text);
  if (own !== undefined) return own;
  // `idle = total = 0` is often a reset.
  if (new RegExp(`\\b${escapeRegex(name)}\\s*=\\s*\\w+\\s*=[^=>]`).test(text)) return undefined;
  // `heartbeat, strategy="first"` says nothing of the heartbeat.
  if (new RegExp(`\\b${escapeRegex(name)}\\s*=\\s*[^=,]{1,60},\\s*\\w+\\s*=`).test(text))
    return undefined;
  // Nor does `storage = Backend(config, create: true)` say what the storage is.
  if (new RegExp(`\\b${escapeRegex(name)}${FURTHER_ARGUMENT}`).test(text)) return undefined;
  // `found ? name : nil` says nothing for sure.
  const assigned = CONDITIONAL.test(text) ? undefined : ASSIGNED.exec(text)?.[1];
  return (fallbackIn(text) ?? assigned)?.trim();
}

const CONDITIONAL = /\s\?\s/;
/** Behind the name that a call is assigned to. */
const FURTHER_ARGUMENT = String.raw`[^=]{0,60}=\s*[\w.:<>]{1,80}\([^()]{1,200},\s*(?!default|initial|value)\w{1,60}:[^,()]{1,60}\)`;

/** The literal that a line falls back to: 3 in `tries || 3`. */
export function fallbackIn(text: string): string | undefined {
  return firstGroup(DEFAULTS, text);
}

const ASSIGNED = new RegExp(`(?:[:=]|=>)\\s*${LITERAL}\\s*[,;)]?\\s*(?:#.*|//.*)?$`);

function firstGroup(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

const MAX_LINES_BELOW = 4;

/**
 * What a document says of a setting where it is listed: in a row of a table, behind its name in a list, or below its
 * name on a line of its own. Sentences that only mention it say something else.
 */
export function documentedAs(
  lines: readonly string[],
  line: number,
  name: string,
): SettingDescription | undefined {
  const whole = (lines[line - 1] ?? '').replace(ATTRIBUTES, '');
  // The cells of a table are often padded.
  const text = whole.includes('|') ? whole.replace(/ {2,}/g, ' ') : whole;
  if (DIRECTIVE.test(text)) return undefined;
  const [before = '', ...rest] = text.split(name);
  const behind = rest.join(name);
  if (!/^[\s`*#|.\w:<"'-]{0,30}$/.test(before) || /[a-z]{3}\s+[a-z]{2}/i.test(before))
    return undefined;
  if (TABLE_ROW.test(text)) {
    const cell = behind.split('|').findLast((one) => one.trim() !== '');
    return saidUntil(line, cell);
  }
  if (/^[`*"']*\s*$/.test(behind)) {
    const below = belowName(lines, line);
    return below && saidUntil(below.end, below.text);
  }
  if (!/^[`*"')]{0,4}\s*(?::|–|—|(?<=\s)=\s|-\s|#)/.test(behind)) return undefined;
  const further = restOfItem(lines, line);
  return saidUntil(line + further.length, [behind.trimEnd(), ...further].join(' '));
}

export interface SettingDescription {
  readonly text: string;
  /** The last line of it. */
  readonly end: number;
}

function saidUntil(end: number, text: string | undefined): SettingDescription | undefined {
  const said = sentence(text);
  return said === undefined ? undefined : { text: said, end };
}

const TABLE_ROW = /^\s*\||^[^|]+\|[^|]+\|[^|]+/;

const DIRECTIVE = /^\s*\.\. /;
/** Of a heading: `## NAME {: #anchor }`. */
const ATTRIBUTES = / \{:? ?[#.][^{}]{1,80}\}\s*$/;
/** Which is said before what the setting does. */
const ONLY_DEFAULT = /^\W*default(?: value)?\W{0,4}(?:is )?\S{0,40}[\W_]*$/i;

/** The further lines of an item of a list, or of a field of reStructuredText. */
function restOfItem(lines: readonly string[], line: number): string[] {
  const [, indent] = /^(\s*)(?:[*+-]|:[^:]{1,60}:)\s/.exec(lines[line - 1] ?? '') ?? [];
  if (indent === undefined) return [];
  const below = lines.slice(line, line + MAX_LINES_BELOW);
  const isMore = (text: string) => text.search(/\S/) > indent.length && !NO_MORE.test(text);
  const end = below.findIndex((text) => !isMore(text));
  return (end < 0 ? below : below.slice(0, end)).map((text) => text.trim());
}

/** Another list, a directive, code, a table, or the next key of YAML. */
const NO_MORE = /^\s*(?:[*+-]\s|\d{1,2}[.)]\s|\.\. |```|~~~|\||[\w-]+:(?:\s|$))/;

/** The paragraph below, without the underline of a heading. */
function belowName(lines: readonly string[], line: number): SettingDescription | undefined {
  const below = lines.slice(line, line + MAX_LINES_BELOW * 2);
  const start = below.findIndex((text) => /\p{L}/u.test(text) && !ONLY_DEFAULT.test(text));
  const end = below.findIndex((text, n) => n > start && text.trim() === '');
  const first = below[start];
  const depth = (lines[line - 1] ?? '').search(/\S/);
  const isOther = (text: string) =>
    OTHERS.test(text) || (ITEM.test(text) && text.search(/\S/) <= depth);
  if (first === undefined || below.slice(0, start + 1).some(isOther)) return undefined;
  if (DIRECTIVE.test(first) || ONLY_NAME.test(first)) return undefined;
  const length = end < 0 ? Math.min(MAX_LINES_BELOW + start, below.length) : end;
  const next = below.findIndex((text, n) => n > start && isOther(text));
  const last = next < 0 ? length : Math.min(next, length);
  return { text: below.slice(start, last).join(' '), end: line + last };
}

/** A heading, or code. */
const OTHERS = /^\s*(?:#{1,6}\s|```|~~~)/;
const ITEM = /^\s*(?:[*+-]|\d{1,2}[.)])\s/;

/** The next of a list of names. */
const ONLY_NAME = /^[\s`*+-]*[A-Z][A-Z0-9]*_[A-Z0-9_]+[\s`*]*$/;

function sentence(text: string | undefined): string | undefined {
  const bare = text?.replace(/^[\s`*_:–—=)#'"-]+/, '').trim();
  const opened = (bare?.match(/`/g)?.length ?? 0) % 2 === 1 ? '`' : '';
  const plain = bare && `${opened}${bare}`;
  return plain && /\p{L}{2}\S*\s+\S*\p{L}{2}/u.test(plain) ? plain : undefined;
}
