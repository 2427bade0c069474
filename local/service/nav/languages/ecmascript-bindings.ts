import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type Walk } from '../symbols/walk.js';
import {
  ecmascriptExpressionPath,
  ecmascriptInstancePath,
  memberNameNode,
} from './ecmascript-access-paths.js';

export interface Binding {
  readonly scope: number;
  /** The access path of the destructured value. */
  readonly source?: AccessPath | undefined;
  /** The names are aliases of a module's exports, as with `require`. */
  readonly isAlias?: boolean;
}

/** Declares the names of a pattern: `x`, `{ a, b: c = 1, ...rest }`, `[d]`. */
export function bindPattern(node: Node | null, binding: Binding, walk: Walk): void {
  if (!node) return;
  const { scope, source } = binding;
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern': {
      declareBound(node, binding, walk);
      return;
    }
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const left = node.childForFieldName('left');
      const member = left?.type.startsWith('shorthand')
        ? memberBinding(binding, `.${left.text}`)
        : binding;
      bindPattern(
        left,
        left?.type.startsWith('shorthand') ? withReference(left, member, walk) : binding,
        walk,
      );
      walk.visit(node.childForFieldName('right'), scope);
      return;
    }
    case 'object_pattern': {
      for (const child of node.namedChildren) bindProperty(child, binding, walk);
      return;
    }
    case 'array_pattern': {
      const one = source ? memberBinding(binding, '[]') : binding;
      for (const child of node.namedChildren) bindPattern(child, one, walk);
      return;
    }
    case 'rest_pattern': {
      bindPattern(node.namedChild(0), { scope }, walk);
      return;
    }
    default:
      // `[a.b] = …` binds no new name.
      walk.visit(node, scope);
  }
}

function bindProperty(node: Node, binding: Binding, walk: Walk): void {
  if (node.type === 'shorthand_property_identifier_pattern') {
    bindPattern(node, withReference(node, memberBinding(binding, `.${node.text}`), walk), walk);
    return;
  }
  const key = node.type === 'pair_pattern' ? memberNameNode(node.childForFieldName('key')) : null;
  if (!key) {
    bindPattern(node, binding, walk);
    return;
  }
  const member = withReference(key, memberBinding(binding, `.${key.text}`), walk);
  if (key.type === 'computed_property_name') walk.visit(key, binding.scope);
  bindPattern(node.childForFieldName('value'), member, walk);
}

function memberBinding(binding: Binding, step: string): Binding {
  const { source } = binding;
  return source ? { ...binding, source: { ...source, steps: [...source.steps, step] } } : binding;
}

/** Destructuring a member refers to it. */
function withReference(node: Node, binding: Binding, walk: Walk): Binding {
  if (binding.source) walk.addReference(node, binding.source);
  return binding;
}

function declareBound(node: Node, { scope, source, isAlias }: Binding, walk: Walk): void {
  walk.declare({
    at: node,
    scope,
    space: isAlias ? 'both' : 'value',
    ...(source && (isAlias ? { alias: source } : { type: source })),
  });
}

const UNBOUND_PARAMETERS = new Set(['this', 'predefined_type']);

/** Anything with parameters and possibly a body. Adds their types to its declaration. */
export function visitFunction(
  node: Node,
  {
    scope,
    declaration,
    thisClass,
  }: { scope: number; declaration: number; thisClass?: number | undefined },
  walk: Walk,
): void {
  const functionScope = walk.addScope(scope, thisClass);
  const draft = walk.draft(declaration);
  visitTypeParameters(node, functionScope, walk);
  const list = node.childForFieldName('parameters') ?? node.childForFieldName('parameter');
  const parameters = list?.type === 'identifier' ? [list] : (list?.namedChildren ?? []);
  const expected = walk.contextualType(node);
  draft.parameterTypes = parameters
    .filter(({ type }) => type !== 'comment')
    .map((parameter, n) => {
      const context = expected && { ...expected, steps: [...expected.steps, `<${n}`] };
      return visitParameter(parameter, { scope: functionScope, source: context }, walk);
    });
  const result = node.childForFieldName('return_type');
  walk.visit(result, functionScope);
  if (result)
    draft.returnType = { scope: functionScope, steps: ecmascriptInstancePath(result, walk) };
  visitBody(node.childForFieldName('body'), { functionScope, declaration }, walk);
}

function visitBody(
  body: Node | null,
  { functionScope, declaration }: { functionScope: number; declaration: number },
  walk: Walk,
): void {
  if (!body) return;
  walk.inFunction(declaration, () => {
    if (body.type === 'statement_block') walk.visitChildren(body, functionScope);
    else visitReturnValue(body, functionScope, walk);
  });
}

/** The value of a `return`, or of an arrow function's body. */
export function visitReturnValue(value: Node, scope: number, walk: Walk): void {
  const draft = walk.currentFunction();
  if (draft?.returnType) walk.setContextualType(withoutParentheses(value), draft.returnType);
  else if (draft) draft.returnType = { scope, steps: ecmascriptExpressionPath(value, walk) };
  walk.visit(value, scope);
}

function withoutParentheses(node: Node): Node {
  const functionScope = node.type === 'parenthesized_expression' ? node.namedChild(0) : null;
  return functionScope ?? node;
}

function visitParameter(node: Node, binding: Binding, walk: Walk): AccessPath | undefined {
  const { scope } = binding;
  const pattern = node.childForFieldName('pattern') ?? node;
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, scope);
  walk.visit(type, scope);
  const from = type
    ? { scope, steps: ecmascriptInstancePath(type, walk) }
    : (binding.source ??
      (value ? { scope, steps: ecmascriptExpressionPath(value, walk) } : undefined));
  if (!UNBOUND_PARAMETERS.has(pattern.type)) {
    const isRest = pattern.type === 'rest_pattern';
    bindPattern(isRest ? pattern.namedChild(0) : pattern, { scope, source: from }, walk);
  }
  walk.visit(value, scope);
  return from;
}

export function visitTypeParameters(node: Node, scope: number, walk: Walk): void {
  for (const parameter of childrenOf(node.childForFieldName('type_parameters'), 'type_parameter')) {
    const name = parameter.childForFieldName('name');
    const bound = parameter.childForFieldName('constraint');
    const type = bound?.namedChild(0) ?? null;
    if (name) {
      const steps = type ? ecmascriptInstancePath(type, walk) : ['?'];
      walk.declare({ at: name, scope, space: 'type', type: { scope, steps } });
    }
    walk.visit(bound, scope);
    walk.visit(parameter.childForFieldName('value'), scope);
  }
}
