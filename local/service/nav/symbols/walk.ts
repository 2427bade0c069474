import type { Node } from 'web-tree-sitter';
import type { Export, LanguageName, Path, Space, Summary } from './symbol-table.js';

/** A declaration while its file is read. */
export interface Draft {
  name: string;
  line: number;
  scope: number;
  space: Space;
  isClass?: boolean;
  inner?: number;
  owner?: string;
  alias?: Path;
  type?: Path;
  returns?: Path;
  parameters?: (Path | undefined)[];
  bases?: Path[];
  oneOf?: readonly Path['steps'][];
}

type Declaring = Partial<Omit<Draft, 'name' | 'line'>> & {
  /** Where its name stands. */
  readonly at: Node;
  readonly name?: string;
};

export type Visit = (node: Node, scope: number, walk: Walk) => void;

/** What to do at which kind of node; at all others their children are visited. */
export interface Rules {
  readonly language: LanguageName;
  readonly visits: Readonly<Record<string, Visit>>;
}

/** A way through a syntax tree, and what was found on it. */
export interface Walk {
  readonly declarations: readonly Draft[];
  visit(node: Node | null, scope: number): void;
  /** Visits the children. */
  inside(node: Node | null, scope: number): void;
  scope(parent: number, self?: number): number;
  /** The class that `this` is of. */
  selfOf(scope: number): number | undefined;
  declare(what: Declaring): number;
  /** The declaration without a name that stands for an object or a function, the same each time. */
  anonymous(node: Node): number;
  draft(declaration: number): Draft;
  isDeclared(scope: number, name: string): boolean;
  /** A test that the name's value is of a type: where nothing else says its type, that does. */
  narrow(name: string, type: Path): void;
  use(node: Node, path: Path, space?: Space): void;
  /** Tells what kind of thing is expected where the node stands. */
  expect(node: Node, path: Path): void;
  expected(node: Node): Path | undefined;
  /** Runs with the function that a `return` ends. */
  within(declaration: number, run: () => void): void;
  current(): Draft | undefined;
  export(exported: Export): void;
  star(module: string, exported: boolean): void;
  package(name: string): void;
}

/** Deeper trees are generated, or made to break readers. */
const DEEPEST = 1_000;

/** The summary of a tree. Throws where it is nested too deep, or takes too long. */
export function summaryOf(root: Node, rules: Rules, isOver: () => boolean): Summary {
  const found = createFindings(rules.language);
  let depth = 0;
  const walk: Walk = {
    ...found.writer,
    visit(node, scope) {
      if (!node) return;
      depth += 1;
      if (depth > DEEPEST) throw new Error('the syntax tree is too deep');
      if (isOver()) throw new Error('the syntax tree takes too long');
      const visit = rules.visits[node.type];
      if (visit) visit(node, scope, walk);
      else walk.inside(node, scope);
      depth -= 1;
    },
    inside(node, scope) {
      for (const child of node?.namedChildren ?? []) walk.visit(child, scope);
    },
  };
  walk.inside(root, walk.scope(-1));
  return found.summary();
}

function createFindings(language: LanguageName) {
  const scopes: { parent: number; self?: number }[] = [];
  const declarations: Draft[] = [];
  const names = new Map<string, number>();
  const uses: Summary['uses'][number][] = [];
  const exports: Summary['exports'][number][] = [];
  const stars: Summary['stars'][number][] = [];
  const expectations = new Map<number, Path>();
  const unnamed = new Map<number, number>();
  const functions: Draft[] = [];
  let packageName: string | undefined;

  function draft(declaration: number): Draft {
    const found = declarations[declaration];
    if (!found) throw new Error(`there is no declaration ${declaration}`);
    return found;
  }
  function declare({ at, name = at.text, scope = -1, space = 'both', ...rest }: Declaring) {
    const made = declarations.push({ name, line: lineOf(at), scope, space, ...rest }) - 1;
    names.set(`${scope} ${name}`, made);
    return made;
  }
  function narrow(name: string, type: Path): void {
    for (let at = type.scope; at >= 0; at = scopes[at]?.parent ?? -1) {
      const known = declarations[names.get(`${at} ${name}`) ?? -1];
      if (!known) continue;
      if (!known.alias && isVague(known.type)) known.type = type;
      return;
    }
  }
  const writer: Omit<Walk, 'visit' | 'inside'> = {
    declarations,
    scope: (parent, self) => scopes.push({ parent, ...(self !== undefined && { self }) }) - 1,
    selfOf(scope) {
      for (let at = scope; at >= 0; at = scopes[at]?.parent ?? -1) {
        const self = scopes[at]?.self;
        if (self !== undefined) return self;
      }
      return undefined;
    },
    declare,
    anonymous(node) {
      const known = unnamed.get(node.id);
      if (known !== undefined) return known;
      const made = declare({ at: node, name: '' });
      unnamed.set(node.id, made);
      return made;
    },
    draft,
    narrow,
    isDeclared: (scope, name) => names.has(`${scope} ${name}`),
    use(node, path, space = 'both') {
      uses.push({ name: node.text, line: lineOf(node), space, path });
    },
    expect: (node, path) => void expectations.set(node.id, path),
    expected: (node) => expectations.get(node.id),
    within(declaration, run) {
      functions.push(draft(declaration));
      run();
      functions.pop();
    },
    current: () => functions.at(-1),
    export: (exported) => void exports.push(exported),
    star: (module, exported) => void stars.push({ module, exported }),
    package(name) {
      packageName = name;
    },
  };
  const summary = (): Summary => ({
    ...{ language, scopes, declarations, uses, exports, stars },
    ...(packageName !== undefined && { package: packageName }),
  });
  return { writer, summary };
}

/** Whether a type says nothing, as that of what is caught. */
function isVague(type: Path | undefined): boolean {
  return type === undefined || type.steps[0] === '!' || type.steps.join('') === 'Error{}';
}

function lineOf(node: Node): number {
  return node.startPosition.row + 1;
}

/** The named children of these kinds. */
export function childrenOf(node: Node | null, ...types: readonly string[]): Node[] {
  return (node?.namedChildren ?? []).filter((child) => types.includes(child.type));
}
