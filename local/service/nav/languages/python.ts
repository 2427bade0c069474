import type { Node } from 'web-tree-sitter';
import type { AccessPath } from '../symbols/symbol-table.js';
import { childrenOf, type LanguageRules, type Visit, type Walk } from '../symbols/walk.js';
import { pythonExpressionPath, pythonInstancePath } from './python-access-paths.js';
import {
  bindTarget,
  visitAsPattern,
  visitAssignment,
  visitComprehension,
  visitLoop,
} from './python-bindings.js';

export const pythonRules: LanguageRules = {
  language: 'python',
  visitors: {
    import_statement: visitImport,
    import_from_statement: visitImportFrom,
    future_import_statement: () => {},
    class_definition: visitClass,
    function_definition: (node, scope, walk) => visitFunction(node, { scope }, walk),
    decorated_definition: (node, scope, walk) => {
      for (const one of childrenOf(node, 'decorator')) walk.visitChildren(one, scope);
      walk.visit(node.childForFieldName('definition'), scope);
    },
    lambda: visitLambda,
    assignment: visitAssignment,
    named_expression: (node, scope, walk) => {
      const value = node.childForFieldName('value');
      bindTarget(
        node.childForFieldName('name'),
        { scope, source: { scope, steps: pythonExpressionPath(value) } },
        walk,
      );
      walk.visit(value, scope);
    },
    for_statement: visitLoop,
    as_pattern: visitAsPattern,
    list_comprehension: visitComprehension,
    set_comprehension: visitComprehension,
    dictionary_comprehension: visitComprehension,
    generator_expression: visitComprehension,
    global_statement: visitGlobal,
    keyword_argument: (node, scope, walk) => walk.visit(node.childForFieldName('value'), scope),
    call: visitCall,
    attribute: (node, scope, walk) => {
      const name = node.childForFieldName('attribute');
      if (name) walk.addReference(name, { scope, steps: pythonExpressionPath(node) });
      walk.visit(node.childForFieldName('object'), scope);
    },
    identifier: (node, scope, walk) => walk.addReference(node, { scope, steps: [node.text] }),
    type: (node, scope, walk) => visitType(node, scope, walk),
  },
};

/** `import a.b` binds `a`, `import a.b as c` binds `c` to `a.b`. */
function visitImport(node: Node, scope: number, walk: Walk): void {
  for (const one of childrenOf(node, 'dotted_name', 'aliased_import')) {
    const name = one.childForFieldName('name') ?? one;
    const alias = one.childForFieldName('alias');
    const [first, ...rest] = name.namedChildren;
    if (!first) continue;
    const root = `@${alias ? name.text : first.text}`;
    walk.declare({ at: alias ?? first, scope, alias: { scope, steps: [root] } });
    for (const [n, part] of rest.entries()) {
      const before = [first, ...rest.slice(0, n)].map(({ text }) => text);
      walk.addReference(part, { scope, steps: [`@${before.join('.')}`, `.${part.text}`] });
    }
  }
}

function visitImportFrom(node: Node, scope: number, walk: Walk): void {
  const module = node.childForFieldName('module_name');
  if (!module) return;
  const root = `@${module.text.replace(/\s/g, '')}`;
  if (childrenOf(node, 'wildcard_import').length > 0) walk.addWildcard(root.slice(1), false);
  for (const one of node.childrenForFieldName('name')) {
    const name = one?.childForFieldName('name') ?? one;
    if (!name || !one) continue;
    const path = { scope, steps: [root, `.${name.text}`] };
    walk.addReference(name, path);
    walk.declare({ at: one.childForFieldName('alias') ?? name, scope, alias: path });
  }
}

function visitClass(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = walk.declare({ at: name, scope, isClass: true });
  const inner = walk.addScope(scope);
  const parents = node.childForFieldName('superclasses');
  const bases = (parents?.namedChildren ?? []).flatMap((parent): AccessPath[] => {
    if (parent.type === 'keyword_argument') return [];
    const value = parent.type === 'subscript' ? parent.childForFieldName('value') : parent;
    return [{ scope, steps: pythonExpressionPath(value) }];
  });
  walk.visit(parents, scope);
  walk.update(declaration, { memberScope: inner, bases });
  for (const child of node.childForFieldName('body')?.namedChildren ?? []) {
    const isDecorated = child.type === 'decorated_definition';
    const definition = isDecorated ? child.childForFieldName('definition') : child;
    if (definition?.type !== 'function_definition') {
      walk.visit(child, inner);
      continue;
    }
    const decorators = childrenOf(child, 'decorator');
    for (const one of decorators) walk.visitChildren(one, inner);
    const isPlain = decorators.some(({ text }) => text.startsWith('@staticmethod'));
    const isRead = decorators.some(({ text }) => /property\b/.test(text));
    const method = {
      classDeclaration: declaration,
      enclosingScope: scope,
      isStatic: isPlain,
      isProperty: isRead,
    };
    visitFunction(definition, { scope: inner, method }, walk);
  }
}

interface Method {
  readonly classDeclaration: number;
  /** Methods do not see the names of their class. */
  readonly enclosingScope: number;
  readonly isStatic: boolean;
  readonly isProperty: boolean;
}

function visitFunction(
  node: Node,
  { scope, method }: { readonly scope: number; readonly method?: Method },
  walk: Walk,
): void {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = walk.declare({ at: name, scope, space: 'value' });
  const inner = walk.addScope(method?.enclosingScope ?? scope, method?.classDeclaration);
  const draft = walk.draft(declaration);
  const result = node.childForFieldName('return_type');
  walk.visit(result, scope);
  if (result) draft.returnType = { scope, steps: pythonInstancePath(result) };
  draft.parameterTypes = visitParameters(
    node,
    { scope, inner, hasSelf: hasReceiver(method) },
    walk,
  );
  walk.inFunction(declaration, () => walk.visitChildren(node.childForFieldName('body'), inner));
  if (method?.isProperty && draft.returnType) draft.type = draft.returnType;
}

function hasReceiver(method: Method | undefined): boolean {
  return method !== undefined && !method.isStatic;
}

interface ParameterContext {
  readonly scope: number;
  readonly inner: number;
  /** The first parameter is `self` or `cls`. */
  readonly hasSelf: boolean;
}

function visitParameters(
  node: Node,
  { scope, inner, hasSelf }: ParameterContext,
  walk: Walk,
): (AccessPath | undefined)[] {
  const list = node.childForFieldName('parameters')?.namedChildren ?? [];
  return list.map((parameter, n) => {
    const type = parameter.childForFieldName('type');
    const value = parameter.childForFieldName('value');
    walk.visit(type, scope);
    walk.visit(value, scope);
    const from = type ? { scope, steps: pythonInstancePath(type) } : undefined;
    const own = hasSelf && n === 0 ? { scope: inner, steps: ['this'] } : from;
    const isPlain = parameter.type === 'identifier' || parameter.type.endsWith('_pattern');
    const name = parameter.childForFieldName('name') ?? parameter.namedChild(0);
    const isSplat = parameter.type.includes('splat') || name?.type.includes('splat');
    const bound = isPlain ? parameter : name;
    bindTarget(bound, { scope: inner, source: isSplat ? undefined : own }, walk);
    return own;
  });
}

function visitLambda(node: Node, scope: number, walk: Walk): void {
  const inner = walk.addScope(scope);
  visitParameters(node, { scope, inner, hasSelf: false }, walk);
  walk.visit(node.childForFieldName('body'), inner);
}

function visitCall(node: Node, scope: number, walk: Walk): void {
  const [value, type] = node.childForFieldName('arguments')?.namedChildren ?? [];
  const isTest = node.childForFieldName('function')?.text === 'isinstance';
  if (isTest && value?.type === 'identifier' && type) {
    walk.narrow(value.text, { scope, steps: [...pythonExpressionPath(type), '{}'] });
  }
  walk.visitChildren(node, scope);
}

/** Later assignments are to the module's variable. */
function visitGlobal(node: Node, scope: number, walk: Walk): void {
  for (const name of childrenOf(node, 'identifier')) {
    walk.declare({ at: name, scope, alias: { scope: 0, steps: [name.text] } });
  }
}

const visitType: Visit = (node, scope, walk) => {
  const [inner] = node.namedChildren;
  if (inner?.type !== 'string') {
    walk.visitChildren(node, scope);
    return;
  }
  const [content] = childrenOf(inner, 'string_content');
  const steps = pythonInstancePath(inner);
  if (content && steps.length === 2) walk.addReference(content, { scope, steps: [content.text] });
};
