/** Of an expression: the words that may stand before a declared name. */
export const MODIFIERS =
  '(?:(?:pub(?:\\([^)]{0,40}\\))?|public|private|protected|internal|static|final|readonly|const|var|val|let|override|virtual|abstract|sealed|required|volatile|open|export|declare|field)\\s+){0,5}';
