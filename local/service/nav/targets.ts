import { splitQualifiedName } from '../tools/qualified-name.js';
import { fileKey, type SourceFile } from './codebase/codebase.js';
import {
  type DeclarationValue,
  declarationKey,
  declarationValues,
  type Value,
} from './codebase/values.js';
import type { Resolver } from './resolver/resolver.js';
import { flatMapSeries } from './resolver/resolver-context.js';

/** What a symbol in a file refers to. */
export interface SymbolTargets {
  readonly declarations: readonly DeclarationValue[];
  /** The files of the modules that it refers to. */
  readonly modules: readonly SourceFile[];
  /** Some occurrence of the symbol could not be resolved. */
  readonly hasUnresolved: boolean;
}

/** Resolves the symbol wherever the file declares or refers to it. */
export async function resolveSymbol(
  file: SourceFile,
  symbol: string,
  resolver: Resolver,
): Promise<SymbolTargets> {
  const names = splitQualifiedName(symbol);
  const name = names.at(-1) ?? symbol;
  const qualifier = names.at(-2);
  const values = qualifier
    ? await resolveQualifiedName(file, { name, qualifier }, resolver)
    : await resolveName(file, name, resolver);
  const found = new Map<string, DeclarationValue>();
  for (const value of values)
    if (value?.kind === 'declaration') found.set(declarationKey(value), value);
  const modules = values.flatMap((value) => (value?.kind === 'module' ? value.files : []));
  return {
    declarations: [...found.values()],
    hasUnresolved: values.includes(undefined),
    modules: [...new Map(modules.map((one) => [fileKey(one), one])).values()],
  };
}

/** `undefined` for an occurrence that could not be resolved. */
type ResolvedValues = readonly (Value | undefined)[];

async function resolveName(
  file: SourceFile,
  name: string,
  resolver: Resolver,
): Promise<ResolvedValues> {
  const { declarations } = file.symbols;
  const own = declarations.flatMap((one, n) =>
    one.name === name ? declarationValues(file, [n]) : [],
  );
  const declared = await flatMapSeries(own, (value) => orUndefined(resolver.followAlias(value)));
  const shown = file.symbols.exports.filter((one) => one.name === name);
  const exported = await flatMapSeries(shown, ({ path }) =>
    orUndefined(resolver.resolve(file, path)),
  );
  return [
    ...declared,
    ...exported,
    ...(await resolveReferences(file, (use) => use.name === name, resolver)),
  ];
}

async function resolveQualifiedName(
  file: SourceFile,
  { name, qualifier }: { readonly name: string; readonly qualifier: string },
  resolver: Resolver,
): Promise<ResolvedValues> {
  const owners = await resolveName(file, qualifier, resolver);
  const members = await flatMapSeries(owners, async (owner) => {
    if (!owner) return [];
    const found = await resolver.membersOf(owner, name);
    return found.filter(({ kind }) => kind === 'declaration');
  });
  const isOfIt = (use: SourceFile['symbols']['references'][number]) => {
    const before = use.path.steps.at(-2);
    return use.name === name && (before === qualifier || before === `.${qualifier}`);
  };
  return [...members, ...(await resolveReferences(file, isOfIt, resolver))];
}

async function resolveReferences(
  file: SourceFile,
  fits: (use: SourceFile['symbols']['references'][number]) => boolean,
  resolver: Resolver,
): Promise<ResolvedValues> {
  return flatMapSeries(file.symbols.references.filter(fits), ({ path, space }) => {
    return orUndefined(resolver.resolve(file, path, space));
  });
}

async function orUndefined(values: Promise<Value[]>): Promise<ResolvedValues> {
  const found = await values;
  return found.length > 0 ? found : [undefined];
}

/** Prefers the file's own declarations, and of those top-level ones and members over local ones. */
export function preferOutermost(
  file: SourceFile,
  found: readonly DeclarationValue[],
): readonly DeclarationValue[] {
  const own = found.filter(
    (one) => one.file.path === file.path && one.file.snapshot === file.snapshot,
  );
  const { declarations, scopes } = file.symbols;
  const inners = new Set(declarations.flatMap(({ memberScope }) => memberScope ?? []));
  const isOuter = ({ declaration }: DeclarationValue) => {
    const { scope } = file.declaration(declaration);
    return scope <= 0 || scopes[scope]?.parent === -1 || inners.has(scope);
  };
  const outer = own.filter(isOuter);
  if (outer.length > 0) return outer;
  return own.length > 0 ? own : found;
}
