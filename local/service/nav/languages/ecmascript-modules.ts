import type { Node } from 'web-tree-sitter';
import { childrenOf, type Walk } from '../symbols/walk.js';
import { pathOf, requiredModule, stringIn } from './ecmascript-access-paths.js';

/** A name that others see, without being one of this file's own scope. */
const NOWHERE = -1;

export function visitImport(node: Node, scope: number, walk: Walk): void {
  const [clause] = childrenOf(node, 'import_clause', 'import_require_clause');
  const source = node.childForFieldName('source') ?? childrenOf(clause ?? null, 'string').at(0);
  const module = stringIn(source ?? null);
  if (module === undefined || !clause) return;
  const importing = { root: `@${module}`, scope };
  for (const child of clause.namedChildren) {
    if (child.type === 'identifier') {
      const isWhole = clause.type === 'import_require_clause';
      importName(child, { ...importing, steps: isWhole ? [] : ['.default'] }, walk);
    } else if (child.type === 'namespace_import') {
      const name = child.namedChild(0);
      if (name) importName(name, { ...importing, steps: [] }, walk);
    } else {
      for (const one of childrenOf(child, 'import_specifier')) importOne(one, importing, walk);
    }
  }
}

interface Importing {
  readonly root: string;
  readonly scope: number;
}

function importName(
  node: Node,
  { root, scope, steps }: Importing & { readonly steps: readonly string[] },
  walk: Walk,
): void {
  const path = { scope, steps: [root, ...steps] };
  walk.declare({ at: node, scope, alias: path });
}

function importOne(node: Node, { root, scope }: Importing, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const path = { scope, steps: [root, `.${nameIn(name)}`] };
  walk.use(name, path);
  walk.declare({ at: node.childForFieldName('alias') ?? name, scope, alias: path });
}

/** A name may be written as a string. */
function nameIn(node: Node): string {
  return stringIn(node) ?? node.text;
}

export function visitExport(node: Node, scope: number, walk: Walk): void {
  const module = stringIn(node.childForFieldName('source'));
  const [clause] = childrenOf(node, 'export_clause', 'namespace_export');
  if (clause?.type === 'export_clause') {
    for (const one of childrenOf(clause, 'export_specifier')) {
      exportOne(one, { module, scope }, walk);
    }
    return;
  }
  if (module !== undefined) {
    const name = clause?.namedChild(0);
    if (!name) walk.star(module, true);
    else exportAs(name, { name: nameIn(name), steps: [`@${module}`] }, walk);
    return;
  }
  exportDeclared(node, scope, walk);
}

function exportOne(
  node: Node,
  { module, scope }: { module: string | undefined; scope: number },
  walk: Walk,
): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const seen = node.childForFieldName('alias') ?? name;
  const own = nameIn(name);
  const steps = module === undefined ? [own] : [`@${module}`, `.${own}`];
  walk.use(name, { scope, steps });
  walk.export({ name: nameIn(seen), path: { scope, steps } });
}

function exportAs(node: Node, { name, steps }: { name: string; steps: string[] }, walk: Walk) {
  walk.declare({ at: node, scope: NOWHERE, alias: { scope: 0, steps } });
  walk.export({ name, path: { scope: 0, steps } });
}

function exportDeclared(node: Node, scope: number, walk: Walk): void {
  const isDefault = node.children.some((child) => child?.type === 'default');
  const isWhole = node.children.some((child) => child?.type === '=');
  const declared = node.childForFieldName('declaration');
  const before = walk.declarations.length;
  for (const child of childrenOf(node, 'decorator')) walk.visit(child, scope);
  if (declared) {
    walk.visit(declared, scope);
    const made = walk.declarations.flatMap((one, n) => {
      return n >= before && one.scope === scope && one.name !== '' ? [n] : [];
    });
    for (const n of made) {
      const name = isDefault ? 'default' : walk.draft(n).name;
      walk.export({ name, path: { scope, steps: [`#${n}`] } });
    }
    if (isDefault && made.length === 0) exportValue(declared, scope, walk);
    return;
  }
  const value = node.childForFieldName('value') ?? (isWhole ? node.namedChild(0) : null);
  if (!value) return;
  walk.visit(value, scope);
  exportValue(value, scope, walk);
}

function exportValue(value: Node, scope: number, walk: Walk): void {
  walk.export({ name: 'default', path: { scope, steps: pathOf(value, walk) } });
}

/** `module.exports = …`, `exports.name = …`. Gives whether it was one of them. */
export function visitCommonExport(node: Node, scope: number, walk: Walk): boolean {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left?.type !== 'member_expression' || !right) return false;
  const name = left.childForFieldName('property');
  const object = left.childForFieldName('object')?.text;
  if (object === 'module' && name?.text === 'exports') {
    walk.visit(right, scope);
    exportValue(right, scope, walk);
    return true;
  }
  if (!name || (object !== 'exports' && object !== 'module.exports')) return false;
  walk.visit(right, scope);
  const path = { scope, steps: pathOf(right, walk) };
  const isName = right.type === 'identifier' || right.type === 'call_expression';
  const isModule = right.type === 'call_expression' && requiredModule(right) !== undefined;
  if (right.type === 'identifier' || (isName && isModule)) {
    walk.export({ name: name.text, path });
    return true;
  }
  const made = walk.declare({ at: name, scope: NOWHERE, space: 'value', type: path });
  walk.export({ name: name.text, path: { scope, steps: [`#${made}`] } });
  return true;
}
