import type { Node } from 'web-tree-sitter';
import type { Path } from '../symbols/symbol-table.js';
import { childrenOf, type Draft, type Visit, type Walk } from '../symbols/walk.js';
import { nameOf, pathOf, typeNamePath, typeOf } from './ecmascript-access-paths.js';
import { visitFunction, visitTypeParameters } from './ecmascript-bindings.js';

/** A member's kind of node, and what holds members. */
export const classVisits: Readonly<Record<string, Visit>> = {
  class_declaration: visitClass,
  abstract_class_declaration: visitClass,
  class: visitClass,
  interface_declaration: visitClass,
  enum_declaration: visitEnum,
  object_type: (node, scope, walk) => {
    const declaration = walk.anonymous(node);
    const inner = walk.scope(-1);
    Object.assign(walk.draft(declaration), { inner });
    visitMembers(node, { scope, inner, self: walk.selfOf(scope) }, walk);
  },
};

function visitClass(node: Node, scope: number, walk: Walk): void {
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, scope);
  const name = node.childForFieldName('name');
  const space = node.type === 'interface_declaration' ? 'type' : 'both';
  const isClass = true;
  const declaration =
    name && node.type !== 'class' ? walk.declare({ at: name, scope, space }) : walk.anonymous(node);
  const around = walk.scope(scope);
  const inner = walk.scope(-1);
  visitTypeParameters(node, around, walk);
  const heritage = childrenOf(node, 'class_heritage', 'extends_type_clause');
  const bases = heritage.flatMap((clause) => basesIn(clause, around, walk));
  Object.assign(walk.draft(declaration), { inner, bases, isClass } satisfies Partial<Draft>);
  const body = node.childForFieldName('body');
  if (body) visitMembers(body, { scope: around, inner, self: declaration }, walk);
}

/** `extends` and `implements`, which in JavaScript's grammar is a bare expression. */
function basesIn(node: Node, scope: number, walk: Walk): Path[] {
  const clauses = childrenOf(node, 'extends_clause', 'implements_clause');
  const parts =
    clauses.length > 0 ? clauses.flatMap((one) => one.namedChildren) : node.namedChildren;
  return parts.flatMap((part) => {
    walk.visit(part, scope);
    if (part.type === 'type_arguments') return [];
    const named = typeNamePath(part);
    // `extends Omit<Cart, 'items'>` is of what the type is made from.
    const isMade = part.type === 'generic_type';
    const steps = isMade ? typeOf(part, walk) : named.includes('?') ? pathOf(part, walk) : named;
    return [{ scope, steps }];
  });
}

interface Members {
  readonly scope: number;
  readonly inner: number;
  readonly self: number | undefined;
}

function visitMembers(body: Node, members: Members, walk: Walk): void {
  for (const child of body.namedChildren) {
    const visit = MEMBERS[child.type];
    if (visit) visit(child, members, walk);
    else walk.inside(child, walk.scope(members.scope, members.self));
  }
}

type VisitMember = (node: Node, members: Members, walk: Walk) => void;

const MEMBERS: Readonly<Record<string, VisitMember>> = {
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

function visitMethod(node: Node, { scope, inner, self }: Members, walk: Walk): void {
  const name = nameOf(node.childForFieldName('name'));
  if (!name) return;
  const declaration = walk.declare({ at: name, scope: inner, space: 'value' });
  visitFunction(node, { scope, declaration, self }, walk);
  if (name.text === 'constructor') declareFieldsOf(node, { scope, inner, self }, walk);
  const isRead = node.children.some((child) => child?.type === 'get');
  const draft = walk.draft(declaration);
  if (isRead && draft.returns) draft.type = draft.returns;
}

/** One without a name: what it declares is of itself alone. */
function visitSignature(node: Node, { scope, self }: Members, walk: Walk): void {
  visitFunction(node, { scope, declaration: walk.anonymous(node), self }, walk);
}

/** `constructor(private readonly cart: Cart)` declares a field. */
function declareFieldsOf(node: Node, { scope, inner }: Members, walk: Walk): void {
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  for (const parameter of parameters) {
    const pattern = parameter.childForFieldName('pattern');
    const isField = parameter.children.some((child) => {
      return child?.type === 'accessibility_modifier' || child?.type === 'readonly';
    });
    if (!isField || pattern?.type !== 'identifier') continue;
    const type = { scope, steps: typeOf(parameter.childForFieldName('type'), walk) };
    walk.declare({ at: pattern, scope: inner, space: 'value', type });
  }
}

function visitField(node: Node, { scope, inner, self }: Members, walk: Walk): void {
  const name = nameOf(node.childForFieldName('name') ?? node.childForFieldName('property'));
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const own = walk.scope(scope, self);
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, own);
  walk.visit(type, own);
  const steps = type ? typeOf(type, walk) : pathOf(value, walk);
  if (name) walk.declare({ at: name, scope: inner, space: 'value', type: { scope: own, steps } });
  if (type && value) walk.expect(value, { scope: own, steps });
  walk.visit(value, own);
}

function visitEnum(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const inner = walk.scope(-1);
  walk.declare({ at: name, scope, inner, isClass: true });
  for (const child of node.childForFieldName('body')?.namedChildren ?? []) {
    const member = child.childForFieldName('name') ?? child;
    if (member.type === 'property_identifier') {
      walk.declare({ at: member, scope: inner, space: 'value', type: { scope, steps: ['!'] } });
    }
    walk.visit(child.childForFieldName('value'), scope);
  }
}
