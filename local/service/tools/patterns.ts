import { RE2JS } from 're2js';
import { escapeRegex } from './escape-regex.js';
import { ToolError } from './tool.js';

/** Whether a text matches, in time linear in the text for any pattern. */
export type TextPredicate = (text: string) => boolean;

const FLAGS = RE2JS.CASE_INSENSITIVE;
const MAX_PATTERN_LENGTH = 1_000;

/** A filter for names or paths: a glob if it looks like one, otherwise a regular expression. */
export function nameFilter(pattern: string): TextPredicate {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new ToolError('The pattern is longer than 1,000 characters.');
  const source = looksLikeGlob(pattern) ? globToRegex(pattern) : pattern;
  const compiled = tryCompile(source) ?? tryCompile(RE2JS.quote(pattern));
  if (!compiled) throw new ToolError(`The pattern ${pattern} is invalid.`);
  return (text) => compiled.matcher(text).find();
}

/** A regular expression for lines. Throws a `ToolError` if it is invalid. */
export function compileRegex(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new ToolError('The pattern is longer than 1,000 characters.');
  try {
    return RE2JS.compile(pattern, FLAGS);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The regular expression ${pattern} is invalid: ${why}.`);
  }
}

export function compileLiteral(text: string): RE2JS {
  return RE2JS.compile(RE2JS.quote(text), FLAGS);
}

/** The matches in a line as `[start, end)`, in UTF-16 units; at most 20. */
export function matchRanges(pattern: RE2JS, line: string): [number, number][] {
  const ranges: [number, number][] = [];
  const matcher = pattern.matcher(line);
  while (ranges.length < 20 && matcher.find()) {
    if (matcher.end() > matcher.start()) ranges.push([matcher.start(), matcher.end()]);
  }
  return ranges;
}

/**
 * One POSIX extended expression that matches any of the terms. Throws a `ToolError` for a regular
 * expression that cannot be converted.
 */
export function anyOfAsExtendedRegex(
  terms: readonly { readonly text: string; readonly isRegex: boolean }[],
): string {
  const sources = terms.map(({ text, isRegex }) => {
    const said = isRegex ? toExtendedRegex(text) : escapeRegex(text);
    if (said !== undefined) return said;
    throw new ToolError(
      `The regular expression ${text} cannot be used here: ` +
        'look-around, flags and \\p{…} are not supported.',
    );
  });
  return sources.length === 1 ? (sources[0] ?? '') : sources.map((one) => `(${one})`).join('|');
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[[:alnum:]_]',
  W: '[^[:alnum:]_]',
  s: '[[:space:]]',
  S: '[^[:space:]]',
  t: '\t',
};

/**
 * Converts a regular expression to POSIX extended syntax, which is all that `git log -G` supports;
 * `undefined` if that is not possible.
 */
export function toExtendedRegex(pattern: string): string | undefined {
  let extended = '';
  let inClass = false;
  for (const [part] of pattern.matchAll(/\\[\s\S]|\(\?:|\(\?|[*+?}]\?|[\s\S]/g)) {
    const said = inClass ? convertInBrackets(part) : convertOutsideBrackets(part);
    if (said === undefined) return undefined;
    if (part === '[') inClass = true;
    else if (part.endsWith(']') && part.length === 1) inClass = false;
    extended += said;
  }
  return inClass ? undefined : extended;
}

function convertOutsideBrackets(part: string): string | undefined {
  if (part === '(?') return undefined;
  if (part === '(?:') return '(';
  if (/^[*+?}]\?$/.test(part)) return part.charAt(0);
  if (!part.startsWith('\\') || part.length === 1) return part;
  const mark = part.charAt(1);
  // \b is a GNU extension; dropping it is fine, since -G may match too much but never too little.
  if (mark === 'b') return '';
  return CLASSES[mark] ?? (/[\p{L}\p{N}]/u.test(mark) ? undefined : escapeRegex(mark));
}

/** In POSIX brackets a backslash means itself. */
function convertInBrackets(part: string): string | undefined {
  if (part.length === 1) return part === '[' ? undefined : part;
  if (!part.startsWith('\\')) return part;
  const inner: Readonly<Record<string, string>> = {
    d: '0-9',
    w: '[:alnum:]_',
    s: '[:space:]',
    t: '\t',
    '.': '.',
    '/': '/',
  };
  return inner[part.charAt(1)];
}

function tryCompile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, FLAGS);
  } catch {
    return undefined;
  }
}

/** `*.ts`, `src/*`, `**` + `/x`: a star with nothing before it to repeat. */
function looksLikeGlob(pattern: string): boolean {
  return /(^|[/_-])\*/.test(pattern) && !/[\\^$|()+]|\.\*/.test(pattern);
}

function globToRegex(glob: string): string {
  const parts = glob.replace(/^\//, '').split(/(\*\*\/|\*\*|\*|\?)/);
  const said = parts.map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : RE2JS.quote(part);
  });
  return `(?:^|/)${said.join('')}$`;
}
