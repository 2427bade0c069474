import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type LanguageRules, type Visit, type Walk } from '../symbols/walk.js';
import {
  ecmascriptExpressionPath,
  ecmascriptInstancePath,
  ecmascriptTypePath,
  memberNameNode,
  requiredModule,
} from './ecmascript-access-paths.js';
import {
  bindPattern,
  visitFunction,
  visitReturnValue,
  visitTypeParameters,
} from './ecmascript-bindings.js';
import { classVisitors } from './ecmascript-classes.js';
import { visitCommonJsExport, visitExport, visitImport } from './ecmascript-modules.js';

const block: Visit = (node, scope, walk) => walk.visitChildren(node, walk.addScope(scope));
const functionDeclaration: Visit = (node, scope, walk) => {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = walk.declare({ at: name, scope, space: 'value' });
  visitFunction(node, { scope, declaration }, walk);
};
const functionExpression: Visit = (node, scope, walk) => {
  const declaration = walk.declareAnonymous(node);
  const name = node.childForFieldName('name');
  const around = name ? walk.addScope(scope) : scope;
  if (name) walk.declare({ at: name, scope: around, type: { scope, steps: [`#${declaration}`] } });
  visitFunction(node, { scope: around, declaration }, walk);
};
const identifierReference: Visit = (node, scope, walk) => {
  walk.addReference(node, { scope, steps: [node.text] }, 'value');
};
const qualifiedReference: Visit = (node, scope, walk) => {
  const name = node.lastNamedChild;
  if (!name) return;
  walk.addReference(name, { scope, steps: ecmascriptTypePath(node) });
  walk.visit(node.namedChild(0), scope);
};

/** TypeScript, JavaScript and JSX: their grammars use the same node types. */
export const ecmascriptRules: LanguageRules = {
  language: 'javascript',
  visitors: {
    import_statement: visitImport,
    export_statement: visitExport,
    statement_block: block,
    for_statement: block,
    switch_body: block,
    function_declaration: functionDeclaration,
    generator_function_declaration: functionDeclaration,
    function_signature: functionDeclaration,
    arrow_function: functionExpression,
    function_expression: functionExpression,
    generator_function: functionExpression,
    function_type: functionExpression,
    constructor_type: functionExpression,
    variable_declarator: visitVariable,
    for_in_statement: visitLoop,
    catch_clause: visitCatch,
    return_statement: (node, scope, walk) => {
      const value = node.namedChild(0);
      if (value) visitReturnValue(value, scope, walk);
    },
    binary_expression: visitBinary,
    call_expression: visitCall,
    new_expression: visitCall,
    assignment_expression: visitAssignment,
    satisfies_expression: visitTypeAssertion,
    as_expression: visitTypeAssertion,
    array: visitArray,
    object: visitObject,
    member_expression: visitMember,
    identifier: identifierReference,
    shorthand_property_identifier: identifierReference,
    type_identifier: (node, scope, walk) => {
      walk.addReference(node, { scope, steps: [node.text] }, 'type');
    },
    nested_type_identifier: qualifiedReference,
    nested_identifier: qualifiedReference,
    type_alias_declaration: visitTypeAlias,
    internal_module: visitNamespace,
    module: visitNamespace,
    ...classVisitors,
  },
};

function visitVariable(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  walk.visit(type, scope);
  const from = type
    ? ecmascriptInstancePath(type, walk)
    : value
      ? ecmascriptExpressionPath(value, walk)
      : undefined;
  if (type && value)
    walk.setContextualType(value, { scope, steps: ecmascriptInstancePath(type, walk) });
  const isAlias = !type && isModuleExpression(value);
  bindPattern(
    node.childForFieldName('name'),
    { scope, isAlias, source: from && { scope, steps: from } },
    walk,
  );
  walk.visit(value, scope);
}

/** `require('m')`, `await import('m')`, `require('m').name`. */
function isModuleExpression(node: Node | null): boolean {
  if (node?.type === 'await_expression') return isModuleExpression(node.namedChild(0));
  if (node?.type === 'member_expression')
    return isModuleExpression(node.childForFieldName('object'));
  return node?.type === 'call_expression' && requiredModule(node) !== undefined;
}

function visitLoop(node: Node, scope: number, walk: Walk): void {
  const inner = walk.addScope(scope);
  const right = node.childForFieldName('right');
  const left = node.childForFieldName('left');
  walk.visit(right, scope);
  const isOf = node.childForFieldName('operator')?.text === 'of';
  const from: AccessPath = {
    scope,
    steps: isOf ? [...ecmascriptExpressionPath(right, walk), '[]'] : ['!'],
  };
  if (node.childForFieldName('kind')) bindPattern(left, { scope: inner, source: from }, walk);
  else walk.visit(left, scope);
  walk.visit(node.childForFieldName('body'), inner);
}

function visitCatch(node: Node, scope: number, walk: Walk): void {
  const inner = walk.addScope(scope);
  bindPattern(node.childForFieldName('parameter'), { scope: inner }, walk);
  walk.visit(node.childForFieldName('body'), inner);
}

function visitBinary(node: Node, scope: number, walk: Walk): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const isTest = node.childForFieldName('operator')?.text === 'instanceof';
  if (isTest && left?.type === 'identifier') {
    walk.narrow(left.text, { scope, steps: [...ecmascriptExpressionPath(right, walk), '{}'] });
  }
  walk.visitChildren(node, scope);
}

/** The parameters are the contextual types of the arguments. */
function visitCall(node: Node, scope: number, walk: Walk): void {
  const callee = node.childForFieldName('function') ?? node.childForFieldName('constructor');
  const given = node.childForFieldName('arguments');
  const steps = ecmascriptExpressionPath(callee, walk);
  const values = (given?.namedChildren ?? []).filter(({ type }) => type !== 'comment');
  for (const [n, value] of values.entries()) {
    walk.setContextualType(value, { scope, steps: [...steps, `<${n}`] });
  }
  walk.visitChildren(node, scope);
}

function visitTypeAssertion(node: Node, scope: number, walk: Walk): void {
  const [value, type] = node.namedChildren;
  if (value && type)
    walk.setContextualType(value, { scope, steps: ecmascriptInstancePath(type, walk) });
  walk.visitChildren(node, scope);
}

function visitAssignment(node: Node, scope: number, walk: Walk): void {
  if (visitCommonJsExport(node, scope, walk)) return;
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const thisClass = walk.thisClassOf(scope);
  const memberScope = thisClass === undefined ? undefined : walk.draft(thisClass).memberScope;
  const name = left?.childForFieldName('property') ?? null;
  const isOwn = left?.childForFieldName('object')?.type === 'this';
  if (isOwn && name && memberScope !== undefined && !walk.isDeclared(memberScope, name.text)) {
    const type = { scope, steps: ecmascriptExpressionPath(right, walk) };
    walk.declare({ at: name, scope: memberScope, space: 'value', type });
  } else if (left && right) {
    walk.setContextualType(right, { scope, steps: ecmascriptExpressionPath(left, walk) });
    walk.visit(left, scope);
  }
  walk.visit(right, scope);
}

function visitArray(node: Node, scope: number, walk: Walk): void {
  const expected = walk.contextualType(node);
  for (const child of node.namedChildren) {
    if (expected) walk.setContextualType(child, { ...expected, steps: [...expected.steps, '[]'] });
    walk.visit(child, scope);
  }
}

/** Its keys declare members, and refer to members of the contextual type. */
function visitObject(node: Node, scope: number, walk: Walk): void {
  const declaration = walk.declareAnonymous(node);
  const memberScope = walk.addScope(-1);
  const bases: AccessPath[] = [];
  for (const child of node.namedChildren) {
    if (child.type === 'spread_element') {
      bases.push({ scope, steps: ecmascriptExpressionPath(child.namedChild(0), walk) });
      walk.visitChildren(child, scope);
    } else if (child.type !== 'comment')
      visitProperty(child, { scope, memberScope, contextualType: walk.contextualType(node) }, walk);
  }
  walk.update(declaration, { memberScope, bases });
}

interface PropertyContext {
  readonly scope: number;
  readonly memberScope: number;
  readonly contextualType: AccessPath | undefined;
}

function visitProperty(
  node: Node,
  { scope, memberScope, contextualType }: PropertyContext,
  walk: Walk,
): void {
  const isShort = node.type === 'shorthand_property_identifier';
  const named = node.childForFieldName('key') ?? node.childForFieldName('name') ?? node;
  const key = memberNameNode(named) ?? named;
  const member = contextualType && {
    ...contextualType,
    steps: [...contextualType.steps, `.${key.text}`],
  };
  if (member && key.type !== 'computed_property_name') walk.addReference(key, member);
  const value = node.childForFieldName('value');
  if (node.type === 'method_definition') {
    const declaration = walk.declare({ at: key, scope: memberScope, space: 'value' });
    if (member) walk.setContextualType(node, member);
    visitFunction(node, { scope, declaration }, walk);
    return;
  }
  const steps = isShort ? [node.text] : ecmascriptExpressionPath(value, walk);
  const made = { at: key, scope: memberScope, space: 'value' } as const;
  if (isShort) walk.declare({ ...made, alias: { scope, steps } });
  else walk.declare({ ...made, type: { scope, steps } });
  if (value && member) walk.setContextualType(value, member);
  if (key.type === 'computed_property_name') walk.visit(key, scope);
  walk.visit(isShort ? node : value, scope);
}

function visitMember(node: Node, scope: number, walk: Walk): void {
  const property = node.childForFieldName('property');
  if (property) walk.addReference(property, { scope, steps: ecmascriptExpressionPath(node, walk) });
  walk.visit(node.childForFieldName('object'), scope);
}

function visitTypeAlias(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (!name) return;
  const inner = walk.addScope(scope);
  visitTypeParameters(node, inner, walk);
  const type = { scope: inner, steps: ecmascriptInstancePath(value, walk) };
  walk.declare({ at: name, scope, space: 'type', type });
  walk.visit(value, inner);
}

/** A namespace. `declare module 'm'` augments a module and declares no name. */
function visitNamespace(node: Node, scope: number, walk: Walk): void {
  const [name] = childrenOf(node, 'identifier');
  const inner = walk.addScope(scope);
  if (name) walk.declare({ at: name, scope, memberScope: inner });
  walk.visitChildren(node.childForFieldName('body'), inner);
}
