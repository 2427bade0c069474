import type { Node } from 'web-tree-sitter';
import type { Path } from '../symbols/symbol-table.js';
import { childrenOf, type Walk } from '../symbols/walk.js';
import { pathOf, typeOf } from './python-access-paths.js';

interface Binding {
  readonly scope: number;
  readonly from?: Path | undefined;
}

/** Declares the names of a target: `x`, `x, (y, *z)`, `self.x`. A name is declared where it is first bound. */
export function bind(node: Node | null, { scope, from }: Binding, walk: Walk): void {
  if (!node) return;
  if (node.type === 'identifier') {
    if (walk.isDeclared(scope, node.text)) walk.use(node, { scope, steps: [node.text] });
    else walk.declare({ at: node, scope, ...(from && { type: from }) });
    return;
  }
  if (node.type === 'attribute') {
    bindMember(node, { scope, from }, walk);
    return;
  }
  if (node.type === 'subscript') {
    walk.visit(node, scope);
    return;
  }
  const one = from && { ...from, steps: [...from.steps, '[]'] };
  for (const child of node.namedChildren) bind(child, { scope, from: one }, walk);
}

/** `self.x = …` declares a member of the class. */
function bindMember(node: Node, { scope, from }: Binding, walk: Walk): void {
  const name = node.childForFieldName('attribute');
  const object = node.childForFieldName('object');
  const self = walk.selfOf(scope);
  const inner = self === undefined ? undefined : walk.draft(self).inner;
  const isOwn = object?.text === 'self' || object?.text === 'cls';
  if (!name || !isOwn || inner === undefined || walk.isDeclared(inner, name.text)) {
    walk.visit(node, scope);
    return;
  }
  walk.visit(object, scope);
  walk.declare({ at: name, scope: inner, ...(from && { type: from }) });
}

export function visitAssignment(node: Node, scope: number, walk: Walk): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const type = node.childForFieldName('type');
  walk.visit(type, scope);
  walk.visit(right, scope);
  const steps = type ? typeOf(type) : pathOf(right);
  bind(left, { scope, from: { scope, steps } }, walk);
}

export function visitLoop(node: Node, scope: number, walk: Walk): void {
  const right = node.childForFieldName('right');
  walk.visit(right, scope);
  const from = { scope, steps: [...pathOf(right), '[]'] };
  bind(node.childForFieldName('left'), { scope, from }, walk);
  walk.visit(node.childForFieldName('body'), scope);
  walk.visit(node.childForFieldName('alternative'), scope);
}

/** `with open() as f`, `except Error as e`. */
export function visitAs(node: Node, scope: number, walk: Walk): void {
  const [value] = node.namedChildren;
  const target = node.childForFieldName('alias')?.namedChild(0) ?? null;
  walk.visit(value ?? null, scope);
  bind(target, { scope, from: { scope, steps: pathOf(value ?? null) } }, walk);
}

export function visitComprehension(node: Node, scope: number, walk: Walk): void {
  const inner = walk.scope(scope);
  const loops = childrenOf(node, 'for_in_clause');
  for (const loop of loops) {
    const right = loop.childForFieldName('right');
    walk.visit(right, inner);
    const from = { scope: inner, steps: [...pathOf(right), '[]'] };
    bind(loop.childForFieldName('left'), { scope: inner, from }, walk);
  }
  const others = node.namedChildren.filter(({ type }) => type !== 'for_in_clause');
  for (const other of others) walk.visit(other, inner);
}
