/** Where the parenthesis that opens at a position is closed; the length of the text if nothing closes it. */
export function closingParenthesis(text: string, opening: number): number {
  let open = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  return text.length;
}
