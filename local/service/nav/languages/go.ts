import type { Node } from 'web-tree-sitter';
import type { Path } from '../symbols/symbol-table.js';
import { childrenOf, type Rules, type Visit, type Walk } from '../symbols/walk.js';
import { pathOf, typeNamePath, typeOf } from './go-access-paths.js';
import {
  visitLiteral,
  visitRange,
  visitShort,
  visitTypeSwitch,
  visitVariables,
} from './go-bindings.js';

const block: Visit = (node, scope, walk) => walk.inside(node, walk.scope(scope));
const plainUse: Visit = (node, scope, walk) => walk.use(node, { scope, steps: [node.text] });

export const go: Rules = {
  language: 'go',
  visits: {
    package_clause: (node, _scope, walk) => walk.package(node.namedChild(0)?.text ?? ''),
    import_spec: visitImport,
    function_declaration: visitFunction,
    method_declaration: visitMethod,
    func_literal: (node, scope, walk) => {
      visitSignature(node, { scope, declaration: walk.anonymous(node) }, walk);
    },
    type_spec: visitType,
    type_alias: visitType,
    var_spec: visitVariables,
    const_spec: visitVariables,
    short_var_declaration: visitShort,
    range_clause: visitRange,
    receive_statement: visitShort,
    type_switch_statement: visitTypeSwitch,
    block,
    if_statement: block,
    for_statement: block,
    expression_switch_statement: block,
    expression_case: block,
    default_case: block,
    communication_case: block,
    composite_literal: visitLiteral,
    selector_expression: (node, scope, walk) => {
      const name = node.childForFieldName('field');
      if (name) walk.use(name, { scope, steps: pathOf(node, walk) });
      walk.visit(node.childForFieldName('operand'), scope);
    },
    qualified_type: (node, scope, walk) => {
      const [module, name] = node.namedChildren;
      if (name) walk.use(name, { scope, steps: typeNamePath(node) });
      if (module) walk.use(module, { scope, steps: [module.text] });
    },
    identifier: plainUse,
    type_identifier: plainUse,
    labeled_statement: (node, scope, walk) => walk.visit(node.lastNamedChild, scope),
    method_elem: (node, scope, walk) => walk.inside(node, walk.scope(scope)),
  },
};

function visitImport(node: Node, scope: number, walk: Walk): void {
  const path = node.childForFieldName('path');
  const module = path?.text.slice(1, -1);
  const name = node.childForFieldName('name');
  if (!path || !module || name?.type === 'blank_identifier') return;
  if (name?.type === 'dot') walk.star(module, false);
  else if (name) walk.declare({ at: name, scope, alias: { scope, steps: [`@${module}`] } });
  else {
    walk.declare({
      at: path,
      name: packageOf(module),
      scope,
      alias: { scope, steps: [`@${module}`] },
    });
  }
}

/** As packages are called by custom: `example.com/go-cart/v2` is `cart`. */
function packageOf(module: string): string {
  const parts = module.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? module).replace(/\.v\d+$/, '').replace(/^go-|-go$/, '');
}

function visitFunction(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = walk.declare({ at: name, scope });
  visitSignature(node, { scope, declaration }, walk);
}

function visitMethod(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  const [receiver] = childrenOf(node.childForFieldName('receiver'), 'parameter_declaration');
  const type = receiver?.childForFieldName('type') ?? null;
  const owner = typeNamePath(type).at(-1);
  if (!name || !owner) return;
  const declaration = walk.declare({ at: name, owner });
  const inner = walk.scope(scope);
  if (receiver) visitParameter(receiver, inner, walk);
  visitSignature(node, { scope: inner, declaration }, walk);
}

function visitSignature(
  node: Node,
  { scope, declaration }: { readonly scope: number; readonly declaration: number },
  walk: Walk,
): void {
  const inner = walk.scope(scope);
  for (const one of childrenOf(
    node.childForFieldName('type_parameters'),
    'type_parameter_declaration',
  )) {
    visitParameter(one, inner, walk);
  }
  const draft = walk.draft(declaration);
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  draft.parameters = parameters.flatMap((one) => visitParameter(one, inner, walk));
  const result = node.childForFieldName('result');
  if (result?.type === 'parameter_list') {
    const results = result.namedChildren.map((one) => visitParameter(one, inner, walk).at(0));
    const [first] = results;
    if (first) draft.returns = first;
  } else if (result) {
    draft.returns = { scope: inner, steps: typeOf(result, walk) };
    walk.visit(result, inner);
  }
  walk.inside(node.childForFieldName('body'), inner);
}

/** `a, b T`: gives the type once for each name, or once where there is none. */
function visitParameter(node: Node, scope: number, walk: Walk): Path[] {
  const type = node.childForFieldName('type');
  const names = childrenOf(node, 'identifier');
  walk.visit(type, scope);
  const many = node.type === 'variadic_parameter_declaration' ? ['*'] : [];
  const from = { scope, steps: [...typeOf(type, walk), ...many] };
  for (const name of names) walk.declare({ at: name, scope, type: from });
  return names.length > 0 ? names.map(() => from) : [from];
}

function visitType(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  const type = node.childForFieldName('type');
  if (!name || !type) return;
  const around = walk.scope(scope);
  for (const one of childrenOf(
    node.childForFieldName('type_parameters'),
    'type_parameter_declaration',
  )) {
    visitParameter(one, around, walk);
  }
  if (type.type === 'struct_type' || type.type === 'interface_type') {
    const declaration = walk.declare({ at: name, scope, isClass: true });
    Object.assign(walk.draft(declaration), visitMembers(type, around, walk));
    return;
  }
  const named = typeNamePath(type);
  const isAlias = node.type === 'type_alias' && !named.includes('?');
  const other = { scope: around, steps: named };
  walk.declare({
    at: name,
    scope,
    ...(isAlias ? { alias: other } : { isClass: true, bases: [other] }),
  });
  walk.visit(type, around);
}

function visitMembers(type: Node, scope: number, walk: Walk) {
  const inner = walk.scope(-1);
  const bases: Path[] = [];
  const list = childrenOf(type, 'field_declaration_list').at(0) ?? type;
  for (const child of list.namedChildren) {
    const names = childrenOf(child, 'field_identifier');
    const typed = child.childForFieldName('type');
    if (child.type === 'method_elem') {
      const [name] = names;
      if (!name) continue;
      const declaration = walk.declare({ at: name, scope: inner });
      visitSignature(child, { scope, declaration }, walk);
    } else if (names.length > 0) {
      walk.visit(typed, scope);
      const from = { scope, steps: typeOf(typed, walk) };
      for (const name of names) walk.declare({ at: name, scope: inner, type: from });
    } else {
      // An embedded type: its members are members here, and it is one by its name.
      const base = typed ?? child.namedChild(0);
      const steps = typeNamePath(base);
      bases.push({ scope, steps });
      const last = base && innermost(base);
      if (last && child.type === 'field_declaration') {
        walk.declare({ at: last, scope: inner, type: { scope, steps: [...steps, '{}'] } });
      }
      walk.visit(child, scope);
    }
  }
  return { inner, bases };
}

function innermost(node: Node): Node {
  const named = node.childForFieldName('name');
  if (named) return innermost(named);
  const [type] = childrenOf(node, 'type_identifier', 'qualified_type', 'generic_type');
  return type ? innermost(type) : node;
}
