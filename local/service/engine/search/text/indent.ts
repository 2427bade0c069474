/** The column of the first character that is no blank; -1 of a blank line. */
export function indent(text: string): number {
  return text.search(/\S/);
}
