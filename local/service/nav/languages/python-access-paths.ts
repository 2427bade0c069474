import type { Node } from 'web-tree-sitter';

type Steps = readonly string[];

const UNKNOWN: Steps = ['?'];
const EXTERNAL: Steps = ['!'];
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

/** The access path of an expression's value. */
export const pythonExpressionPath = (node: Node | null): Steps => {
  if (!node) return UNKNOWN;
  if (LITERALS.has(node.type)) return EXTERNAL;
  return EXPRESSION_PATHS[node.type]?.(node) ?? UNKNOWN;
};

const firstChildPath: PathOf = (node) => pythonExpressionPath(node.namedChild(0));
const collectionPath: PathOf = (node) => {
  const first = node.namedChild(0);
  return first ? [...pythonExpressionPath(first), '*'] : EXTERNAL;
};
const EXPRESSION_PATHS: Readonly<Record<string, PathOf>> = {
  identifier: ({ text }) => [text],
  attribute: (node) => [
    ...pythonExpressionPath(node.childForFieldName('object')),
    `.${node.childForFieldName('attribute')?.text}`,
  ],
  call: (node) => {
    const callee = node.childForFieldName('function');
    return callee?.text === 'super' ? ['super'] : [...pythonExpressionPath(callee), '()'];
  },
  subscript: (node) => [...pythonExpressionPath(node.childForFieldName('value')), '[]'],
  await: firstChildPath,
  parenthesized_expression: firstChildPath,
  conditional_expression: firstChildPath,
  boolean_operator: firstChildPath,
  named_expression: (node) => pythonExpressionPath(node.childForFieldName('value')),
  as_pattern: firstChildPath,
  list: collectionPath,
  tuple: collectionPath,
};

/** The access path of an instance of a type, which may be written as a string. */
export function pythonInstancePath(node: Node | null): Steps {
  if (!node) return UNKNOWN;
  const type = INSTANCE_PATHS[node.type];
  return type ? type(node) : UNKNOWN;
}

const INSTANCE_PATHS: Readonly<Record<string, PathOf>> = {
  type: (node) => pythonInstancePath(node.namedChild(0)),
  identifier: ({ text }) => [text, '{}'],
  attribute: (node) => [...pythonExpressionPath(node), '{}'],
  none: () => EXTERNAL,
  string: ({ text }) => dottedInstancePath(text.slice(1, -1)),
  binary_operator: (node) => {
    const left = pythonInstancePath(node.childForFieldName('left'));
    return left[0] === '!' ? pythonInstancePath(node.childForFieldName('right')) : left;
  },
  generic_type: (node) => {
    const given = node.namedChild(1)?.namedChildren ?? [];
    return genericInstancePath(node.namedChild(0), given);
  },
  subscript: (node) =>
    genericInstancePath(node.childForFieldName('value'), node.namedChildren.slice(1)),
};

/** `"Cart"`, `"models.Cart"`. */
function dottedInstancePath(text: string): Steps {
  if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text)) return UNKNOWN;
  const [first = '', ...rest] = text.split('.');
  return [first, ...rest.map((name) => `.${name}`), '{}'];
}

function genericInstancePath(node: Node | null, given: readonly Node[]): Steps {
  const name = node?.text.split('.').at(-1) ?? '';
  if (COLLECTIONS.has(name)) return [...pythonInstancePath(given[0] ?? null), '*'];
  if (MAPS.has(name)) return [...pythonInstancePath(given[1] ?? null), '*'];
  if (WRAPPERS.has(name)) return pythonInstancePath(given[0] ?? null);
  if (name === 'Union')
    return pythonInstancePath(given.find(({ text }) => text !== 'None') ?? null);
  // `type[Cart]` is the class itself.
  if (name === 'type' || name === 'Type') return pythonInstancePath(given[0] ?? null).slice(0, -1);
  return pythonInstancePath(node);
}
