import { closingParenthesis } from '../../text/closing-parenthesis.js';
import { headerText } from './header-text.js';

/** A method by its name and the types of what it takes and returns. */
export interface GoMethod {
  readonly name: string;
  readonly takes: readonly GoType[];
  readonly returns: readonly GoType[];
}

/** Undefined if there is only one word, which may be a name or a type: `b` in `(a, b string)` is a name, in `(a, b)` a type. */
type GoType = string | undefined;

const STYLE = { comment: '//', ends: '', hasAngles: false, goesOn: /^$/ };

/** The method that is declared at a line: in an interface, or as a function with a receiver. */
export function goMethod(lines: readonly string[], line: number): GoMethod | undefined {
  const { text } = headerText(lines, line, STYLE);
  const [declared, name] = /^(?:func \([^()]*\) )?(\w+)\(/.exec(text) ?? [];
  if (declared === undefined || name === undefined) return undefined;
  const behind = text.slice(declared.length - 1);
  const end = closingParenthesis(behind, 0);
  const takes = typesIn(behind.slice(1, end));
  return { name, takes, returns: resultsIn(behind.slice(end + 1)) };
}

function resultsIn(behind: string): GoType[] {
  const text = behind.trim();
  if (text.startsWith('(')) return typesIn(text.slice(1, closingParenthesis(text, 0)));
  const [type = ''] = /^[^{]*/.exec(text) ?? [];
  return type.trim() === '' ? [] : [undefined];
}

function typesIn(list: string): GoType[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const mark of list) {
    if ('([{'.includes(mark)) depth += 1;
    if (')]}'.includes(mark)) depth -= 1;
    if (mark === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${mark}`);
  }
  return parts.map((one) => one.trim()).flatMap((one) => (one === '' ? [] : [typeOf(one)]));
}

/** Without its package, which its own files leave out. */
function typeOf(parameter: string): GoType {
  if (/^(?:func|chan|map|struct|interface)\b|^\W/.test(parameter)) return undefined;
  const [, type] = /^\w+\s+(.+)$/.exec(parameter) ?? [];
  return type?.replace(/\b\w+\.(?=\w)/g, '').replace(/\s+/g, '');
}

/** Whether what has the one method may be used where the other one is asked for. */
export function isSameMethod(one: GoMethod, other: GoMethod): boolean {
  return (
    one.name === other.name && fits(one.takes, other.takes) && fits(one.returns, other.returns)
  );
}

function fits(some: readonly GoType[], others: readonly GoType[]): boolean {
  const isSame = (type: GoType, n: number) =>
    type === undefined || others[n] === undefined || type === others[n];
  return some.length === others.length && some.every(isSame);
}
