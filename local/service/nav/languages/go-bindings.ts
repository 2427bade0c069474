import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type Walk } from '../symbols/walk.js';
import { goExpressionPath, goInstancePath } from './go-access-paths.js';

export function visitVariables(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  walk.visit(type, scope);
  walk.visit(value, scope);
  const names = childrenOf(node, 'identifier');
  for (const [n, name] of names.entries()) {
    const steps = type ? goInstancePath(type, walk) : valueAt(value, n, walk);
    walk.declare({ at: name, scope, type: { scope, steps } });
  }
}

/** The n-th value of a list. Of a call with several results only the first is known. */
function valueAt(list: Node | null, n: number, walk: Walk): readonly string[] {
  const values = list?.namedChildren ?? [];
  if (values.length === 1 && n > 0) return ['?'];
  return goExpressionPath(values[n] ?? null, walk);
}

export function visitShortDeclaration(node: Node, scope: number, walk: Walk): void {
  const right = node.childForFieldName('right');
  walk.visit(right, scope);
  for (const [n, name] of (node.childForFieldName('left')?.namedChildren ?? []).entries()) {
    const values = right?.type === 'expression_list' ? valueAt(right, n, walk) : ['?'];
    bindName(name, { scope, steps: values }, walk);
  }
}

function bindName(node: Node, { scope, steps }: AccessPath, walk: Walk): void {
  if (node.type !== 'identifier' || node.text === '_') {
    walk.visit(node, scope);
    return;
  }
  if (walk.isDeclared(scope, node.text)) walk.addReference(node, { scope, steps: [node.text] });
  else walk.declare({ at: node, scope, type: { scope, steps } });
}

export function visitRange(node: Node, scope: number, walk: Walk): void {
  const right = node.childForFieldName('right');
  const names = node.childForFieldName('left')?.namedChildren ?? [];
  walk.visit(right, scope);
  for (const [n, name] of names.entries()) {
    bindName(
      name,
      { scope, steps: n === 0 ? ['!'] : [...goExpressionPath(right, walk), '[]'] },
      walk,
    );
  }
}

export function visitTypeSwitch(node: Node, scope: number, walk: Walk): void {
  const around = walk.addScope(scope);
  const [alias] = node.childForFieldName('alias')?.namedChildren ?? [];
  for (const child of node.namedChildren) {
    if (child.type === 'expression_list') continue;
    if (child.type !== 'type_case') {
      walk.visit(child, around);
      continue;
    }
    const inner = walk.addScope(around);
    const types = child.childrenForFieldName('type');
    const only = types.length === 1 ? (types[0] ?? null) : null;
    if (alias)
      walk.declare({ at: alias, scope: inner, type: { scope, steps: goInstancePath(only, walk) } });
    walk.visitChildren(child, inner);
  }
}

/** `Cart{Items: nil}`: its keys are fields. */
export function visitLiteral(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('type');
  walk.visit(type, scope);
  visitLiteralValues(
    node.childForFieldName('body'),
    { scope, steps: goInstancePath(type, walk) },
    walk,
  );
}

function visitLiteralValues(body: Node | null, type: AccessPath, walk: Walk): void {
  const { scope, steps } = type;
  const inner: AccessPath = { scope, steps: [...steps, '[]'] };
  for (const element of body?.namedChildren ?? []) {
    const key = element.childForFieldName('key')?.namedChild(0);
    const value = element.childForFieldName('value')?.namedChild(0) ?? element.namedChild(0);
    const isField = key?.type === 'identifier' && !steps.includes('*');
    if (isField) walk.addReference(key, { scope, steps: [...steps, `.${key.text}`] });
    else if (key) walk.visit(key, scope);
    if (value?.type === 'literal_value') visitLiteralValues(value, inner, walk);
    else walk.visit(value ?? null, scope);
  }
}
