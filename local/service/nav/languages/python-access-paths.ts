import type { Node } from 'web-tree-sitter';

type Steps = readonly string[];

const UNKNOWN: Steps = ['?'];
const OUTSIDE: Steps = ['!'];
const COLLECTIONS = new Set([
  ...['list', 'List', 'set', 'Set', 'frozenset', 'tuple', 'Tuple', 'Sequence', 'Iterable'],
  ...['Iterator', 'Generator', 'Collection', 'AsyncIterator', 'AsyncIterable', 'deque'],
]);
const MAPS = new Set(['dict', 'Dict', 'Mapping', 'MutableMapping', 'defaultdict', 'OrderedDict']);
const WRAPPERS = new Set(['Optional', 'Awaitable', 'Coroutine', 'Annotated', 'Final', 'ClassVar']);
const LITERALS = new Set([
  ...['string', 'concatenated_string', 'integer', 'float', 'true', 'false', 'none'],
  ...['comparison_operator', 'not_operator', 'dictionary', 'set', 'lambda'],
]);

type PathOf = (node: Node) => Steps;

/** The way to what an expression gives. */
export const pathOf = (node: Node | null): Steps => {
  if (!node) return UNKNOWN;
  if (LITERALS.has(node.type)) return OUTSIDE;
  return PATHS[node.type]?.(node) ?? UNKNOWN;
};

const ofFirst: PathOf = (node) => pathOf(node.namedChild(0));
const ofElements: PathOf = (node) => {
  const first = node.namedChild(0);
  return first ? [...pathOf(first), '*'] : OUTSIDE;
};
const PATHS: Readonly<Record<string, PathOf>> = {
  identifier: ({ text }) => [text],
  attribute: (node) => [
    ...pathOf(node.childForFieldName('object')),
    `.${node.childForFieldName('attribute')?.text}`,
  ],
  call: (node) => {
    const callee = node.childForFieldName('function');
    return callee?.text === 'super' ? ['super'] : [...pathOf(callee), '()'];
  },
  subscript: (node) => [...pathOf(node.childForFieldName('value')), '[]'],
  await: ofFirst,
  parenthesized_expression: ofFirst,
  conditional_expression: ofFirst,
  boolean_operator: ofFirst,
  named_expression: (node) => pathOf(node.childForFieldName('value')),
  as_pattern: ofFirst,
  list: ofElements,
  tuple: ofElements,
};

/** The way to a value of a type, which may be written as a string. */
export function typeOf(node: Node | null): Steps {
  if (!node) return UNKNOWN;
  const type = TYPES[node.type];
  return type ? type(node) : UNKNOWN;
}

const TYPES: Readonly<Record<string, PathOf>> = {
  type: (node) => typeOf(node.namedChild(0)),
  identifier: ({ text }) => [text, '{}'],
  attribute: (node) => [...pathOf(node), '{}'],
  none: () => OUTSIDE,
  string: ({ text }) => namedIn(text.slice(1, -1)),
  binary_operator: (node) => {
    const left = typeOf(node.childForFieldName('left'));
    return left[0] === '!' ? typeOf(node.childForFieldName('right')) : left;
  },
  generic_type: (node) => {
    const given = node.namedChild(1)?.namedChildren ?? [];
    return generic(node.namedChild(0), given);
  },
  subscript: (node) => generic(node.childForFieldName('value'), node.namedChildren.slice(1)),
};

/** `"Cart"`, `"models.Cart"`. */
function namedIn(text: string): Steps {
  if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text)) return UNKNOWN;
  const [first = '', ...rest] = text.split('.');
  return [first, ...rest.map((name) => `.${name}`), '{}'];
}

function generic(node: Node | null, given: readonly Node[]): Steps {
  const name = node?.text.split('.').at(-1) ?? '';
  if (COLLECTIONS.has(name)) return [...typeOf(given[0] ?? null), '*'];
  if (MAPS.has(name)) return [...typeOf(given[1] ?? null), '*'];
  if (WRAPPERS.has(name)) return typeOf(given[0] ?? null);
  if (name === 'Union') return typeOf(given.find(({ text }) => text !== 'None') ?? null);
  // `type[Cart]` is the class itself.
  if (name === 'type' || name === 'Type') return typeOf(given[0] ?? null).slice(0, -1);
  return typeOf(node);
}
