import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type LanguageRules, type Visit, type Walk } from '../symbols/walk.js';
import { javaExpressionPath, javaInstancePath, javaTypePath } from './java-access-paths.js';

const block: Visit = (node, scope, walk) => walk.visitChildren(node, walk.addScope(scope));
const identifierReference: Visit = (node, scope, walk) =>
  walk.addReference(node, { scope, steps: [node.text] });

export const javaRules: LanguageRules = {
  language: 'java',
  visitors: {
    package_declaration: (node, _scope, walk) => walk.setPackage(node.lastNamedChild?.text ?? ''),
    import_declaration: visitImport,
    class_declaration: visitClass,
    interface_declaration: visitClass,
    enum_declaration: visitClass,
    record_declaration: visitClass,
    annotation_type_declaration: visitClass,
    class_body: (node, scope, walk) => walk.visitChildren(node, walk.addScope(scope)),
    method_declaration: visitMethod,
    annotation_type_element_declaration: visitMethod,
    constructor_declaration: (node, scope, walk) => {
      const declaration = walk.declareAnonymous(node);
      visitSignature(node, { scope, declaration }, walk);
    },
    enum_constant: visitEnumConstant,
    field_declaration: visitVariables,
    constant_declaration: visitVariables,
    local_variable_declaration: visitVariables,
    lambda_expression: visitLambda,
    enhanced_for_statement: visitLoop,
    for_statement: block,
    block,
    switch_block: block,
    catch_clause: block,
    catch_formal_parameter: visitTypedName,
    resource: visitTypedName,
    instanceof_expression: visitInstanceof,
    type_pattern: visitTypedName,
    try_with_resources_statement: block,
    method_invocation: (node, scope, walk) => {
      const name = node.childForFieldName('name');
      const steps = javaExpressionPath(node, walk).slice(0, -1);
      if (name) walk.addReference(name, { scope, steps });
      for (const part of ['object', 'type_arguments', 'arguments']) {
        walk.visit(node.childForFieldName(part), scope);
      }
    },
    field_access: (node, scope, walk) => {
      const name = node.childForFieldName('field');
      if (name) walk.addReference(name, { scope, steps: javaExpressionPath(node, walk) });
      walk.visit(node.childForFieldName('object'), scope);
    },
    method_reference: (node, scope, walk) => {
      const [object, name] = node.namedChildren;
      if (object && name)
        walk.addReference(name, {
          scope,
          steps: [...javaExpressionPath(object, walk), `.${name.text}`],
        });
      walk.visit(object ?? null, scope);
    },
    scoped_type_identifier: (node, scope, walk) => {
      const name = node.lastNamedChild;
      if (name) walk.addReference(name, { scope, steps: javaTypePath(node) });
      walk.visit(node.namedChild(0), scope);
    },
    object_creation_expression: visitCreation,
    element_value_pair: (node, scope, walk) => walk.visit(node.childForFieldName('value'), scope),
    labeled_statement: (node, scope, walk) => walk.visit(node.lastNamedChild, scope),
    break_statement: () => {},
    continue_statement: () => {},
    identifier: identifierReference,
    type_identifier: identifierReference,
  },
};

function visitImport(node: Node, scope: number, walk: Walk): void {
  const isStatic = node.children.some((child) => child?.type === 'static');
  const [name] = childrenOf(node, 'scoped_identifier', 'identifier');
  if (!name) return;
  if (childrenOf(node, 'asterisk').length > 0) {
    walk.addWildcard(name.text, false);
    return;
  }
  const last = name.childForFieldName('name');
  const owner = name.childForFieldName('scope');
  if (!last || !owner) return;
  const steps = isStatic ? [`@${owner.text}`, `.${last.text}`] : [`@${name.text}`];
  walk.addReference(last, { scope, steps });
  if (isStatic && owner.lastNamedChild)
    walk.addReference(owner.lastNamedChild, { scope, steps: [`@${owner.text}`] });
  walk.declare({ at: last, scope, alias: { scope, steps } });
}

function visitClass(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = walk.declare({ at: name, scope, isClass: true });
  const inner = walk.addScope(scope, declaration);
  const bases: AccessPath[] = [];
  for (const child of node.namedChildren) {
    if (['superclass', 'super_interfaces', 'extends_interfaces'].includes(child.type)) {
      const types = childrenOf(child, 'type_list').flatMap((list) => list.namedChildren);
      const named = types.length > 0 ? types : child.namedChildren;
      bases.push(...named.map((type) => ({ scope, steps: javaTypePath(type) })));
      walk.visitChildren(child, inner);
    }
  }
  walk.update(declaration, { memberScope: inner, bases });
  visitTypeParameters(node, inner, walk);
  const modifiers = childrenOf(node, 'modifiers');
  for (const one of modifiers) walk.visit(one, scope);
  for (const one of childrenOf(node.childForFieldName('parameters'), 'formal_parameter')) {
    visitTypedName(one, inner, walk);
  }
  walk.visitChildren(node.childForFieldName('body'), inner);
}

function visitTypeParameters(node: Node, scope: number, walk: Walk): void {
  for (const one of childrenOf(node.childForFieldName('type_parameters'), 'type_parameter')) {
    const [name, bound] = one.namedChildren;
    const type = { scope, steps: bound ? javaInstancePath(bound.namedChild(0), walk) : ['?'] };
    if (name) walk.declare({ at: name, scope, type });
    walk.visit(bound ?? null, scope);
  }
}

function visitMethod(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (name) visitSignature(node, { scope, declaration: walk.declare({ at: name, scope }) }, walk);
}

function visitSignature(
  node: Node,
  { scope, declaration }: { readonly scope: number; readonly declaration: number },
  walk: Walk,
): void {
  const inner = walk.addScope(scope);
  visitTypeParameters(node, inner, walk);
  const type = node.childForFieldName('type');
  const draft = walk.draft(declaration);
  if (type) draft.returnType = { scope: inner, steps: javaInstancePath(type, walk) };
  walk.visit(type, inner);
  for (const one of childrenOf(node, 'modifiers', 'throws')) walk.visit(one, inner);
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  draft.parameterTypes = parameters.map((one) => visitTypedName(one, inner, walk));
  walk.visitChildren(node.childForFieldName('body'), inner);
}

/** A name with its type before it: a parameter, a resource, a caught error. */
function visitTypedName(node: Node, scope: number, walk: Walk): AccessPath {
  const [declarator] = childrenOf(node, 'variable_declarator');
  const name = node.childForFieldName('name') ?? declarator?.childForFieldName('name');
  const named = node.namedChildren.find(({ type }) => type !== 'modifiers');
  const type = node.childForFieldName('type') ?? (named !== name ? named : undefined) ?? null;
  const value = node.childForFieldName('value');
  for (const one of childrenOf(node, 'modifiers')) walk.visit(one, scope);
  walk.visit(type, scope);
  walk.visit(value, scope);
  const first = type?.type === 'catch_type' ? type.namedChild(0) : type;
  const steps =
    first?.text === 'var' ? javaExpressionPath(value, walk) : javaInstancePath(first, walk);
  const collectionStep = node.type === 'spread_parameter' ? ['*'] : [];
  const from = { scope, steps: [...steps, ...collectionStep] };
  const last = name ?? (node.type === 'type_pattern' ? node.lastNamedChild : null);
  if (last?.type === 'identifier') walk.declare({ at: last, scope, type: from });
  return from;
}

function visitEnumConstant(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (name) walk.declare({ at: name, scope, type: { scope, steps: ['this'] } });
  walk.visit(node.childForFieldName('arguments'), scope);
  walk.visit(node.childForFieldName('body'), scope);
}

function visitVariables(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('type');
  for (const one of childrenOf(node, 'modifiers')) walk.visit(one, scope);
  walk.visit(type, scope);
  for (const one of node.childrenForFieldName('declarator')) {
    const name = one?.childForFieldName('name');
    const value = one?.childForFieldName('value') ?? null;
    walk.visit(value, scope);
    const steps =
      type?.text === 'var' ? javaExpressionPath(value, walk) : javaInstancePath(type, walk);
    if (name) walk.declare({ at: name, scope, type: { scope, steps } });
  }
}

function visitLambda(node: Node, scope: number, walk: Walk): void {
  const inner = walk.addScope(scope);
  const parameters = node.childForFieldName('parameters');
  if (parameters?.type === 'identifier') walk.declare({ at: parameters, scope: inner });
  else {
    for (const one of parameters?.namedChildren ?? []) {
      if (one.type === 'identifier') walk.declare({ at: one, scope: inner });
      else visitTypedName(one, inner, walk);
    }
  }
  walk.visit(node.childForFieldName('body'), inner);
}

function visitLoop(node: Node, scope: number, walk: Walk): void {
  const inner = walk.addScope(scope);
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const name = node.childForFieldName('name');
  walk.visit(type, scope);
  walk.visit(value, scope);
  const steps =
    type?.text === 'var'
      ? [...javaExpressionPath(value, walk), '[]']
      : javaInstancePath(type, walk);
  if (name) walk.declare({ at: name, scope: inner, type: { scope, steps } });
  walk.visit(node.childForFieldName('body'), inner);
}

/** `cart instanceof Basket b` declares `b`. */
function visitInstanceof(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('right');
  const name = node.childForFieldName('name');
  walk.visit(node.childForFieldName('left'), scope);
  walk.visit(type ?? node.childForFieldName('pattern'), scope);
  if (name) walk.declare({ at: name, scope, type: { scope, steps: javaInstancePath(type, walk) } });
}

function visitCreation(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('type');
  walk.visit(type, scope);
  walk.visit(node.childForFieldName('arguments'), scope);
  const [body] = childrenOf(node, 'class_body');
  if (!body) return;
  const declaration = walk.declareAnonymous(body);
  const inner = walk.addScope(scope, declaration);
  const bases = [{ scope, steps: javaTypePath(type) }];
  walk.update(declaration, { memberScope: inner, bases, isClass: true });
  walk.visitChildren(body, inner);
}
