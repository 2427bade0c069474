/**
 * A pattern of exactly this text, outside of `[…]`: in JavaScript with any flags, in RE2, and in git's extended and Perl
 * expressions. Nothing else is escaped: with the flag `u`, JavaScript refuses `\#` and `\-`.
 */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
