import type { Definition } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { isCommentLine } from '../passages/doc-comment.js';
import { signatureEnd } from '../passages/extent.js';
import type { SourceFile } from '../passages/source-file.js';
import { isCalledTest } from '../passages/test-code.js';
import { indent } from '../text/indent.js';
import { STRINGS_OF_ANY_QUOTES } from '../text/quoted-strings.js';
import { fallbackOf } from './fallback-value.js';
import { MODIFIERS } from './modifiers.js';
import { type DeclaredOption, MAX_LINE_LENGTH, type OptionLine } from './option-line.js';
import { fallbackIn, literalOf } from './setting-lines.js';

type Declared = Pick<OptionLine, 'file' | 'line' | 'name'>;

/** What a line that declares an option sets it to, where that is what it is if nobody sets it. */
export function declaredValue(
  text: string,
  declared: Declared,
): Pick<DeclaredOption, 'standard' | 'constant' | 'range'> {
  if (!mayBeDefault(text, declared) || goesOn(declared.file, declared.line)) return {};
  const long = longValue(text, declared);
  if (long) return long;
  const { name } = declared;
  const fallback = fallbackOf(name, text);
  if (fallback) return withConstant(fallback.value, constantIn(text, declared));
  // `cli = ["--max-age"]` names the flag.
  if (new RegExp(`--(?:no-)?${escapeRegex(name)}\\b`).test(text))
    return valueOrNothing(fallbackIn(text));
  const literal = literalOf(name, text);
  const constant = literal === undefined ? constantIn(text, declared) : undefined;
  const standard =
    literal ?? constant?.name ?? EXPRESSION.exec(text)?.[1]?.trim() ?? wholeValue(text);
  // `MAX_AGE = 'max-age'` is the name itself.
  const isName =
    standard !== undefined && normalizedName(standard.replace(/\W/g, '')) === normalizedName(name);
  if (standard === undefined || isName) return {};
  return withConstant(standard, constant);
}

function withConstant(standard: string, constant: DeclaredOption['constant']) {
  return { standard, ...(constant && { constant }) };
}

function valueOrNothing(standard: string | undefined) {
  return standard === undefined ? {} : { standard };
}

/** With a call or an operator on the next line. */
function goesOn({ lines }: SourceFile, line: number): boolean {
  return (
    /^\s*(?:[.?](?=\w)|(?:[?:+*/&|-]|&&|\|\|) )/.test(lines[line] ?? '') &&
    !/^\s*\*/.test(lines[line] ?? '')
  );
}

/** A variable of a function, an argument of a call and what a test sets are no defaults, unless the line says so. */
function mayBeDefault(text: string, { file, line, name }: Declared): boolean {
  if (isArgument(file, line)) return false;
  const around = definitionsAround(file, line).filter((one) => one.line < line);
  if (around.some(isCalledTest)) return false;
  const inner = around.at(-1);
  // Behind a colon is a type.
  if (inner && !text.includes('=') && TYPE.test(file.lines[inner.line - 1] ?? '')) return false;
  if (inner === undefined || !/function|method/.test(inner.kind)) return true;
  return (
    line <= signatureEnd(file.lines, inner.line) ||
    isInitializer(inner, around.at(-2)) ||
    /default/i.test(name) ||
    // A constant, also in the function that reads it.
    /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) ||
    /default/i.test(openerOf(file.lines, line) ?? '') ||
    fallbackOf(name, text) !== undefined ||
    (fallbackIn(text) !== undefined && isBalanced(text))
  );
}

/** The value of `days = sum(each or 0` is on the lines below, too. */
function isBalanced(text: string): boolean {
  return (text.match(/[([{]/g)?.length ?? 0) === (text.match(/[)\]}]/g)?.length ?? 0);
}

const TYPE = /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type)\s/;

/** What makes a new object, or returns the settings there are at first. */
function isInitializer({ name }: Definition, owner: Definition | undefined): boolean {
  return name === owner?.name || INITIALIZER.test(name);
}

const INITIALIZER =
  /^(?:__init__|__construct|constructor|initiali[sz]e|init|new|New[A-Z]\w*|(?:get_?)?(?:config|options|settings))$|default/i;

const MAX_LINES_ABOVE = 300;

/** The line that a line is indented below. */
function openerOf(lines: readonly string[], line: number): string | undefined {
  return openersOf(lines, line)[0];
}

/** The lines that a line is indented below, innermost first. */
export function openersOf(lines: readonly string[], line: number): string[] {
  const found: string[] = [];
  let depth = indent(lines[line - 1] ?? '');
  for (let at = line - 1; at > 0 && depth > 0 && at > line - MAX_LINES_ABOVE; at -= 1) {
    const text = (lines[at - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    if (text.trim() === '' || indent(text) >= depth || isCommentLine(text)) continue;
    found.push(text);
    depth = indent(text);
  }
  return found;
}

/** Openers of declarations rather than of calls: `def wait(`, `defstruct a: 1,`, `Object.freeze({`, `val config = Config(`. */
const DECLARATION =
  /\b(?:def\w*|function|func?|fun|fn|proc|constructor|class|struct|record|interface|trait|type|enum|module|namespace|attr\w*|case|dict|included)\b|default|option|opts|config|setting|schema|field|propert|freeze|param/i;

/** Of a call: below `wait(`, `text 'hello',` and `it 'waits' do`. */
function isArgument({ lines }: SourceFile, line: number): boolean {
  const opener = openerOf(lines, line)?.replace(STRINGS_OF_ANY_QUOTES, "''") ?? '';
  if (DECLARATION.test(opener)) return false;
  return (
    /[\w)\]?!>]\([^)]*$/.test(opener) ||
    /^[^={[(]*,\s*$/.test(opener) ||
    /\bdo(?:\s*\|[^|]*\|)?\s*$/.test(opener)
  );
}

/** `time.RFC3339`, `Duration.ofSeconds(5)`, `:timer.seconds(15)`, `5 * time.Second`, `[0, 3]`. */
const EXPRESSION =
  /(?:[:=]|=>)\s*([a-z]\w*\.[A-Z]\w*(?:\s*\*\s*\d+)?|[A-Z]\w*(?:(?:\.|::)\w+)+(?:\([^()a-z]{0,40}\))?|\d[\d_.]*\s*\*\s*[\w.]{1,40}|\d[\d_]*(?:\.[a-z]+|\.{2,3}\d+)|:[a-z_]+(?:\.[a-z_]+\([\d_]{0,20}\))?|\[[^[\]]{0,60}\])\s*[,;)]?\s*(?:#.*|\/\/.*)?$/;

/** `= new Timer(3);`, as it is written, if it ends on its line. */
const WHOLE_VALUE =
  /(?<![=!<>+*/%&|^:-])=(?![=>~])\s*((?:new\s+)?[\w.:]{2,60}\([^()]{0,60}\))\s*[,;]?\s*$/;

function wholeValue(text: string): string | undefined {
  return WHOLE_VALUE.exec(text)?.[1];
}

const NAMED_VALUE =
  /(?:[:=]|=>|\|\||\?\?|\bor\b)\s*((?:[A-Z]\w*(?:\.|::))*)((?=\w*[A-Z]|_)[A-Za-z_]\w{2,60})\s*[,;)]?\s*(?:#.*|\/\/.*)?$/;

/** The constant of the same file and scope that a line takes a value from: `MAX_AGE = 60`. */
function constantIn(text: string, { file, line }: Declared): DeclaredOption['constant'] {
  const [, owners = '', name] = NAMED_VALUE.exec(text) ?? [];
  if (name === undefined) return undefined;
  const owner = owners.split(/\.|::/).findLast(Boolean);
  const sets = new RegExp(
    `^\\s*${MODIFIERS}(?:[\\w<>]+\\s+)?${name}(?:\\s*:\\s*[^=]{1,40}|\\s+[\\w.]+)?\\s*=(?!=)\\s*([^=\\s].{0,60}?)\\s*[,;]?\\s*(?:#.*|//.*)?$`,
  );
  for (const [at, other] of file.lines.entries()) {
    const value = other.includes(name)
      ? sets.exec(other.slice(0, MAX_LINE_LENGTH))?.[1]
      : undefined;
    if (value === undefined || /[([{]$/.test(value) || goesOn(file, at + 1)) continue;
    if (isInScope({ file, line: at + 1 }, { line, owner })) return { name, line: at + 1, value };
  }
  return undefined;
}

/** Of the type that is named before it, or else where the line that takes it can see it. */
function isInScope(
  { file, line }: Pick<OptionLine, 'file' | 'line'>,
  from: { readonly line: number; readonly owner: string | undefined },
): boolean {
  const own = definitionsAround(file, line).filter((one) => one.line < line);
  if (from.owner !== undefined) return own.at(-1)?.name === from.owner;
  const visible = new Set(definitionsAround(file, from.line));
  return own.every((one) => visible.has(one));
}

const MAX_VALUE_LINES = 40;
/** `fields: enum {`, `limits = { -- of all`, but no function and no type. */
const OPENS = /[{[(]\s*(?:(?:\/\/|#|--).*)?$/;
const OPENS_VALUE = /(?:=(?!>)|:)\s*[{[(]\s*(?:(?:\/\/|#|--).*)?$/;
/** `} = .full,` */
const VALUE_BEHIND = /^\s*[}\])]+\s*=(?!=)\s*(\S.{0,60}?)\s*[,;]?\s*$/;

/** A value of several lines, or one that is behind a type of several lines. */
function longValue(
  text: string,
  { file, line }: Declared,
): Pick<DeclaredOption, 'standard' | 'range'> | undefined {
  if (!OPENS.test(text)) return undefined;
  const depth = indent(text);
  const below = file.lines.slice(line, line + MAX_VALUE_LINES);
  const closed = below.findIndex((one) => one.trim() !== '' && indent(one) <= depth);
  const [, standard] = VALUE_BEHIND.exec(below[closed] ?? '') ?? [];
  if (closed < 1 || !/^\s*[}\])]/.test(below[closed] ?? '')) return undefined;
  const range = { start: line, end: line + closed + 1 };
  if (standard !== undefined) return { standard, range };
  return OPENS_VALUE.test(text) ? { range } : undefined;
}
