const MARK = '\ufffd';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A path as text. Git's paths are bytes: each byte that is not UTF-8 becomes `\ufffd` and its two
 * hexadecimal digits, and so does `\ufffd` itself, so that different paths have different names.
 */
export function pathName(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes(MARK)) return text;
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    name += length === 0 ? escapedByte(bytes[at] ?? 0) : bytes.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return name;
}

/** Whether git knows the path by other bytes than those of its name. */
export function isEscapedName(path: string): boolean {
  return path.includes(MARK);
}

/** The bytes of the UTF-8 character at an index; 0 if there is none, or only the mark. */
function characterLength(bytes: Buffer, at: number): number {
  if ((bytes[at] ?? 0) < 0x80) return 1;
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    try {
      return strict.decode(bytes.subarray(at, at + length)) === MARK ? 0 : length;
    } catch {
      // Longer, or not UTF-8.
    }
  }
  return 0;
}

function escapedByte(byte: number): string {
  return MARK + byte.toString(16).padStart(2, '0');
}
