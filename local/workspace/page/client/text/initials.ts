const TINTS = 8;

/** "Kim Park" → "KP", "ravi" → "R". */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?';
}

/** A number from 0 to 7, derived from the name: the avatar's colour. */
export function avatarTint(name: string): number {
  let sum = 7;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return sum % TINTS;
}
