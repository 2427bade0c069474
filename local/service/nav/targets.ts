import { splitSymbol } from '../tools/names.js';
import { fileKey, type SourceFile } from './codebase/codebase.js';
import { keyOf, type Named, named, type Value } from './codebase/values.js';
import type { Resolver } from './resolver/resolver.js';
import { all } from './resolver/resolver-context.js';

/** What a name in a file stands for. */
export interface Targets {
  readonly found: readonly Named[];
  /** The files of the modules that it stands for. */
  readonly modules: readonly SourceFile[];
  /** Whether some place where it stands could not be followed. */
  readonly unknown: boolean;
}

/** What the symbol stands for wherever the file uses or declares it. */
export async function targetsIn(
  file: SourceFile,
  symbol: string,
  resolver: Resolver,
): Promise<Targets> {
  const names = splitSymbol(symbol);
  const name = names.at(-1) ?? symbol;
  const qualifier = names.at(-2);
  const values = qualifier
    ? await qualified(file, { name, qualifier }, resolver)
    : await plain(file, name, resolver);
  const found = new Map<string, Named>();
  for (const value of values) if (value?.kind === 'named') found.set(keyOf(value), value);
  const modules = values.flatMap((value) => (value?.kind === 'module' ? value.files : []));
  return {
    ...{ found: [...found.values()], unknown: values.includes(undefined) },
    modules: [...new Map(modules.map((one) => [fileKey(one), one])).values()],
  };
}

/** Nothing stands for a place that could not be followed. */
type Found = readonly (Value | undefined)[];

async function plain(file: SourceFile, name: string, resolver: Resolver): Promise<Found> {
  const { declarations } = file.summary;
  const own = declarations.flatMap((one, n) => (one.name === name ? named(file, [n]) : []));
  const declared = await all(own, (value) => orNothing(resolver.followed(value)));
  const shown = file.summary.exports.filter((one) => one.name === name);
  const exported = await all(shown, ({ path }) => orNothing(resolver.named(file, path)));
  return [...declared, ...exported, ...(await used(file, (use) => use.name === name, resolver))];
}

async function qualified(
  file: SourceFile,
  { name, qualifier }: { readonly name: string; readonly qualifier: string },
  resolver: Resolver,
): Promise<Found> {
  const owners = await plain(file, qualifier, resolver);
  const members = await all(owners, async (owner) => {
    if (!owner) return [];
    const found = await resolver.membersOf(owner, name);
    return found.filter(({ kind }) => kind === 'named');
  });
  const isOfIt = (use: SourceFile['summary']['uses'][number]) => {
    const before = use.path.steps.at(-2);
    return use.name === name && (before === qualifier || before === `.${qualifier}`);
  };
  return [...members, ...(await used(file, isOfIt, resolver))];
}

async function used(
  file: SourceFile,
  fits: (use: SourceFile['summary']['uses'][number]) => boolean,
  resolver: Resolver,
): Promise<Found> {
  return all(file.summary.uses.filter(fits), ({ path, space }) => {
    return orNothing(resolver.named(file, path, space));
  });
}

async function orNothing(values: Promise<Value[]>): Promise<Found> {
  const found = await values;
  return found.length > 0 ? found : [undefined];
}

/** Those of the file's own that the name means first: its members and what it declares outermost. */
export function outermost(file: SourceFile, found: readonly Named[]): readonly Named[] {
  const own = found.filter((one) => one.file.path === file.path && one.file.place === file.place);
  const { declarations, scopes } = file.summary;
  const inners = new Set(declarations.flatMap(({ inner }) => inner ?? []));
  const isOuter = ({ declaration }: Named) => {
    const { scope } = file.declaration(declaration);
    return scope <= 0 || scopes[scope]?.parent === -1 || inners.has(scope);
  };
  const outer = own.filter(isOuter);
  if (outer.length > 0) return outer;
  return own.length > 0 ? own : found;
}
