import type { Node } from 'web-tree-sitter';
import { childrenOf, type Walk } from '../symbols/walk.js';

type Steps = readonly string[];

const UNKNOWN: Steps = ['?'];
const OUTSIDE: Steps = ['!'];
/** What they hold is what matters, not they themselves. */
const WRAPPERS = new Set([
  ...['Promise', 'PromiseLike', 'Awaited', 'Readonly', 'Partial', 'Required', 'Pick', 'Omit'],
  ...['Exclude', 'Extract', 'NonNullable'],
]);
/** Functions that give back what they are given. */
const GIVING_BACK = new Set(['Promise.all', 'Promise.resolve', 'Array.from', 'Object.freeze']);
const COLLECTIONS = new Set(['Array', 'ReadonlyArray', 'Set', 'ReadonlySet', 'Iterable']);
const MORE_COLLECTIONS = new Set(['AsyncIterable', 'Generator', 'AsyncGenerator', 'Iterator']);
const MAPS = new Set(['Map', 'ReadonlyMap', 'Record', 'WeakMap']);
const LITERALS = new Set(['string', 'number', 'template_string', 'regex', 'true', 'false', 'null']);
/** Nodes that are what their first child is. */
const TRANSPARENT = new Set([
  ...['await_expression', 'non_null_expression', 'parenthesized_expression', 'optional_type'],
  ...['type_annotation', 'parenthesized_type', 'readonly_type', 'assignment_expression'],
]);

/** The way to what an expression gives. Promises count as what they bring. */
export function pathOf(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  if (LITERALS.has(node.type)) return OUTSIDE;
  if (TRANSPARENT.has(node.type)) return pathOf(node.namedChild(0), walk);
  const path = PATHS[node.type];
  return path ? path(node, walk) : UNKNOWN;
}

type PathOf = (node: Node, walk: Walk) => Steps;

const unnamed: PathOf = (node, walk) => [`#${walk.anonymous(node)}`];
const PATHS: Readonly<Record<string, PathOf>> = {
  identifier: ({ text }) => [text],
  this: () => ['this'],
  super: () => ['super'],
  member_expression: (node, walk) => memberPath(node, walk),
  nested_identifier: (node, walk) => [
    ...pathOf(node.childForFieldName('object'), walk),
    `.${node.childForFieldName('property')?.text}`,
  ],
  subscript_expression: (node, walk) => {
    const index = node.childForFieldName('index');
    const name = index?.type === 'string' ? index.namedChild(0)?.text : undefined;
    const object = pathOf(node.childForFieldName('object'), walk);
    return [...object, name ? `.${name}` : '[]'];
  },
  call_expression: (node, walk) => callPath(node, walk),
  new_expression: (node, walk) => newPath(node, walk),
  as_expression: (node, walk) => {
    const type = node.namedChild(1);
    return type ? typeOf(type, walk) : pathOf(node.namedChild(0), walk);
  },
  satisfies_expression: (node, walk) => pathOf(node.namedChild(0), walk),
  ternary_expression: (node, walk) => {
    const [, ...types] = node.namedChildren;
    return oneOf(node, { types, of: pathOf }, walk);
  },
  binary_expression: (node, walk) => {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (operator === '&&') return pathOf(node.childForFieldName('right'), walk);
    const isEither = operator === '??' || operator === '||';
    return isEither ? oneOf(node, { types: node.namedChildren, of: pathOf }, walk) : OUTSIDE;
  },
  array: (node, walk) => {
    const [first] = node.namedChildren;
    if (!first) return OUTSIDE;
    if (first.type === 'spread_element') return pathOf(first.namedChild(0), walk);
    const types = node.namedChildren.slice(0, MOST_ELEMENTS);
    return [...oneOf(node, { types, of: pathOf }, walk), '*'];
  },
  object: unnamed,
  arrow_function: unnamed,
  function_expression: unnamed,
  generator_function: unnamed,
  class: unnamed,
};

function callPath(node: Node, walk: Walk): Steps {
  const module = requiredModule(node);
  if (module !== undefined) return [`@${module}`];
  const callee = node.childForFieldName('function');
  const given = node.childForFieldName('arguments')?.namedChild(0) ?? null;
  if (GIVING_BACK.has(callee?.text ?? '')) return pathOf(given, walk);
  const name = callee?.childForFieldName('property')?.text;
  const isMade = given?.type === 'arrow_function' || given?.type === 'function_expression';
  if (isMade && name === 'map') return [...pathOf(given, walk), '()', '*'];
  if (isMade && name === 'flatMap') return [...pathOf(given, walk), '()'];
  return [...pathOf(callee, walk), '()'];
}

/** Of a long list the first elements tell what it holds. */
const MOST_ELEMENTS = 4;

interface Alternatives {
  readonly types: readonly Node[];
  readonly of: typeof pathOf;
}

/** Any of several; of two of which one is known, that. An intersection counts as one, too. */
function oneOf(node: Node, { types, of }: Alternatives, walk: Walk): Steps {
  const meant = types.filter(({ type }) => type !== 'comment');
  const paths = meant.map((type) => of(type, walk)).filter(([first]) => first !== '!');
  const [only = OUTSIDE] = paths;
  if (paths.length < 2) return only;
  const declaration = walk.anonymous(node);
  walk.draft(declaration).oneOf = paths;
  return [`#${declaration}`];
}

/** `new Map<string, Cart>()` holds carts. */
function newPath(node: Node, walk: Walk): Steps {
  const made = node.childForFieldName('constructor');
  const held = childrenOf(node.childForFieldName('type_arguments'), ...TYPES).at(-1);
  const collection = COLLECTIONS.has(made?.text ?? '') || MAPS.has(made?.text ?? '');
  if (held && collection) return [...typeOf(held, walk), '*'];
  return [...pathOf(made, walk), '{}'];
}

function memberPath(node: Node, walk: Walk): Steps {
  const property = node.childForFieldName('property');
  return [...pathOf(node.childForFieldName('object'), walk), `.${property?.text}`];
}

/** The module of `require('m')` and `import('m')`. */
export function requiredModule(node: Node): string | undefined {
  const callee = node.childForFieldName('function');
  if (callee?.type !== 'import' && callee?.text !== 'require') return undefined;
  return stringIn(node.childForFieldName('arguments')?.namedChild(0) ?? null);
}

/** The name of a member: without the quotation marks, where it has some. */
export function nameOf(key: Node | null): Node | null {
  return key?.type === 'string' ? key.namedChild(0) : key;
}

/** The text of a string literal. */
export function stringIn(node: Node | null): string | undefined {
  return node?.type === 'string' ? (node.namedChild(0)?.text ?? '') : undefined;
}

const TYPES = [
  ...['type_identifier', 'nested_type_identifier', 'generic_type', 'array_type', 'union_type'],
  ...['object_type', 'function_type', 'type_query', 'predefined_type', 'literal_type'],
  ...['parenthesized_type', 'readonly_type', 'tuple_type', 'intersection_type'],
];

/** The way to a value of a type. */
export function typeOf(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  if (TRANSPARENT.has(node.type)) return typeOf(node.namedChild(0), walk);
  const type = TYPE_PATHS[node.type];
  return type ? type(node, walk) : UNKNOWN;
}

const TYPE_PATHS: Readonly<Record<string, PathOf>> = {
  type_identifier: ({ text }) => [text, '{}'],
  nested_type_identifier: (node) => [...typeNamePath(node), '{}'],
  predefined_type: () => OUTSIDE,
  literal_type: () => OUTSIDE,
  template_literal_type: () => OUTSIDE,
  this_type: () => ['this'],
  // `Cart['items']`
  lookup_type: (node, walk) => {
    const [object = null, index] = node.namedChildren;
    const name = index?.namedChild(0)?.namedChild(0)?.text;
    return [...typeOf(object, walk), name ? `.${name}` : '[]'];
  },
  // `import('./cart.js').Cart`
  member_expression: (node, walk) => [...pathOf(node, walk), '{}'],
  type_query: (node, walk) => pathOf(node.namedChild(0), walk),
  array_type: (node, walk) => [...typeOf(node.namedChild(0), walk), '*'],
  tuple_type: (node, walk) => [...typeOf(node.namedChild(0), walk), '*'],
  object_type: unnamed,
  function_type: unnamed,
  union_type: (node, walk) => oneOf(node, { types: node.namedChildren, of: typeOf }, walk),
  intersection_type: (node, walk) => oneOf(node, { types: node.namedChildren, of: typeOf }, walk),
  type_predicate: () => OUTSIDE,
  generic_type: (node, walk) => genericPath(node, walk),
};

function genericPath(node: Node, walk: Walk): Steps {
  const name = node.childForFieldName('name');
  const given = node.childForFieldName('type_arguments')?.namedChildren ?? [];
  const [first = null] = given;
  const text = name?.text ?? '';
  if (WRAPPERS.has(text)) return typeOf(first, walk);
  if (COLLECTIONS.has(text) || MORE_COLLECTIONS.has(text)) return [...typeOf(first, walk), '*'];
  if (MAPS.has(text)) return [...typeOf(given[1] ?? null, walk), '*'];
  if (text === 'ReturnType') return [...typeOf(first, walk), '()'];
  return typeOf(name, walk);
}

/** The way to the type itself. */
export function typeNamePath(node: Node | null): Steps {
  if (!node) return UNKNOWN;
  if (node.type === 'generic_type') return typeNamePath(node.childForFieldName('name'));
  if (node.type === 'nested_type_identifier' || node.type === 'nested_identifier') {
    const [module = null, name] = node.namedChildren;
    return [...typeNamePath(module), `.${name?.text}`];
  }
  if (node.type === 'member_expression') {
    const object = typeNamePath(node.childForFieldName('object'));
    return [...object, `.${node.childForFieldName('property')?.text}`];
  }
  const named = ['identifier', 'type_identifier'].includes(node.type);
  return named ? [node.text] : UNKNOWN;
}
