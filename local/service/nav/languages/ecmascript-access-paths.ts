import type { Node } from 'web-tree-sitter';
import { childrenOf, type Walk } from '../symbols/walk.js';

type Steps = readonly string[];

const UNKNOWN: Steps = ['?'];
const EXTERNAL: Steps = ['!'];
/** Generic types that count as their first type argument. */
const WRAPPERS = new Set([
  ...['Promise', 'PromiseLike', 'Awaited', 'Readonly', 'Partial', 'Required', 'Pick', 'Omit'],
  ...['Exclude', 'Extract', 'NonNullable'],
]);
/** Functions that return their first argument. */
const IDENTITY_FUNCTIONS = new Set([
  'Promise.all',
  'Promise.resolve',
  'Array.from',
  'Object.freeze',
]);
const COLLECTIONS = new Set(['Array', 'ReadonlyArray', 'Set', 'ReadonlySet', 'Iterable']);
const MORE_COLLECTIONS = new Set(['AsyncIterable', 'Generator', 'AsyncGenerator', 'Iterator']);
const MAPS = new Set(['Map', 'ReadonlyMap', 'Record', 'WeakMap']);
const LITERALS = new Set(['string', 'number', 'template_string', 'regex', 'true', 'false', 'null']);
/** Nodes that count as their first child. */
const TRANSPARENT = new Set([
  ...['await_expression', 'non_null_expression', 'parenthesized_expression', 'optional_type'],
  ...['type_annotation', 'parenthesized_type', 'readonly_type', 'assignment_expression'],
]);

/** The access path of an expression's value. Promises count as what they resolve to. */
export function ecmascriptExpressionPath(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  if (LITERALS.has(node.type)) return EXTERNAL;
  if (TRANSPARENT.has(node.type)) return ecmascriptExpressionPath(node.namedChild(0), walk);
  const path = EXPRESSION_PATHS[node.type];
  return path ? path(node, walk) : UNKNOWN;
}

type PathOf = (node: Node, walk: Walk) => Steps;

const anonymousPath: PathOf = (node, walk) => [`#${walk.declareAnonymous(node)}`];
const EXPRESSION_PATHS: Readonly<Record<string, PathOf>> = {
  identifier: ({ text }) => [text],
  this: () => ['this'],
  super: () => ['super'],
  member_expression: (node, walk) => memberPath(node, walk),
  nested_identifier: (node, walk) => [
    ...ecmascriptExpressionPath(node.childForFieldName('object'), walk),
    `.${node.childForFieldName('property')?.text}`,
  ],
  subscript_expression: (node, walk) => {
    const index = node.childForFieldName('index');
    const name = index?.type === 'string' ? index.namedChild(0)?.text : undefined;
    const object = ecmascriptExpressionPath(node.childForFieldName('object'), walk);
    return [...object, name ? `.${name}` : '[]'];
  },
  call_expression: (node, walk) => callPath(node, walk),
  new_expression: (node, walk) => newPath(node, walk),
  as_expression: (node, walk) => {
    const type = node.namedChild(1);
    return type
      ? ecmascriptInstancePath(type, walk)
      : ecmascriptExpressionPath(node.namedChild(0), walk);
  },
  satisfies_expression: (node, walk) => ecmascriptExpressionPath(node.namedChild(0), walk),
  ternary_expression: (node, walk) => {
    const [, ...types] = node.namedChildren;
    return alternatives(node, { types, of: ecmascriptExpressionPath }, walk);
  },
  binary_expression: (node, walk) => {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (operator === '&&') return ecmascriptExpressionPath(node.childForFieldName('right'), walk);
    const isEither = operator === '??' || operator === '||';
    return isEither
      ? alternatives(node, { types: node.namedChildren, of: ecmascriptExpressionPath }, walk)
      : EXTERNAL;
  },
  array: (node, walk) => {
    const [first] = node.namedChildren;
    if (!first) return EXTERNAL;
    if (first.type === 'spread_element') return ecmascriptExpressionPath(first.namedChild(0), walk);
    const types = node.namedChildren.slice(0, MAX_ELEMENTS);
    return [...alternatives(node, { types, of: ecmascriptExpressionPath }, walk), '*'];
  },
  object: anonymousPath,
  arrow_function: anonymousPath,
  function_expression: anonymousPath,
  generator_function: anonymousPath,
  class: anonymousPath,
};

function callPath(node: Node, walk: Walk): Steps {
  const module = requiredModule(node);
  if (module !== undefined) return [`@${module}`];
  const callee = node.childForFieldName('function');
  const given = node.childForFieldName('arguments')?.namedChild(0) ?? null;
  if (IDENTITY_FUNCTIONS.has(callee?.text ?? '')) return ecmascriptExpressionPath(given, walk);
  const name = callee?.childForFieldName('property')?.text;
  const isMade = given?.type === 'arrow_function' || given?.type === 'function_expression';
  if (isMade && name === 'map') return [...ecmascriptExpressionPath(given, walk), '()', '*'];
  if (isMade && name === 'flatMap') return [...ecmascriptExpressionPath(given, walk), '()'];
  return [...ecmascriptExpressionPath(callee, walk), '()'];
}

/** Only the first elements of a long array are considered. */
const MAX_ELEMENTS = 4;

interface Alternatives {
  readonly types: readonly Node[];
  readonly of: typeof ecmascriptExpressionPath;
}

/** Any of several types, without external ones. Intersections count as unions. */
function alternatives(node: Node, { types, of }: Alternatives, walk: Walk): Steps {
  const meant = types.filter(({ type }) => type !== 'comment');
  const paths = meant.map((type) => of(type, walk)).filter(([first]) => first !== '!');
  const [only = EXTERNAL] = paths;
  if (paths.length < 2) return only;
  const declaration = walk.declareAnonymous(node);
  walk.draft(declaration).alternatives = paths;
  return [`#${declaration}`];
}

/** `new Map<string, Cart>()` holds carts. */
function newPath(node: Node, walk: Walk): Steps {
  const made = node.childForFieldName('constructor');
  const held = childrenOf(node.childForFieldName('type_arguments'), ...TYPES).at(-1);
  const collection = COLLECTIONS.has(made?.text ?? '') || MAPS.has(made?.text ?? '');
  if (held && collection) return [...ecmascriptInstancePath(held, walk), '*'];
  return [...ecmascriptExpressionPath(made, walk), '{}'];
}

function memberPath(node: Node, walk: Walk): Steps {
  const property = node.childForFieldName('property');
  return [
    ...ecmascriptExpressionPath(node.childForFieldName('object'), walk),
    `.${property?.text}`,
  ];
}

/** The module of `require('m')` and `import('m')`. */
export function requiredModule(node: Node): string | undefined {
  const callee = node.childForFieldName('function');
  if (callee?.type !== 'import' && callee?.text !== 'require') return undefined;
  return stringLiteral(node.childForFieldName('arguments')?.namedChild(0) ?? null);
}

/** The node of a member's name, without quotation marks. */
export function memberNameNode(key: Node | null): Node | null {
  return key?.type === 'string' ? key.namedChild(0) : key;
}

/** The text of a string literal. */
export function stringLiteral(node: Node | null): string | undefined {
  return node?.type === 'string' ? (node.namedChild(0)?.text ?? '') : undefined;
}

const TYPES = [
  ...['type_identifier', 'nested_type_identifier', 'generic_type', 'array_type', 'union_type'],
  ...['object_type', 'function_type', 'type_query', 'predefined_type', 'literal_type'],
  ...['parenthesized_type', 'readonly_type', 'tuple_type', 'intersection_type'],
];

/** The access path of an instance of a type. */
export function ecmascriptInstancePath(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  if (TRANSPARENT.has(node.type)) return ecmascriptInstancePath(node.namedChild(0), walk);
  const type = INSTANCE_PATHS[node.type];
  return type ? type(node, walk) : UNKNOWN;
}

const INSTANCE_PATHS: Readonly<Record<string, PathOf>> = {
  type_identifier: ({ text }) => [text, '{}'],
  nested_type_identifier: (node) => [...ecmascriptTypePath(node), '{}'],
  predefined_type: () => EXTERNAL,
  literal_type: () => EXTERNAL,
  template_literal_type: () => EXTERNAL,
  this_type: () => ['this'],
  // `Cart['items']`
  lookup_type: (node, walk) => {
    const [object = null, index] = node.namedChildren;
    const name = index?.namedChild(0)?.namedChild(0)?.text;
    return [...ecmascriptInstancePath(object, walk), name ? `.${name}` : '[]'];
  },
  // `import('./cart.js').Cart`
  member_expression: (node, walk) => [...ecmascriptExpressionPath(node, walk), '{}'],
  type_query: (node, walk) => ecmascriptExpressionPath(node.namedChild(0), walk),
  array_type: (node, walk) => [...ecmascriptInstancePath(node.namedChild(0), walk), '*'],
  tuple_type: (node, walk) => [...ecmascriptInstancePath(node.namedChild(0), walk), '*'],
  object_type: anonymousPath,
  function_type: anonymousPath,
  union_type: (node, walk) =>
    alternatives(node, { types: node.namedChildren, of: ecmascriptInstancePath }, walk),
  intersection_type: (node, walk) =>
    alternatives(node, { types: node.namedChildren, of: ecmascriptInstancePath }, walk),
  type_predicate: () => EXTERNAL,
  generic_type: (node, walk) => genericPath(node, walk),
};

function genericPath(node: Node, walk: Walk): Steps {
  const name = node.childForFieldName('name');
  const given = node.childForFieldName('type_arguments')?.namedChildren ?? [];
  const [first = null] = given;
  const text = name?.text ?? '';
  if (WRAPPERS.has(text)) return ecmascriptInstancePath(first, walk);
  if (COLLECTIONS.has(text) || MORE_COLLECTIONS.has(text))
    return [...ecmascriptInstancePath(first, walk), '*'];
  if (MAPS.has(text)) return [...ecmascriptInstancePath(given[1] ?? null, walk), '*'];
  if (text === 'ReturnType') return [...ecmascriptInstancePath(first, walk), '()'];
  return ecmascriptInstancePath(name, walk);
}

/** The access path of the type itself. */
export function ecmascriptTypePath(node: Node | null): Steps {
  if (!node) return UNKNOWN;
  if (node.type === 'generic_type') return ecmascriptTypePath(node.childForFieldName('name'));
  if (node.type === 'nested_type_identifier' || node.type === 'nested_identifier') {
    const [module = null, name] = node.namedChildren;
    return [...ecmascriptTypePath(module), `.${name?.text}`];
  }
  if (node.type === 'member_expression') {
    const object = ecmascriptTypePath(node.childForFieldName('object'));
    return [...object, `.${node.childForFieldName('property')?.text}`];
  }
  const named = ['identifier', 'type_identifier'].includes(node.type);
  return named ? [node.text] : UNKNOWN;
}
