const LETTER = /[\p{L}\p{N}_$]/u;

/** Whether a text has a word with no letter of a word beside it; `letter` matches one of those. */
export function hasWord(text: string, word: string, letter = LETTER): boolean {
  return wordAt(text, word, letter) >= 0;
}

/** Where the word begins first; -1 if the text does not have it. */
export function wordAt(text: string, word: string, letter = LETTER): number {
  if (word === '') return -1;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + word.length))) return at;
  }
  return -1;
}
