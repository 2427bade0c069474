import type { DeclaredOption, OptionLine } from '../facts/option-line.js';
import { definitionsAround } from '../passages/definitions-around.js';

const TYPES = new Set(['class', 'interface', 'struct', 'type', 'trait']);
const MAX_TYPES = 3;

/** The name of the type that a line is in. */
export function typeOf({ file, line }: OptionLine): string | undefined {
  return definitionsAround(file, line).findLast((one) => one.line < line && TYPES.has(one.kind))
    ?.name;
}

/** Whether two lines are in types that have nothing to do with each other, as far as their names tell. */
export function isOfOtherType(one: OptionLine, other: OptionLine): boolean {
  const [a, b] = [typeOf(one), typeOf(other)];
  return a !== undefined && b !== undefined && !isRelated(a, b);
}

/** `CartOptions` are those of `Cart`, and of `CartStore`. */
function isRelated(a: string, b: string): boolean {
  const [first, second] = [a, b].map((name) =>
    name.replace(/(?:Options?|Config(?:uration)?|Settings|Props|Args|Params|Impl)$/, ''),
  );
  return (
    first === undefined || second === undefined || first.includes(second) || second.includes(first)
  );
}

/** Where types other than that of a default set another one, or say that it may be left out. */
export function inOtherTypes(
  declared: readonly DeclaredOption[],
  withDefault: DeclaredOption,
): DeclaredOption[] {
  const others = declared.filter(
    (one) =>
      isOfOtherType(one, withDefault) &&
      (one.standard === undefined ? isOptional(one) : one.standard !== withDefault.standard),
  );
  const isFirst = (one: DeclaredOption, n: number) =>
    others.findIndex((other) => typeOf(other) === typeOf(one)) === n;
  return others.filter(isFirst).slice(0, MAX_TYPES);
}

/** `age?: number;`, without any value. */
function isOptional({ file, line, name, range }: DeclaredOption): boolean {
  const text = file.lines[line - 1] ?? '';
  return range === undefined && text.includes(`${name}?:`) && !text.includes('=');
}
