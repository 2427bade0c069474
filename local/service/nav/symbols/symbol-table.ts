/**
 * What navigation needs to know of a file's syntax, as plain data: it comes from another thread.
 * Scopes and declarations are named by their place in their lists.
 */
export interface Summary {
  readonly language: LanguageName;
  /** As the file says it, in Go and Java. */
  readonly package?: string;
  /** The first is the file's. */
  readonly scopes: readonly Scope[];
  readonly declarations: readonly Declaration[];
  readonly uses: readonly Use[];
  /** In JavaScript, what others can import, besides what Python, Go and Java show of themselves. */
  readonly exports: readonly Export[];
  /** Modules all of whose names are names of this file; where `exported`, of its importers only. */
  readonly stars: readonly Star[];
}

export type LanguageName = 'javascript' | 'python' | 'go' | 'java';

/** What a name may stand for. TypeScript has two worlds of names; elsewhere all is `both`. */
export type Space = 'value' | 'type' | 'both';

export interface Scope {
  /** The scope around it; -1 where names are found by a path alone. */
  readonly parent: number;
  /** The class that `this` is of in it. */
  readonly self?: number | undefined;
}

/**
 * An expression or a type as the way to what it is, from a name. The first step is a name of the
 * scope, `this`, `super`, `#7` for a declaration, `@./cart.js` for a module, `!` for what no
 * repository defines (a number) and `?` for what cannot be followed. Then each of:
 * `.add` a member, `()` what a call gives, `{}` a value of the type, `*` many of it, `[]` one of
 * many, `<0` what the first parameter is.
 */
export interface Path {
  readonly scope: number;
  readonly steps: readonly string[];
}

export interface Declaration {
  /** Empty where it has none. */
  readonly name: string;
  readonly line: number;
  readonly scope: number;
  readonly space: Space;
  /** Whether it is a type whose values `{}` and `()` make. */
  readonly isClass?: boolean;
  /** The scope of its members. */
  readonly inner?: number;
  /** The type that a method of Go belongs to, perhaps in another file of the package. */
  readonly owner?: string;
  /** What it is another name of: imports. */
  readonly alias?: Path;
  /** The type of its value. */
  readonly type?: Path;
  readonly returns?: Path;
  readonly parameters?: readonly (Path | undefined)[];
  /** The steps of those that it may be any of, from the scope that asks. */
  readonly oneOf?: readonly Path['steps'][];
  /** What it inherits members from. */
  readonly bases?: readonly Path[];
}

export interface Use {
  readonly name: string;
  readonly line: number;
  readonly space: Space;
  /** Its last step is the name. */
  readonly path: Path;
}

export interface Export {
  readonly name: string;
  readonly path: Path;
}

export interface Star {
  readonly module: string;
  readonly exported: boolean;
}
