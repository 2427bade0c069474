import { MODIFIERS } from './modifiers.js';

/** What a line sets, as far as the line alone tells. */
export interface ValueInLine {
  readonly name: string;
  /** The rest of the line, without a comment behind it. */
  readonly value: string;
}

const MAX_LENGTH = 240;
/** `HTTP_PORT = 3000`, `port: 3000,`, `"port": 3000`, `server.port=3000`, `PORT => 3000`. */
const ENTRY =
  /^\s*(?:-\s+)?(?:export\s+)?["'`:]?([A-Za-z_][\w.-]{0,80})["'`]?\s*(?::(?![:=])|=>?(?!=))\s*(\S.*)$/;
/** `const MaxSize int = 3`, `public int Tries { get; set; } = 3;`, `self.tries = 3`. */
const ASSIGNED = new RegExp(
  `^\\s*${MODIFIERS}(?:[\\w<>[\\],.?]{1,60}\\s+){0,2}(?:self\\.|this\\.|@{1,2}|\\$)?([A-Za-z_]\\w{0,80})[?!]?(?:\\s*:\\s*[^=:]{1,40}|\\s*\\{[^}]{0,30}\\})?\\s*=(?![=>~])\\s*(\\S.*)$`,
);
/** `const MaxSize int = 3`, `size := 3`. */
const ASSIGNED_IN_GO =
  /^\s*(?:(?:var|const)\s+)?([A-Za-z_]\w{0,80})(?:\s+[\w.]{1,40})?\s*:?=(?!=)\s*(\S.*)$/;
/** An attribute of an element. */
const ATTRIBUTE = /^\s*[:@]?[\w.:-]+="[^"]*"\s*(?:\/?>.*)?$/;
const MARKUP = /\.(?:vue|[jt]sx|svelte|razor|cshtml|erb)$/;
/** `SetDefault("port", 8081)`, `GetValue("Tries", 3)`. */
const IN_CALL =
  /[\w)>]\(\s*["'`]([A-Za-z][\w.:-]{1,60})["'`],\s*("[^"]{0,60}"|'[^']{0,60}'|\d[\w.]{0,20})\s*[,)]/;
/** `new() { Key = Setting.Tries, Value = "3" }`, `{ name: 'tries', default: 3 }`. */
const KEY_AND_VALUE =
  /\b(?:key|name)["']?\s?[:=]\s?["'`]?(?:\w{1,40}\.){0,3}([A-Za-z_][\w-]{1,60})["'`]?,\s?["']?(?:value|default(?:[vV]alue)?)["']?\s?[:=]\s?("[^"]{0,60}"|'[^']{0,60}'|\d[\w.]{0,20})\s?[,})]/i;
/** The lines of such an entry, one below the other. */
const KEY_ALONE =
  /^\s*["']?(?:key|name)["']?\s?[:=]\s?["'`]?(?:\w{1,40}\.){0,3}([A-Za-z_][\w-]{1,60})["'`]?,\s*$/i;
const VALUE_BELOW = /^\s*["']?(?:value|default(?:Value)?)["']?\s?[:=]/i;
const COMMENT = /^\s*(?:#|;|\/\/|\/?\*|--|"""|''')/;
const COMMENT_BEHIND = /\s+(?:#|\/\/|;)\s.*$/;

/** `max_length=80`, `{ expiresIn: "7d" }`, `.max(64)`, `length: {maximum: 25}`, `validate:"max=30"`. */
const ARGUMENT =
  /(?<![\w$])([A-Za-z_]\w{0,40})["']?\s{0,2}(?:(?:[:=]|=>)\s{0,2}(["'`]\d[\w ]{0,20}["'`]|\d[\w.]{0,20}(?:\s\*\s[\w.]{1,30}){0,3})(?![\w.(])|\((\d[\d_]{0,12})\))/g;

/** What is set by the line below, if this one says only that: `name: 'tries',`. */
export function keyOfNextLine(line: string): string | undefined {
  return KEY_ALONE.exec(line.slice(0, MAX_LENGTH))?.[1];
}

/** A line, behind the one above if that names what it sets. */
export function entryText(lines: readonly string[], line: number): string {
  const text = lines[line - 1] ?? '';
  const above = lines[line - 2] ?? '';
  if (!VALUE_BELOW.test(text) || keyOfNextLine(above) === undefined) return text;
  return `${above.trimEnd()} ${text.trimStart()}`;
}

/** What the arguments in a line are. */
export function argumentsInLine(line: string, path: string): ValueInLine[] {
  if (setsNothing(line, path)) return [];
  return [...line.slice(0, MAX_LENGTH).matchAll(ARGUMENT)].map(
    ([, name = '', named, only = '']) => ({ name, value: named ?? only }),
  );
}

function setsNothing(line: string, path: string): boolean {
  return COMMENT.test(line) || (MARKUP.test(path) && ATTRIBUTE.test(line));
}

export function valueInLine(line: string, path: string): ValueInLine | undefined {
  if (setsNothing(line, path)) return undefined;
  const text = line.slice(0, MAX_LENGTH);
  const assigned = path.endsWith('.go') ? ASSIGNED_IN_GO : ASSIGNED;
  const [, name, value] =
    KEY_AND_VALUE.exec(text) ?? ENTRY.exec(text) ?? assigned.exec(text) ?? IN_CALL.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const bare = value.replace(COMMENT_BEHIND, '').replace(/[,;\s]{1,5}$/, '');
  return bare === '' ? undefined : { name, value: bare };
}

/** Numbers, units and types, but no other variables. */
const OF_VALUES =
  /^(?:0x\w+|(?:\w+::){0,3}[\w.]*[A-Z][\w.]*(?:::\w+)*|\w*\.?(?:weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|millis\w*|ms|months?|years?|megabytes?|kilobytes?|gigabytes?)|td|timedelta|datetime\.timedelta|[a-zA-Z]{1,2}|e\d+)$/;

/** `addMinutes(new Date(), 30)`, `time.Now().Add(24 * time.Hour)`. */
export function isTimeFromNow(value: string): boolean {
  return (
    value.length <= MAX_TIME_LENGTH &&
    /\b\d/.test(value) &&
    /(?:second|minute|hour|day|week|month|year)s?(?![a-z])/i.test(value) &&
    /\b(?:add|plus|now|new Date|from_now)|delta/i.test(value)
  );
}

const MAX_TIME_LENGTH = 80;

/** `3000`, `"12h"`, `15 * time.Minute`, `32 << 20`, `td(days=1)`, `(60 * 6)`; a comparison or a long call is none. */
export function isPlainValue(value: string): boolean {
  if (/^(?:"[^"]{0,80}"|'[^']{0,80}'|`[^`]{0,80}`)$/.test(value)) return true;
  const isBalanced = (value.match(/[([{]/g)?.length ?? 0) === (value.match(/[)\]}]/g)?.length ?? 0);
  return (
    isBalanced &&
    /^[\w\s.*+<(=)/%:-]{1,60}$/.test(value) &&
    /\d/.test(value) &&
    (value.match(/[A-Za-z_][\w.:]*/g) ?? []).every((word) => OF_VALUES.test(word)) &&
    !/\bif\b|^new\b|[=<>]=|\[/.test(value)
  );
}
