import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type LanguageRules, type Visit, type Walk } from '../symbols/walk.js';
import { goExpressionPath, goInstancePath, goTypePath } from './go-access-paths.js';
import {
  visitLiteral,
  visitRange,
  visitShortDeclaration,
  visitTypeSwitch,
  visitVariables,
} from './go-bindings.js';

const block: Visit = (node, scope, walk) => walk.visitChildren(node, walk.addScope(scope));
const identifierReference: Visit = (node, scope, walk) =>
  walk.addReference(node, { scope, steps: [node.text] });

export const goRules: LanguageRules = {
  language: 'go',
  visitors: {
    package_clause: (node, _scope, walk) => walk.setPackage(node.namedChild(0)?.text ?? ''),
    import_spec: visitImport,
    function_declaration: visitFunction,
    method_declaration: visitMethod,
    func_literal: (node, scope, walk) => {
      visitSignature(node, { scope, declaration: walk.declareAnonymous(node) }, walk);
    },
    type_spec: visitType,
    type_alias: visitType,
    var_spec: visitVariables,
    const_spec: visitVariables,
    short_var_declaration: visitShortDeclaration,
    range_clause: visitRange,
    receive_statement: visitShortDeclaration,
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
      if (name) walk.addReference(name, { scope, steps: goExpressionPath(node, walk) });
      walk.visit(node.childForFieldName('operand'), scope);
    },
    qualified_type: (node, scope, walk) => {
      const [module, name] = node.namedChildren;
      if (name) walk.addReference(name, { scope, steps: goTypePath(node) });
      if (module) walk.addReference(module, { scope, steps: [module.text] });
    },
    identifier: identifierReference,
    type_identifier: identifierReference,
    labeled_statement: (node, scope, walk) => walk.visit(node.lastNamedChild, scope),
    method_elem: (node, scope, walk) => walk.visitChildren(node, walk.addScope(scope)),
  },
};

function visitImport(node: Node, scope: number, walk: Walk): void {
  const path = node.childForFieldName('path');
  const module = path?.text.slice(1, -1);
  const name = node.childForFieldName('name');
  if (!path || !module || name?.type === 'blank_identifier') return;
  if (name?.type === 'dot') walk.addWildcard(module, false);
  else if (name) walk.declare({ at: name, scope, alias: { scope, steps: [`@${module}`] } });
  else {
    walk.declare({
      at: path,
      name: conventionalPackageName(module),
      scope,
      alias: { scope, steps: [`@${module}`] },
    });
  }
}

/** By convention: `example.com/go-cart/v2` is the package `cart`. */
function conventionalPackageName(module: string): string {
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
  const owner = goTypePath(type).at(-1);
  if (!name || !owner) return;
  const declaration = walk.declare({ at: name, receiverType: owner });
  const inner = walk.addScope(scope);
  if (receiver) visitParameter(receiver, inner, walk);
  visitSignature(node, { scope: inner, declaration }, walk);
}

function visitSignature(
  node: Node,
  { scope, declaration }: { readonly scope: number; readonly declaration: number },
  walk: Walk,
): void {
  const inner = walk.addScope(scope);
  for (const one of childrenOf(
    node.childForFieldName('type_parameters'),
    'type_parameter_declaration',
  )) {
    visitParameter(one, inner, walk);
  }
  const draft = walk.draft(declaration);
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  draft.parameterTypes = parameters.flatMap((one) => visitParameter(one, inner, walk));
  const result = node.childForFieldName('result');
  if (result?.type === 'parameter_list') {
    const results = result.namedChildren.map((one) => visitParameter(one, inner, walk).at(0));
    const [first] = results;
    if (first) draft.returnType = first;
  } else if (result) {
    draft.returnType = { scope: inner, steps: goInstancePath(result, walk) };
    walk.visit(result, inner);
  }
  walk.visitChildren(node.childForFieldName('body'), inner);
}

/** `a, b T`: returns the type once per name, or once if there is no name. */
function visitParameter(node: Node, scope: number, walk: Walk): AccessPath[] {
  const type = node.childForFieldName('type');
  const names = childrenOf(node, 'identifier');
  walk.visit(type, scope);
  const collectionStep = node.type === 'variadic_parameter_declaration' ? ['*'] : [];
  const from = { scope, steps: [...goInstancePath(type, walk), ...collectionStep] };
  for (const name of names) walk.declare({ at: name, scope, type: from });
  return names.length > 0 ? names.map(() => from) : [from];
}

function visitType(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  const type = node.childForFieldName('type');
  if (!name || !type) return;
  const around = walk.addScope(scope);
  for (const one of childrenOf(
    node.childForFieldName('type_parameters'),
    'type_parameter_declaration',
  )) {
    visitParameter(one, around, walk);
  }
  if (type.type === 'struct_type' || type.type === 'interface_type') {
    const declaration = walk.declare({ at: name, scope, isClass: true });
    walk.update(declaration, visitMembers(type, around, walk));
    return;
  }
  const named = goTypePath(type);
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
  const inner = walk.addScope(-1);
  const bases: AccessPath[] = [];
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
      const from = { scope, steps: goInstancePath(typed, walk) };
      for (const name of names) walk.declare({ at: name, scope: inner, type: from });
    } else {
      // An embedded type: its members are inherited, and its name is a field.
      const base = typed ?? child.namedChild(0);
      const steps = goTypePath(base);
      bases.push({ scope, steps });
      const last = base && innermostTypeName(base);
      if (last && child.type === 'field_declaration') {
        walk.declare({ at: last, scope: inner, type: { scope, steps: [...steps, '{}'] } });
      }
      walk.visit(child, scope);
    }
  }
  return { memberScope: inner, bases };
}

function innermostTypeName(node: Node): Node {
  const named = node.childForFieldName('name');
  if (named) return innermostTypeName(named);
  const [type] = childrenOf(node, 'type_identifier', 'qualified_type', 'generic_type');
  return type ? innermostTypeName(type) : node;
}
