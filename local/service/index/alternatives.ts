/** The source of an expression that matches any of these, which are separated by spaces or line breaks. */
export function anyOf(alternatives: string): string {
  return `(?:${alternatives.trim().split(/\s+/).join('|')})`;
}
