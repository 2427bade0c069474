import type { Node } from 'web-tree-sitter';
import type {
  AccessPath,
  DeclarationSpace,
  Export,
  LanguageName,
  Reference,
  SymbolScope,
  SymbolTable,
  WildcardImport,
} from './symbol-table.js';

/** A declaration that is still being built. */
export interface DeclarationDraft {
  name: string;
  line: number;
  scope: number;
  space: DeclarationSpace;
  isClass?: boolean;
  memberScope?: number;
  receiverType?: string;
  alias?: AccessPath;
  type?: AccessPath;
  returnType?: AccessPath;
  parameterTypes?: (AccessPath | undefined)[];
  bases?: AccessPath[];
  alternatives?: readonly AccessPath['steps'][];
}

type NewDeclaration = Partial<Omit<DeclarationDraft, 'name' | 'line'>> & {
  /** The node of its name. */
  readonly at: Node;
  readonly name?: string;
};

export type Visit = (node: Node, scope: number, walk: Walk) => void;

/** Visitors by node type. Of nodes of other types the children are visited. */
export interface LanguageRules {
  readonly language: LanguageName;
  readonly visitors: Readonly<Record<string, Visit>>;
}

/** A traversal of a syntax tree, which collects the symbol table. Scopes and declarations are numbers. */
export interface Walk {
  readonly declarations: readonly DeclarationDraft[];
  visit(node: Node | null, scope: number): void;
  visitChildren(node: Node | null, scope: number): void;
  addScope(parent: number, thisClass?: number): number;
  /** The class of `this` in a scope. */
  thisClassOf(scope: number): number | undefined;
  declare(what: NewDeclaration): number;
  /** A nameless declaration for an object or a function expression: always the same for a node. */
  declareAnonymous(node: Node): number;
  draft(declaration: number): DeclarationDraft;
  update(declaration: number, fields: Partial<DeclarationDraft>): void;
  isDeclared(scope: number, name: string): boolean;
  /** Type narrowing, as by `instanceof`: sets the type of a variable if it is not known otherwise. */
  narrow(name: string, type: AccessPath): void;
  addReference(node: Node, path: AccessPath, space?: DeclarationSpace): void;
  /** The type that the context of an expression expects, such as a parameter's. */
  setContextualType(node: Node, path: AccessPath): void;
  contextualType(node: Node): AccessPath | undefined;
  /** Runs with this declaration as the function that a `return` belongs to. */
  inFunction(declaration: number, run: () => void): void;
  currentFunction(): DeclarationDraft | undefined;
  addExport(exported: Export): void;
  addWildcard(module: string, isReexport: boolean): void;
  setPackage(name: string): void;
}

/** Deeper trees are generated code, or attacks. */
const MAX_DEPTH = 1_000;

/** Throws if the tree is nested too deep, or when the time is up. */
export function buildSymbolTable(
  root: Node,
  rules: LanguageRules,
  isTimeUp: () => boolean,
): SymbolTable {
  const builder = createSymbolTableBuilder(rules.language);
  let depth = 0;
  const walk: Walk = {
    ...builder.writer,
    visit(node, scope) {
      if (!node) return;
      depth += 1;
      if (depth > MAX_DEPTH) throw new Error('the syntax tree is too deep');
      if (isTimeUp()) throw new Error('the syntax tree takes too long');
      const visit = rules.visitors[node.type];
      if (visit) visit(node, scope, walk);
      else walk.visitChildren(node, scope);
      depth -= 1;
    },
    visitChildren(node, scope) {
      for (const child of node?.namedChildren ?? []) walk.visit(child, scope);
    },
  };
  walk.visitChildren(root, walk.addScope(-1));
  return builder.build();
}

function createSymbolTableBuilder(language: LanguageName) {
  const { scopes, addScope, ancestors, thisClassOf } = createScopes();
  const declarations: DeclarationDraft[] = [];
  const names = new Map<string, number>();
  const references: Reference[] = [];
  const exports: Export[] = [];
  const wildcards: WildcardImport[] = [];
  const contextualTypes = new Map<number, AccessPath>();
  const anonymous = new Map<number, number>();
  const functions: DeclarationDraft[] = [];
  let packageName: string | undefined;

  function draft(declaration: number): DeclarationDraft {
    const found = declarations[declaration];
    if (!found) throw new Error(`there is no declaration ${declaration}`);
    return found;
  }
  function declare({ at, name = at.text, scope = -1, space = 'both', ...rest }: NewDeclaration) {
    const made = declarations.push({ name, line: lineOf(at), scope, space, ...rest }) - 1;
    names.set(`${scope} ${name}`, made);
    return made;
  }
  function narrow(name: string, type: AccessPath): void {
    const scope = ancestors(type.scope).find((one) => names.has(`${one} ${name}`));
    const known = declarations[names.get(`${scope} ${name}`) ?? -1];
    if (known && !known.alias && isUninformative(known.type)) known.type = type;
  }
  const writer: Omit<Walk, 'visit' | 'visitChildren'> = {
    declarations,
    addScope,
    thisClassOf,
    declare,
    declareAnonymous(node) {
      const known = anonymous.get(node.id);
      if (known !== undefined) return known;
      const made = declare({ at: node, name: '' });
      anonymous.set(node.id, made);
      return made;
    },
    draft,
    update: (declaration, fields) => void Object.assign(draft(declaration), fields),
    narrow,
    isDeclared: (scope, name) => names.has(`${scope} ${name}`),
    addReference(node, path, space = 'both') {
      references.push({ name: node.text, line: lineOf(node), space, path });
    },
    setContextualType: (node, path) => void contextualTypes.set(node.id, path),
    contextualType: (node) => contextualTypes.get(node.id),
    inFunction(declaration, run) {
      functions.push(draft(declaration));
      run();
      functions.pop();
    },
    currentFunction: () => functions.at(-1),
    addExport: (exported) => void exports.push(exported),
    addWildcard: (module, isReexport) => void wildcards.push({ module, isReexport }),
    setPackage(name) {
      packageName = name;
    },
  };
  const build = (): SymbolTable => ({
    language,
    ...(packageName !== undefined && { package: packageName }),
    scopes,
    declarations,
    references,
    exports,
    wildcards,
  });
  return { writer, build };
}

function createScopes() {
  const scopes: SymbolScope[] = [];
  function addScope(parent: number, thisClass?: number): number {
    return scopes.push({ parent, ...(thisClass !== undefined && { thisClass }) }) - 1;
  }
  /** The scope and those that enclose it, innermost first. */
  function ancestors(scope: number): number[] {
    const parent = scopes[scope]?.parent ?? -1;
    return scope < 0 ? [] : [scope, ...ancestors(parent)];
  }
  function thisClassOf(scope: number): number | undefined {
    const inClass = ancestors(scope).find((one) => scopes[one]?.thisClass !== undefined);
    return inClass === undefined ? undefined : scopes[inClass]?.thisClass;
  }
  return { scopes, addScope, ancestors, thisClassOf };
}

/** Such as the type of a caught error. */
function isUninformative(type: AccessPath | undefined): boolean {
  return type === undefined || type.steps[0] === '!' || type.steps.join('') === 'Error{}';
}

function lineOf(node: Node): number {
  return node.startPosition.row + 1;
}

/** The named children of these node types. */
export function childrenOf(node: Node | null, ...types: readonly string[]): Node[] {
  return (node?.namedChildren ?? []).filter((child) => types.includes(child.type));
}
