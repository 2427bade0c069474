const MARK = '\ufffd';

/**
 * A character of UTF-8 beyond ASCII (RFC 3629, section 4), or a single byte that belongs to none; one
 * of `latin1` stands for each byte. The three bytes of the mark itself match singly.
 */
const BEYOND_ASCII = new RegExp(
  [
    '[\\xc2-\\xdf][\\x80-\\xbf]',
    '\\xe0[\\xa0-\\xbf][\\x80-\\xbf]',
    '[\\xe1-\\xec\\xee][\\x80-\\xbf]{2}',
    '\\xed[\\x80-\\x9f][\\x80-\\xbf]',
    '\\xef(?!\\xbf\\xbd)[\\x80-\\xbf]{2}',
    '\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}',
    '[\\xf1-\\xf3][\\x80-\\xbf]{3}',
    '\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}',
    '[\\x80-\\xff]',
  ].join('|'),
  'g',
);

/**
 * A path as text, from git's output decoded as `latin1`, one character for each byte. Git's paths are
 * bytes: each byte that is not UTF-8 becomes `\ufffd` and its two hexadecimal digits, and so does
 * `\ufffd` itself, so that different paths have different names.
 */
export function pathName(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const text = decode(latin1);
  return text.includes(MARK) ? decode(latin1.replace(BEYOND_ASCII, escapeSingleByte)) : text;
}

/** Whether git knows the path by other bytes than those of its name. */
export function isEscapedName(path: string): boolean {
  return path.includes(MARK);
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

function escapeSingleByte(bytes: string): string {
  if (bytes.length > 1) return bytes;
  return `\xef\xbf\xbd${bytes.charCodeAt(0).toString(16)}`;
}
