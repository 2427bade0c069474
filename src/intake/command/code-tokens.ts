import leven from 'leven';

/** A word of a typed call, or an option with the value that is written with `=`. */
export type CodeToken =
  /** `quoted`: it is text, even if it looks like something else. */
  | { readonly word: string; readonly quoted: boolean; readonly option?: undefined }
  | { readonly option: string; readonly value?: string };

/**
 * A quotation mark counts at the start of a word, so that `don't` is a word. A backslash escapes only a
 * quotation mark or another backslash, since regular expressions are full of them. (Libraries that
 * split shell words would remove both.)
 */
const OPTION = '(?:--|[\u2014\u2013]-?)([a-z][\\w-]*)';
const DOUBLE = '"((?:\\\\["\\\\]|\\\\(?!["\\\\])|[^"\\\\])*)"';
const END = '(?=\\s|$)';
const WORD = new RegExp(
  `(?:${OPTION}=)?(?:${DOUBLE}|'([^']*)')${END}|${OPTION}(?:=(\\S*))?${END}|(\\S+)`,
  'gi',
);

/** The tokens of a call. Undefined if a quotation is not closed. */
export function tokensOf(text: string): CodeToken[] | undefined {
  const words = [...straightQuotes(text).matchAll(WORD)].map(wordOf);
  const open = words.some((found) => found.option === undefined && !closed(found));
  return open ? undefined : words;
}

function wordOf(match: RegExpMatchArray): CodeToken {
  const [, before, double, single, option, value, plain] = match;
  const quoted = double?.replace(/\\(["\\])/g, '$1') ?? single;
  if (quoted !== undefined) {
    return before === undefined
      ? { word: quoted, quoted: true }
      : { option: before, value: quoted };
  }
  if (option !== undefined) return { option, ...(value !== undefined && { value }) };
  return { word: plain ?? '', quoted: false };
}

function closed({ word, quoted }: { word: string; quoted: boolean }): boolean {
  return quoted || !OPEN.test(word);
}

const OPEN = new RegExp(`^(?:${OPTION}=)?["']`, 'i');

/** Phones turn `"` into “ and ”. Where the text has straight quotes, curly ones are left alone. */
export function straightQuotes(text: string): string {
  if (text.includes('"')) return text;
  return text.replace(/[\u201c-\u201f]/g, '"').replace(/[\u2018-\u201b]/g, "'");
}

/** The name that was probably meant: at most two letters differ. */
export function nearest<T extends string>(said: string, names: readonly T[]): T | undefined {
  const most = said.length > 3 ? 2 : 1;
  const near = names.map((name) => ({ name, far: leven(said.toLowerCase(), name) }));
  return near.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far)[0]?.name;
}
