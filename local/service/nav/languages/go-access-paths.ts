import type { Node } from 'web-tree-sitter';
import { childrenOf, type Walk } from '../symbols/walk.js';

type Steps = readonly string[];
type PathOf = (node: Node, walk: Walk) => Steps;

const UNKNOWN: Steps = ['?'];
const EXTERNAL: Steps = ['!'];
const LITERALS = /_literal$|^(?:true|false|nil|iota|binary_expression)$/;

/** The access path of an expression's value; pointers are dereferenced. */
export function goExpressionPath(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  const path = EXPRESSION_PATHS[node.type];
  if (path) return path(node, walk);
  return LITERALS.test(node.type) ? EXTERNAL : UNKNOWN;
}

const EXPRESSION_PATHS: Readonly<Record<string, PathOf>> = {
  identifier: ({ text }) => [text],
  selector_expression: (node, walk) => [
    ...goExpressionPath(node.childForFieldName('operand'), walk),
    `.${node.childForFieldName('field')?.text}`,
  ],
  call_expression: (node, walk) => {
    const callee = node.childForFieldName('function');
    const made = node.childForFieldName('arguments')?.namedChild(0) ?? null;
    if (callee?.text === 'new' || callee?.text === 'make') return goInstancePath(made, walk);
    if (callee?.text === 'append') return goExpressionPath(made, walk);
    return [...goExpressionPath(callee, walk), '()'];
  },
  composite_literal: (node, walk) => goInstancePath(node.childForFieldName('type'), walk),
  unary_expression: (node, walk) => {
    const operand = goExpressionPath(node.childForFieldName('operand'), walk);
    return node.children[0]?.type === '<-' ? [...operand, '[]'] : operand;
  },
  parenthesized_expression: (node, walk) => goExpressionPath(node.namedChild(0), walk),
  index_expression: (node, walk) => [
    ...goExpressionPath(node.childForFieldName('operand'), walk),
    '[]',
  ],
  slice_expression: (node, walk) => goExpressionPath(node.childForFieldName('operand'), walk),
  type_assertion_expression: (node, walk) => goInstancePath(node.childForFieldName('type'), walk),
  type_conversion_expression: (node, walk) => goInstancePath(node.childForFieldName('type'), walk),
  func_literal: (node, walk) => [`#${walk.declareAnonymous(node)}`],
};

/** The access path of an instance of a type. */
export function goInstancePath(node: Node | null, walk: Walk): Steps {
  if (!node) return UNKNOWN;
  const type = INSTANCE_PATHS[node.type];
  if (type) return type(node, walk);
  const named = goTypePath(node);
  return named.includes('?') ? UNKNOWN : [...named, '{}'];
}

const INSTANCE_PATHS: Readonly<Record<string, PathOf>> = {
  pointer_type: (node, walk) => goInstancePath(node.namedChild(0), walk),
  parenthesized_type: (node, walk) => goInstancePath(node.namedChild(0), walk),
  slice_type: (node, walk) => [...goInstancePath(node.childForFieldName('element'), walk), '*'],
  array_type: (node, walk) => [...goInstancePath(node.childForFieldName('element'), walk), '*'],
  implicit_length_array_type: (node, walk) => {
    return [...goInstancePath(node.childForFieldName('element'), walk), '*'];
  },
  channel_type: (node, walk) => [...goInstancePath(node.childForFieldName('value'), walk), '*'],
  map_type: (node, walk) => [...goInstancePath(node.childForFieldName('value'), walk), '*'],
};

/** The access path of the type itself. */
export function goTypePath(node: Node | null): Steps {
  if (!node) return UNKNOWN;
  if (node.type === 'type_identifier' || node.type === 'identifier') return [node.text];
  if (node.type === 'qualified_type') {
    const [module, name] = node.namedChildren;
    return module && name ? [module.text, `.${name.text}`] : UNKNOWN;
  }
  const [inner] = childrenOf(
    node,
    'type_identifier',
    'qualified_type',
    'generic_type',
    'pointer_type',
  );
  return inner ? goTypePath(inner) : UNKNOWN;
}
