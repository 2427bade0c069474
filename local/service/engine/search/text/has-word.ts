const LETTER = /[\p{L}\p{N}_$]/u;

/** Whether a text has a word with no letter of a word beside it; `letter` matches one of those. */
export function hasWord(text: string, word: string, letter = LETTER): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + word.length)))
      return true;
  }
  return false;
}
