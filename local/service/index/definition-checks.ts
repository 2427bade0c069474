/** Tells by the lines from `index` on whether the one there defines what it seems to. */
export type DefinitionCheck = (lines: readonly string[], index: number) => boolean;

const MAX_SIGNATURE_LINES = 15;
/** In TypeScript, each type argument may have a line. */
const MAX_METHOD_SIGNATURE_LINES = 60;
/** The end of a line within the type parameters or parameters of a function. */
const IS_OPEN = /[(<]\s*$/;
const IS_METHOD = /^\s*[)>]\s*(?::.*)?\{\s*$/;

/** In C, a function has a body: what ends with a semicolon is a declaration or a call. */
export function hasBody(lines: readonly string[], index: number): boolean {
  for (const line of lines.slice(index, index + MAX_SIGNATURE_LINES)) {
    const [end] = line.match(/[;{]/) ?? [];
    if (end) return end === '{';
  }
  return false;
}

/**
 * In TypeScript, a method whose parameters are on lines of their own: a call ends without a body, and so do the type
 * arguments of what a class extends.
 */
export function endsAsMethod(lines: readonly string[], index: number): boolean {
  const depth = indentationOf(lines[index] ?? '');
  const rest = lines.slice(index + 1, index + MAX_METHOD_SIGNATURE_LINES);
  const outer = rest.filter((line) => indentationOf(line) <= depth);
  const end = outer.findIndex((line) => !IS_OPEN.test(line));
  const hasParameters = outer.slice(0, end + 1).some((line) => /^\s*\)/.test(line));
  return hasParameters && IS_METHOD.test(outer[end] ?? '');
}

/** Of a blank line, none is lower. */
function indentationOf(line: string): number {
  const column = line.search(/\S/);
  return column < 0 ? Number.POSITIVE_INFINITY : column;
}
