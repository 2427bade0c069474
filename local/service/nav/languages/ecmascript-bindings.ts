import type { Node } from 'web-tree-sitter';
import type { Path } from '../symbols/symbol-table.js';
import { childrenOf, type Walk } from '../symbols/walk.js';
import { nameOf, pathOf, typeOf } from './ecmascript-access-paths.js';

export interface Binding {
  readonly scope: number;
  /** What is taken apart, where that can be followed. */
  readonly from?: Path | undefined;
  /** Whether what is bound is another name of that: of what a module exports. */
  readonly isAlias?: boolean;
}

/** Declares the names of a pattern: `x`, `{ a, b: c = 1, ...rest }`, `[d]`. */
export function bind(node: Node | null, binding: Binding, walk: Walk): void {
  if (!node) return;
  const { scope, from } = binding;
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern': {
      declareBound(node, binding, walk);
      return;
    }
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const left = node.childForFieldName('left');
      const member = left?.type.startsWith('shorthand') ? part(binding, `.${left.text}`) : binding;
      bind(left, left?.type.startsWith('shorthand') ? withUse(left, member, walk) : binding, walk);
      walk.visit(node.childForFieldName('right'), scope);
      return;
    }
    case 'object_pattern': {
      for (const child of node.namedChildren) bindProperty(child, binding, walk);
      return;
    }
    case 'array_pattern': {
      const one = from ? part(binding, '[]') : binding;
      for (const child of node.namedChildren) bind(child, one, walk);
      return;
    }
    case 'rest_pattern': {
      bind(node.namedChild(0), { scope }, walk);
      return;
    }
    default:
      // `[a.b] = …` and the like bind nothing new.
      walk.visit(node, scope);
  }
}

function bindProperty(node: Node, binding: Binding, walk: Walk): void {
  if (node.type === 'shorthand_property_identifier_pattern') {
    bind(node, withUse(node, part(binding, `.${node.text}`), walk), walk);
    return;
  }
  const key = node.type === 'pair_pattern' ? nameOf(node.childForFieldName('key')) : null;
  if (!key) {
    bind(node, binding, walk);
    return;
  }
  const member = withUse(key, part(binding, `.${key.text}`), walk);
  if (key.type === 'computed_property_name') walk.visit(key, binding.scope);
  bind(node.childForFieldName('value'), member, walk);
}

function part(binding: Binding, step: string): Binding {
  const { from } = binding;
  return from ? { ...binding, from: { ...from, steps: [...from.steps, step] } } : binding;
}

/** Taking a member out is a use of it. */
function withUse(node: Node, binding: Binding, walk: Walk): Binding {
  if (binding.from) walk.use(node, binding.from);
  return binding;
}

function declareBound(node: Node, { scope, from, isAlias }: Binding, walk: Walk): void {
  walk.declare({
    ...{ at: node, scope, space: isAlias ? 'both' : 'value' },
    ...(from && (isAlias ? { alias: from } : { type: from })),
  });
}

const NAMELESS_PARAMETERS = new Set(['this', 'predefined_type']);

/** Whatever has parameters and perhaps a body. Tells the declaration that it belongs to of them. */
export function visitFunction(
  node: Node,
  { scope, declaration, self }: { scope: number; declaration: number; self?: number | undefined },
  walk: Walk,
): void {
  const inner = walk.scope(scope, self);
  const draft = walk.draft(declaration);
  visitTypeParameters(node, inner, walk);
  const list = node.childForFieldName('parameters') ?? node.childForFieldName('parameter');
  const parameters = list?.type === 'identifier' ? [list] : (list?.namedChildren ?? []);
  const expected = walk.expected(node);
  draft.parameters = parameters
    .filter(({ type }) => type !== 'comment')
    .map((parameter, n) => {
      const context = expected && { ...expected, steps: [...expected.steps, `<${n}`] };
      return visitParameter(parameter, { scope: inner, from: context }, walk);
    });
  const result = node.childForFieldName('return_type');
  walk.visit(result, inner);
  if (result) draft.returns = { scope: inner, steps: typeOf(result, walk) };
  visitBody(node.childForFieldName('body'), { inner, declaration }, walk);
}

function visitBody(
  body: Node | null,
  { inner, declaration }: { inner: number; declaration: number },
  walk: Walk,
): void {
  if (!body) return;
  walk.within(declaration, () => {
    if (body.type === 'statement_block') walk.inside(body, inner);
    else giveBack(body, inner, walk);
  });
}

/** What the function that is being read returns. */
export function giveBack(value: Node, scope: number, walk: Walk): void {
  const draft = walk.current();
  if (draft?.returns) walk.expect(unwrapped(value), draft.returns);
  else if (draft) draft.returns = { scope, steps: pathOf(value, walk) };
  walk.visit(value, scope);
}

/** Without the parentheses around it. */
function unwrapped(node: Node): Node {
  const inner = node.type === 'parenthesized_expression' ? node.namedChild(0) : null;
  return inner ?? node;
}

function visitParameter(node: Node, binding: Binding, walk: Walk): Path | undefined {
  const { scope } = binding;
  const pattern = node.childForFieldName('pattern') ?? node;
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, scope);
  walk.visit(type, scope);
  const from = type
    ? { scope, steps: typeOf(type, walk) }
    : (binding.from ?? (value ? { scope, steps: pathOf(value, walk) } : undefined));
  if (!NAMELESS_PARAMETERS.has(pattern.type)) {
    const isRest = pattern.type === 'rest_pattern';
    bind(isRest ? pattern.namedChild(0) : pattern, { scope, from }, walk);
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
      const steps = type ? typeOf(type, walk) : ['?'];
      walk.declare({ at: name, scope, space: 'type', type: { scope, steps } });
    }
    walk.visit(bound, scope);
    walk.visit(parameter.childForFieldName('value'), scope);
  }
}
