import type { Node } from 'web-tree-sitter';
import type { Walk } from '../symbols/walk.js';

type Steps = readonly string[];
type PathOf = (node: Node, walk: Walk) => Steps;

const UNKNOWN: Steps = ['?'];
const EXTERNAL: Steps = ['!'];
const LITERALS = /_literal$|^(?:true|false|binary_expression|unary_expression)$/;
const COLLECTIONS = new Set([
  ...[
    'List',
    'ArrayList',
    'LinkedList',
    'Set',
    'HashSet',
    'TreeSet',
    'LinkedHashSet',
    'Collection',
  ],
  ...['Iterable', 'Iterator', 'Queue', 'Deque', 'ArrayDeque', 'Stream', 'Optional', 'Vector'],
]);
const MAPS = new Set(['Map', 'HashMap', 'TreeMap', 'LinkedHashMap', 'ConcurrentHashMap']);

/** The access path of an expression's value. */
export function javaExpressionPath(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  const path = EXPRESSION_PATHS[node.type];
  if (path) return path(node, walk);
  return LITERALS.test(node.type) ? EXTERNAL : UNKNOWN;
}

const EXPRESSION_PATHS: Readonly<Record<string, PathOf>> = {
  identifier: ({ text }) => [text],
  type_identifier: ({ text }) => [text],
  this: () => ['this'],
  super: () => ['super'],
  field_access: (node, walk) => [
    ...javaExpressionPath(node.childForFieldName('object'), walk),
    `.${node.childForFieldName('field')?.text}`,
  ],
  method_invocation: (node, walk) => {
    const object = node.childForFieldName('object');
    const name = node.childForFieldName('name')?.text ?? '';
    return object ? [...javaExpressionPath(object, walk), `.${name}`, '()'] : [name, '()'];
  },
  object_creation_expression: (node, walk) =>
    javaInstancePath(node.childForFieldName('type'), walk),
  parenthesized_expression: (node, walk) => javaExpressionPath(node.namedChild(0), walk),
  cast_expression: (node, walk) => javaInstancePath(node.childForFieldName('type'), walk),
  ternary_expression: (node, walk) =>
    javaExpressionPath(node.childForFieldName('consequence'), walk),
  assignment_expression: (node, walk) => javaExpressionPath(node.childForFieldName('left'), walk),
  array_access: (node, walk) => [
    ...javaExpressionPath(node.childForFieldName('array'), walk),
    '[]',
  ],
  scoped_type_identifier: (node) => javaTypePath(node),
  generic_type: (node) => javaTypePath(node),
};

/** The access path of an instance of a type. */
export function javaInstancePath(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  if (node.type === 'array_type')
    return [...javaInstancePath(node.childForFieldName('element'), walk), '*'];
  if (/_type$/.test(node.type) && !node.namedChild(0)) return EXTERNAL;
  if (node.type === 'generic_type') {
    const [name, given] = node.namedChildren;
    const held = given?.namedChildren ?? [];
    if (COLLECTIONS.has(name?.text ?? '')) return [...javaInstancePath(held[0] ?? null, walk), '*'];
    if (MAPS.has(name?.text ?? '')) return [...javaInstancePath(held[1] ?? null, walk), '*'];
  }
  if (node.type === 'wildcard') return javaInstancePath(node.lastNamedChild, walk);
  const named = javaTypePath(node);
  return named.includes('?') ? UNKNOWN : [...named, '{}'];
}

/** The access path of the type itself. */
export function javaTypePath(node: Node | null): Steps {
  if (!node) return UNKNOWN;
  if (node.type === 'type_identifier' || node.type === 'identifier') return [node.text];
  if (node.type === 'scoped_type_identifier') {
    const [around = null, name] = node.namedChildren.filter(
      ({ type }) => !type.endsWith('annotation'),
    );
    return name ? [...javaTypePath(around), `.${name.text}`] : UNKNOWN;
  }
  const isAround = node.type === 'generic_type' || node.type === 'annotated_type';
  return isAround ? javaTypePath(node.namedChild(0)) : UNKNOWN;
}
