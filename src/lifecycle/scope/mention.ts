/** A place in a text that speaks of a repository. */
export interface Mention {
  /** All that go by this name. */
  readonly repositories: readonly string[];
  /**
   * `vague`: words that may be meant as a name. `hint`: an ordinary word, which is no name unless the channel has
   * a repository of that name.
   */
  readonly kind: 'name' | 'vague' | 'hint';
  /** In a stack trace, a library that it passes through. */
  readonly library?: true;
  /** “not in NAME”. */
  readonly negated?: true;
}

/** Whether the words before a name say that it is not meant. */
export function isNegated(before: string): boolean {
  return /(?:\bnot(?:\s{1,3}(?:in|from|inside))?|\bexcept(?:\s{1,3}(?:for|in))?|\bwithout|\bother than|\binstead of|\bbesides|\bignore|\bexcluding)\s{1,3}(?:the\s{1,3})?["'`“]?$/i.test(
    before.slice(-40),
  );
}

const USED =
  /\b(?:us(?:es?|ed|ing)|imports?|importing|calls?|calling|depends?\s{1,3}(?:up)?on|depending\s{1,3}on|requires?|pins?|upgrades?|upgraded|consumes?)\s{1,3}(?:the\s{1,3}|our\s{1,3})?["'`“]?$/i;
const IMPORT_STATEMENT = /\bimport\s{1,3}["']$|(?:^|[\n`])\s{0,8}import\s{1,3}$/;

/** Whether the words before a name ask who uses it: then the answer is elsewhere. */
export function isUsed(before: string): boolean {
  const end = before.slice(-40);
  return USED.test(end) && !IMPORT_STATEMENT.test(end);
}
