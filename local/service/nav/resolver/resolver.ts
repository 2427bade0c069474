import { type Codebase, fileKey, type SourceFile } from '../codebase/codebase.js';
import { type DeclarationValue, declarationKey, type Value } from '../codebase/values.js';
import type { AccessPath, DeclarationSpace } from '../symbols/symbol-table.js';
import { accessPathResolver } from './access-path.js';
import { exportLookup } from './exports.js';
import { implicitNameLookup } from './implicit-names.js';
import { memberLookup } from './members.js';
import { flatMapSeries, pushResolution, type ResolverContext } from './resolver-context.js';
import { scopeLookup } from './scopes.js';

/** Resolves access paths through scopes, imports and types. */
export interface Resolver {
  readonly codebase: Codebase;
  /**
   * What the path denotes, with imports followed: a function itself, not its result. Empty if it
   * cannot be resolved.
   */
  resolve(file: SourceFile, path: AccessPath, space?: DeclarationSpace): Promise<Value[]>;
  /** Follows an import or another alias. */
  followAlias(value: Value): Promise<Value[]>;
  /** The members with a name; of a variable those of its value. */
  membersOf(value: Value, name: string): Promise<Value[]>;
}

export function createResolver(codebase: Codebase): Resolver {
  const following = createResolverContext(codebase);
  return {
    codebase,
    resolve: (file, path, space = 'both') =>
      following.resolve(file, path, { stack: undefined, space }),
    followAlias: (value) => following.followAlias(value, undefined),
    membersOf: async (value, name) => {
      const held = value.kind === 'declaration' ? await valueOfVariable(value, following) : [value];
      return flatMapSeries(held, (one) => following.members(one, name, undefined));
    },
  };
}

/** The value of a variable; any other declaration itself. */
function valueOfVariable(
  { file, declaration }: DeclarationValue,
  following: ResolverContext,
): Promise<Value[]> {
  return following.evaluate(file, { scope: 0, steps: [`#${declaration}`] }, undefined);
}

function createResolverContext(codebase: Codebase): ResolverContext {
  const known = new Map<string, Value[]>();
  const get = () => following;
  const { follow } = accessPathResolver(get);
  const { root } = scopeLookup(get);
  const following: ResolverContext = {
    codebase,
    async resolve(file, path, { stack, space = 'both' }) {
      const last = path.steps.at(-1) ?? '?';
      if (path.steps.length === 1) {
        const found = await root(file, path, { stack, space });
        return flatMapSeries(found, (value) => following.followAlias(value, stack));
      }
      if (!last.startsWith('.')) return following.evaluate(file, path, stack);
      const owner = { scope: path.scope, steps: path.steps.slice(0, -1) };
      const owners = await following.evaluate(file, owner, stack);
      return flatMapSeries(owners, (value) => following.members(value, last.slice(1), stack));
    },
    async evaluate(file, path, stack) {
      const key = `${fileKey(file)} ${path.scope} ${path.steps.join(' ')}`;
      const cached = known.get(key);
      if (cached) return cached;
      const next = pushResolution(stack, key);
      if (!next) return [];
      await codebase.checkpoint();
      const values = await follow(file, path, next);
      // An empty result may be due to a cycle: another path may find something.
      if (values.length > 0 || !stack) known.set(key, values);
      return values;
    },
    async followAlias(value, stack) {
      if (value.kind !== 'declaration') return [value];
      const { file, declaration } = value;
      const { alias } = file.declaration(declaration);
      if (!alias) return [value];
      const next = pushResolution(stack, `alias ${declarationKey(value)}`);
      return next ? following.resolve(file, alias, { stack: next }) : [];
    },
    ...memberLookup(get),
    ...exportLookup(get),
    ...implicitNameLookup(get),
  };
  return following;
}
