import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type Visit, type Walk } from '../symbols/walk.js';
import {
  ecmascriptExpressionPath,
  ecmascriptInstancePath,
  ecmascriptTypePath,
  memberNameNode,
} from './ecmascript-access-paths.js';
import { visitFunction, visitTypeParameters } from './ecmascript-bindings.js';

export const classVisitors: Readonly<Record<string, Visit>> = {
  class_declaration: visitClass,
  abstract_class_declaration: visitClass,
  class: visitClass,
  interface_declaration: visitClass,
  enum_declaration: visitEnum,
  object_type: (node, scope, walk) => {
    const declaration = walk.declareAnonymous(node);
    const memberScope = walk.addScope(-1);
    walk.update(declaration, { memberScope });
    visitMembers(node, { scope, memberScope, thisClass: walk.thisClassOf(scope) }, walk);
  },
};

function visitClass(node: Node, scope: number, walk: Walk): void {
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, scope);
  const name = node.childForFieldName('name');
  const space = node.type === 'interface_declaration' ? 'type' : 'both';
  const declaration =
    name && node.type !== 'class'
      ? walk.declare({ at: name, scope, space })
      : walk.declareAnonymous(node);
  const classScope = walk.addScope(scope);
  const memberScope = walk.addScope(-1);
  visitTypeParameters(node, classScope, walk);
  const heritage = childrenOf(node, 'class_heritage', 'extends_type_clause');
  const bases = heritage.flatMap((clause) => baseTypes(clause, classScope, walk));
  walk.update(declaration, { memberScope, bases, isClass: true });
  const body = node.childForFieldName('body');
  if (body) visitMembers(body, { scope: classScope, memberScope, thisClass: declaration }, walk);
}

/** `extends` and `implements`, which in JavaScript's grammar is a bare expression. */
function baseTypes(node: Node, scope: number, walk: Walk): AccessPath[] {
  const clauses = childrenOf(node, 'extends_clause', 'implements_clause');
  const parts =
    clauses.length > 0 ? clauses.flatMap((one) => one.namedChildren) : node.namedChildren;
  return parts.flatMap((part) => {
    walk.visit(part, scope);
    if (part.type === 'type_arguments') return [];
    const named = ecmascriptTypePath(part);
    // `extends Omit<Cart, 'items'>` inherits from `Cart`.
    const isMade = part.type === 'generic_type';
    const steps = isMade
      ? ecmascriptInstancePath(part, walk)
      : named.includes('?')
        ? ecmascriptExpressionPath(part, walk)
        : named;
    return [{ scope, steps }];
  });
}

interface ClassMembers {
  readonly scope: number;
  readonly memberScope: number;
  readonly thisClass: number | undefined;
}

function visitMembers(body: Node, members: ClassMembers, walk: Walk): void {
  for (const child of body.namedChildren) {
    const visit = MEMBER_VISITORS[child.type];
    if (visit) visit(child, members, walk);
    else walk.visitChildren(child, walk.addScope(members.scope, members.thisClass));
  }
}

type MemberVisitor = (node: Node, members: ClassMembers, walk: Walk) => void;

const MEMBER_VISITORS: Readonly<Record<string, MemberVisitor>> = {
  method_definition: visitMethod,
  method_signature: visitMethod,
  abstract_method_signature: visitMethod,
  public_field_definition: visitField,
  field_definition: visitField,
  property_signature: visitField,
  call_signature: visitSignature,
  construct_signature: visitSignature,
  index_signature: (node, { scope }, walk) => walk.visit(node.childForFieldName('type'), scope),
  decorator: (node, { scope }, walk) => walk.visit(node, scope),
};

function visitMethod(
  node: Node,
  { scope, memberScope, thisClass }: ClassMembers,
  walk: Walk,
): void {
  const name = memberNameNode(node.childForFieldName('name'));
  if (!name) return;
  const declaration = walk.declare({ at: name, scope: memberScope, space: 'value' });
  visitFunction(node, { scope, declaration, thisClass }, walk);
  if (name.text === 'constructor')
    declareParameterProperties(node, { scope, memberScope, thisClass }, walk);
  const isRead = node.children.some((child) => child?.type === 'get');
  const draft = walk.draft(declaration);
  if (isRead && draft.returnType) draft.type = draft.returnType;
}

/** Call and construct signatures have no name. */
function visitSignature(node: Node, { scope, thisClass }: ClassMembers, walk: Walk): void {
  visitFunction(node, { scope, declaration: walk.declareAnonymous(node), thisClass }, walk);
}

/** `constructor(private readonly cart: Cart)` declares a field. */
function declareParameterProperties(
  node: Node,
  { scope, memberScope }: ClassMembers,
  walk: Walk,
): void {
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  for (const parameter of parameters) {
    const pattern = parameter.childForFieldName('pattern');
    const isField = parameter.children.some((child) => {
      return child?.type === 'accessibility_modifier' || child?.type === 'readonly';
    });
    if (!isField || pattern?.type !== 'identifier') continue;
    const type = {
      scope,
      steps: ecmascriptInstancePath(parameter.childForFieldName('type'), walk),
    };
    walk.declare({ at: pattern, scope: memberScope, space: 'value', type });
  }
}

function visitField(node: Node, { scope, memberScope, thisClass }: ClassMembers, walk: Walk): void {
  const name = memberNameNode(node.childForFieldName('name') ?? node.childForFieldName('property'));
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const own = walk.addScope(scope, thisClass);
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, own);
  walk.visit(type, own);
  const steps = type ? ecmascriptInstancePath(type, walk) : ecmascriptExpressionPath(value, walk);
  if (name)
    walk.declare({ at: name, scope: memberScope, space: 'value', type: { scope: own, steps } });
  if (type && value) walk.setContextualType(value, { scope: own, steps });
  walk.visit(value, own);
}

function visitEnum(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const memberScope = walk.addScope(-1);
  walk.declare({ at: name, scope, memberScope, isClass: true });
  for (const child of node.childForFieldName('body')?.namedChildren ?? []) {
    const member = child.childForFieldName('name') ?? child;
    if (member.type === 'property_identifier') {
      walk.declare({
        at: member,
        scope: memberScope,
        space: 'value',
        type: { scope, steps: ['!'] },
      });
    }
    walk.visit(child.childForFieldName('value'), scope);
  }
}
