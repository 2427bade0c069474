import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type Walk } from '../symbols/walk.js';
import { pythonExpressionPath, pythonInstancePath } from './python-access-paths.js';

interface Binding {
  readonly scope: number;
  readonly source?: AccessPath | undefined;
}

/** Declares the names of a target: `x`, `x, (y, *z)`, `self.x`. A name is declared by its first binding. */
export function bindTarget(node: Node | null, { scope, source }: Binding, walk: Walk): void {
  if (!node) return;
  if (node.type === 'identifier') {
    if (walk.isDeclared(scope, node.text)) walk.addReference(node, { scope, steps: [node.text] });
    else walk.declare({ at: node, scope, ...(source && { type: source }) });
    return;
  }
  if (node.type === 'attribute') {
    bindMember(node, { scope, source }, walk);
    return;
  }
  if (node.type === 'subscript') {
    walk.visit(node, scope);
    return;
  }
  const one = source && { ...source, steps: [...source.steps, '[]'] };
  for (const child of node.namedChildren) bindTarget(child, { scope, source: one }, walk);
}

/** `self.x = …` declares a member of the class. */
function bindMember(node: Node, { scope, source }: Binding, walk: Walk): void {
  const name = node.childForFieldName('attribute');
  const object = node.childForFieldName('object');
  const thisClass = walk.thisClassOf(scope);
  const memberScope = thisClass === undefined ? undefined : walk.draft(thisClass).memberScope;
  const isOwn = object?.text === 'self' || object?.text === 'cls';
  if (!name || !isOwn || memberScope === undefined || walk.isDeclared(memberScope, name.text)) {
    walk.visit(node, scope);
    return;
  }
  walk.visit(object, scope);
  walk.declare({ at: name, scope: memberScope, ...(source && { type: source }) });
}

export function visitAssignment(node: Node, scope: number, walk: Walk): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const type = node.childForFieldName('type');
  walk.visit(type, scope);
  walk.visit(right, scope);
  const steps = type ? pythonInstancePath(type) : pythonExpressionPath(right);
  bindTarget(left, { scope, source: { scope, steps } }, walk);
}

export function visitLoop(node: Node, scope: number, walk: Walk): void {
  const right = node.childForFieldName('right');
  walk.visit(right, scope);
  const from = { scope, steps: [...pythonExpressionPath(right), '[]'] };
  bindTarget(node.childForFieldName('left'), { scope, source: from }, walk);
  walk.visit(node.childForFieldName('body'), scope);
  walk.visit(node.childForFieldName('alternative'), scope);
}

/** `with open() as f`, `except Error as e`. */
export function visitAsPattern(node: Node, scope: number, walk: Walk): void {
  const [value] = node.namedChildren;
  const target = node.childForFieldName('alias')?.namedChild(0) ?? null;
  walk.visit(value ?? null, scope);
  bindTarget(
    target,
    { scope, source: { scope, steps: pythonExpressionPath(value ?? null) } },
    walk,
  );
}

export function visitComprehension(node: Node, scope: number, walk: Walk): void {
  const inner = walk.addScope(scope);
  const loops = childrenOf(node, 'for_in_clause');
  for (const loop of loops) {
    const right = loop.childForFieldName('right');
    walk.visit(right, inner);
    const from = { scope: inner, steps: [...pythonExpressionPath(right), '[]'] };
    bindTarget(loop.childForFieldName('left'), { scope: inner, source: from }, walk);
  }
  const others = node.namedChildren.filter(({ type }) => type !== 'for_in_clause');
  for (const other of others) walk.visit(other, inner);
}
