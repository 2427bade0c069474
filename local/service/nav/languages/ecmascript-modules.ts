import type { Node } from 'web-tree-sitter';
import { childrenOf, type Walk } from '../symbols/walk.js';
import {
  ecmascriptExpressionPath,
  requiredModule,
  stringLiteral,
} from './ecmascript-access-paths.js';

/** For names that are exported but not declared in any scope of the file. */
const NO_SCOPE = -1;

export function visitImport(node: Node, scope: number, walk: Walk): void {
  const [clause] = childrenOf(node, 'import_clause', 'import_require_clause');
  const source = node.childForFieldName('source') ?? childrenOf(clause ?? null, 'string').at(0);
  const module = stringLiteral(source ?? null);
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
      for (const one of childrenOf(child, 'import_specifier'))
        importSpecifier(one, importing, walk);
    }
  }
}

interface ImportSource {
  readonly root: string;
  readonly scope: number;
}

function importName(
  node: Node,
  { root, scope, steps }: ImportSource & { readonly steps: readonly string[] },
  walk: Walk,
): void {
  const path = { scope, steps: [root, ...steps] };
  walk.declare({ at: node, scope, alias: path });
}

function importSpecifier(node: Node, { root, scope }: ImportSource, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const path = { scope, steps: [root, `.${specifierName(name)}`] };
  walk.addReference(name, path);
  walk.declare({ at: node.childForFieldName('alias') ?? name, scope, alias: path });
}

/** A specifier may be a string literal. */
function specifierName(node: Node): string {
  return stringLiteral(node) ?? node.text;
}

export function visitExport(node: Node, scope: number, walk: Walk): void {
  const module = stringLiteral(node.childForFieldName('source'));
  const [clause] = childrenOf(node, 'export_clause', 'namespace_export');
  if (clause?.type === 'export_clause') {
    for (const one of childrenOf(clause, 'export_specifier')) {
      exportSpecifier(one, { module, scope }, walk);
    }
    return;
  }
  if (module !== undefined) {
    const name = clause?.namedChild(0);
    if (!name) walk.addWildcard(module, true);
    else exportAs(name, { name: specifierName(name), steps: [`@${module}`] }, walk);
    return;
  }
  exportDeclaration(node, scope, walk);
}

function exportSpecifier(
  node: Node,
  { module, scope }: { module: string | undefined; scope: number },
  walk: Walk,
): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const seen = node.childForFieldName('alias') ?? name;
  const own = specifierName(name);
  const steps = module === undefined ? [own] : [`@${module}`, `.${own}`];
  walk.addReference(name, { scope, steps });
  walk.addExport({ name: specifierName(seen), path: { scope, steps } });
}

function exportAs(node: Node, { name, steps }: { name: string; steps: string[] }, walk: Walk) {
  walk.declare({ at: node, scope: NO_SCOPE, alias: { scope: 0, steps } });
  walk.addExport({ name, path: { scope: 0, steps } });
}

function exportDeclaration(node: Node, scope: number, walk: Walk): void {
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
      walk.addExport({ name, path: { scope, steps: [`#${n}`] } });
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
  walk.addExport({
    name: 'default',
    path: { scope, steps: ecmascriptExpressionPath(value, walk) },
  });
}

/** `module.exports = …`, `exports.name = …`. Returns whether it was one of them. */
export function visitCommonJsExport(node: Node, scope: number, walk: Walk): boolean {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left?.type !== 'member_expression' || !right) return false;
  const name = left.childForFieldName('property');
  const object = left.childForFieldName('object')?.text;
  if (object === 'module' && name?.text === 'exports') {
    walk.visit(right, scope);
    const path = { scope, steps: ecmascriptExpressionPath(right, walk) };
    walk.addExport({ name: 'default', path, isModuleExports: true });
    return true;
  }
  if (!name || (object !== 'exports' && object !== 'module.exports')) return false;
  walk.visit(right, scope);
  const path = { scope, steps: ecmascriptExpressionPath(right, walk) };
  const isName = right.type === 'identifier' || right.type === 'call_expression';
  const isModule = right.type === 'call_expression' && requiredModule(right) !== undefined;
  if (right.type === 'identifier' || (isName && isModule)) {
    walk.addExport({ name: name.text, path });
    return true;
  }
  const made = walk.declare({ at: name, scope: NO_SCOPE, space: 'value', type: path });
  walk.addExport({ name: name.text, path: { scope, steps: [`#${made}`] } });
  return true;
}
