import { type HeaderStyle, headerText, outsideBrackets, shortHeader } from './header-text.js';
import { type BaseType, basesIn, type Relation, type TypeHeader } from './type-header.js';

/** How a language with braces declares its types. */
export interface ClassSyntax {
  /** `class`, `interface`, … */
  readonly keywords: readonly string[];
  /** What a base type follows: `extends X implements Y`, or `: X, Y`. */
  readonly bases: 'words' | 'colon';
  /** Between bases. */
  readonly separator?: RegExp;
  /** Before a name, there may be that of a macro. */
  readonly hasMacros?: true;
}

const STYLE: HeaderStyle = {
  comment: '//',
  ends: '{;',
  hasAngles: true,
  goesOn: /^(?:[:,<(&{]|(?:extends|implements|with|where|permits|public|private|protected)\b)/,
};

const MODIFIER = new RegExp(
  `^(?:${[
    'export|default|declare|abstract|public|private|protected|internal|static|final|sealed|partial|data|open|inner',
    'inline|value|annotation|enum|record|case|implicit|companion|fun|expect|actual|readonly|ref|unsafe|new|file',
    'fileprivate|external|base|interface|mixin|class|struct|package|indirect|non-sealed|strictfp|pub|auto|template',
    'typedef|opaque|transparent|distributed|nonisolated|lazy|in|@[\\w.]*',
  ].join('|')})$`,
);
/** A comment begins with none of these marks. */
const MAY_DECLARE = /^\s*[\p{L}_$@[(]/u;

/** The type that a line begins to declare, with what it is based on. */
export function classHeader(
  lines: readonly string[],
  line: number,
  syntax: ClassSyntax,
): TypeHeader | undefined {
  const begins = (text: string) => mayBegin(text, syntax);
  if (!begins(lines[line - 1] ?? '')) return undefined;
  const { text, written, end } = headerText(lines, line, { ...STYLE, begins });
  const outside = outsideBrackets(text, true);
  const declared = declaration(outside, syntax) ?? expression(outside);
  if (!declared) return undefined;
  const { name, keyword, rest } = declared;
  const bases = syntax.bases === 'words' ? afterWords(rest) : afterColon(rest, syntax);
  return {
    name,
    line,
    end,
    text: shortHeader(written),
    bases,
    kind: keyword === 'extension' ? keyword : 'type',
  };
}

/** By its own words: the lines below are read only of what may be a header. */
function mayBegin(line: string, { keywords }: ClassSyntax): boolean {
  if (!keywords.some((keyword) => line.includes(keyword)) || !MAY_DECLARE.test(line)) return false;
  const outside = outsideBrackets(headerText([line], 1, STYLE).text, true);
  if (CLASS_EXPRESSION.test(outside)) return true;
  const words = outside.split(' ');
  const at = words.findIndex((word) => keywords.includes(word));
  return at >= 0 && words.slice(0, at).every((word) => MODIFIER.test(word));
}

interface Declared {
  readonly name: string;
  readonly keyword: string;
  /** What follows the name. */
  readonly rest: string;
}

function declaration(text: string, { keywords, hasMacros }: ClassSyntax): Declared | undefined {
  const words = text.split(' ');
  const at = words.findIndex(
    (word, n) => keywords.includes(word) && !keywords.includes(words[n + 1] ?? ''),
  );
  if (at < 0 || !words.slice(0, at).every((word) => MODIFIER.test(word))) return undefined;
  // In C++, an enumeration has a type of numbers.
  if (hasMacros && words[at - 1] === 'enum') return undefined;
  const behind = words.slice(at + 1).join(' ');
  const [, first = ''] = NAME.exec(behind) ?? [];
  if (first === '') return undefined;
  const name = hasMacros ? lastName(behind) : first;
  return { name, keyword: words[at] ?? '', rest: behind.slice(first.length) };
}

/** `EXPORT Cart final : Base` declares `Cart`. */
function lastName(behind: string): string {
  const names = split(behind)[0].trim().split(' ');
  return names.findLast((one) => one !== 'final') ?? '';
}

const NAME = /^([\p{L}_$`][\p{L}\p{N}_$.`]*)/u;

/** `const Cart = class extends Base`, `return class extends Base`. */
function expression(text: string): Declared | undefined {
  const [whole, variable = '', own = ''] = CLASS_EXPRESSION.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { name: own || variable, keyword: 'class', rest: text.slice(whole.length) };
}

const CLASS_EXPRESSION =
  /^(?:export )?(?:(?:const|let|var) ([\w$]+) ?= ?|return |default )(?:abstract )?class(?: (?!extends\b|implements\b)([\w$]+))?(?= |$)/;

const RELATIONS: Readonly<Record<string, Relation>> = {
  extends: 'extends',
  implements: 'implements',
  with: 'includes',
};

function afterWords(rest: string): BaseType[] {
  const parts = rest.split(
    /(?<![\w$.])(extends|implements|with|permits|derives|on|where)(?![\w$.])/,
  );
  return parts.flatMap((word, n) => {
    const relation = n % 2 === 1 ? RELATIONS[word] : undefined;
    return relation ? basesIn(parts[n + 1] ?? '', relation) : [];
  });
}

function afterColon(rest: string, { separator }: ClassSyntax): BaseType[] {
  const [before = ''] = rest.split(/(?<![\w$.])where(?![\w$.])/);
  const [, listed = ''] = split(before);
  return basesIn(listed.replace(DELEGATE, ''), 'base', separator);
}

/** At the first single colon. */
function split(rest: string): [string, string?] {
  const at = rest.search(/(?<!:):(?!:)/);
  return at < 0 ? [rest] : [rest.slice(0, at), rest.slice(at + 1)];
}

/** `Y by y` of Kotlin. */
const DELEGATE = /\sby\s[^,]*/g;
