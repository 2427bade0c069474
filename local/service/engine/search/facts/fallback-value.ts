/** What an option is used as where nobody has set it. */
export interface Fallback {
  /** As it is spelled there. */
  readonly name: string;
  readonly value: string;
}

/** `'plain'`, `5 * 60`, `MAX_AGE`, `NonZeroU64::MAX`; of a name in small letters, the value isn't known. */
const VALUE =
  '(\'[^\']{0,60}\'|"[^"]{0,60}"|true|false|\\[\\]|\\{\\}|-?\\d[^\\s,;(){}&|?]{0,20}(?: [*+] [\\w.]{1,30}){0,3}|[A-Z][\\w.:]{1,60})';
/** A capital is one also where the name may be in any case. */
const KNOWN = /^(?:['"\d[{A-Z-]|true$|false$)/;
const END = '\\)?[,;]?\\s*(?:(?://|#).*)?$';
/** `this.options.`, `opts[:`, `config['`. */
const OWNER = '(?:[\\w$@]{1,40}(?:\\.|\\?\\.|->|\\[[:\'"])){0,4}';

/**
 * 3 in `tries = tries || 3`, `tries ??= 3`, `tries: options.tries ?? 3` and `tries.unwrap_or(3)`. The expression is
 * that of an option's name.
 */
export function fallbackOf(source: string, text: string): Fallback | undefined {
  const patterns = [
    `^\\s*${OWNER}(${source})['"\\]]{0,2}\\s*(?:\\|\\||\\?\\?)=\\s*${VALUE}${END}`,
    `(?<!\\w)(${source})['"\\]]{0,2}\\s*(?:=(?!=)|:(?!:))\\s*${OWNER}${source}['"\\]]{0,2}\\s*(?:\\|\\||\\?\\?|\\bor\\b)\\s*${VALUE}${END}`,
    `(?<!\\w)(${source})(?:\\.\\w{1,20}\\(\\)){0,2}\\.unwrap_or\\(${VALUE}\\)`,
  ];
  for (const pattern of patterns) {
    const [, name, value] = new RegExp(pattern, 'i').exec(text) ?? [];
    if (name !== undefined && value !== undefined && KNOWN.test(value)) return { name, value };
  }
  return undefined;
}
