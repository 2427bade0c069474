import type { FailureLine } from './failure-lines.js';

/** As they are written in most languages, and codes such as `"E_INVALID"`. */
const ERROR_NAME =
  /["'][A-Z][A-Z0-9_]{2,60}["']|\b\w{0,60}(?:Error|Exception|Err)\b(?:::\w{1,60})?|\bErr[A-Z]\w{0,60}/g;
/** What a caller gets for a wrong argument, or what never happens, says little about how the function itself fails. */
const IS_CHECK =
  /\b(?:AssertionError|TypeError|ValueError|ArgumentError|Argument\w{0,60}Exception|(?:Illegal|Invalid)Argument\w{0,60})\b/;

/** So many lines at most: each error once before any comes again, and mere checks after everything else. */
export function tellingErrors(lines: readonly FailureLine[], most: number): FailureLine[] {
  const names = lines.map(errorName);
  const judged = lines.map((line, n) => ({
    line,
    n,
    isCheck: Number(IS_CHECK.test(textOf(line))),
    isRepeated: Number(names.indexOf(names[n] ?? '') < n),
  }));
  return judged
    .toSorted((a, b) => a.isCheck - b.isCheck || a.isRepeated - b.isRepeated)
    .slice(0, Math.max(0, most))
    .toSorted((a, b) => a.isCheck - b.isCheck || a.n - b.n)
    .map(({ line }) => line);
}

function errorName(line: FailureLine): string {
  const text = textOf(line);
  return text.match(ERROR_NAME)?.join(' ') ?? text;
}

function textOf({ file, start, end }: FailureLine): string {
  return file.lines
    .slice(start - 1, end)
    .map((text) => text.slice(0, MAX_LINE_LENGTH))
    .join('\n');
}

const MAX_LINE_LENGTH = 400;
