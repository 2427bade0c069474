import type { Node } from 'web-tree-sitter';
import type { Path } from '../symbols/symbol-table.js';
import { childrenOf, type Rules, type Visit, type Walk } from '../symbols/walk.js';
import { nameOf, pathOf, requiredModule, typeNamePath, typeOf } from './ecmascript-access-paths.js';
import { bind, giveBack, visitFunction, visitTypeParameters } from './ecmascript-bindings.js';
import { classVisits } from './ecmascript-classes.js';
import { visitCommonExport, visitExport, visitImport } from './ecmascript-modules.js';

const block: Visit = (node, scope, walk) => walk.inside(node, walk.scope(scope));
const declaredFunction: Visit = (node, scope, walk) => {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = walk.declare({ at: name, scope, space: 'value' });
  visitFunction(node, { scope, declaration }, walk);
};
const unnamedFunction: Visit = (node, scope, walk) => {
  const declaration = walk.anonymous(node);
  const name = node.childForFieldName('name');
  const around = name ? walk.scope(scope) : scope;
  if (name) walk.declare({ at: name, scope: around, type: { scope, steps: [`#${declaration}`] } });
  visitFunction(node, { scope: around, declaration }, walk);
};
const plainUse: Visit = (node, scope, walk) => {
  walk.use(node, { scope, steps: [node.text] }, 'value');
};
const qualifiedUse: Visit = (node, scope, walk) => {
  const name = node.lastNamedChild;
  if (!name) return;
  walk.use(name, { scope, steps: typeNamePath(node) });
  walk.visit(node.namedChild(0), scope);
};

/** TypeScript, JavaScript and their JSX: their grammars name the same things alike. */
export const ecmascript: Rules = {
  language: 'javascript',
  visits: {
    import_statement: visitImport,
    export_statement: visitExport,
    statement_block: block,
    for_statement: block,
    switch_body: block,
    function_declaration: declaredFunction,
    generator_function_declaration: declaredFunction,
    function_signature: declaredFunction,
    arrow_function: unnamedFunction,
    function_expression: unnamedFunction,
    generator_function: unnamedFunction,
    function_type: unnamedFunction,
    constructor_type: unnamedFunction,
    variable_declarator: visitVariable,
    for_in_statement: visitLoop,
    catch_clause: visitCatch,
    return_statement: (node, scope, walk) => {
      const value = node.namedChild(0);
      if (value) giveBack(value, scope, walk);
    },
    binary_expression: visitBinary,
    call_expression: visitCall,
    new_expression: visitCall,
    assignment_expression: visitAssignment,
    satisfies_expression: visitExpected,
    as_expression: visitExpected,
    array: visitArray,
    object: visitObject,
    member_expression: visitMember,
    identifier: plainUse,
    shorthand_property_identifier: plainUse,
    type_identifier: (node, scope, walk) => {
      walk.use(node, { scope, steps: [node.text] }, 'type');
    },
    nested_type_identifier: qualifiedUse,
    nested_identifier: qualifiedUse,
    type_alias_declaration: visitAlias,
    internal_module: visitNamespace,
    module: visitNamespace,
    ...classVisits,
  },
};

function visitVariable(node: Node, scope: number, walk: Walk): void {
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  walk.visit(type, scope);
  const from = type ? typeOf(type, walk) : value ? pathOf(value, walk) : undefined;
  if (type && value) walk.expect(value, { scope, steps: typeOf(type, walk) });
  const isAlias = !type && isModule(value);
  bind(
    node.childForFieldName('name'),
    { scope, isAlias, from: from && { scope, steps: from } },
    walk,
  );
  walk.visit(value, scope);
}

/** `require('m')`, `await import('m')`, `require('m').name`. */
function isModule(node: Node | null): boolean {
  if (node?.type === 'await_expression') return isModule(node.namedChild(0));
  if (node?.type === 'member_expression') return isModule(node.childForFieldName('object'));
  return node?.type === 'call_expression' && requiredModule(node) !== undefined;
}

function visitLoop(node: Node, scope: number, walk: Walk): void {
  const inner = walk.scope(scope);
  const right = node.childForFieldName('right');
  const left = node.childForFieldName('left');
  walk.visit(right, scope);
  const isOf = node.childForFieldName('operator')?.text === 'of';
  const from: Path = { scope, steps: isOf ? [...pathOf(right, walk), '[]'] : ['!'] };
  if (node.childForFieldName('kind')) bind(left, { scope: inner, from }, walk);
  else walk.visit(left, scope);
  walk.visit(node.childForFieldName('body'), inner);
}

function visitCatch(node: Node, scope: number, walk: Walk): void {
  const inner = walk.scope(scope);
  bind(node.childForFieldName('parameter'), { scope: inner }, walk);
  walk.visit(node.childForFieldName('body'), inner);
}

function visitBinary(node: Node, scope: number, walk: Walk): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const isTest = node.childForFieldName('operator')?.text === 'instanceof';
  if (isTest && left?.type === 'identifier') {
    walk.narrow(left.text, { scope, steps: [...pathOf(right, walk), '{}'] });
  }
  walk.inside(node, scope);
}

/** What is given to a function is expected to be what it wants. */
function visitCall(node: Node, scope: number, walk: Walk): void {
  const callee = node.childForFieldName('function') ?? node.childForFieldName('constructor');
  const given = node.childForFieldName('arguments');
  const steps = pathOf(callee, walk);
  const values = (given?.namedChildren ?? []).filter(({ type }) => type !== 'comment');
  for (const [n, value] of values.entries()) {
    walk.expect(value, { scope, steps: [...steps, `<${n}`] });
  }
  walk.inside(node, scope);
}

function visitExpected(node: Node, scope: number, walk: Walk): void {
  const [value, type] = node.namedChildren;
  if (value && type) walk.expect(value, { scope, steps: typeOf(type, walk) });
  walk.inside(node, scope);
}

function visitAssignment(node: Node, scope: number, walk: Walk): void {
  if (visitCommonExport(node, scope, walk)) return;
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const self = walk.selfOf(scope);
  const inner = self === undefined ? undefined : walk.draft(self).inner;
  const name = left?.childForFieldName('property') ?? null;
  const isOwn = left?.childForFieldName('object')?.type === 'this';
  if (isOwn && name && inner !== undefined && !walk.isDeclared(inner, name.text)) {
    const type = { scope, steps: pathOf(right, walk) };
    walk.declare({ at: name, scope: inner, space: 'value', type });
  } else if (left && right) {
    walk.expect(right, { scope, steps: pathOf(left, walk) });
    walk.visit(left, scope);
  }
  walk.visit(right, scope);
}

function visitArray(node: Node, scope: number, walk: Walk): void {
  const expected = walk.expected(node);
  for (const child of node.namedChildren) {
    if (expected) walk.expect(child, { ...expected, steps: [...expected.steps, '[]'] });
    walk.visit(child, scope);
  }
}

/** Its keys are members of its own, and uses of those of what is expected there. */
function visitObject(node: Node, scope: number, walk: Walk): void {
  const declaration = walk.anonymous(node);
  const inner = walk.scope(-1);
  const bases: Path[] = [];
  for (const child of node.namedChildren) {
    if (child.type === 'spread_element') {
      bases.push({ scope, steps: pathOf(child.namedChild(0), walk) });
      walk.inside(child, scope);
    } else if (child.type !== 'comment')
      visitProperty(child, { scope, inner, expected: walk.expected(node) }, walk);
  }
  Object.assign(walk.draft(declaration), { inner, bases });
}

interface Within {
  readonly scope: number;
  readonly inner: number;
  readonly expected: Path | undefined;
}

function visitProperty(node: Node, { scope, inner, expected }: Within, walk: Walk): void {
  const isShort = node.type === 'shorthand_property_identifier';
  const named = node.childForFieldName('key') ?? node.childForFieldName('name') ?? node;
  const key = nameOf(named) ?? named;
  const member = expected && { ...expected, steps: [...expected.steps, `.${key.text}`] };
  if (member && key.type !== 'computed_property_name') walk.use(key, member);
  const value = node.childForFieldName('value');
  if (node.type === 'method_definition') {
    const declaration = walk.declare({ at: key, scope: inner, space: 'value' });
    if (member) walk.expect(node, member);
    visitFunction(node, { scope, declaration }, walk);
    return;
  }
  const steps = isShort ? [node.text] : pathOf(value, walk);
  const made = { at: key, scope: inner, space: 'value' } as const;
  if (isShort) walk.declare({ ...made, alias: { scope, steps } });
  else walk.declare({ ...made, type: { scope, steps } });
  if (value && member) walk.expect(value, member);
  if (key.type === 'computed_property_name') walk.visit(key, scope);
  walk.visit(isShort ? node : value, scope);
}

function visitMember(node: Node, scope: number, walk: Walk): void {
  const property = node.childForFieldName('property');
  if (property) walk.use(property, { scope, steps: pathOf(node, walk) });
  walk.visit(node.childForFieldName('object'), scope);
}

function visitAlias(node: Node, scope: number, walk: Walk): void {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (!name) return;
  const inner = walk.scope(scope);
  visitTypeParameters(node, inner, walk);
  const type = { scope: inner, steps: typeOf(value, walk) };
  walk.declare({ at: name, scope, space: 'type', type });
  walk.visit(value, inner);
}

/** A namespace; `declare module 'm'` adds to a module and declares nothing of its own. */
function visitNamespace(node: Node, scope: number, walk: Walk): void {
  const [name] = childrenOf(node, 'identifier');
  const inner = walk.scope(scope);
  if (name) walk.declare({ at: name, scope, inner });
  walk.inside(node.childForFieldName('body'), inner);
}
