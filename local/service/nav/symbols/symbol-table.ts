/**
 * What navigation needs to know about a source file. It is plain data, since it is sent from the
 * parser's thread. Scopes and declarations are referred to by their index.
 */
export interface SymbolTable {
  readonly language: LanguageName;
  /** As declared by the file, in Go and Java. */
  readonly package?: string;
  /** The first is the file's own. */
  readonly scopes: readonly SymbolScope[];
  readonly declarations: readonly Declaration[];
  readonly references: readonly Reference[];
  /** In JavaScript only. In Python, Go and Java the declarations of the file's scope are visible. */
  readonly exports: readonly Export[];
  /** `import * from` and `export * from`. */
  readonly wildcards: readonly WildcardImport[];
}

export type LanguageName = 'javascript' | 'python' | 'go' | 'java';

/** TypeScript keeps the names of values and of types apart. In other languages all is `both`. */
export type DeclarationSpace = 'value' | 'type' | 'both';

export interface SymbolScope {
  /** The enclosing scope; -1 for member scopes, whose names are found only through an access path. */
  readonly parent: number;
  /** The declaration of the class of `this`. */
  readonly thisClass?: number | undefined;
}

/**
 * How an expression or a type is reached from a name. The first step is a name in the scope, `this`,
 * `super`, `#7` for a declaration, `@./cart.js` for a module, `!` for what is external to the
 * repositories (such as a number) or `?` for what cannot be resolved. Further steps: `.add` a member,
 * `()` the result of a call, `{}` an instance of the type, `*` a collection of it, `[]` an element
 * of the collection, `<0` the type of the first parameter.
 */
export interface AccessPath {
  readonly scope: number;
  readonly steps: readonly string[];
}

export interface Declaration {
  /** Empty for anonymous ones. */
  readonly name: string;
  readonly line: number;
  readonly scope: number;
  readonly space: DeclarationSpace;
  /** A type whose instances `{}` and `()` give. */
  readonly isClass?: boolean;
  /** The scope of its members. */
  readonly memberScope?: number;
  /** The receiver's type of a Go method, possibly in another file of the package. */
  readonly receiverType?: string;
  /** What it is another name for, such as an import. */
  readonly alias?: AccessPath;
  /** The type of a variable's value. */
  readonly type?: AccessPath;
  readonly returnType?: AccessPath;
  readonly parameterTypes?: readonly (AccessPath | undefined)[];
  /** Steps of a union or a conditional: it may be any of them. They start in the referring scope. */
  readonly alternatives?: readonly AccessPath['steps'][];
  /** Base types, from which it inherits members. */
  readonly bases?: readonly AccessPath[];
}

export interface Reference {
  readonly name: string;
  readonly line: number;
  readonly space: DeclarationSpace;
  /** Ends with the name. */
  readonly path: AccessPath;
}

export interface Export {
  readonly name: string;
  readonly path: AccessPath;
  /** `module.exports = …`: the module itself, as `require` returns it. */
  readonly isModuleExports?: true;
}

/** Makes all names of a module names of this file; with `isReexport` only for its importers. */
export interface WildcardImport {
  readonly module: string;
  readonly isReexport: boolean;
}
